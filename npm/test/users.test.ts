// The packed package in the hands of others: node, threads, TypeScript, bundlers.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build, type Rollup } from 'vite';
import type {} from '../src/element/board.ts';
import { newProject, openBrowser, serve, type Project } from './project.ts';

let project: Project;
before(() => {
    project = newProject();
});
after(() => project.close());

const tool = (path: string): string => fileURLToPath(new URL(`../../web/node_modules/${path}`, import.meta.url));

/** The programs called node that there are: of the tools, and of the system where it is new enough. */
const nodes = [process.execPath, '/usr/bin/node'].filter((path) => {
    const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
    return Number(/^v(\d+)/.exec(stdout ?? '')?.[1] ?? 0) >= 18;
});

const PROGRAM = `
import { Engine, loadGame } from 'komwe';
import 'komwe/board'; // can be loaded where there are no elements
const oware = await loadGame('oware');
const engine = new Engine();
const record = oware.record();
for (let i = 0; i < 6; i++) record.play(await engine.play(record, { level: 2, seed: i }));
console.log(record.moves.length, (await engine.analyse(record, { depth: 3 })).depth);
// It is not closed: the program ends all the same.
`;

test('a program plays in node, and ends', () => {
    const file = project.write('play.js', PROGRAM);
    for (const node of nodes) assert.equal(execFileSync(node, [file], { encoding: 'utf8', timeout: 60_000 }), '6 3\n');
});

test('a program in a thread does, too', () => {
    project.write('play.js', PROGRAM);
    const file = project.write('thread.js', "import { Worker } from 'node:worker_threads'; new Worker(new URL('./play.js', import.meta.url));\n");
    assert.equal(execFileSync(process.execPath, [file], { encoding: 'utf8', timeout: 60_000 }), '6 3\n');
});

test('a program plays in Deno', (t) => {
    const deno = process.env.DENO ?? 'deno';
    if (spawnSync(deno, ['--version']).status !== 0) return t.skip('there is no deno; DENO names one');
    const file = project.write('play.js', PROGRAM);
    assert.equal(execFileSync(deno, ['run', '--no-prompt', '--allow-read', file], { encoding: 'utf8', timeout: 60_000 }), '6 3\n');
});

test('a program plays in a Worker of Chromium', async () => {
    const worker = PROGRAM.replaceAll(/'(komwe[^']*)'/g, (_, name: string) => `'./node_modules/komwe/dist/${name === 'komwe' ? 'index' : 'board'}.js'`);
    project.write('worker.js', worker.replace('console.log(', 'postMessage([').replace(/\);\n\/\/ It/, ']);\n// It'));
    project.write('worker.html', "<!doctype html><title></title><script>const worker = new Worker('worker.js', { type: 'module' }); worker.onmessage = ({ data }) => (document.title = data.join(' ')); worker.onerror = ({ message }) => (document.title = message || 'failed');</script>");
    const site = await serve(project.folder, false);
    const browser = await openBrowser();
    const page = await browser.newPage();
    await page.goto(`${site.url}worker.html`);
    await page.waitForFunction(() => document.title !== '');
    assert.equal(await page.title(), '6 3');
    await browser.close();
    await site.close();
});

const TYPED = `
import { Engine, loadGame, type Analysis, type Position } from 'komwe';
import type { KomweBoard } from 'komwe/board';
const game = await loadGame('kalah', { pits: 4 });
const start: Position = game.start();
const found: Analysis = await new Engine({ hash: 4 }).analyse(start, { depth: 2 });
const seeds: number | undefined = start.play(found.lines[0]!.move).seeds.A;
const board: KomweBoard = document.createElement('komwe-board');
board.addEventListener('komwe-move', ({ detail }) => detail.move.length + (seeds ?? 0));
// @ts-expect-error: a level is a number
board.level = 'strong';
// @ts-expect-error: there is no such option
await new Engine().play(start, { strength: 3 });
`;

test('its types hold, with every check', () => {
    const file = project.write('typed.ts', TYPED);
    for (const resolution of ['nodenext', 'bundler']) {
        const module = resolution === 'nodenext' ? 'nodenext' : 'esnext';
        const options = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable', '--module', module, '--moduleResolution', resolution];
        const { status, stdout } = spawnSync(process.execPath, [tool('typescript/bin/tsc'), ...options, file], { cwd: project.folder, encoding: 'utf8' });
        assert.equal(status, 0, stdout);
    }
});

/** The files of a bundle of a program, by name. */
async function bundled(program: string): Promise<Map<string, Uint8Array>> {
    const input = project.write('bundled.js', program);
    const made = (await build({
        root: project.folder,
        configFile: false,
        logLevel: 'error',
        build: { write: false, target: 'es2022', modulePreload: false, assetsInlineLimit: 0, rollupOptions: { input, preserveEntrySignatures: 'strict' } },
    })) as Rollup.RollupOutput;
    return new Map(made.output.map((file) => [file.fileName, Buffer.from(file.type === 'chunk' ? file.code : file.source)]));
}

const sized = (files: Map<string, Uint8Array>, like: RegExp): number =>
    [...files].filter(([name]) => like.test(name)).reduce((sum, [, bytes]) => sum + brotliCompressSync(bytes).length, 0);

/** kB of brotli for all that a page fetches which plays one game with the engine. */
const ONE_GAME = 164_000;

test('a bundle with one game is small, and has no board', async (t) => {
    const files = await bundled("import { Engine, loadGame } from 'komwe';\nconst game = await loadGame('kalah');\nexport const move = await new Engine().play(game.start(), { level: 5 });\n");
    const code = [...files].filter(([name]) => name.endsWith('.js')).map(([, bytes]) => Buffer.from(bytes).toString());
    assert.ok(!code.some((text) => text.includes('komwe-board')), 'what is not used is left out');
    const needed = /(bundled|engine|module|index)-[\w-]+\.js$|worker-[\w-]+\.mjs$|komwe-[\w-]+\.wasm$|kalah\.?weights-[\w-]+\.js$|kalah-[\w-]+\.js$/;
    const bytes = sized(files, needed);
    t.diagnostic(`${bytes} bytes, brotli: ${[...files.keys()].filter((name) => needed.test(name)).join(' ')}`);
    assert.ok([...files.keys()].some((name) => /komwe-[\w-]+\.wasm$/.test(name)), 'the bundler finds the module');
    assert.ok(bytes > 60_000 && bytes < ONE_GAME);
});

const BUNDLED = `
import 'komwe/board';
import { Engine, loadGame } from 'komwe';
document.body.innerHTML = '<komwe-board game="oware" playable="south" level="1" speed="0"></komwe-board>';
const game = await loadGame('bakuk');
document.title = await new Engine().play(game.start(), { level: 5 });
`;

test('a bundle plays in Chromium', async () => {
    const input = project.write('page.js', BUNDLED);
    await build({
        root: project.folder,
        configFile: false,
        logLevel: 'error',
        base: './',
        build: { outDir: 'bundle', target: 'es2022', rollupOptions: { input, output: { entryFileNames: 'page.js' } } },
    });
    project.write('bundle/index.html', '<!doctype html><title></title><body></body><script type="module" src="page.js"></script>');
    const site = await serve(join(project.folder, 'bundle'), false);
    const browser = await openBrowser();
    const page = await browser.newPage();
    await page.goto(`${site.url}index.html`);
    await page.waitForFunction(() => document.title !== '');
    assert.match(await page.title(), /^[A-Za-z]/);
    await page.getByRole('button', { name: /^C[,:].* 4 / }).click();
    await page.waitForFunction(() => document.querySelector('komwe-board')!.moves.length >= 2);
    await browser.close();
    await site.close();
});

test('the licences of what is inside go with it', () => {
    const text = readFileSync(join(project.folder, 'node_modules/komwe/dist/licenses.txt'), 'utf8');
    for (const name of ['komwe', 'svelte', 'wasi-libc']) assert.match(text, new RegExp(`^${name}( [\\d.]+)?\n=+\n\n\\S`, 'm'), name);
});
