// What a hole is marked as, by letters that say how it is drawn and what it is called.

import type { Position, Rules } from './types.ts';

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
