// Days by the visitor's calendar, and the puzzle of each.

import type { Puzzle } from './file.ts';

const DAY = 86_400_000;

/** Days since 1970 of the local date, whatever the hour. */
export const dayOf = (date: Date): number =>
    Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY;

/** The games that the puzzle of a day is of, which take turns: many people know them. */
export const DAILY_GAMES = ['kalah', 'oware', 'awari'] as const;

/** Games take turns; `round` rises once all have had theirs. */
export function turnOf(day: number, games: readonly string[]): { readonly game: string; readonly round: number } {
    return { game: games[day % games.length]!, round: Math.floor(day / games.length) };
}

/** One of the middle third by rating; ids are hashes, so in their order hard and easy ones mix. */
export function pickOfRound(puzzles: readonly Puzzle[], round: number): Puzzle | undefined {
    const third = Math.floor(puzzles.length / 3);
    const medium = puzzles.slice(third, puzzles.length - third).sort((a, b) => (a.id < b.id ? -1 : 1));
    return medium[round % medium.length];
}

/** The last of `days`, which are in order, that follow each other up to `today` or yesterday. */
export function daysInARow(days: readonly number[], today: number): number {
    let expected = days.at(-1) === today ? today : today - 1;
    let length = 0;
    for (const day of days.toReversed()) {
        if (day !== expected) break;
        length++;
        expected--;
    }
    return length;
}

/** The seven days of this week, from Monday. */
export function weekOf(today: number): readonly number[] {
    const monday = today - ((today + 3) % 7); // day 0 was a Thursday
    return Array.from({ length: 7 }, (_, i) => monday + i);
}
