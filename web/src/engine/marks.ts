// What a hole is marked as, by letters that say how it is drawn and what it is called.

import type { Position, Rules } from './types.ts';
import type { Table } from './replay.ts';

/** A hole that is closed for the round: in games of texts it bears both marks. */
export const CLOSED = 'x';
/** South's child, in games of texts; North's is 'n'. */
const CHILD = 's';

export function marksAt(
    { marks }: Pick<Rules, 'marks'>,
    { mark, mark2 }: Pick<Position, 'mark' | 'mark2'>,
    hole: number,
): readonly string[] {
    const both = ((mark & mark2) >>> hole) & 1;
    if (both === 1 && (marks[0] === null || marks[0] === CHILD)) return [CLOSED];
    return [mark, mark2].flatMap((mask, i) => {
        const letter = marks[i] ?? null;
        return ((mask >>> hole) & 1) === 1 && letter !== null ? [letter] : [];
    });
}

/** What a player (0 is South) has won: his store, and what lies in the holes that he owns. */
export function scoreOf({ marks }: Pick<Rules, 'marks'>, { hole, store, mark, mark2 }: Table, player: number): number {
    if (marks[0] !== CHILD) return store[player]!;
    const own = player === 0 ? mark & ~mark2 : mark2 & ~mark;
    return hole.reduce((sum, seeds, i) => sum + ((own >>> i) & 1 ? seeds : 0), store[player]!);
}
