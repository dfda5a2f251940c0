// Lines of komwe-ugi(5), as the engine writes them.

import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Komwe } from '../../src/engine/komwe.ts';
import { NativeEngine, readInfo } from '../../src/engine/native.ts';
import { localPost } from '../../src/engine/post.ts';
import { loadModule, MODULES } from '../support/load.ts';

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

test('wins, losses and points are distinguished', () => {
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

/** Gives the engine of the machine a WebSocket whose other end says these lines when it is to go. */
function answerGo(context: TestContext, lines: readonly string[]): void {
    class Socket {
        onopen = (): void => undefined;
        onclose = (): void => undefined;
        onmessage = (_: { readonly data: string }): void => undefined;
        constructor() {
            queueMicrotask(() => this.onopen());
        }
        send(line: string): void {
            const said = line === 'ugi' ? ['ugiok'] : line.startsWith('go') ? lines : [];
            for (const data of said) this.onmessage({ data });
        }
        close(): void {
            queueMicrotask(() => this.onclose());
        }
    }
    const before = globalThis.WebSocket;
    globalThis.WebSocket = Socket as unknown as typeof WebSocket;
    context.after(() => (globalThis.WebSocket = before));
}

const komwe = new Komwe(await localPost(await loadModule(MODULES[0])));
const lineOf = (depth: number, rank: number, move: string): string =>
    `info depth ${depth} score seeds 1 nodes 9 nps 9 hashfull 0 time 1 multipv ${rank} pv ${move}`;

test('the lines of a depth stay until there are as many of the next', async (context) => {
    answerGo(context, [
        ...['A', 'B', 'C'].map((move, i) => lineOf(1, i + 1, move)),
        ...['C', 'A', 'B'].map((move, i) => lineOf(2, i + 1, move)),
        'bestmove C',
    ]);
    const reports: (readonly [number, string])[] = [];
    await new NativeEngine('ws://localhost/engine').search(await komwe.play({ game: 'kalah' }), {
        lines: 3,
        onReport: ({ depth, lines }) => reports.push([depth, lines.map(({ moves }) => moves[0]).join('')]),
    });
    assert.deepEqual(reports, [[1, 'A'], [1, 'AB'], [1, 'ABC'], [2, 'CAB']]);
});

test('whatever the engine of the machine refuses ends the search', async (context) => {
    answerGo(context, ['info string there is not enough memory for a Hash of 64']);
    const engine = new NativeEngine('ws://localhost/engine');
    await assert.rejects(engine.search(await komwe.play({ game: 'kalah' })), {
        code: 'no-memory',
        message: 'there is not enough memory',
    });
});
