// What is a mistake and what is not, and who is ahead.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { saysMore, Steady } from '../../src/analyse/engine/steady.ts';
import {
    accuracyOf,
    isMistake,
    momentsOf,
    lossOf,
    mistakesOf,
    revisionOf,
    shareOf,
    standing,
    turningPointsOf,
    evaluationFor,
    evaluationOfEnd,
} from '../../src/analyse/evaluation/evaluation.ts';
import { reviewedLines } from '../../src/analyse/review/reviewed.ts';
import { Revising } from '../../src/analyse/evaluation/revising.ts';
import { describeLoss, describeRevision } from '../../src/analyse/evaluation/describe.ts';
import { english, spoken } from '../support/catalogue.ts';
import { addLine, emptyTree, note, replaces, ROOT, type Known } from '../../src/analyse/study/tree.ts';
import type { Analysis, TurnReview, Line, Player, Evaluation } from '../../src/engine/types.ts';

const seeds = (score: number, proven = false): Evaluation => ({ score, unit: 'seeds', proven, won: 0 });
const plies = (score: number): Evaluation => ({
    score,
    unit: 'plies',
    proven: true,
    won: score > 0 ? 1 : -1,
});
const reviewed = (first: number, mover: Player, best: Evaluation, played: Evaluation): TurnReview => {
    const loss = lossOf(best, played);
    const proven = best.proven && played.proven;
    const kind = loss > (proven ? 0 : 100) ? 'mistake' : loss > 0 ? 'good' : 'best';
    return {
        first,
        end: first + 1,
        mover,
        best,
        played,
        loss: Number.isFinite(loss) ? loss : null,
        class: kind,
        proven,
        accuracy: Number.isFinite(loss) ? 10_000 - loss : 100,
        moves: ['A', 'b'],
        playedMoves: ['B', 'c'],
    };
};

test('a loss is counted, unless it is the game', () => {
    assert.equal(lossOf(seeds(300), seeds(100)), 200);
    assert.equal(lossOf(plies(5), plies(-3)), Infinity);
    assert.equal(lossOf(seeds(4000), plies(-3)), Infinity);
    assert.equal(lossOf(plies(5), plies(9)), 0);
    assert.equal(lossOf(seeds(0), plies(9)), 0);
});

test('what is a mistake the library says', () => {
    const turn = reviewed(0, 'S', seeds(900), seeds(0));
    assert.equal(isMistake(turn), true);
    assert.equal(isMistake({ ...turn, class: 'good' }), false);
});

test('accuracy is the mean of a player’s turns', () => {
    const all = [reviewed(0, 'S', seeds(0), seeds(0)), reviewed(1, 'N', seeds(900), seeds(0)), reviewed(2, 'S', seeds(600), seeds(0))];
    assert.equal(accuracyOf(all, 'S'), 97);
    assert.equal(accuracyOf(all, 'N'), 91);
    assert.equal(accuracyOf([], 'N'), null);
});

test('the key moments are the three mistakes that cost most, in the order of the game', () => {
    const costs = [500, 50, 900, 200, 700];
    const all = costs.map((cost, i) => reviewed(i, 'S', seeds(cost), seeds(0)));
    assert.deepEqual(momentsOf(all).map(({ first }) => first), [0, 2, 4]);
    assert.deepEqual(momentsOf([all[1]!]), []);
});

test('lines beside a reviewed turn are those that its class rests on', () => {
    const mistake = { ...reviewed(0, 'S', seeds(300), seeds(100)), moves: ['E', 'a'], playedMoves: ['F', 'b', 'C'] };
    let { tree, id } = addLine(emptyTree, ROOT, [{ move: 'F', mover: 'S' }]);
    tree = note(tree, id, { reviewed: mistake });
    const before = reviewedLines(tree, 0)!;
    assert.equal(before.mover, 'S');
    assert.deepEqual(before.lines.map(({ moves, score }) => [moves, score]), [[['E', 'a'], 300], [['F', 'b', 'C'], 100]]);
    const after = reviewedLines(tree, 1)!;
    assert.equal(after.mover, 'N');
    assert.deepEqual(after.lines.map(({ moves, score }) => [moves, score]), [[['b', 'C'], -100]]);
    const best = note(tree, id, { reviewed: { ...mistake, class: 'best' } });
    assert.deepEqual(reviewedLines(best, 0)!.lines.map(({ moves }) => moves), [['E', 'a']]);
    assert.equal(reviewedLines(emptyTree, 0), null);
});

test('a depth is shown when the one before it found the same move', () => {
    const found = (depth: number, move: string, proven = false) =>
        ({ depth, nodes: 1, microseconds: 1, full: 0, mover: 'S', lines: [{ ...seeds(1, proven), moves: [move] }] }) as const;
    const shownOf = (all: readonly ReturnType<typeof found>[]): readonly number[] => {
        const steady = new Steady();
        return all.filter((of) => steady.takes(of)).map(({ depth }) => depth);
    };
    assert.deepEqual(shownOf([found(1, 'E'), found(2, 'F'), found(3, 'E'), found(4, 'E'), found(5, 'F')]), [4]);
    assert.deepEqual(shownOf([found(1, 'E'), found(2, 'F'), found(2, 'F'), found(3, 'F')]), [3]); // told twice
    assert.deepEqual(shownOf([found(1, 'E', true)]), [1]);
});

test('a turning point needs another standing', () => {
    assert.equal(standing(seeds(50)), 0);
    assert.equal(standing(seeds(50, true)), 1);
    const same = reviewed(0, 'S', seeds(900), seeds(300));
    const other = reviewed(2, 'S', seeds(300), seeds(-300));
    assert.deepEqual([...turningPointsOf([same, other])], [other]);
    const many = [400, 900, 300, 500, 800].map((cost, i) => reviewed(i, 'N', seeds(cost), seeds(-cost)));
    assert.deepEqual(new Set([...turningPointsOf([same, ...many])].map(({ first }) => first)), new Set([1, 3, 4]));
});

test('what loses the game says from where', () => {
    const draw: Evaluation = { score: 0, unit: 'points', proven: true, won: 0 };
    const losses = [[plies(3), plies(-2)], [draw, plies(-2)], [plies(3), draw]] as const;
    const said = losses.map(([best, played]) => describeLoss(english, reviewed(0, 'S', best, played)));
    assert.deepEqual(said, ['Turns a win into a loss, proven', 'Loses the game, proven', 'Gives the win away, proven']);
});

test('what is proven is not replaced by what is not', () => {
    const line = (proven: boolean, score = 100): Line => ({ ...seeds(score, proven), moves: ['E'] });
    const looked = (nodes: number, proven: boolean): Analysis => ({ depth: 9, nodes, microseconds: 1, full: 0, mover: 'S', lines: [line(proven)] });
    assert.equal(saysMore(looked(1, false), null), true);
    assert.equal(saysMore(looked(50, false), looked(100, false)), false);
    assert.equal(saysMore(looked(200, false), looked(100, false)), true);
    assert.equal(saysMore(looked(200, false), looked(100, true)), false);
    assert.equal(saysMore(looked(50, true), looked(100, false)), true, 'a small endgame is searched to its end');
    assert.equal(saysMore(looked(50, true), looked(100, true)), true);
    const known = (proven: boolean, depth?: number): Known => ({ player: 'S', value: line(proven), ...(depth !== undefined && { depth }) });
    assert.equal(replaces(known(false, 30), known(true)), false);
    assert.equal(replaces(known(true, 3), known(false, 30)), true);
    assert.equal(replaces(known(false, 9), known(false)), false);
    assert.equal(replaces(known(false, 12), known(false)), true);
});

test('a deeper search is spoken of once two of its depths agree, and once', () => {
    const turn: TurnReview = { ...reviewed(0, 'S', seeds(200), seeds(0)), class: 'mistake', moves: ['E', 'a'], playedMoves: ['F', 'b'] };
    const looked = (depth: number, best: string, score = 300, proven = false): Analysis => {
        const lines = [{ ...seeds(score, proven), moves: [best] }, { ...seeds(60, proven), moves: ['F'] }];
        return { depth, nodes: 1e6, microseconds: 1, full: 0, mover: 'S', lines };
    };
    const revising = new Revising();
    const kinds = (all: readonly (Analysis | null)[], of: TurnReview | null = turn) => all.map((one) => revising.take(of, one)?.kind ?? null);
    assert.deepEqual(kinds([looked(9, 'E'), looked(10, 'E', 100), looked(10, 'E', 100), looked(11, 'E', 100)]), [null, null, null, 'cleared']);
    const before = revising.take(turn, looked(12, 'E', 110));
    assert.equal(revising.take(turn, null), before, 'it is not recomputed');
    assert.deepEqual(kinds([looked(13, 'E'), looked(14, 'E', 100)]), ['cleared', 'cleared'], 'one depth alone changes nothing');
    assert.deepEqual(kinds([looked(15, 'C'), looked(16, 'C')]), ['cleared', 'better']);
    assert.deepEqual(kinds([null], null), [null]);
    assert.deepEqual(kinds([looked(4, 'E', 900, true)]), ['loses'], 'a proof needs no second one');
    const loss = (score: number): string => describeRevision(english, revisionOf(turn, looked(9, 'E', score)));
    assert.equal(loss(300), '');
    assert.equal(loss(500), 'Looked at deeper, F loses 4.4 seeds, not 2.0 seeds.');
    assert.equal(loss(120), 'The review called F a mistake. Looked at deeper it is none.');
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

test('what a deeper search says against a review is said, and nothing where it agrees', () => {
    const turn: TurnReview = { ...reviewed(0, 'S', seeds(200), seeds(0)), class: 'mistake', moves: ['E', 'a'], playedMoves: ['F', 'b'] };
    const line = (move: string, score: number, proven = false) => ({ ...seeds(score, proven), moves: [move] });
    const looked = (...lines: readonly ReturnType<typeof line>[]) => ({ depth: 9, nodes: 1e6, microseconds: 1, full: 0, mover: 'S' as const, lines });
    const said = (of: TurnReview, ...lines: readonly ReturnType<typeof line>[]): string => describeRevision(english, revisionOf(of, looked(...lines)));
    assert.equal(said(turn, line('E', 210), line('F', 20)), '');
    assert.equal(said(turn, line('E', 210)), '', 'it has not looked at what was played');
    assert.equal(said(turn, line('F', 100), line('E', 80)), 'The review called F a mistake. Looked at deeper it is none.');
    assert.equal(said(turn, line('E', 100), line('F', 60)), 'The review called F a mistake. Looked at deeper it is none.');
    assert.equal(said(turn, line('C', 210), line('E', 200), line('F', 20)), 'The review found E best. Looked at deeper, C is better still.');
    const good: TurnReview = { ...turn, class: 'good' };
    assert.equal(said(good, line('E', 100), line('F', 60)), '');
    assert.equal(said(good, line('E', 300), line('F', 60)), 'The review saw no mistake in F. Looked at deeper it is one.');
    assert.equal(said({ ...turn, proven: true }, line('F', 100)), '', 'what is proven holds');
    const chain: TurnReview = { ...turn, end: turn.first + 2, moves: ['C', 'E'], playedMoves: ['C', 'D', 'b'] };
    const chained = (moves: readonly string[], score: number) => ({ ...seeds(score), moves });
    const among = (of: TurnReview, ...lines: readonly Line[]): string => describeRevision(english, revisionOf(of, { ...looked(), lines }));
    assert.equal(among(chain, chained(['C', 'E'], 200)), '', 'the turn that was played began as the best one');
    assert.equal(among(chain, chained(['C', 'D'], 200), chained(['E'], 0)), 'The review called C D a mistake. Looked at deeper it is none.');
    const won: Line = { score: 5, unit: 'plies', proven: true, moves: ['E'] };
    assert.equal(among(good, won, line('F', 60)), 'The review saw no mistake in F. Looked at deeper it is one.');
    assert.match(describeRevision(spoken('sw').catalogue, revisionOf(turn, looked(line('F', 100)))), /si kosa/);
});
