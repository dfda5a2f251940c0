// Opening moves as the page reads them, against the rules.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Komwe } from '../../src/engine/komwe.ts';
import { localPost } from '../../src/engine/post.ts';
import { readOpenings, successOf } from '../../src/openings/openings.ts';
import { loadModule, MODULES, treePath } from '../support/load.ts';

const komwe = new Komwe(await localPost(await loadModule(MODULES[0])));
const fileOf = (game: string): string =>
    readFileSync(treePath(`data/openings/${game}.tsv`), 'utf8');

test('a file is read: positions with their moves, counts and margins', () => {
    const { games, moves } = readOpenings(
        '# komwe openings 1\n# games: 5\nx S\ta\t4\t1\t2\t1\t-0.5\n\tb\t1\t0\t0\t1\t-\ny N\tc\t2\t2\t0\t0\t3.0\n',
    );
    assert.equal(games, 5);
    assert.deepEqual(moves.get('x S'), [
        { move: 'a', games: 4, won: 1, drawn: 2, lost: 1, margin: -0.5 },
        { move: 'b', games: 1, won: 0, drawn: 0, lost: 1, margin: null },
    ]);
    assert.equal(successOf(moves.get('x S')![0]!), 0.5);
    assert.equal(moves.get('y N')!.length, 1);
    assert.throws(() => readOpenings('# komwe openings 2\n'));
    assert.throws(() => readOpenings(''));
});

test('each file has games from the start of its rule set, and their moves are found by what the library says', async () => {
    const files = readdirSync(treePath('data/openings'));
    assert.ok(files.length > 10);
    for (const id of files.map((name) => name.replace(/\.tsv$/, ''))) {
        const { games, moves } = readOpenings(fileOf(id));
        const { position, moves: legal } = await komwe.position({ game: id });
        const played = moves.get(position.text) ?? [];
        assert.ok(played.length > 0 && games > 100, id);
        const words = new Set(legal.map(({ text }) => text));
        for (const { move } of played) assert.ok(words.has(move), `${id} ${move}`);
    }
});
