// Whatever is passed in: a KomweError, or an answer.  Nothing else is thrown, and the module goes on.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { komwe } from './project.ts';

const { Engine, KomweError, Position, Record, configure, gameFromRules, loadGame, readRecords } = komwe;

const RUNS = Number(process.env.KOMWE_RUNS ?? 400); // examples of each test
const kalah = await loadGame('kalah');
const bao = await loadGame('kiswahili');

/** Texts that look like what is meant, changed here and there. */
const near = (...all: readonly string[]): fc.Arbitrary<string> =>
    fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.tuple(fc.constantFrom(...all), fc.nat(), fc.string({ unit: 'binary', maxLength: 3 })).map(([text, at, change]) => {
            const where = at % (text.length + 1);
            return text.slice(0, where) + change + text.slice(where + change.length);
        }),
    );
const anything = fc.oneof(fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }), near('A', 'kalah', 'south'), fc.double(), fc.constant(undefined));

async function onlyRefuses(work: () => unknown): Promise<void> {
    try {
        await work();
    } catch (error) {
        if (!(error instanceof KomweError)) throw error;
        assert.notEqual(error.message, '');
    }
}

/** Runs with values of any kind, and of the kind that is wanted. */
const tried = (name: string, wanted: fc.Arbitrary<unknown>, work: (value: never) => unknown): void =>
    void test(name, async () => {
        await fc.assert(fc.asyncProperty(fc.oneof(wanted, anything), (value) => onlyRefuses(() => work(value as never))), { numRuns: RUNS });
        assert.equal(kalah.start().play('C').play('D').play('a').mover, 'south', 'the module goes on');
    });

const record = kalah.record().play('C').text;
const RULES = 'game mine\nname Mine\nboard 2 x 6\nstart 4\nsow counterclockwise\nstore own\n';

tried('loadGame', near('kalah', 'congkak', 'bao2'), (id: string) => loadGame(id));
tried('options', fc.dictionary(near('pits', 'seeds'), fc.oneof(fc.integer(), near('6', 'empty'))), (options: never) => loadGame('kalah', options));
tried('gameFromRules', near(RULES, 'extends kalah\ngame mine\n'), (text: string) => gameFromRules(text));
tried('positions', near(kalah.start().text, bao.start().text), (text: string) => [kalah, bao].map((game) => game.position(text)));
tried('moves', near('A', 'A6>', 'C'), (move: string) => {
    const start = bao.start();
    for (const ask of [() => start.play(move), () => start.trace(move), () => start.why(move)])
        try {
            ask();
        } catch (error) {
            if (!(error instanceof KomweError)) throw error;
        }
});
tried('perft', fc.integer({ min: 0, max: 3 }), (depth: number) => typeof depth === 'number' && depth > 4 ? 0 : kalah.start().perft(depth));
tried('pictures', fc.record({ bottom: fc.constantFrom('south', 'north', 'east'), width: fc.double() }), (look: never) => kalah.start().svg(look));
tried('readRecords', near(record, bao.record().play('A6>').text), (text: string) => readRecords(text));
tried('records', near('A', 'C', 'D'), (move: string) => {
    const of = kalah.record();
    of.play(move);
    of.setHeader(move, move).setComment(1, move).resign(move as never);
});
tried('comments and headers', near('A', 'Event', '}'), async (text: string) => {
    const of = kalah.record().setHeader('Event', text).setComment(0, text);
    assert.equal((await readRecords(of.text)).length, 1, 'what is written is read');
});
tried('record of a position', fc.constantFrom(kalah.start(), bao.start()), (from: never) => kalah.record(from));
tried('configure', anything, (of: never) => configure(of));
tried('new engines', fc.record({ hash: anything, tables: anything }), (options: never) => new Engine(options).close());

test('searches', async () => {
    const engine = new Engine({ hash: 1 });
    const limits = fc.record({ depth: fc.oneof(fc.integer({ min: -1, max: 4 }), anything), nodes: anything, seconds: anything, lines: anything, signal: anything, onReport: anything }, { requiredKeys: ['depth'] });
    const levels = fc.record({ level: anything, seed: anything, signal: anything }, { requiredKeys: [] });
    const subject = fc.oneof(fc.constantFrom(kalah.start(), bao.record()), anything);
    await fc.assert(fc.asyncProperty(subject, limits, levels, async (of, how, level) => {
        if (how.depth === undefined) return; // it would search until all is proven
        await onlyRefuses(() => engine.analyse(of as never, how as never));
        await onlyRefuses(() => engine.play(of as never, { level: 1, ...level } as never));
    }), { numRuns: RUNS });
    assert.equal((await engine.analyse(kalah.start(), { depth: 2 })).depth, 2);
    engine.close();
});

test('nobody makes a position or a record of nothing', () => {
    for (const make of [() => new (Position as never as new () => unknown)(), () => new (Record as never as new () => unknown)()])
        assert.throws(make, KomweError);
});
