// What a visitor waits for at first is light: the page, the board, the engine and one game.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { treePath } from './load.ts';

const MOST = 150_000;
const GAME = 'kujifunza';

const site = treePath('build/web/site/');
const weigh = (file: string): number => brotliCompressSync(readFileSync(site + file)).length;

test('the first load is under 150 kB compressed', (context) => {
    const { first } = JSON.parse(readFileSync(`${site}files.json`, 'utf8')) as { first: string[] };
    for (const kind of ['.html', '.css', '.js', '.wasm'])
        assert.ok(first.some((file) => file.endsWith(kind)), `no ${kind}: ${first.join(' ')}`);
    const learned = readdirSync(`${site}assets`).find(
        (file) => file.startsWith(`${GAME}-`) && file.endsWith('.weights'),
    );
    const files = [...first, `assets/${learned}`];
    const weights = files.map((file) => [file, weigh(file)] as const);
    const sum = weights.reduce((all, [, of]) => all + of, 0);
    context.diagnostic(`${sum} bytes: ${weights.map(([file, of]) => `${file} ${of}`).join(', ')}`);
    assert.ok(sum < MOST, `${sum} bytes`);
});
