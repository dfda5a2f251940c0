// What a phone asks of a page that it installs.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { treePath } from '../support/load.ts';

interface Icon {
    readonly src: string;
    readonly sizes: string;
    readonly type: string;
    readonly purpose: string;
}

const file = (name: string): Buffer => readFileSync(treePath(`web/public/${name}`));
const manifest = JSON.parse(file('manifest.webmanifest').toString()) as Readonly<Record<string, string>> & {
    readonly icons: readonly Icon[];
};
const html = readFileSync(treePath('web/index.html'), 'utf8');

/** Of a PNG, from its first chunk. */
function sizeOf(png: Buffer): string {
    assert.equal(png.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n');
    return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

test('the manifest says what the program is called, where it begins, and that it runs by itself', () => {
    const { id, start_url, scope, display, name, short_name } = manifest;
    assert.deepEqual([id, start_url, scope, display], ['./', './', './', 'standalone']);
    assert.ok(name === 'komwe' && short_name!.length <= 12);
    for (const colour of ['background_color', 'theme_color']) assert.match(manifest[colour] ?? '', /^#[0-9a-f]{6}$/, colour);
    assert.ok((manifest.description ?? '').length >= 100);
});

test('there are icons of both sizes as pixels, plain and to be cut, and they have their sizes', () => {
    const png = manifest.icons.filter(({ type }) => type === 'image/png');
    for (const purpose of ['any', 'maskable'])
        for (const sizes of ['192x192', '512x512'])
            assert.ok(png.some((icon) => icon.purpose === purpose && icon.sizes === sizes), `${purpose} ${sizes}`);
    for (const { src, sizes } of png) assert.equal(sizeOf(file(src)), sizes, src);
    for (const { src, type } of manifest.icons) if (type === 'image/svg+xml') assert.match(file(src).toString(), /^<svg /);
    const [, apple] = /rel="apple-touch-icon" href="([^"]+)"/.exec(html)!;
    assert.equal(sizeOf(file(apple!)), '180x180');
});

test('the bar above the program has a colour in light and in dark', () => {
    const colours = [...html.matchAll(/<meta name="theme-color" content="(#[0-9a-f]{6})" media="\(prefers-color-scheme: (\w+)\)"/g)];
    assert.deepEqual(colours.map(([, , scheme]) => scheme), ['light', 'dark']);
    assert.equal(colours[0]![1], manifest.theme_color);
});
