// What the browser keeps of an analysis: the one that was looked at last, and the one before it.

import { isUnreadable, keep, kept } from '../app/store.ts';
import type { KomweError } from '../engine/types.ts';
import type { Kept, Known } from './tree.ts';

export interface Saved {
    /** Any line of the tree: what it began with, and its headers. */
    readonly record: string;
    readonly turned: boolean;
    /** As an earlier version of the page kept it, there is no tree. */
    readonly ply?: number;
    readonly tree?: readonly (readonly [number, Kept])[];
    readonly node?: number;
    readonly known?: readonly (readonly [number, Known])[];
}

/** Whether this browser keeps it: what a link shows, once it has been changed. */
export type Keeping = 'always' | 'changed' | 'never';

export type Stored = 'study' | 'study.before';

export const savedStudy = (which: Stored): Saved | null => kept<Saved>(which);

/** There is something in it that was played. */
export const hasBefore = (): boolean => savedStudy('study.before') !== null;

/** `aside`: another one was kept so far, which can be gone back to if anything was played in it. */
export function keepStudy(saved: Saved, aside: boolean): void {
    const before = aside ? savedStudy('study') : null;
    if ((before?.tree?.length ?? 0) > 1) keep('study.before', before);
    keep('study', saved);
}

/** What was kept cannot be read: it is forgotten, if it never will be. */
export function drop(which: Stored, error: KomweError): void {
    if (isUnreadable(error)) keep(which, null);
}
