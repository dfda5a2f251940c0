// licenses.txt of the site: the licences of all that is bundled in it, which ask to go with it.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rollup } from 'vite';

/** What no package brings: the page itself, its font, and the C library in the engine's modules. */
const OTHERS: readonly (readonly [string, string])[] = [
    ['komwe', '../../LICENSE'],
    ['Figtree', '../src/app/font/OFL.txt'],
    ['wasi-libc', '../engine/wasi-libc.txt'],
];
const PACKAGE = /^[^\0].*\/node_modules\/(?:@[^/]+\/)?[^/]+/;

const section = (name: string, file: string): string =>
    `${name}\n${'='.repeat(name.length)}\n\n${readFileSync(file, 'utf8').trim()}\n`;

/** Of the package in a folder; fails if it has no licence. */
function packageSection(folder: string): string {
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
    if (file === undefined) throw new Error(`${folder} has no licence`);
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
    return section(`${name} ${version}`, join(folder, file));
}

/** Folders of the packages that a bundle has code of. */
const packagesOf = (bundle: Rollup.OutputBundle): string[] =>
    Object.values(bundle)
        .flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
        .flatMap((module) => PACKAGE.exec(module)?.[0] ?? []);

/** Of what no package brings, `others`.  Two plugins: Workers are bundles of their own, made before that of the page, which writes the file. */
export function licenses(others: readonly string[] = OTHERS.map(([name]) => name)): { readonly page: Plugin; readonly worker: Plugin } {
    const folders = new Set<string>();
    const take = (bundle: Rollup.OutputBundle): void =>
        packagesOf(bundle).forEach((folder) => folders.add(folder));
    const write = (): string =>
        [
            ...OTHERS.filter(([name]) => others.includes(name)).map(([name, file]) => section(name, fileURLToPath(new URL(file, import.meta.url)))),
            ...[...folders].sort().map(packageSection),
        ].join('\n\n');
    return {
        worker: { name: 'licenses-of-workers', generateBundle: (_, bundle) => take(bundle) },
        page: {
            name: 'licenses',
            generateBundle(_, bundle) {
                take(bundle);
                this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: write() });
            },
        },
    };
}
