// Lines of komwe-ugi(5), as the engine writes them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readInfo } from '../src/engine/native.ts';

test('a line of a search is read', () => {
    const info = readInfo(
        'info depth 4 score seeds -2 proven nodes 30 nps 1000 hashfull 7 time 12 multipv 2 pv C A b',
    );
    assert.deepEqual(info, {
        found: { depth: 4, nodes: 30, microseconds: 12_000, full: 7 },
        line: { score: -200, unit: 'seeds', proven: true, moves: ['C', 'A', 'b'] },
        rank: 2,
    });
});

test('wins, losses and points are told apart', () => {
    const line = (text: string) => readInfo(`info depth 1 score ${text} nodes 1 time 1 pv a1`)!.line;
    assert.deepEqual(line('win 3'), { score: 3, unit: 'plies', proven: false, moves: ['a1'] });
    assert.deepEqual(line('loss 2'), { score: -2, unit: 'plies', proven: false, moves: ['a1'] });
    assert.deepEqual(line('points 531'), { score: 531, unit: 'points', proven: false, moves: ['a1'] });
    assert.deepEqual(line('draw proven'), { score: 0, unit: 'points', proven: true, moves: ['a1'] });
});

test('what is not of a search is none', () => {
    assert.equal(readInfo('info string go: a search is at work: stop it first'), null);
    assert.equal(readInfo('bestmove none'), null);
});
