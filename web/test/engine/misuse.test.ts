// Whatever a Worker is sent: each request has one answer, JSON with a value or a sentence, and the next one is right.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { answerOn, type Port } from '../../src/engine/answering.ts';
import { openApi, type Api } from '../../src/engine/module.ts';
import type { FromWorker, ToWorker } from '../../src/engine/post.ts';
import { loadModule, MODULES, MODULES_WITH_TABLES } from '../support/load.ts';

/** Examples of each test; other ones each time, where it is set. */
const RUNS = Number(process.env.KOMWE_RUNS ?? 0);
const runs = (usual: number): { readonly numRuns: number; readonly seed?: number } => (RUNS > 0 ? { numRuns: RUNS } : { numRuns: usual, seed: 30 });

/** The memory of the module that was made last. */
let memory: WebAssembly.Memory;
const instantiate = WebAssembly.instantiate as (module: WebAssembly.Module, imports: object) => Promise<WebAssembly.Instance>;
WebAssembly.instantiate = (async (module: WebAssembly.Module, imports: object) => {
    const instance = await instantiate(module, imports);
    memory = instance.exports.memory as WebAssembly.Memory;
    return instance;
}) as typeof WebAssembly.instantiate;

// ---- requests -----------------------------------------------------------------------------------

const RULES = 'game mine\nboard 2 x 6\nstart 4\nstores own\nsow counterclockwise\nover stuck: rest to owner\n';
/** A text whose moves go on and on. */
const SLOW = 'game slow\nboard 2 x 15\nstart 8\nstores captured\nsow either\nover stuck: rest to owner\nend anywhere: relay\n';
const RECORD = 'Game: kalah\n\n1. C D\n';

/** Words that seldom take long, with their fields. */
const FIELDS = {
    about: 0, games: 0, rules: 2, position: 3, compose: 3, moves: 4, trace: 5, stage: 5, why: 4, say: 7, round: 7,
    add: 1, draft: 2, new: 3, read: 1, write: 1, close: 1, board: 1, enter: 3, undo: 1, redo: 1, agree: 1, resign: 2,
    rewind: 2, at: 2, ply: 3, turns: 1, played: 2, opening: 2, header: 3, comment: 3, book: 2, weights: 2, forget: 0,
    tables: 0, choose: 3,
} as const;
type Word = keyof typeof FIELDS;

const number = fc.constantFrom('', '0', '1', '2', '3', '4', '8', '9', '10', '63', '64', '99', '100', '127', '255', '256', '-1', '-0', '+1',
    '1.5', '1e3', 'NaN', 'Infinity', '65535', '65536', '2147483648', '4294967295', '4294967296', '9007199254740993',
    '9223372036854775807', '18446744073709551615', '18446744073709551616', '9'.repeat(40));
const text = fc.oneof(
    fc.constantFrom('kalah', 'kiswahili', 'bulto', 'kiothi', 'oware', 'mine', 'slow', '=0', '=1', '=3', '=4', '=9', '=', '', 'start', 'pits=3',
        'S', 'N', 'A', 'A6>', 'a', 'C', '4,4,4,4,4,4/4,4,4,4,4,4 S 0/0', 'Event', RULES, SLOW, RECORD, '\ud800', '\0', 'a\tb', '\u202e',
        '00'.repeat(48), 'ff'.repeat(48)),
    fc.string({ unit: 'binary', maxLength: 40 }),
);
const large = fc.constantFrom('x', '9', '\n', 'A C ', '(', '\ud83c', 'Game: kalah\n\n').map((part) => part.repeat((1 << 20) / part.length));
const field = fc.oneof({ weight: 80, arbitrary: number }, { weight: 100, arbitrary: text }, { weight: 1, arbitrary: large });

/** A request with the fields that it has, or one too few or too many. */
const request = fc.constantFrom(...(Object.keys(FIELDS) as Word[])).chain((word) => {
    const least = Math.max(0, FIELDS[word] - 1);
    return fc
        .oneof({ weight: 8, arbitrary: fc.constant(FIELDS[word]) }, { weight: 1, arbitrary: fc.integer({ min: least, max: FIELDS[word] + 1 }) })
        .chain((count) => fc.array(field, { minLength: count, maxLength: count }))
        // A player of a high level thinks for a second.
        .map((fields) => [word, ...(word === 'choose' ? [fields[0] ?? '', '1', ...fields.slice(2)] : fields)].join('\t'));
});
/** What is near to a request. */
const nearly = fc.tuple(request, fc.nat(), fc.string({ unit: 'binary', maxLength: 2 })).map(([of, at, change]) => {
    const where = at % (of.length + 1);
    return of.slice(0, where) + change + of.slice(where + change.length);
});
/** Searches within limits, of boards that are there or not. */
const search = fc.oneof(
    fc.tuple(number, number, fc.constantFrom('', '1', '3'), number).map(([board, ply, depth, lines]) => `search\t${board}\t${ply}\t${depth}\t200\t\t${lines}`),
    fc.tuple(number, number).map(([board, ply]) => `review\t${board}\t2\t50\t${ply.length > 3 ? '' : '5'}`),
    number.filter((of) => !(Number(of) > 4)).map((depth) => `perft\tkalah\t\tstart\t${depth}`),
    number.filter((of) => !(Number(of) > 3000)).map((plies) => `differ\t=0\t=1\t1\t${plies === '' ? '9' : plies}\t1`),
    fc.constantFrom('hash\t1', 'hash\t1025', 'hash\t-1', 'hash\t', 'search', 'search\t0', 'perft\tkalah\t\tstart\t101', 'nothing', '', '\t', '\t\t\t\t\t\t\t\t\t\t'),
);
const anyRequest = fc.oneof({ weight: 6, arbitrary: request }, { weight: 2, arbitrary: nearly.filter((of) => !/^(search|review|perft|differ|check|hash|choose)\b/.test(of)) }, { weight: 2, arbitrary: search });

const CODES = new Set(['bad-request', 'unknown-game', 'unknown-option', 'bad-value', 'bad-position', 'bad-move', 'illegal-move', 'too-long', 'bad-record',
    'no-memory', 'no-file', 'bad-table', 'stopped', 'damaged', 'bad-rules']);

/** An answer is a value, or a sentence, which may quote what was sent. */
function assertAnswer(json: string, asked: string): void {
    const answer = JSON.parse(json) as { value?: unknown; error?: { code: string; message: string; line: number; column: number } };
    const about = `${JSON.stringify(asked.slice(0, 200))}: ${json.slice(0, 200)}`;
    if (answer.error === undefined) {
        assert.ok('value' in answer, about);
        return;
    }
    const { code, message, line, column } = answer.error;
    assert.ok(CODES.has(code), about);
    assert.match(message, /^\S/, about);
    assert.ok(line >= 1 && column >= 1, about);
}

/** What is asked after misuse, and its answer by a module that nobody misused. */
const REFERENCE = ['position\tkalah\t\tstart', 'trace\tkiswahili\t\tstart\tA6>\t', 'perft\toware\t\tstart\t4', 'why\tbulto\t\tstart\tA'];

for (const name of [MODULES[0], MODULES_WITH_TABLES[0]]) {
    test(`${name}: requests of any kind`, async () => {
        const module = await loadModule(name);
        const right = await openApi(module);
        const expected = REFERENCE.map((of) => right.ask(of));
        const api = await openApi(module);
        const of = memory;
        const all = fc.array(anyRequest, { minLength: 1, maxLength: 30 });
        fc.assert(
            fc.property(all, (requests) => {
                for (const one of requests) assertAnswer(api.ask(one.replaceAll('\0', '\ufffd')), one);
                assert.deepEqual(REFERENCE.map((one) => api.ask(one)), expected);
                for (let board = 0; board < 64; board++) api.ask(`close\t${board}`);
            }),
            runs(120),
        );
        // The engine's 16 MiB, requests and answers of some MiB, boards with comments of 1 MiB.
        assert.ok(of.buffer.byteLength <= 128 << 20, `${of.buffer.byteLength} bytes`);
    });
}

test('every number at its limit, beyond it, and far beyond it', async () => {
    const api = await openApi(await loadModule(MODULES[0]));
    const good = (of: string): boolean => 'value' in (JSON.parse(api.ask(of)) as object);
    const limits: readonly (readonly [(value: string) => string, number])[] = [
        [(slot) => `draft\t${slot}\t${RULES}`, 3],
        [(slot) => `rules\t=${slot}\t`, 3],
        [(hole) => `moves\tkalah\t\tstart\t${hole}`, 31],
        [(events) => `trace\tkalah\t\tstart\tA\t${events}`, 1000000],
        [(events) => `stage\tkalah\t\tstart\tA\t${events}`, 1000000],
        [(each) => `differ\t=3\t=3\t1\t5\t${each}`, 100],
        [(plies) => `differ\t=3\t=3\t1\t${plies}\t1`, 0],
        [(board) => `board\t${board}`, 0],
        [(ply) => `at\t0\t${ply}`, 0],
        [(ply) => `comment\t0\t${ply}\tx`, 0],
        [(depth) => `search\t0\t\t${depth}\t100\t\t1`, 126],
        [(lines) => `search\t0\t\t1\t100\t\t${lines}`, 64],
        [(nodes) => `review\t0\t1\t${nodes}\t5`, Number.MAX_SAFE_INTEGER],
        [(level) => `choose\t0\t${level}\t1`, 10],
        [(won) => `round\tkalah\t\tstart\tS\tN\t${won}\t0`, 65535],
        [(kind) => `say\tkalah\t\t${kind}\t0\t0\t1\t0`, 0],
        [(from) => `say\tkalah\t\t0\t${from}\t0\t1\t0`, 255],
        [(count) => `say\tkalah\t\t0\t0\t0\t${count}\t0`, 4294967295],
        [(megabytes) => `hash\t${megabytes}`, 1024],
    ];
    api.ask('new\tkalah\t\tstart');
    for (const [request_, most] of limits) {
        assert.ok(good(request_(String(most))), request_(String(most)));
        const beyond = most === 0 || most >= Number.MAX_SAFE_INTEGER ? [] : [String(most + 1)];
        for (const value of [...beyond, '-1', '9'.repeat(19), '9'.repeat(20), '9'.repeat(60), '18446744073709551616', '1e1', ' 1', '0x1'])
            assert.ok(!good(request_(value)), request_(value));
    }
});

// ---- messages -----------------------------------------------------------------------------------

/** A Worker in this thread: what it is sent, and what it has answered. */
function worker(): { readonly received: FromWorker[]; send(data: unknown): void; settle(): Promise<void> } {
    const received: FromWorker[] = [];
    const port: Port = { onmessage: null, postMessage: (message) => void received.push(structuredClone(message)) };
    answerOn(port);
    return {
        received,
        send: (data) => port.onmessage!({ data } as MessageEvent<ToWorker>),
        settle: () => new Promise((resolve) => setImmediate(() => setImmediate(resolve))),
    };
}

const module = await loadModule(MODULES[0]);
const id = fc.oneof(fc.integer({ min: -1, max: 3 }), fc.constantFrom(NaN, Infinity, -0, 2 ** 53, 1.5, '1', null, undefined, {}, [1]), fc.bigInt());
const message = fc.oneof(
    { weight: 5, arbitrary: fc.record({ id: fc.integer({ min: 0, max: 3 }), request: anyRequest }) },
    { weight: 2, arbitrary: fc.record({ id, request: fc.oneof(anyRequest, fc.anything()) }, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.record({ open: fc.oneof(fc.constant(module), fc.anything()), flag: fc.oneof(fc.constant(null), fc.constant(new Int32Array(0)), fc.anything()) }, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.record({ id, report: fc.anything(), answer: fc.anything(), stop: fc.anything(), __proto__: fc.anything() }, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.anything({ withBigInt: true, withMap: true, withTypedArray: true, withDate: true }) },
);

const isOpening = (data: unknown): boolean => {
    const { open, flag } = Object(data) as { open?: unknown; flag?: unknown };
    return open === module && (flag === null || (flag instanceof Int32Array && flag.length > 0));
};
const isRequest = (data: unknown): data is { id: number; request: string } =>
    typeof data === 'object' && data !== null && Object.hasOwn(data, 'id') && Number.isSafeInteger((data as { id: unknown }).id) &&
    Object.hasOwn(data, 'request') && typeof (data as { request: unknown }).request === 'string';

test('messages of any kind, in any order, with numbers that come again', async () => {
    await fc.assert(
        fc.asyncProperty(fc.array(message, { maxLength: 12 }), fc.nat({ max: 12 }), async (messages, openAt) => {
            const of = worker();
            const good: string[] = [];
            let open = false;
            for (const [i, data] of messages.entries()) {
                if (i === openAt) of.send({ open: module, flag: null });
                open ||= i === openAt;
                const before = of.received.length;
                of.send(data);
                if (isOpening(data) && !open) open = true;
                else if (!isOpening(data) && isRequest(data) && open) good.push(data.request);
                else assert.ok(of.received.length === before + 1 && 'failed' in of.received[before]!, 'refused at once');
            }
            if (!open) of.send({ open: module, flag: null });
            of.send({ id: 77, request: REFERENCE[2]! });
            await of.settle();
            const answers = of.received.filter((one) => 'answer' in one);
            assert.equal(answers.length, good.length + 1, 'each request has one answer');
            answers.slice(0, -1).forEach((one, i) => assertAnswer((one as { answer: string }).answer, good[i]!));
            assert.deepEqual(answers.at(-1), { id: 77, answer: '{"value":"1014"}' });
            for (const one of of.received) if ('failed' in one) assert.match(one.failed, /^[a-z][^\n:]+$/);
        }),
        runs(150),
    );
});

test('a module that cannot be opened is said by each request', async () => {
    const of = worker();
    const empty = await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
    of.send({ open: empty, flag: null });
    of.send({ id: 1, request: 'about' });
    await of.settle();
    assert.ok(of.received.length === 1 && 'failed' in of.received[0]!);
});

test('a stop at any look ends one search, and no later one', async () => {
    let looks = 0;
    let stopAt = Infinity;
    const api = await openApi(module, () => ++looks >= stopAt);
    api.ask('new\tkalah\t\tstart');
    const asks = ['search\t0\t\t6\t\t\t1', 'choose\t0\t3\t1', 'review\t0\t3\t\t'];
    const untimed = (of: string): string => of.replace(/"(microseconds|full|nodes)":\d+/g, '');
    const expected = asks.map((of) => (api.ask('forget'), untimed(api.ask(of))));
    for (const [i, asked] of asks.entries()) {
        looks = 0;
        api.ask('forget');
        api.ask(asked);
        const last = looks;
        for (let at = 1; at <= last + 1; at += Math.max(1, Math.floor(last / 40))) {
            for (const one of [at, last + 1 - at]) {
                [looks, stopAt] = [0, one];
                assertAnswer(api.ask(asked), asked);
                stopAt = Infinity;
                api.ask('forget');
                assert.equal(untimed(api.ask(asks[i]!)), expected[i], `${asked} after a stop at look ${one} of ${last}`);
            }
        }
        for (const idle of ['position\tkalah\t\tstart', 'close\t9', 'forget']) {
            [looks, stopAt] = [0, 1]; // a stop without a search
            api.ask(idle);
            stopAt = Infinity;
            assert.equal(untimed(api.ask(asked)), expected[i], idle);
        }
    }
});

test('one text makes no other slower or wrong', async () => {
    const api: Api = await openApi(module);
    assertAnswer(api.ask(`draft\t0\t${SLOW}`), 'draft');
    for (let i = 0; i < 8; i++) assertAnswer(api.ask('new\t=0\t\tstart'), 'new');
    for (let i = 0; i < 8; i++) assertAnswer(api.ask(`enter\t${i}\t10\tA>`), 'enter');
    assertAnswer(api.ask(`draft\t0\t${RULES}`), 'draft'); // the boards keep theirs
    for (let i = 0; i < 8; i++) {
        assertAnswer(api.ask(`search\t${i}\t\t2\t100\t\t1`), 'search');
        assertAnswer(api.ask(`write\t${i}`), 'write');
        assertAnswer(api.ask(`close\t${i}`), 'close');
    }
    assert.equal(api.ask(REFERENCE[2]!), '{"value":"1014"}');
});
