// What the browser keeps of an analysis, whatever has become of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasBefore, keepStudy, savedStudy, type Saved } from '../../src/analyse/study/saved.ts';
import { emptyTree, keptOf } from '../../src/analyse/study/tree.ts';
import { memoryStore } from '../support/storage.ts';

const store = memoryStore();
const STUDY: Saved = {
    record: 'Game: hus\n',
    turned: true,
    tree: keptOf(emptyTree),
    node: 0,
    known: [[0, { player: 'S', worth: { score: 100, unit: 'seeds', proven: false } }]],
};

test('a study is kept as it is, and one in which something was played is put aside', () => {
    keepStudy(STUDY, true);
    assert.deepEqual(savedStudy('study'), STUDY);
    keepStudy({ ...STUDY, tree: [...STUDY.tree!, [1, { parent: 0, move: 'A1', mover: 'S', children: [] }]] }, true);
    assert.equal(hasBefore(), false);
    keepStudy(STUDY, true);
    assert.equal(hasBefore(), true);
});

test('of a damaged one, what can be read is', () => {
    const known = [...STUDY.known!, 7, null, [], ['0', {}], [1, null], [1, { player: 'S' }], [1, { worth: {} }]];
    store.setItem('komwe.study', JSON.stringify({ ...STUDY, turned: 1, known, node: 'x' }));
    const { node: _, ...rest } = STUDY;
    assert.deepEqual(savedStudy('study'), { ...rest, turned: false });
    store.setItem('komwe.study', JSON.stringify({ record: STUDY.record, known: 3, tree: 'x', ply: null }));
    assert.deepEqual(savedStudy('study'), { record: STUDY.record, turned: false, known: [] });
    for (const text of ['7', '"x"', '[]', '{}', '{"record":3}', '{', 'null']) {
        store.setItem('komwe.study', text);
        assert.equal(savedStudy('study'), null, text);
    }
});
