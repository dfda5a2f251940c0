// The modules, and the same API compiled natively, as the build has made them.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { weightsGame } from '../../src/engine/weights.ts';
import { openApi, type Api } from '../../src/engine/module.ts';

const root = new URL('../../../', import.meta.url);

export const treePath = (path: string): string => fileURLToPath(new URL(path, root));

/** With vectors, and without. */
export const MODULES = ['komwe.wasm', 'komwe-plain.wasm'] as const;

/** The same, with endgame tables. */
export const MODULES_WITH_TABLES = ['tables.wasm', 'tables-plain.wasm'] as const;

export const loadModule = (name: string): Promise<WebAssembly.Module> =>
    WebAssembly.compile(readFileSync(treePath(`build/web/engine/${name}`)));

export const loadApi = async (name: string): Promise<Api> => openApi(await loadModule(name));

export const weightsOf = (game: string): string =>
    readFileSync(treePath(`build/web/engine/weights/${weightsGame(game)}.weights`), 'utf8');

export const bookOf = (game: string): string => readFileSync(treePath(`data/books/${game}.book`), 'utf8');

const nativePath = process.env.KOMWE_API_LINES ?? treePath('build/release/tests/api_lines');

/** What the native API answers to each request: what was received, and last the answer. */
export function askNative(requests: readonly string[]): string[][] {
    const input = requests.map((request) => `${request}\0`).join('');
    const { status, stdout, error } = spawnSync(nativePath, {
        input,
        encoding: 'utf8',
        maxBuffer: 1 << 30,
    });
    if (error !== undefined) throw error;
    if (status !== 0) throw new Error(`${nativePath} ended with ${status}`);
    const answers: string[][] = [];
    let received: string[] = [];
    for (const line of stdout.split('\n').slice(0, -1)) {
        if (line.startsWith('\t')) {
            received.push(line.slice(1));
        } else {
            answers.push([...received, line]);
            received = [];
        }
    }
    return answers;
}
