// The rule texts that a visitor writes, each kept in the browser under a key of its own, so that tabs do
// not overwrite each other's.

import { newId } from '../kept/kept.ts';

export interface Draft {
    readonly key: string;
    readonly text: string;
    /** What it is compared with: what it began as, or what was last remembered. */
    readonly base: string;
    /** When it was last changed. */
    readonly changed: number;
}

const PREFIX = 'komwe.draft.';

function readDraft(name: string): Draft | null {
    try {
        const { text, base, changed } = JSON.parse(localStorage.getItem(name) ?? 'null') as Record<string, unknown>;
        if (typeof text !== 'string' || typeof changed !== 'number') return null;
        return { key: name.slice(PREFIX.length), text, base: typeof base === 'string' ? base : text, changed };
    } catch {
        return null;
    }
}

/** The last changed first. */
export function drafts(): readonly Draft[] {
    let names: string[] = [];
    try {
        names = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i)!).filter((name) =>
            name.startsWith(PREFIX),
        );
    } catch {
        // Nothing is kept here.
    }
    return names
        .flatMap((name) => readDraft(name) ?? [])
        .sort((a, b) => b.changed - a.changed);
}

export const draftAt = (key: string): Draft | null => readDraft(PREFIX + key);

/** False: the browser does not keep it. */
export function keepDraft({ key, ...kept }: Draft): boolean {
    try {
        localStorage.setItem(PREFIX + key, JSON.stringify(kept));
        return true;
    } catch {
        return false;
    }
}

export function dropDraft(key: string): void {
    try {
        localStorage.removeItem(PREFIX + key);
    } catch {
        // Nothing was kept.
    }
}

export const newDraft = (text: string): Draft => ({ key: newId(), text, base: text, changed: Date.now() });

/** Hears of drafts that another tab has changed; gives what ends that. */
export function listenDrafts(listener: (key: string) => void): () => void {
    const onStorage = ({ key }: StorageEvent): void => {
        if (key?.startsWith(PREFIX)) listener(key.slice(PREFIX.length));
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
}

/** What a text says after a word at the beginning of a line; '': nothing. */
const saidAfter = (text: string, word: string): string =>
    new RegExp(`^${word}[ \\t]+(\\S.*)$`, 'm').exec(text)?.[1]?.trim() ?? '';

export const idOf = (text: string): string => saidAfter(text, 'game').split(/\s/)[0]!;
export const nameOf = (text: string): string => saidAfter(text, 'name') || idOf(text);

/** The text as that of another game. */
export const renamed = (text: string, id: string, name = nameOf(text)): string =>
    text
        .replace(/^game[ \t]+.*$/m, () => `game ${id}`)
        .replace(/^name[ \t]+.*$/m, () => `name ${name}`);
