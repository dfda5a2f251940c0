// What is kept of a player's puzzles, and how an answer changes it.

import { THEMES, type Puzzle } from '../../bank/file.ts';
import { newRating, RATING_FIRST } from './rating.ts';

/** 'hinted': right, after a hint: the rating stays. */
export type Outcome = 'right' | 'hinted' | 'wrong';

export interface Entry {
    /** As keyOf() names the puzzle. */
    readonly key: string;
    readonly outcome: Outcome;
    /** Of the player, afterwards, and how it changed. */
    readonly rating: number;
    readonly change: number;
    /** As dayOf() counts them; it is not known of older ones. */
    readonly day?: number;
}

export interface Journal {
    readonly rating: number;
    /** Puzzles that counted. */
    readonly played: number;
    /** Right at the first attempt, one after the other; the most there ever were. */
    readonly run: number;
    readonly runMost: number;
    /** First attempts, the last one last. */
    readonly entries: readonly Entry[];
    /** Days, as dayOf() counts them, on which a puzzle was solved, in order. */
    readonly days: readonly number[];
    /** The last day whose puzzle was answered, and how. */
    readonly daily: { readonly day: number; readonly outcome: Outcome } | null;
    /** The game whose puzzles are asked; '': all. */
    readonly game: string;
    /** The theme that is asked for; '': any. */
    readonly theme: string;
    /** Puzzles that were begun and wait for an answer: by game, '' for all games, and theme. */
    readonly begun: Readonly<Record<string, string>>;
    /** Puzzles that wait for their answer after a hint. */
    readonly hinted: readonly string[];
    /** How far a solution of several moves has been played; null: not beyond its first move. */
    readonly reached: { readonly key: string; readonly ply: number } | null;
}

export const NEW: Journal = {
    rating: RATING_FIRST,
    played: 0,
    run: 0,
    runMost: 0,
    entries: [],
    days: [],
    daily: null,
    game: 'kiswahili',
    theme: '',
    begun: {},
    hinted: [],
    reached: null,
};

/** So many first attempts are remembered: their puzzles are not asked again meanwhile. */
const ENTRIES_MOST = 2000;
const DAYS_MOST = 3700;
const HINTED_MOST = 50;

export const keyOf = ({ game, id }: Pick<Puzzle, 'game' | 'id'>): string => `${game}:${id}`;

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isOutcome = (value: unknown): value is Outcome =>
    value === 'right' || value === 'hinted' || value === 'wrong';
const listOf = <T>(value: unknown, is: (of: unknown) => of is T): readonly T[] =>
    Array.isArray(value) ? value.filter(is) : [];

function isEntry(value: unknown): value is Entry {
    const { key, outcome, rating, change } = (value ?? {}) as Entry;
    return isText(key) && isOutcome(outcome) && isNumber(rating) && isNumber(change);
}

/** What can be read of what was kept; the rest is as new. */
export function readJournal(kept: unknown): Journal {
    const of = (typeof kept === 'object' ? (kept ?? {}) : {}) as Partial<Record<keyof Journal, unknown>>;
    const number = (value: unknown, usual: number): number => (isNumber(value) ? value : usual);
    const daily = of.daily as Journal['daily'] | undefined;
    const reached = of.reached as Journal['reached'] | undefined;
    const begun = typeof of.begun === 'object' ? Object.entries(of.begun ?? {}) : [];
    return {
        rating: number(of.rating, NEW.rating),
        played: number(of.played, 0),
        run: number(of.run, 0),
        runMost: number(of.runMost, 0),
        entries: listOf(of.entries, isEntry),
        days: listOf(of.days, isNumber),
        daily: isNumber(daily?.day) && isOutcome(daily.outcome) ? daily : null,
        game: isText(of.game) ? of.game : NEW.game,
        theme: THEMES.find((theme) => theme === of.theme) ?? NEW.theme,
        begun: Object.fromEntries(begun.filter(([, key]) => isText(key))),
        hinted: listOf(of.hinted, isText),
        reached: isText(reached?.key) && isNumber(reached.ply) ? reached : null,
    };
}

export const entryOf = ({ entries }: Journal, key: string): Entry | undefined =>
    entries.findLast((entry) => entry.key === key);

/** The first attempt at a puzzle, which counts; one that was answered before changes nothing. */
export function noteFirst(journal: Journal, puzzle: Puzzle, right: boolean, day: number): Journal {
    const key = keyOf(puzzle);
    if (entryOf(journal, key) !== undefined) return journal;
    const outcome: Outcome = !right ? 'wrong' : journal.hinted.includes(key) ? 'hinted' : 'right';
    const { rating, played } = journal;
    const now = outcome === 'hinted' ? rating : newRating(rating, played, puzzle.rating, right);
    const run = outcome === 'right' ? journal.run + 1 : 0;
    return {
        ...journal,
        rating: now,
        played: played + 1,
        run,
        runMost: Math.max(run, journal.runMost),
        entries: [...journal.entries, { key, outcome, rating: now, change: now - rating, day }].slice(-ENTRIES_MOST),
        hinted: journal.hinted.filter((of) => of !== key),
    };
}

/** The puzzle of a day has been answered; the first answer of the day stays. */
export const noteDaily = (journal: Journal, day: number, outcome: Outcome): Journal =>
    journal.daily?.day === day ? journal : { ...journal, daily: { day, outcome } };

/** A puzzle was solved, at whatever attempt: the day counts, and it is no longer begun. */
export function noteSolved(journal: Journal, puzzle: Puzzle, day: number): Journal {
    const days = journal.days.includes(day) ? journal.days : [...journal.days, day].slice(-DAYS_MOST);
    return noteClosed({ ...journal, days }, puzzle);
}

/** Its answer has been seen: another one is asked next. */
export function noteClosed(journal: Journal, puzzle: Puzzle): Journal {
    const begun = Object.entries(journal.begun).filter(([, key]) => key !== keyOf(puzzle));
    const reached = journal.reached?.key === keyOf(puzzle) ? null : journal.reached;
    return { ...journal, begun: Object.fromEntries(begun), reached };
}

export const noteReached = (journal: Journal, puzzle: Puzzle, ply: number): Journal => ({
    ...journal,
    reached: { key: keyOf(puzzle), ply },
});

export function noteHint(journal: Journal, puzzle: Puzzle): Journal {
    const key = keyOf(puzzle);
    if (journal.hinted.includes(key)) return journal;
    return { ...journal, hinted: [...journal.hinted, key].slice(-HINTED_MOST) };
}
