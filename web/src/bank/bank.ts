// Where the puzzles are: a file for each game, fetched when that game is first asked for.

import { readPuzzles, type Puzzle } from './file.ts';

const urls = import.meta.glob<string>('../../../data/puzzles/*.tsv', {
    query: '?url',
    import: 'default',
    eager: true,
});
const urlOf = new Map(
    Object.entries(urls).map(([path, url]) => [path.replace(/^.*\/|\.tsv$/g, ''), url] as const),
);

/** The games that have puzzles, in alphabetical order. */
export const puzzleGames: readonly string[] = [...urlOf.keys()].sort();

const fetched = new Map<string, Promise<readonly Puzzle[]>>();

async function load(game: string): Promise<readonly Puzzle[]> {
    const response = await fetch(urlOf.get(game)!);
    if (!response.ok) throw new Error(`${game}: ${response.status}`);
    return readPuzzles(await response.text());
}

/** The puzzles of a game, the easiest first; none if it has no file.  A failure is not remembered. */
export function puzzlesOf(game: string): Promise<readonly Puzzle[]> {
    if (!urlOf.has(game)) return Promise.resolve([]);
    let puzzles = fetched.get(game);
    if (puzzles === undefined) {
        puzzles = load(game);
        fetched.set(game, puzzles);
        puzzles.catch(() => fetched.delete(game));
    }
    return puzzles;
}
