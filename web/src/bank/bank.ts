// Where the puzzles are: files of each game, fetched when that game is first asked for.

import { readPuzzles, type Puzzle } from './file.ts';

const urls = import.meta.glob<string>('../../../data/puzzles/**/*.tsv', {
    query: '?url',
    import: 'default',
    eager: true,
});
/** Of a game: single moves, solutions of several (lines), rare themes. */
const urlsOf = new Map<string, string[]>();
for (const [path, url] of Object.entries(urls).sort(([a], [b]) => a.split('/').length - b.split('/').length)) {
    const game = path.replace(/^.*\/|\.tsv$/g, '');
    urlsOf.set(game, [...(urlsOf.get(game) ?? []), url]);
}

/** The games that have puzzles, in alphabetical order. */
export const puzzleGames: readonly string[] = [...urlsOf.keys()].sort();

const fetched = new Map<string, Promise<readonly Puzzle[]>>();

async function load(url: string): Promise<readonly Puzzle[]> {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    return readPuzzles(await response.text());
}

/** What was read is kept; a failure is not remembered. */
function puzzlesAt(url: string): Promise<readonly Puzzle[]> {
    let puzzles = fetched.get(url);
    if (puzzles === undefined) {
        puzzles = load(url);
        fetched.set(url, puzzles);
        puzzles.catch(() => fetched.delete(url));
    }
    return puzzles;
}

/** The puzzles of one move of a game, the easiest first; none if it has no file. */
export function singlesOf(game: string): Promise<readonly Puzzle[]> {
    const [first] = urlsOf.get(game) ?? [];
    return first === undefined ? Promise.resolve([]) : puzzlesAt(first);
}

/** All puzzles of a game, the easiest first; of one position the longest solution. */
export async function puzzlesOf(game: string): Promise<readonly Puzzle[]> {
    const all = (await Promise.all((urlsOf.get(game) ?? []).map(puzzlesAt))).flat();
    const byId = new Map<string, Puzzle>();
    for (const puzzle of all)
        if ((byId.get(puzzle.id)?.line.length ?? -1) < puzzle.line.length) byId.set(puzzle.id, puzzle);
    return [...byId.values()].sort((a, b) => a.rating - b.rating);
}
