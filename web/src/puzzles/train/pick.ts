// What an address asks for: a puzzle, or why there is none.

import * as repetition from '../../repetition/repetition.ts';
import { puzzleGames, puzzlesOf } from '../../bank/bank.ts';
import { choosePuzzle } from './choose.ts';
import { DAILY_GAMES, dayOf } from '../../bank/days.ts';
import { journal, note } from '../journal/diary.svelte.ts';
import { hasTheme, themesOf, type Puzzle } from '../../bank/file.ts';
import { keyOf } from '../journal/journal.ts';
import { today } from '../../bank/today.ts';

export type Mode = 'train' | 'today' | 'missed' | 'linked';

export interface Picked {
    readonly mode: Mode;
    readonly puzzle: Puzzle;
    /** Of today's. */
    readonly day: number | null;
}

/** 'unknown': no such puzzle or game; 'none': no missed one is due. */
export type Missing = 'unknown' | 'none';

const below = (n: number): number => Math.floor(Math.random() * n);

const MISSED = 'puzzle:';
/** Missed puzzles that are due, as keyOf() names them. */
export const dueNow = (now = new Date()): string[] => repetition.due(MISSED, now).map((id) => id.slice(MISSED.length));

async function find(key: string): Promise<Puzzle | undefined> {
    const [game = '', id = ''] = key.split(':');
    return (await puzzlesOf(game)).find((puzzle) => puzzle.id === id);
}

/** Games in the order in which they are asked for a puzzle of a theme. */
function gamesFor(game: string): readonly string[] {
    if (game !== '') return [game];
    // Who has solved nothing so far begins with games that many people know.
    const from = journal().entries.length > 0 ? puzzleGames : DAILY_GAMES;
    const at = puzzleGames.indexOf(from[below(from.length)]!);
    return [...puzzleGames.slice(at), ...puzzleGames.slice(0, at)];
}

/**
 * The one that was begun, else one near the player's rating; `game` '': of any.  A theme of
 * which the game has not enough is passed over.
 */
export async function nextPuzzle(game: string): Promise<Puzzle | undefined> {
    const { begun, rating, entries, theme } = journal();
    const name = theme === '' ? game : `${game}/${theme}`;
    const key = begun[name];
    const waiting = key === undefined ? undefined : await find(key);
    if (waiting !== undefined) return waiting;
    const answered = entries.map((entry) => entry.key);
    let chosen: Puzzle | undefined;
    for (const of of gamesFor(game)) {
        const all = await puzzlesOf(of);
        const has = theme === '' || themesOf(all).some((offered) => offered === theme);
        const themed = all.filter((puzzle) => hasTheme(puzzle, theme));
        chosen = choosePuzzle(has ? themed : game === '' ? [] : all, rating, answered, below);
        if (chosen !== undefined) break;
    }
    if (chosen !== undefined) {
        const began = keyOf(chosen);
        note((all) => ({ ...all, begun: { ...all.begun, [name]: began } }));
    }
    return chosen;
}

/** The first that is due and still there. */
async function nextMissed(): Promise<Puzzle | undefined> {
    for (const key of dueNow()) {
        const puzzle = await find(key);
        if (puzzle !== undefined) return puzzle;
    }
    return undefined;
}

export async function pick(rest: string): Promise<Picked | Missing> {
    const [game = '', id = ''] = rest.split('/');
    const picked = (mode: Mode, puzzle: Puzzle | undefined, day: number | null = null): Picked | Missing =>
        puzzle === undefined ? (mode === 'missed' ? 'none' : 'unknown') : { mode, puzzle, day };
    if (rest === 'missed') return picked('missed', await nextMissed());
    const now = new Date();
    if (rest === 'today') return picked('today', await today(now), dayOf(now));
    if (id !== '') return picked('linked', await find(`${game}:${id}`));
    if (game !== '' && !puzzleGames.includes(game)) return 'unknown';
    return picked('train', await nextPuzzle(game === '' ? journal().game : game));
}
