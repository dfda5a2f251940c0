// Builds the package: `scripts/web package`.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';
import { licenses } from '../web/scripts/licenses.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** What belongs to single games: a folder of files, and how they end. */
const DATA = {
    rules: { folder: path('../rules'), ending: '.rules' },
    weights: { folder: path('../build/web/engine/weights'), ending: '.weights' },
    books: { folder: path('../data/books'), ending: '.book' },
} as const;
type Kind = keyof typeof DATA;

const namesOf = (kind: Kind): readonly string[] =>
    readdirSync(DATA[kind].folder)
        .filter((name) => name.endsWith(DATA[kind].ending))
        .map((name) => name.slice(0, -DATA[kind].ending.length))
        .sort();

/** virtual:data, and each file of it as a module, so that every bundler knows what is fetched when. */
const data = (): Plugin => ({
    name: 'data',
    resolveId: (id) => (id.startsWith('virtual:data') ? `\0${id}` : undefined),
    load(id) {
        if (!id.startsWith('\0virtual:data')) return undefined;
        const [, kind, name] = id.split('/') as [string, Kind?, string?];
        if (kind !== undefined && name !== undefined) {
            const { folder, ending } = DATA[kind];
            return `export default ${JSON.stringify(readFileSync(join(folder, name + ending), 'utf8'))};`;
        }
        const kinds = (Object.keys(DATA) as Kind[]).map((one) => {
            const entries = namesOf(one).map((game) => `${JSON.stringify(game)}: () => import('virtual:data/${one}/${game}')`);
            return `export const ${one} = {${entries.join(',\n')}};`;
        });
        return kinds.join('\n');
    },
});

/** What is of the page alone stands here in another way. */
const INSTEAD: readonly (readonly [RegExp, string])[] = [
    [/\/web\/src\/app\/settings\.svelte\.ts$/, path('src/element/settings.svelte.ts')],
    [/\/web\/src\/board\/defs\.ts$/, path('src/element/nothing.ts')],
];
const instead = (): Plugin => ({
    name: 'instead',
    enforce: 'pre',
    async resolveId(source, importer) {
        if (!source.startsWith('.')) return undefined;
        const found = await this.resolve(source, importer, { skipSelf: true });
        return INSTEAD.find(([like]) => found !== null && like.test(found.id))?.[1];
    },
});

/** Comments that keep Vite from the addresses of files must not keep the bundlers of others from them. */
const addresses = (): Plugin => ({
    name: 'addresses',
    enforce: 'post',
    renderChunk: (code) => code.replaceAll(/new URL\(\s*\/\* @vite-ignore \*\/\s*/g, 'new URL('),
});

/** The Worker is a file of its own that imports nothing: bundlers copy it as it is. */
const ENTRIES = {
    package: { index: path('src/index.ts'), board: path('src/element/board.ts') },
    worker: { worker: path('src/worker.ts') },
};

export default defineConfig(({ mode }) => ({
    root: path('.'),
    plugins: [instead(), data(), ...(mode === 'worker' ? [] : [licenses(['komwe', 'wasi-libc']).page]), svelte({ configFile: false, compilerOptions: { css: 'injected' } }), addresses()],
    publicDir: false,
    build: {
        lib: { entry: mode === 'worker' ? ENTRIES.worker : ENTRIES.package, formats: ['es'] },
        outDir: path('../build/npm/komwe/dist'),
        emptyOutDir: mode !== 'worker',
        target: 'es2022',
        minify: true,
        rollupOptions: {
            output: {
                entryFileNames: mode === 'worker' ? '[name].mjs' : '[name].js',
                chunkFileNames: ({ facadeModuleId }) => {
                    const [, kind, name] = /virtual:data\/(\w+)\/(.+)$/.exec(facadeModuleId ?? '') ?? [];
                    return kind === undefined ? '[name]-[hash].js' : `data/${name}.${kind}.js`;
                },
            },
        },
    },
}));
