// The tree of variations: nothing that was played is ever overwritten.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TurnReview } from '../../src/engine/types.ts';
import {
    addLine,
    besideOf,
    emptyTree,
    isMain,
    keptKnown,
    keptOf,
    lineThrough,
    mainLine,
    nodeOf,
    note,
    pathTo,
    promote,
    readKnown,
    readTree,
    remove,
    ROOT,
    turnsOf,
    written,
    type Step,
    type Tree,
    type Written,
} from '../../src/analyse/study/tree.ts';

/** "A c B": South's moves are in capitals. */
const steps = (text: string): readonly Step[] =>
    text.split(' ').map((move) => ({ move, mover: move === move.toUpperCase() ? 'S' : 'N' }));
const textOf = (tree: Tree, line: readonly number[]): string =>
    line.slice(1).map((id) => nodeOf(tree, id).move).join(' ');
/** As it would be read: variations in parentheses. */
const read = (turns: readonly Written[]): string =>
    turns
        .map(({ text, variations }) => [text, ...variations.map((of) => `(${read(of)})`)].join(' '))
        .join(' ');

/** A c B d with c' E behind A, and B' f behind A c. */
function grown(): { tree: Tree; ids: Record<'c' | 'c2' | 'E' | 'B2' | 'd', number> } {
    const main = addLine(emptyTree, ROOT, steps('A c B d'));
    const [, a, c] = mainLine(main.tree);
    const first = addLine(main.tree, a!, steps('e E'));
    const second = addLine(first.tree, c!, steps('F f'));
    const B2 = pathTo(second.tree, second.id)[3]!;
    const c2 = nodeOf(second.tree, first.id).parent;
    return { tree: second.tree, ids: { c: c!, c2, E: first.id, B2, d: main.id } };
}

test('a move that is played elsewhere begins a variation', () => {
    const { tree, ids } = grown();
    assert.equal(textOf(tree, mainLine(tree)), 'A c B d');
    assert.equal(textOf(tree, lineThrough(tree, ids.c2)), 'A e E');
    assert.equal(read(written(tree)), 'A c (e E) B (F f) d');
    assert.equal(isMain(tree, ids.d), true);
    assert.equal(isMain(tree, ids.E), false);
});

test('a move that is there already is found, not written again', () => {
    const { tree, ids } = grown();
    const again = addLine(tree, ROOT, steps('A e'));
    assert.equal(again.id, ids.c2);
    assert.equal(again.tree.nodes.size, tree.nodes.size);
});

test('what was played before is kept unchanged in the tree before', () => {
    const { tree, ids } = grown();
    const before = read(written(tree));
    const left = remove(tree, ids.c2);
    assert.equal(read(written(left)), 'A c B (F f) d');
    assert.equal(left.nodes.has(ids.E), false);
    assert.equal(read(written(tree)), before);
    assert.equal(remove(tree, ROOT), tree);
});

test('a variation is promoted where it leaves its line', () => {
    const { tree, ids } = grown();
    assert.equal(read(written(promote(tree, ids.E))), 'A e (c B (F f) d) E');
    assert.equal(read(written(promote(tree, ids.B2))), 'A c (e E) F (B d) f');
    assert.equal(promote(tree, ids.d), tree);
});

test('up and down go to the other moves of the last place that has some', () => {
    const { tree, ids } = grown();
    assert.equal(besideOf(tree, ids.d, 1), ids.B2);
    assert.equal(besideOf(tree, ids.B2, -1), nodeOf(tree, ids.d).parent);
    assert.equal(besideOf(tree, ids.c, 1), ids.c2);
    assert.equal(besideOf(tree, ids.E, -1), ids.c);
    assert.equal(besideOf(tree, ids.c2, 1), null);
    assert.equal(besideOf(tree, ROOT, 1), null);
});

test('moves of one player in a row are one turn, numbered by rounds', () => {
    const { tree } = addLine(emptyTree, ROOT, steps('A B c D e f'));
    const turns = turnsOf(tree, mainLine(tree));
    assert.deepEqual(turns.map(({ text, number }) => `${number}${text}`), ['1A,B', '1c', '2D', '2e,f']);
    const north = addLine(emptyTree, ROOT, steps('a B c'));
    assert.deepEqual(turnsOf(north.tree, mainLine(north.tree)).map(({ number }) => number), [1, 2, 2]);
});

test('a variation that begins within a turn is written with the whole turn', () => {
    const main = addLine(emptyTree, ROOT, steps('A B c'));
    const [, a] = mainLine(main.tree);
    const { tree } = addLine(main.tree, a!, steps('D e'));
    assert.equal(read(written(tree)), 'A,B (A,D e) c');
});

test('what the library writes for a turn is preferred', () => {
    const { tree, id } = addLine(emptyTree, ROOT, steps('A B'));
    assert.equal(read(written(note(tree, id, { turn: 'AB=' }))), 'AB=');
});

test('a tree is read again as it was kept', () => {
    const { tree, ids } = grown();
    const said = note(tree, ids.E, { comment: 'why not?' });
    const again = readTree(JSON.parse(JSON.stringify(keptOf(said))));
    assert.deepEqual(again, said);
});

test('what is known of positions and turns is kept under the names that earlier versions read', () => {
    const value = { score: 1, unit: 'seeds', proven: false } as const;
    const known = { player: 'N', depth: 3 } as const;
    const kept = keptKnown(new Map([[ROOT, { ...known, value }]]));
    assert.deepEqual(kept, [[ROOT, { ...known, worth: value }]]);
    assert.deepEqual(readKnown(kept), [[ROOT, { ...known, value }]]);
    const { tree, ids } = grown();
    const reviewed = { mover: 'S', loss: 7, class: 'good' } as unknown as TurnReview;
    const nodes = keptOf(note(tree, ids.E, { reviewed }));
    assert.deepEqual(new Map(nodes).get(ids.E)?.judgement, reviewed);
    assert.deepEqual(readTree(nodes)?.nodes.get(ids.E)?.reviewed, reviewed);
    const { class: _, ...earlier } = reviewed; // as an earlier version of the page kept it
    const former = keptOf(note(tree, ids.E, { reviewed: earlier as TurnReview }));
    assert.equal(readTree(former)?.nodes.get(ids.E)?.reviewed, undefined);
});

test('what is no tree is not read', () => {
    const { tree, ids } = grown();
    const kept = JSON.parse(JSON.stringify(keptOf(tree))) as [number, Record<string, unknown>][];
    const changed = (id: number, part: Record<string, unknown>): unknown =>
        kept.map(([at, node]) => [at, at === id ? { ...node, ...part } : node]);
    for (const wrong of [
        null,
        {},
        [],
        [[1, 2]],
        kept.slice(1), // no root
        kept.slice(0, -1), // a child is missing
        changed(ids.c, { parent: ids.E }),
        changed(ids.c, { mover: 'X' }),
        changed(ids.c, { move: 7 }),
        changed(ids.E, { children: [ids.c2] }), // a ring
    ])
        assert.equal(readTree(wrong), null);
});
