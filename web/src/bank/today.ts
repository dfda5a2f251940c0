// The puzzle of a day, the same for everybody, of a game that many know.

import { singlesOf } from './bank.ts';
import { DAILY_GAMES, dayOf, pickOfRound, turnOf } from './days.ts';
import type { Puzzle } from './file.ts';

/** By the local date; fails if it cannot be fetched. */
export async function today(date: Date): Promise<Puzzle> {
    const { game, round } = turnOf(dayOf(date), DAILY_GAMES);
    const puzzle = pickOfRound(await singlesOf(game), round);
    if (puzzle === undefined) throw new Error(`no puzzle of ${game}`);
    return puzzle;
}
