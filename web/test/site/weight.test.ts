// What a visitor waits for is light: first the home page with its board, then the engine and one game.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test, type TestContext } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { treePath } from '../support/load.ts';

/** Of it 6 kB are the positions of the lessons, which the next lesson and the ladder are drawn by. */
const FIRST_MOST = 83_000;
/** A fifth of it is what reads and plays the games that are texts, with the texts of the first listed. */
const GAME_MOST = 254_000;
const GAME = 'hus';

const site = treePath('build/web/site/');
const weigh = (file: string): number => brotliCompressSync(readFileSync(site + file)).length;
const { first, game } = JSON.parse(readFileSync(`${site}files.json`, 'utf8')) as Readonly<
    Record<'first' | 'game', string[]>
>;

function weighAll(context: TestContext, files: readonly string[]): number {
    const weights = files.map((file) => [file, weigh(file)] as const);
    const sum = weights.reduce((all, [, of]) => all + of, 0);
    context.diagnostic(`${sum} bytes: ${weights.map(([file, of]) => `${file} ${of}`).join(', ')}`);
    return sum;
}

test('the home page is light, and has no engine', (context) => {
    for (const kind of ['.html', '.css', '.js', '.svg', '.woff2'])
        assert.ok(first.some((file) => file.endsWith(kind)), `no ${kind}: ${first.join(' ')}`);
    assert.deepEqual(first.filter((file) => /\.wasm$|worker/.test(file)), []);
    const sum = weighAll(context, first);
    assert.ok(sum < FIRST_MOST, `${sum} bytes`);
});

test('with all that a first game needs, the engine and what was learned among it, it is light', (context) => {
    for (const part of ['komwe-', 'worker-', 'library-', 'game-'])
        assert.ok(game.some((file) => file.startsWith(`assets/${part}`)), `no ${part}: ${game.join(' ')}`);
    const learned = readdirSync(`${site}assets`).find(
        (file) => file.startsWith(`${GAME}-`) && file.endsWith('.weights'),
    );
    const sum = weighAll(context, [...first, ...game, `assets/${learned}`]);
    assert.ok(sum < GAME_MOST, `${sum} bytes`);
});
