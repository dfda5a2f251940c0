// What a puzzle comes to, in words.

import type { Ply, Rules, Value } from '../../engine/types.ts';
import type { Words } from '../../words/en.ts';
import { describeEffect, describePly, describeValue, sentence } from '../../words/narrate.ts';
import { signed } from '../../words/numbers.ts';
import type { Puzzle } from '../../bank/file.ts';
import type { Found, Reply } from './trainer.svelte.ts';
import type { PuzzleWords } from '../words.en.ts';

/** Files do not say what their scores count. */
const describe = (words: Words, rules: Rules, value: Value): string =>
    describeValue(words, value.unit === 'points' && rules.countsSeeds ? { ...value, unit: 'seeds' } : value);

/** Why the best move is the best. */
export function describeWhy(words: Words, own: PuzzleWords, rules: Rules, puzzle: Puzzle): string {
    const { value, second, proven, line } = puzzle;
    const say = line.length === 0 ? own.why : own.whyFirst;
    const scores = say(describe(words, rules, value), describe(words, rules, second));
    const sure = value.proven && second.proven ? own.proven : own.provenBest;
    return `${scores} ${proven ? sure : own.searched}`;
}

/** What was played at last, and why that is the best. */
export function describeSolved(words: Words, own: PuzzleWords, rules: Rules, puzzle: Puzzle, plies: readonly Ply[], players: readonly string[]): string {
    const does = plies.length > 1 ? plies.map((ply) => describePly(words, rules, ply, players)) : plies.map((ply) => sentence(describeEffect(words, rules, ply)));
    return [...does, describeWhy(words, own, rules, puzzle)].join(' ');
}

/** What led to the move at hand. */
export function describeFound(words: Words, own: PuzzleWords, rules: Rules, { move, reply }: Found): string {
    const how = own.right(move);
    return reply === null ? how : `${how} ${own.answers(reply.move.text, describeEffect(words, rules, reply))}`;
}

/** What the opponent does about another move, and what is left. */
export function describeReply(words: Words, own: PuzzleWords, rules: Rules, puzzle: Puzzle, reply: Reply): string {
    const { ply, value } = reply;
    const left = own.left(describe(words, rules, value), describe(words, rules, puzzle.value));
    return ply === null ? left : `${own.answers(ply.move.text, describeEffect(words, rules, ply))} ${left}`;
}

export const describeMove = (words: Words, rules: Rules, ply: Ply): string => sentence(describeEffect(words, rules, ply));

/** "+12", "−8", "0". */
export const describeChange = ({ code }: Words, change: number): string => signed(code, change, 0);
