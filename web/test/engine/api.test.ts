// The typed API: games, refusals, records, the engine and how it is stopped.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Engine } from '../../src/engine/engine.ts';
import { Komwe } from '../../src/engine/komwe.ts';
import {
    localPost,
    lost,
    workerPost,
    type FromWorker,
    type Post,
    type ToWorker,
} from '../../src/engine/post.ts';
import { KomweError, type Analysis } from '../../src/engine/types.ts';
import { bookOf, loadModule, MODULES, MODULES_WITH_TABLES, weightsOf } from '../support/load.ts';

const module = await loadModule(MODULES[0]);
const komwe = new Komwe(await localPost(module));
const fetchWeights = async (game: string) => weightsOf(game);
const newEngine = async () => new Engine(await localPost(module), fetchWeights, { megabytes: 1 });

const refusedWith = (code: string) => (error: unknown) =>
    error instanceof KomweError && error.code === code && error.message !== '';

test('26 rule sets, each with its rules', async () => {
    const games = await komwe.games();
    assert.equal(games.length, 26);
    for (const { id, rows, columns } of games) {
        const rules = await komwe.rules(id);
        assert.equal(rules.board.length, rows);
        for (const row of rules.board) {
            assert.equal(row.length, columns);
            for (const hole of row) assert.match(rules.places[hole]!, /^[A-Za-z]\d?$/);
        }
        assert.ok(rules.clauses.length > 3);
        assert.ok((await komwe.position({ game: id })).moves.length > 0);
    }
    assert.equal(await komwe.rules('kalah'), await komwe.rules('kalah'));
});

test('marks have their letters', async () => {
    assert.deepEqual((await komwe.rules('kiswahili')).marks, ['h', 't']);
    assert.deepEqual((await komwe.rules('kalah')).marks, [null, null]);
});

test('what cannot be is refused with a sentence', async () => {
    await assert.rejects(komwe.rules('chess'), refusedWith('unknown-game'));
    await assert.rejects(komwe.rules('kalah', 'pits=99'), refusedWith('bad-value'));
    await assert.rejects(
        komwe.position({ game: 'kalah', position: '4,4,4' }),
        refusedWith('bad-position'),
    );
    await assert.rejects(komwe.trace({ game: 'giuthi' }, 'x>'), refusedWith('bad-move'));
    await assert.rejects(komwe.trace({ game: 'giuthi' }, 'a>'), refusedWith('illegal-move'));
    await assert.rejects(komwe.read('Game: kalah\n\n1. Z9\n'), refusedWith('bad-record'));
    const { start } = await komwe.rules('kalah');
    const hole = [...start.hole];
    hole[0] = 5;
    await assert.rejects(komwe.compose('kalah', '', { ...start, hole }), refusedWith('bad-position'));
});

test('why a hole may not be played, with the clause', async () => {
    const rules = await komwe.rules('giuthi');
    const { legal, reason } = await komwe.why({ game: 'giuthi' }, 'a>');
    assert.equal(legal, false);
    assert.ok(reason !== null && rules.clauses[reason.clause!] !== undefined);
    assert.equal((await komwe.why({ game: 'giuthi' }, 'A>')).legal, true);
});

test('a game is played, taken back, gone through and written', async () => {
    const game = await komwe.play({ game: 'kalah', options: 'seeds=3' });
    const begun = game.state.position;
    const first = game.state.moves[0]!.text;
    const plies = await game.enter(first);
    assert.equal(plies.length, 1);
    assert.deepEqual(plies[0]!.before, begun);
    assert.deepEqual(await game.ply(0), plies[0]);
    const after = game.state.position;
    await assert.rejects(game.enter('Q'), refusedWith('bad-move'));
    assert.deepEqual((await game.undo()).position, begun);
    assert.equal(game.state.redo, true);
    assert.deepEqual((await game.redo()).position, after);
    await game.setHeader('South', 'Ann');
    await game.setComment(1, 'well');
    await game.resign('N');
    assert.equal(game.state.result?.ending, 'resignation');
    assert.deepEqual((await game.at(0)).position, begun);
    const [read] = await komwe.read(await game.write());
    assert.deepEqual(await read!.score(), await game.score());
    assert.deepEqual((await read!.score()).turns[0]!.comments, ['well']);
    assert.deepEqual({ ...read!.state, board: 0 }, { ...game.state, board: 0 });
    assert.equal((await read!.rewind(0)).plies, 0);
    await game.close();
    await assert.rejects(game.write(), refusedWith('bad-request'));
    await read!.close();
});

test('how a game came to a ply is one request', async () => {
    const game = await komwe.play({ game: 'kalah' });
    for (const move of ['C', 'A', 'd']) await game.enter(move);
    const { text } = (await game.at(0)).position;
    assert.deepEqual(await game.played(0), { start: text, moves: [], mover: 'S' });
    assert.deepEqual(await game.played(1), { start: text, moves: ['C'], mover: 'S' });
    assert.deepEqual(await game.played(3), { start: text, moves: ['C', 'A', 'd'], mover: 'S' });
    await assert.rejects(game.played(4), refusedWith('bad-request'));
    await game.close();
});

test('one word plays a whole first turn of Kiothi', async () => {
    const game = await komwe.play({ game: 'kiothi' });
    assert.ok((await game.enter('IJ=A2B3a7')).length > 1);
    assert.equal((await game.score()).turns.length, 1);
    await game.close();
});

test('closed boards make room for others', async () => {
    for (let i = 0; i < 100; i++) await (await komwe.play({ game: 'hus' })).close();
});

// ---- the engine ------------------------------------------------------------------------------

test('an analysis is reported depth by depth', async () => {
    const game = await komwe.play({ game: 'giuthi' });
    const engine = await newEngine();
    const reports: Analysis[] = [];
    const found = await engine.search(game, {
        nodes: 20_000,
        lines: 3,
        onReport: (analysis) => reports.push(analysis),
    });
    assert.equal(found!.lines.length, 3);
    assert.ok(reports.length > 3);
    assert.deepEqual(
        reports.map(({ depth }) => depth),
        reports.map(({ depth }) => depth).sort((a, b) => a - b),
    );
    assert.ok(game.state.moves.some(({ text }) => text === found!.lines[0]!.moves[0]));
    await game.close();
});

test('a search looks from an earlier ply', async () => {
    const game = await komwe.play({ game: 'kalah' });
    const engine = await newEngine();
    const start = await engine.search(game, { depth: 4 });
    await game.enter(start!.lines[0]!.moves[0]!);
    assert.equal((await engine.search(game, { depth: 1 }))!.depth, 1);
    const again = await engine.search(game, { ply: 0, depth: 4 });
    assert.deepEqual(again!.lines[0]!.moves[0], start!.lines[0]!.moves[0]);
    await game.close();
});

test('levels choose legal moves, the same for the same seed', async () => {
    for (const { id } of await komwe.games()) {
        const game = await komwe.play({ game: id });
        const engine = await newEngine();
        const move = await engine.choose(game, 3, 5);
        assert.deepEqual(await (await newEngine()).choose(game, 3, 5), move);
        await game.enter(move!.text, 0);
        await game.close();
    }
});

test('an engine may be asked any number of times', async () => {
    const game = await komwe.play({ game: 'hus' });
    const engine = await newEngine();
    for (let i = 0; i < 100; i++) assert.ok((await engine.choose(game, 1, i)) !== null);
    await game.close();
});

test('turns are reviewed from the last to the first', async () => {
    const game = await komwe.play({ game: 'kalah' });
    for (let i = 0; i < 6; i++) await game.enter(game.state.moves[0]!.text);
    const engine = await newEngine();
    const reviewed = await engine.review(game, { nodes: 3000 });
    assert.deepEqual(
        reviewed.map(({ first, end }) => [first, end]).reverse(),
        (await game.score()).turns.map(({ first, end }) => [first, end]),
    );
    for (const { best, played, loss, class: of, accuracy, moves, playedMoves } of reviewed) {
        if (loss !== null) assert.equal(loss, best.score - played.score);
        assert.ok(of === 'best' ? accuracy === 10_000 && loss === 0 : accuracy <= 10_000 && loss !== 0);
        assert.ok(moves.length > 0 && playedMoves.length > 0);
    }
    const { plies } = game.state;
    const first = await game.ply(0, 0);
    assert.equal(reviewed.at(-1)!.playedMoves[0], first.move.text);
    assert.ok(plies > 0);
    await engine.search(await komwe.play({ game: 'kalah' }), { nodes: 20_000 });
    assert.deepEqual(await engine.review(game, { nodes: 3000 }), reviewed); // whatever was searched before
    await game.close();
});

test('an opening that nobody chose is not reviewed, until a move in it is chosen', async () => {
    const record = 'Game: kalah\nOpening-Plies: 3\n\n1. E d 2. C,B e 3. A\nunfinished\n';
    const [game] = await komwe.read(record);
    const engine = await newEngine();
    const reviewed = async (): Promise<number[]> =>
        (await engine.review(game!, { depth: 2 })).map(({ first }) => first).reverse();
    assert.deepEqual(await reviewed(), [4, 5]); // C was nobody's choice
    await game!.rewind(1);
    await game!.enter('a');
    assert.match(await game!.write(), /^Opening-Plies: 1$/m);
    assert.deepEqual(await reviewed(), [1]);
    await game!.close();
});

test('an engine that is stopped has found what it has', async () => {
    const game = await komwe.play({ game: 'kiswahili' });
    const engine = await newEngine();
    const ending = new AbortController();
    const { signal } = ending;
    const waiting: Promise<unknown>[] = [];
    const found = await engine.search(game, {
        nodes: 10_000_000, // never reached
        onReport: ({ depth }) => {
            if (depth < 4) return;
            waiting.push(engine.choose(game, 10, 1, signal));
            ending.abort();
        },
        signal,
    });
    assert.equal(found!.depth, 4);
    assert.deepEqual(await Promise.all(waiting), [null]);
    assert.ok((await engine.choose(game, 1, 1)) !== null);
    await game.close();
});

test('what is asked of an engine is ended by its own signal alone, at work, waiting, or done', async () => {
    const game = await komwe.play({ game: 'kiswahili' });
    const engine = await newEngine();
    const endings = Array.from({ length: 3 }, () => new AbortController());
    const [done, long, waits] = endings.map(({ signal }) => signal);
    assert.ok((await engine.choose(game, 1, 1, done)) !== null);
    const others: Promise<unknown>[] = [];
    const found = await engine.search(game, {
        nodes: 10_000_000, // never reached
        onReport: ({ depth }) => {
            if (depth === 3) {
                others.push(engine.choose(game, 2, 1), engine.choose(game, 2, 1, waits), engine.review(game, { depth: 1 }));
                endings[0]!.abort();
                endings[2]!.abort();
            } else if (depth === 5) endings[1]!.abort();
        },
        signal: long!,
    });
    assert.equal(found!.depth, 5, 'it goes on when others are ended');
    const [next, ended, reviewed] = await Promise.all(others);
    assert.ok(next !== null, 'what comes after one that is ended is done');
    assert.equal(ended, null);
    assert.deepEqual(reviewed, []);
    await game.close();
});

test('an engine whose weights cannot be fetched plays without them, and asks again', async () => {
    const game = await komwe.play({ game: 'giuthi' });
    let asked = 0;
    const fetchLater = async (id: string) => {
        if (++asked === 1) throw new TypeError('Failed to fetch');
        return weightsOf(id);
    };
    const engine = new Engine(await localPost(module), fetchLater, { megabytes: 1 });
    for (let i = 0; i < 3; i++) assert.ok((await engine.choose(game, 2, i)) !== null);
    assert.equal(asked, 2);
    await game.close();
});

test('levels 9 and 10 play from the opening book, which is fetched once, and search where it fails', async () => {
    const game = await komwe.play({ game: 'awari' });
    const page = (await game.opening(0, async (id) => bookOf(id)))!;
    assert.deepEqual(await game.opening(0, async () => assert.fail('it is known')), page);
    const most = page.moves[0]!.score;
    const likely = page.moves.filter(({ score }) => score >= most - 20).map(({ move }) => move);
    const asked: string[] = [];
    const findBook = async (id: string): Promise<string> => {
        asked.push(id);
        if (asked.length === 1) throw new TypeError('Failed to fetch');
        return asked.length === 2 ? 'torn' : bookOf(id);
    };
    const engine = new Engine(await localPost(module), fetchWeights, { megabytes: 1, findBook });
    assert.ok((await engine.choose(game, 8, 1)) !== null);
    assert.deepEqual(asked, []);
    for (let i = 0; i < 2; i++) assert.ok((await engine.choose(game, 9, i)) !== null);
    for (let i = 0; i < 6; i++) assert.ok(likely.includes((await engine.choose(game, 9 + (i % 2), i))!.text));
    assert.deepEqual(asked, ['awari', 'awari', 'awari']);
    const other = await komwe.play({ game: 'bao2' });
    assert.equal(await other.opening(0, async () => null), null);
    await Promise.all([game.close(), other.close()]);
});

test('near the end the engine goes on with endgame tables, which prove what it plays', async () => {
    const tables = await loadModule(MODULES_WITH_TABLES[0]);
    let fetched = 0;
    const withTables = async (): Promise<Post> => {
        if (++fetched === 1) throw new TypeError('Failed to fetch');
        return localPost(tables);
    };
    const engine = new Engine(await localPost(module), fetchWeights, { megabytes: 1, withTables });
    const far = await komwe.play({ game: 'awari' });
    const near = await komwe.play({ game: 'awari', position: '0,0,0,0,2,1/0,0,1,0,1,1 S 20/22' });
    const proven = async (): Promise<boolean> =>
        (await engine.search(near, { nodes: 20 }))!.lines[0]!.proven;
    assert.ok((await engine.choose(far, 9, 1)) !== null);
    assert.equal(fetched, 0);
    assert.ok(!(await proven()));
    assert.ok(await proven());
    assert.equal(fetched, 2);
    await assert.rejects(async () => (await localPost(module)).ask('tables').then((answer) => {
        if ('error' in JSON.parse(answer)) throw new Error(answer);
    }));
    await far.close();
    await near.close();
});

test('nothing waits for endgame tables that are still fetched, unless they are of use, or when it is stopped', async () => {
    const late = await localPost(module);
    let closed = false;
    let arrive: (post: Post) => void = () => assert.fail('they are not asked for');
    const withTables = () => new Promise<Post>((resolve) => (arrive = resolve));
    const engine = new Engine(await localPost(module), fetchWeights, { megabytes: 1, withTables });
    const middle = await komwe.play({ game: 'awari', position: '2,2,2,2,2,2/2,2,2,2,2,2 S 12/12' });
    const near = await komwe.play({ game: 'awari', position: '0,0,0,0,2,1/0,0,1,0,1,1 S 20/22' });
    for (let i = 0; i < 2; i++) assert.ok((await engine.search(middle, { nodes: 20 })) !== null);
    const ending = new AbortController();
    const waiting = engine.search(near, { nodes: 20, signal: ending.signal });
    await new Promise(setImmediate);
    ending.abort();
    assert.equal(await waiting, null);
    engine.close();
    arrive({ ask: (request) => late.ask(request), stop: () => {}, close: () => (closed = true), losses: 0 });
    await new Promise(setImmediate);
    assert.ok(closed, 'what comes too late is closed');
    await middle.close();
    await near.close();
});

test('endgame tables are not fetched for games that have none', async () => {
    let fetched = 0;
    const withTables = async (): Promise<Post> => {
        fetched++;
        return localPost(await loadModule(MODULES_WITH_TABLES[0]));
    };
    const engine = new Engine(await localPost(module), fetchWeights, { megabytes: 1, withTables });
    const without = await komwe.play({ game: 'kiswahili' });
    const withThem = await komwe.play({ game: 'awari', position: '0,0,0,0,2,1/0,0,1,0,1,1 S 20/22' });
    const seeds = without.state.position.hole.reduce((sum, hole) => sum + hole, 0);
    assert.ok(seeds <= 32, `${seeds} seeds`);
    assert.ok((await engine.search(without, { nodes: 20 })) !== null);
    assert.equal(fetched, 0);
    await engine.search(withThem, { nodes: 20 });
    assert.equal(fetched, 1);
    assert.ok((await engine.search(withThem, { nodes: 20 }))!.lines[0]!.proven);
    await without.close();
    await withThem.close();
});

/** A post whose API is thrown away when it is stopped, as a Worker's is. */
async function forgetfulPost(): Promise<Post & { readonly sent: () => number; readonly searching: () => boolean }> {
    let losses = 0;
    let sent = 0;
    let api = await localPost(module);
    let fail: ((error: Error) => void) | null = null;
    return {
        sent: () => sent,
        searching: () => fail !== null,
        get losses() {
            return losses;
        },
        async ask(request, onReport) {
            if (request.startsWith('hash')) sent++;
            if (!request.startsWith('search')) return api.ask(request, onReport);
            return new Promise((_, reject) => (fail = reject));
        },
        stop() {
            losses++;
            fail?.(lost);
            fail = null;
            void localPost(module).then((next) => (api = next));
        },
        close() {},
    };
}

test('an API that was thrown away is given everything again', async () => {
    const game = await komwe.play({ game: 'hus' });
    const post = await forgetfulPost();
    const engine = new Engine(post, fetchWeights, { megabytes: 1 });
    for (let i = 0; i < 3; i++) {
        const ending = new AbortController();
        const search = engine.search(game, { signal: ending.signal });
        while (!post.searching()) await new Promise(setImmediate);
        ending.abort();
        assert.equal(await search, null);
        assert.ok((await engine.choose(game, 2, i)) !== null);
    }
    assert.ok(post.losses >= 3);
    assert.ok(post.sent() > 3);
    await game.close();
});

/** A Worker that answers, or fails as one does whose module traps or finds no memory. */
function standIn(fails: boolean, ended: () => void): Worker {
    const worker = {
        onmessage: (_: { readonly data: FromWorker }): void => undefined,
        postMessage(message: ToWorker): void {
            if (!('id' in message)) return;
            const { id } = message;
            const data = fails ? { id, failed: 'RuntimeError: unreachable' } : { id, answer: 'well' };
            queueMicrotask(() => worker.onmessage({ data }));
        },
        terminate: ended,
    };
    return worker as unknown as Worker;
}

test('a Worker that fails is thrown away, and what is asked next has a new one', async () => {
    let begun = 0;
    let ended = 0;
    const post = workerPost(module, () => standIn(begun++ === 0, () => ended++));
    const asked = [post.ask('games'), post.ask('about')];
    for (const answer of asked) await assert.rejects(answer, /unreachable/);
    assert.deepEqual([post.losses, ended], [1, 1]);
    assert.equal(await post.ask('games'), 'well');
    assert.deepEqual([begun, post.losses], [2, 1]);
});
