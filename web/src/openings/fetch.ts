// The file of each rule set, fetched when its moves are first asked for.

import { readOpenings, type Openings } from './openings.ts';

const urls = import.meta.glob<string>('../../../data/openings/*.tsv', {
    query: '?url',
    import: 'default',
    eager: true,
});

const fetched = new Map<string, Promise<Openings>>();

async function get(url: string): Promise<Openings> {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    return readOpenings(await response.text());
}

/** Its opening moves are known. */
export const hasOpenings = (game: string): boolean => `../../../data/openings/${game}.tsv` in urls;

/** Null if there is none; a failure is not remembered. */
export async function openingsOf(game: string): Promise<Openings | null> {
    const url = urls[`../../../data/openings/${game}.tsv`];
    if (url === undefined) return null;
    const openings = fetched.get(game) ?? get(url);
    fetched.set(game, openings);
    openings.catch(() => fetched.delete(game));
    return openings;
}
