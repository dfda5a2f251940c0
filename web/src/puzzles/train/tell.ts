// What a puzzle comes to, in words.

import type { Ply, Rules, Worth } from '../../engine/types.ts';
import type { Words } from '../../words/en.ts';
import { signed, tellEffect, tellWorth } from '../../words/narrate.ts';
import type { Puzzle } from '../../bank/file.ts';
import type { Reply } from './trainer.svelte.ts';
import type { PuzzleWords } from '../words.en.ts';

/** Files do not say what their scores count. */
const tell = (words: Words, rules: Rules, worth: Worth): string =>
    tellWorth(words, worth.unit === 'points' && rules.countsSeeds ? { ...worth, unit: 'seeds' } : worth);

/** Why the best move is the best. */
export function tellWhy(words: Words, own: PuzzleWords, rules: Rules, puzzle: Puzzle): string {
    const { value, second, proven } = puzzle;
    const scores = own.why(tell(words, rules, value), tell(words, rules, second));
    const sure = value.proven && second.proven ? own.proven : own.provenBest;
    return `${scores} ${proven ? sure : own.searched}`;
}

/** What the opponent does about another move, and what is left. */
export function tellReply(words: Words, own: PuzzleWords, rules: Rules, puzzle: Puzzle, reply: Reply): string {
    const { ply, worth } = reply;
    const left = own.left(tell(words, rules, worth), tell(words, rules, puzzle.value));
    return ply === null ? left : `${own.answers(ply.move.text, tellEffect(words, rules, ply))} ${left}`;
}

export const tellMove = (words: Words, own: PuzzleWords, rules: Rules, ply: Ply): string =>
    own.onward(tellEffect(words, rules, ply));

/** "+12", "−8", "0". */
export const tellChange = (change: number): string => signed(change).replace(/\.0$/, '');
