// Games, positions, records and the engine, as node has them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { komwe } from './project.ts';

const { Engine, KomweError, configure, gameFromRules, games, loadGame, readRecords } = komwe;

const refused = (code: string, like: RegExp) => (error: unknown) => error instanceof KomweError && error.code === code && like.test(error.message);

test('every listed game begins, names its moves and is drawn', async () => {
    const all = await games();
    assert.equal(all.length, 146);
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
    for (const { id, rows, columns } of all) {
        const game = await loadGame(id);
        assert.deepEqual([game.id, game.rows, game.columns], [id, rows, columns]);
        const start = game.start();
        const [move] = start.moves();
        assert.ok(move !== undefined, id);
        assert.equal(start.why(move).legal, true);
        const next = start.play(move);
        assert.notEqual(next.text, start.text);
        assert.ok(game.position(next.text).equals(next));
        assert.match(start.svg(), /^<svg [^]*<\/svg>\n$/);
        assert.ok(start.trace(move).length > 0);
    }
});

test('a game has its options, clauses and source', async () => {
    const kalah = await loadGame('kalah', { pits: 4, seeds: 3 });
    assert.equal(kalah.options, 'pits=4 seeds=3');
    assert.deepEqual(kalah.start().seeds, { A: 3, B: 3, C: 3, D: 3, a: 3, b: 3, c: 3, d: 3, ...stores(0, 0, kalah.start().seeds) });
    assert.equal(kalah.choices.find(({ name }) => name === 'pits')!.value, '4');
    assert.equal((await loadGame('bao')).id, 'kiswahili');
    assert.ok((await loadGame('kiswahili')).clauses.every(({ text }) => text !== ''));
});

/** Stores by the names that the game has for them. */
function stores(south: number, north: number, seeds: Readonly<{ [place: string]: number }>): { [place: string]: number } {
    const names = Object.keys(seeds).slice(-2);
    return { [names[0]!]: south, [names[1]!]: north };
}

test('a move reports what happens, with the rule that causes it', async () => {
    const start = (await loadGame('kiswahili')).start();
    assert.deepEqual(start.moves(), ['A6>', 'A7>', 'A6<', 'A7<']);
    const [plant, lift, drop] = start.trace('A6>');
    assert.deepEqual([plant!.kind, plant!.to, plant!.clause!.id], ['plant', 'A6', 'plant']);
    assert.deepEqual([lift!.from, lift!.count, drop!.to], ['A6', 3, 'A7']);
    assert.equal(drop!.text, 'one dropped in A7');
    const { legal, reason, clause } = start.why('A1');
    assert.deepEqual([legal, reason, clause!.id], [false, 'A1 is empty: seeds are planted in occupied holes', 'plant']);
});

test('what cannot be is refused with the sentence of the library', async () => {
    await assert.rejects(loadGame('chess'), refused('unknown-game', /^there is no game 'chess'/));
    await assert.rejects(loadGame('kalah', { pits: 99 }), refused('bad-value', /^the value of pits is a whole number/));
    await assert.rejects(loadGame('kalah', { color: 'red' }), refused('unknown-option', /color/));
    const kalah = await loadGame('kalah');
    assert.throws(() => kalah.position('4,4,4'), refused('bad-position', /./));
    assert.throws(() => kalah.start().play('a'), refused('illegal-move', /./));
    assert.throws(() => kalah.start().play('Z9'), refused('bad-move', /./));
    await assert.rejects(readRecords('Game: kalah\n\n1. Z9\n'), refused('bad-record', /./));
    await assert.rejects(gameFromRules('name X\n'), (error) => error instanceof KomweError && error.line > 0);
    assert.throws(() => configure({}), refused('bad-request', /before the first game/));
});

test('perft counts the sequences of moves', async () => {
    assert.equal((await loadGame('kalah')).start().perft(5), BigInt(await perftByMoves('kalah', 5)));
});

/** The same by playing every move. */
async function perftByMoves(id: string, depth: number): Promise<number> {
    type At = ReturnType<Awaited<ReturnType<typeof loadGame>>['start']>;
    const count = (at: At, left: number): number =>
        left === 0 ? 1 : at.moves().reduce((sum, move) => sum + count(at.play(move), left - 1), 0);
    return count((await loadGame(id)).start(), depth);
}

test('a record keeps moves, headers, comments and how the game ended, and is read again', async () => {
    const oware = await loadGame('oware');
    const record = oware.record();
    record.play('C').play('c').setHeader('Event', 'Test').setComment(1, 'a first move');
    assert.deepEqual(record.moves, ['C', 'c']);
    assert.equal(record.undo().moves.length, 1);
    record.resign('north');
    assert.deepEqual([record.result!.winner, record.result!.ending], ['south', 'resignation']);
    assert.throws(() => record.play('A'), KomweError);
    const both = await readRecords(record.text + oware.record().agree().text);
    assert.deepEqual(both.map(({ result }) => result!.winner), ['south', 'draw']);
    assert.equal(both[0]!.text, record.text);
    assert.equal(both[0]!.headers.Event, 'Test');
});

test('more records are open at a time than the module has boards', async () => {
    const kalah = await loadGame('kalah');
    const records = Array.from({ length: 200 }, () => kalah.record().play('A'));
    assert.ok(records.every(({ moves }) => moves.length === 1));
});

test('a rule text is a game like others, also for the engine', async () => {
    const text = readFileSync(new URL('../../rules/kalah.rules', import.meta.url), 'utf8').replace(/^game kalah$/m, 'game my-kalah').replace(/^alias .*\n/m, '');
    const game = await gameFromRules(text);
    assert.equal(game.id, 'my-kalah');
    const record = game.record().play(game.start().moves()[0]!);
    assert.equal((await readRecords(record.text))[0]!.game.id, 'my-kalah');
    const engine = new Engine();
    const { lines } = await engine.analyse(game.start(), { depth: 3 });
    assert.ok(game.start().moves().includes(lines[0]!.move));
    engine.close();
});

test('the engine ranks, plays at levels, proves, and is stopped by a signal', async () => {
    const engine = new Engine({ hash: 8 });
    const giuthi = await loadGame('giuthi');
    const reports: number[] = [];
    const found = await engine.analyse(giuthi.start(), { depth: 5, lines: 3, onReport: ({ depth }) => reports.push(depth) });
    assert.deepEqual([found.depth, found.lines.length, found.mover], [5, 3, 'south']);
    assert.equal(reports.at(-1), 5);
    assert.ok(found.lines.every(({ move, moves }) => moves[0] === move && giuthi.start().why(move).legal));
    const [one, again] = [await engine.play(giuthi.start(), { level: 1, seed: 7 }), await engine.play(giuthi.start(), { level: 1, seed: 7 })];
    assert.equal(one, again);
    const small = (await loadGame('kalah', { pits: 2, seeds: 2 })).start();
    const { lines } = await engine.analyse(small);
    assert.equal(lines[0]!.proven, true);

    const quick = new AbortController();
    const [stopped, waiting] = [engine.analyse(giuthi.start(), { signal: quick.signal, onReport: () => quick.abort() }), engine.analyse(giuthi.start(), { depth: 2 })];
    await assert.rejects(stopped, { name: 'AbortError' });
    assert.equal((await waiting).depth, 2, 'what waits is not ended by the signal of another');
    await assert.rejects(engine.analyse(giuthi.start(), { signal: AbortSignal.abort() }), { name: 'AbortError' });
    const long = await engine.analyse(giuthi.start(), { onReport: () => engine.stop() });
    assert.ok(long.depth >= 1);
    engine.close();
    await assert.rejects(engine.analyse(giuthi.start()), refused('bad-request', /closed/));
});
