// The package in hostile hands: a KomweError, what the caller's own code has thrown, or a right answer, and never a
// module or an engine that is worse afterwards.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { komwe } from './project.ts';

const { Engine, Game, KomweError, Position, Record, configure, gameFromRules, games, isKomweError, loadGame, readRecords } = komwe;

/** Examples of each test; other ones each time, where it is set. */
const RUNS = Number(process.env.KOMWE_RUNS ?? 0);
const runs = (usual: number): { readonly numRuns: number; readonly seed?: number } => (RUNS > 0 ? { numRuns: RUNS } : { numRuns: usual, seed: 30 });

/** The memory of each module of this thread. */
const memories: WebAssembly.Memory[] = [];
const instantiate = WebAssembly.instantiate as (module: WebAssembly.Module, imports: object) => Promise<WebAssembly.Instance>;
WebAssembly.instantiate = (async (module: WebAssembly.Module, imports: object) => {
    const instance = await instantiate(module, imports);
    memories.push(instance.exports.memory as WebAssembly.Memory);
    return instance;
}) as typeof WebAssembly.instantiate;

/** What the caller's own code throws goes through. */
class Own extends Error {}
const thrower = (): never => {
    throw new Own('mine');
};

async function onlyRefuses(work: () => unknown): Promise<void> {
    try {
        await work();
    } catch (error) {
        if (error instanceof Own || (error instanceof TypeError && error.message.endsWith('on a proxy that has been revoked'))) return;
        if (!(error instanceof KomweError)) throw error;
        assert.ok(isKomweError(error) && /^\S/.test(error.message) && error.line >= 1 && error.column >= 1, error.message);
    }
}

const kalah = await loadGame('kalah');
const bao = await loadGame('kiswahili');
const RECORD = kalah.record().play('C').play('D').text;
const AFTER = kalah.start().play('C').play('D').play('a').text;
const DRAWN = bao.start().svg();

/** The known answers. */
function assertRight(): void {
    assert.equal(kalah.start().play('C').play('D').play('a').text, AFTER);
    assert.equal(kalah.start().perft(5), 4690n);
    assert.deepEqual(bao.start().moves(), ['A6>', 'A7>', 'A6<', 'A7<']);
    assert.equal(bao.start().svg(), DRAWN);
}

// ---- values -------------------------------------------------------------------------------------

const throwing = (): object => new Proxy({}, { get: thrower, has: thrower, ownKeys: thrower, getPrototypeOf: thrower, getOwnPropertyDescriptor: thrower });
const revoked = (): object => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
};
const numbers = [NaN, Infinity, -Infinity, -0, 0, 0.5, -1, 1, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 53), 1e308, 5e-324, 0n, 1n, -1n, 2n ** 64n, Number.MAX_VALUE];
const strings = ['', ' ', 'A', 'kalah', 'kalah\t', 'south', 'S', '\0', 'A\0', '\ud800', '\udfff\ud800', '\u202eA', '\u009b31m', '__proto__', 'constructor', '=0', '=9', '\n', 'C\nD',
    '9'.repeat(30), 'a'.repeat(1 << 20), 'A C '.repeat(1 << 18), '\ud83c\udf31'.repeat(1 << 18), RECORD, RECORD.repeat(70), kalah.start().text, bao.start().text];
const shared = [throwing, revoked].flatMap((make) => [make(), make()]);
const objects: readonly unknown[] = [
    undefined, null, true, Symbol('A'), Symbol.iterator, () => 'A', class {}, thrower, [], ['A'], [[]], {}, Object.freeze({ depth: 1 }), Object.create(null), new Date(NaN), new Map(), new Uint8Array(3),
    new String('A'), Object(1n), { toString: thrower, valueOf: thrower }, { [Symbol.toPrimitive]: thrower }, { get depth() { return thrower(); }, get level() { return thrower(); } },
    Promise.resolve('A'), { then: thrower }, Object.create(Position.prototype), Object.create(Record.prototype), Object.create(Game.prototype),
    new Proxy(kalah.start(), {}), new Proxy(kalah.record(), {}), Object.create(AbortSignal.prototype), new Proxy(new AbortController().signal, {}), globalThis,
    kalah, kalah.start(), bao.start(), kalah.record(), new Error('A'),
];
/** The library of properties looks into values, which some do not bear: it gets functions that return them. */
type Given = () => unknown;
const given = (values: readonly unknown[]): fc.Arbitrary<Given> => fc.constantFrom(...values.map((value) => () => value));
const strange = fc.oneof(given(numbers), given(strings), given(objects), given(shared), fc.anything({ withBigInt: true, withMap: true, withNullPrototype: true }).map((value) => () => value));
/** Several of these, most of them of the names that are asked for. */
const bag = (...names: readonly string[]): fc.Arbitrary<Given> => {
    const named = fc.record(Object.fromEntries(names.map((name) => [name, strange])), { requiredKeys: [] });
    const made = named.map((of) => Object.fromEntries(Object.entries(of).map(([name, value]) => [name, (value as Given)()])));
    return fc.oneof({ weight: 3, arbitrary: made.map((of) => () => of) }, { weight: 1, arbitrary: made.map((of) => () => Object.freeze(of)) }, { weight: 1, arbitrary: strange });
};

// ---- games, positions, records ------------------------------------------------------------------

/** No number that counts for years. */
const countable = (depth: unknown): boolean => !(typeof depth === 'number' && depth > 4 && depth <= 100);
const call = (of: object, name: string, ...values: readonly unknown[]): unknown =>
    (of as { readonly [name: string]: (...values: readonly unknown[]) => unknown })[name]!(...values);

/** Each public function and method with strange arguments. */
const CALLS: Readonly<{ [name: string]: (a: unknown, b: unknown) => unknown }> = {
    loadGame: (a, b) => call({ loadGame }, 'loadGame', a, b),
    'loadGame with options': (a) => call({ loadGame }, 'loadGame', 'kalah', a),
    gameFromRules: (a) => call({ gameFromRules }, 'gameFromRules', a),
    games: (a) => call({ games }, 'games', a),
    readRecords: (a) => call({ readRecords }, 'readRecords', a),
    configure: (a) => call({ configure }, 'configure', a),
    isKomweError: (a) => assert.equal(call({ isKomweError }, 'isKomweError', a), false),
    'new Game': (a, b) => new (Game as never as new (...values: unknown[]) => unknown)(a, b),
    'new Position': (a, b) => new (Position as never as new (...values: unknown[]) => unknown)(a, b),
    'new Record': (a, b) => new (Record as never as new (...values: unknown[]) => unknown)(a, b),
    'Game.start': (a) => call(kalah, 'start', a),
    'Game.position': (a) => call(kalah, 'position', a),
    'Game.record': (a) => call(kalah, 'record', a),
    'Game.toString': (a) => call(kalah, 'toString', a),
    'Position.moves': (a) => call(bao.start(), 'moves', a),
    'Position.play': (a) => call(bao.start(), 'play', a),
    'Position.trace': (a) => call(kalah.start(), 'trace', a),
    'Position.why': (a) => call(kalah.start(), 'why', a),
    'Position.perft': (a) => countable(a) && call(kalah.start(), 'perft', a),
    'Position.svg': (a) => call(kalah.start(), 'svg', a),
    'Position.equals': (a) => assert.equal(call(bao.start(), 'equals', a), Position.is(a) && a.game.id === 'kiswahili'),
    'Position.toString': (a) => call(kalah.start(), 'toString', a),
    'Position.toJSON': (a) => call(kalah.start(), 'toJSON', a),
    'Record.play': (a) => call(kalah.record(), 'play', a),
    'Record.undo': (a) => call(kalah.record(), 'undo', a),
    'Record.resign': (a) => call(kalah.record(), 'resign', a),
    'Record.agree': (a) => call(kalah.record(), 'agree', a),
    'Record.setHeader': (a, b) => call(kalah.record(), 'setHeader', a, b),
    'Record.setComment': (a, b) => call(kalah.record(), 'setComment', a, b),
    'Record.toString': (a) => call(kalah.record(), 'toString', a),
};
/** Those of engines are below. */
const OF_ENGINES = ['new Engine', 'Engine.analyse', 'Engine.play', 'Engine.stop', 'Engine.close'];

test('every public function and method is called', () => {
    const found = Object.entries(komwe).flatMap(([name, value]) => {
        if (name === 'KomweError') return [];
        if (!/^[A-Z]/.test(name)) return [name];
        const { prototype } = value as { prototype: object };
        const methods = Object.entries(Object.getOwnPropertyDescriptors(prototype)).filter(([member, { value: is }]) => typeof is === 'function' && member !== 'constructor');
        return [`new ${name}`, ...methods.map(([member]) => `${name}.${member}`)];
    });
    const called = new Set([...Object.keys(CALLS), ...OF_ENGINES]);
    assert.deepEqual(found.filter((name) => !called.has(name) && name !== 'Game.positionOf'), []);
});

const options = bag('pits', 'seeds', 'bottom', 'width', 'wasm', 'worker', 'tables', 'capture');
for (const [name, made] of Object.entries(CALLS))
    test(name, async () => {
        const before = memories.map(({ buffer }) => buffer.byteLength);
        await fc.assert(fc.asyncProperty(fc.oneof(strange, options), strange, (a, b) => onlyRefuses(() => made(a(), b()))), runs(30));
        for (const value of [...numbers, ...strings, ...objects, ...shared]) await onlyRefuses(() => made(value, value));
        assertRight();
        // The largest text of `strings` several times: as it comes, read, in the record, and written.
        memories.forEach(({ buffer }, i) => assert.ok(buffer.byteLength <= before[i]! + (64 << 20), `${buffer.byteLength} bytes after ${before[i]}`));
    });

test('memory does not grow with what is refused', async () => {
    const misuse = async (): Promise<number> => {
        for (let i = 0; i < 5; i++)
            for (const value of strings) for (const name of ['Game.position', 'readRecords', 'Record.play', 'Record.setComment', 'Position.why', 'loadGame'])
                await onlyRefuses(() => CALLS[name]!(value, value));
        return Math.max(...memories.map(({ buffer }) => buffer.byteLength));
    };
    const once = await misuse();
    assert.equal(await misuse(), once);
    assertRight();
});

test('records are read by many at a time, and one that is refused leaves no board', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, i) => onlyRefuses(() => readRecords(i % 2 ? RECORD : `${RECORD}${RECORD}Game: kalah\n\n1. Z9\n`))));
    await onlyRefuses(() => readRecords(RECORD.repeat(65)));
    for (let i = 0; i < 5; i++) assert.equal((await readRecords(RECORD.repeat(60))).length, 60);
    assertRight();
});

// ---- places of the files ------------------------------------------------------------------------

test('files that are not there, or are none, are said by whoever needs them', async () => {
    const url = new URL('../../build/npm/komwe/dist/index.js', import.meta.url).href;
    const places: readonly unknown[] = [
        ...objects.filter((value) => typeof value !== 'object' || value !== globalThis).map((wasm) => ({ wasm })), { wasm: 'no:where' }, { wasm: 'http://127.0.0.1:1/komwe.wasm' }, { wasm: new URL('file:///none.wasm') },
        { wasm: new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]) }, { wasm: new Uint8Array(4) }, { wasm: { [Symbol.toStringTag]: 'WebAssembly.Module' } }, { wasm: 'http://' }, { worker: 3 }, { worker: 'http://' },
        { worker: new URL('file:///none.mjs') }, { worker: 'http://127.0.0.1:1/worker.mjs' }, { tables: 3 },
    ];
    for (const [i, place] of places.entries()) {
        const fresh = (await import(`${url}?${i}`)) as typeof komwe;
        const refuses = async (work: () => unknown): Promise<void> => {
            try {
                await work();
            } catch (error) {
                if (!(error instanceof Own)) assert.ok(fresh.isKomweError(error) && error.message !== '', String(error));
            }
        };
        await refuses(() => fresh.configure(place as never));
        await refuses(async () => {
            const { start } = (await fresh.loadGame('kalah')) as unknown as { start(): never };
            assert.equal(typeof start, 'function');
            const engine = new fresh.Engine({ hash: 1 });
            try {
                await engine.analyse((await fresh.loadGame('kalah')).start(), { depth: 1 });
            } finally {
                engine.close();
            }
        });
    }
});

// ---- engines ------------------------------------------------------------------------------------

test('new Engine', async () => {
    await fc.assert(fc.asyncProperty(bag('hash', 'tables'), (how) => onlyRefuses(() => new Engine(how() as never).close())), runs(40));
});

test('Engine.analyse and Engine.play', async () => {
    const engine = new Engine({ hash: 1 });
    const subject = fc.oneof(given([kalah.start(), bao.record()]), strange);
    const named = (how: unknown): how is object => typeof how === 'object' && how !== null && !shared.includes(how) && !objects.includes(how);
    /** Without a limit it would search until all is proven. */
    const limited = (how: unknown): boolean => {
        if (!named(how) || !Object.hasOwn(how, 'depth')) return false;
        const { depth } = how as { depth: unknown };
        return depth !== undefined && !(typeof depth === 'number' && depth > 3);
    };
    await fc.assert(
        fc.asyncProperty(subject, bag('depth', 'nodes', 'seconds', 'lines', 'signal', 'onReport'), bag('level', 'seed', 'signal'), strange, async (what, how, level, other) => {
            if (limited(how())) await onlyRefuses(() => engine.analyse(what() as never, how() as never));
            await onlyRefuses(() => engine.analyse(kalah.start(), { depth: 1, nodes: 10, lines: other(), signal: other(), onReport: other() } as never));
            await onlyRefuses(() => engine.play(what() as never, { level: 1, seed: 1, ...(named(level()) ? (level() as object) : {}) } as never));
            await onlyRefuses(() => engine.play(kalah.start(), other() === undefined ? { level: 1 } : (other() as never)));
        }),
        runs(60),
    );
    assert.equal((await engine.analyse(kalah.start(), { depth: 2 })).depth, 2);
    engine.close();
});

/** What an analysis of a depth must say, by an engine that nobody misused. */
async function assertWhole(engine: InstanceType<typeof Engine>): Promise<void> {
    const other = new Engine({ hash: 1 });
    const [one, two] = await Promise.all([engine, other].map((by) => by.analyse(bao.start(), { depth: 3, lines: 4 })));
    assert.deepEqual(one!.lines.map(({ move }) => move).sort(), two!.lines.map(({ move }) => move).sort());
    assert.equal(one!.depth, 3);
    other.close();
}

const waits = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

test('what onReport throws ends its search alone', async () => {
    const engine = new Engine({ hash: 1 });
    const [thrown, next] = [engine.analyse(bao.start(), { onReport: thrower }), engine.analyse(kalah.start(), { depth: 2 })];
    await assert.rejects(thrown, Own);
    assert.equal((await next).depth, 2);
    await assert.rejects(engine.analyse(bao.start(), { depth: 1, onReport: thrower }), Own);
    await assertWhole(engine);
    engine.close();
});

test('a stop or a signal before, while and after a search begins', async () => {
    for (const when of ['at once', 'a turn later', 'while the Worker starts', 'in a report', 'afterwards'] as const) {
        const engine = new Engine({ hash: 1 });
        const controller = new AbortController();
        const ends = [() => engine.stop(), () => controller.abort(new Own('aborted'))];
        for (const end of ends) {
            const analysis = engine.analyse(bao.start(), when === 'afterwards' ? { depth: 1, signal: controller.signal } : { signal: controller.signal, ...(when === 'in a report' ? { onReport: end } : {}) });
            const settled = onlyRefuses(() => analysis);
            if (when === 'at once') end();
            else if (when === 'a turn later') queueMicrotask(end);
            else if (when === 'while the Worker starts') setTimeout(end, 1);
            await settled;
            if (when === 'afterwards') end();
        }
        await assert.rejects(engine.analyse(bao.start(), { signal: controller.signal }), Own);
        await assertWhole(engine);
        engine.close();
    }
});

test('an engine that is closed answers all that waits, and starts no other Worker', async () => {
    const { length } = process.getActiveResourcesInfo().filter((kind) => kind === 'Worker' || kind === 'MessagePort');
    for (const when of ['at once', 'while the Worker starts', 'while it searches', 'in a report'] as const) {
        const engine = new Engine({ hash: 1 });
        const close = (): void => engine.close();
        const asked = Array.from({ length: 5 }, () => engine.analyse(bao.start(), when === 'in a report' ? { onReport: close } : {}));
        // What was at work has what it has found, or nothing.
        const all = Promise.all(asked.map((one, i) => (i === 0 ? onlyRefuses(() => one) : assert.rejects(one, KomweError))));
        if (when === 'while the Worker starts') await waits(1);
        if (when === 'while it searches') await waits(200);
        if (when !== 'in a report') close();
        await all;
        close();
        engine.stop();
        for (const ask of [() => engine.analyse(bao.start()), () => engine.play(bao.start())]) await assert.rejects(ask, /closed/);
    }
    await waits(50);
    assert.ok(process.getActiveResourcesInfo().filter((kind) => kind === 'Worker' || kind === 'MessagePort').length <= length);
});

test('many calls at a time, of many engines, with stops between them', async () => {
    const engines = Array.from({ length: 3 }, () => new Engine({ hash: 1 }));
    await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(fc.nat(2), fc.constantFrom('analyse', 'play', 'stop', 'abort', 'report', 'wait', 'rules')), { maxLength: 20 }), async (acts) => {
            const waiting: Promise<unknown>[] = [];
            for (const [which, act] of acts) {
                const engine = engines[which]!;
                const refuses = (work: () => Promise<unknown>): void => void waiting.push(onlyRefuses(work));
                if (act === 'analyse') refuses(() => engine.analyse(bao.start(), { nodes: 2000, lines: 3 }));
                if (act === 'play') refuses(() => engine.play(kalah.start(), { level: 2, seed: 1 }));
                if (act === 'stop') engine.stop();
                if (act === 'abort') refuses(() => engine.analyse(bao.start(), { signal: AbortSignal.timeout(3) }).catch((error: Error) => error.name === 'TimeoutError' || Promise.reject(error)));
                if (act === 'report') refuses(() => engine.analyse(bao.start(), { depth: 4, onReport: () => (engine.stop(), assertRight()) }));
                if (act === 'wait') await waits(1);
                if (act === 'rules') refuses(() => readRecords(RECORD));
            }
            await Promise.all(waiting);
        }),
        runs(15),
    );
    for (const engine of engines) {
        await assertWhole(engine);
        engine.close();
    }
    assertRight();
});
