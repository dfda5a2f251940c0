// What is a mistake and what is not, and who is ahead.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    isMistake,
    isTurningPoint,
    lossOf,
    mistakesOf,
    shareOf,
    standing,
    evaluationFor,
    evaluationOfEnd,
} from '../../src/analyse/evaluation/evaluation.ts';
import type { TurnReview, Player, Evaluation } from '../../src/engine/types.ts';

const seeds = (score: number, proven = false): Evaluation => ({ score, unit: 'seeds', proven, won: 0 });
const plies = (score: number): Evaluation => ({
    score,
    unit: 'plies',
    proven: true,
    won: score > 0 ? 1 : -1,
});
const reviewed = (first: number, mover: Player, best: Evaluation, played: Evaluation): TurnReview => {
    const loss = lossOf(best, played);
    return { first, end: first + 1, mover, best, played, loss: Number.isFinite(loss) ? loss : null, moves: [] };
};

test('a loss is counted, unless it is the game', () => {
    assert.equal(lossOf(seeds(300), seeds(100)), 200);
    assert.equal(lossOf(plies(5), plies(-3)), Infinity);
    assert.equal(lossOf(seeds(4000), plies(-3)), Infinity);
    assert.equal(lossOf(plies(5), plies(9)), 0);
    assert.equal(lossOf(seeds(0), plies(9)), 0);
});

test('an estimated loss of a seed is no mistake, a proven one is', () => {
    assert.equal(isMistake(reviewed(0, 'S', seeds(100), seeds(0))), false);
    assert.equal(isMistake(reviewed(0, 'S', seeds(101), seeds(0))), true);
    assert.equal(isMistake(reviewed(0, 'S', seeds(100, true), seeds(0, true))), true);
    assert.equal(isMistake(reviewed(0, 'S', seeds(0, true), seeds(0, true))), false);
});

test('a turning point needs another standing', () => {
    assert.equal(standing(seeds(50)), 0);
    assert.equal(standing(seeds(50, true)), 1);
    assert.equal(isTurningPoint(reviewed(0, 'S', seeds(900), seeds(300))), false);
    assert.equal(isTurningPoint(reviewed(0, 'S', seeds(300), seeds(-300))), true);
});

test('the worst mistakes of a player come first', () => {
    const small = reviewed(0, 'S', seeds(900), seeds(700));
    const turning = reviewed(2, 'S', seeds(200), seeds(-100));
    const lost = reviewed(4, 'S', plies(3), plies(-2));
    const others = reviewed(1, 'N', seeds(900), seeds(0));
    const all = [small, others, turning, lost, reviewed(6, 'S', seeds(0), seeds(0))];
    assert.deepEqual(mistakesOf(all, 'S'), [lost, turning, small]);
    assert.deepEqual(mistakesOf(all, 'N'), [others]);
});

test('what is good for one is bad for the other', () => {
    const line = { score: 300, unit: 'seeds', proven: false, moves: ['A'] } as const;
    const analysis = { depth: 1, nodes: 1, microseconds: 1, full: 0, mover: 'S', lines: [line] } as const;
    assert.equal(evaluationFor('S', analysis)?.score, 300);
    assert.equal(evaluationFor('N', analysis)?.score, -300);
    assert.ok(shareOf('S', line) > 0.6);
    assert.equal(shareOf('N', line), 1 - shareOf('S', line));
    assert.equal(shareOf('N', plies(4)), 0);
});

test('the end of a game is proven', () => {
    const end = { text: '', ending: 'rules', narrow: false } as const;
    const counted = { ...end, outcome: 'S', score: [30, 18] } as const;
    assert.deepEqual(evaluationOfEnd('N', counted), seeds(-1200, true));
    assert.equal(evaluationOfEnd('N', { ...end, outcome: 'N', score: null }).won, 1);
    assert.equal(evaluationOfEnd('S', { ...end, outcome: 'N', score: null }).won, -1);
    assert.equal(evaluationOfEnd('S', { ...end, outcome: 'draw', score: null }).score, 0);
});
