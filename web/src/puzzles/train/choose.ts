// Which puzzle comes next.

import type { Puzzle } from '../../bank/file.ts';
import { keyOf } from '../journal/journal.ts';

/** The nearest so many by rating are drawn from, so that not everybody gets the same one. */
const NEAREST = 8;

/**
 * One near a rating that has not been answered; once all have been, any that was not among the last
 * half.  `answered`: the keys, the last one last; `below` draws 0..n-1.
 */
export function choosePuzzle(
    puzzles: readonly Puzzle[],
    rating: number,
    answered: readonly string[],
    below: (n: number) => number,
): Puzzle | undefined {
    const all = new Set(answered);
    const fresh = puzzles.filter((puzzle) => !all.has(keyOf(puzzle)));
    const own = new Set(puzzles.map(keyOf));
    const last = answered.filter((key) => own.has(key));
    const recent = new Set(last.slice(last.length - Math.floor(puzzles.length / 2)));
    const from = fresh.length > 0 ? fresh : puzzles.filter((puzzle) => !recent.has(keyOf(puzzle)));
    const distance = (puzzle: Puzzle): number => Math.abs(puzzle.rating - rating);
    const near = [...from].sort((a, b) => distance(a) - distance(b)).slice(0, NEAREST);
    return near[below(near.length)];
}
