// What the browser keeps of an analysis: the one that was looked at last, and the one before it.

import { isUnreadable, keep, kept } from '../../app/store.ts';
import type { KomweError, Player } from '../../engine/types.ts';
import type { Kept, KeptKnown } from './tree.ts';

export interface Saved {
    /** Any line of the tree: what it began with, and its headers. */
    readonly record: string;
    readonly turned: boolean;
    /** As an earlier version of the page kept it, there is no tree. */
    readonly ply?: number;
    readonly tree?: readonly (readonly [number, Kept])[];
    readonly node?: number;
    readonly known?: readonly (readonly [number, KeptKnown])[];
    /** The node up to which the main line has been reviewed, if all of it was. */
    readonly reviewedTo?: number | undefined;
    readonly practised?: Practised | undefined;
}

/** Where somebody is who practises with the mistakes of the game. */
export interface Practised {
    readonly whose: Player | 'both';
    /** The plies at which the mistakes begin, as they are asked about, and which of them is. */
    readonly order: readonly number[];
    readonly index: number;
    /** How many have been found. */
    readonly found: number;
}

/** Whether this browser keeps it: what a link shows, once it has been changed. */
export type Keeping = 'always' | 'changed' | 'never';

export type Stored = 'study' | 'study.before';

const isKnown = (of: unknown): of is readonly [number, KeptKnown] => {
    const [id, known] = Array.isArray(of) ? (of as [unknown, Partial<KeptKnown> | null]) : [];
    return (
        typeof id === 'number' &&
        (known?.player === 'S' || known?.player === 'N') &&
        typeof known.worth?.score === 'number' &&
        typeof known.worth.unit === 'string'
    );
};

function isPractised(of: unknown): of is Practised {
    const { whose, order, index, found } = (of ?? {}) as Partial<Practised>;
    const isWhole = Array.isArray(order) && [...order, index, found].every(Number.isInteger);
    return ['S', 'N', 'both'].includes(whose!) && isWhole;
}

/** What can be read of it; readTree() looks at the tree. */
export function savedStudy(which: Stored): Saved | null {
    const { record, turned, ply, tree, node, known, reviewedTo, practised } = (kept<unknown>(which) ?? {}) as Partial<Saved>;
    if (typeof record !== 'string') return null;
    return {
        record,
        turned: turned === true,
        known: Array.isArray(known) ? known.filter(isKnown) : [],
        ...(typeof ply === 'number' ? { ply } : {}),
        ...(Array.isArray(tree) ? { tree } : {}),
        ...(typeof node === 'number' ? { node } : {}),
        ...(typeof reviewedTo === 'number' ? { reviewedTo } : {}),
        ...(isPractised(practised) ? { practised } : {}),
    };
}

/** The games that are kept, the last one first, with their options. */
export const keptGames = (): readonly { readonly game: string; readonly options: string }[] =>
    (['study', 'study.before'] as const).flatMap((which) => {
        const record = savedStudy(which)?.record ?? '';
        const header = (name: string): string => new RegExp(`^${name}: *(.*)$`, 'm').exec(record)?.[1]?.trim() ?? '';
        return header('Game') === '' ? [] : [{ game: header('Game'), options: header('Options') }];
    });

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
