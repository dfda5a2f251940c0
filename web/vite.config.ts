import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin, type Rollup } from 'vite';

// The modules and what was learned, as `cmake --build --preset wasm` makes them.
const built = fileURLToPath(new URL('../build/web', import.meta.url));

/** What the page needs before anything is chosen, by the names that the build gives. */
const isNamedFirst = (file: string): boolean =>
    /^(index\.html|manifest\.webmanifest|icon\.svg|assets\/(index|worker|komwe-(?!plain))[^/]*\.(js|css|wasm))$/.test(
        file,
    );

/** Those files, and the scripts that they cannot begin without. */
function withImports(bundle: Rollup.OutputBundle, files: readonly string[]): Set<string> {
    const all = new Set(files); // what is added meanwhile is gone through too
    for (const file of all) {
        const made = bundle[file];
        if (made?.type === 'chunk') made.imports.forEach((other) => all.add(other));
    }
    return all;
}

/** Lists for the service worker what there is to keep. */
const listFiles = (): Plugin => ({
    name: 'list-files',
    generateBundle: {
        order: 'post', // index.html has been written
        handler(_, bundle) {
            const made = Object.keys(bundle).filter((file) => file !== 'sw.js');
            const files = [...made, ...readdirSync('public')].sort();
            const version = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 12);
            const needed = withImports(bundle, files.filter(isNamedFirst));
            const first = files.filter((file) => needed.has(file));
            const rest = files.filter((file) => !needed.has(file));
            const source = JSON.stringify({ version, first, rest });
            this.emitFile({ type: 'asset', fileName: 'files.json', source });
            const worker = bundle['sw.js'];
            if (worker?.type === 'chunk') worker.code += `\n// ${version}\n`; // a new one to the browser
        },
    },
});

export default defineConfig({
    base: './', // the site works below any folder of any server
    plugins: [svelte(), listFiles()],
    resolve: { alias: { '@built': built } },
    server: { fs: { allow: ['.', built] } },
    worker: { format: 'es' },
    build: {
        rollupOptions: {
            input: { index: 'index.html', sw: 'src/offline/keeper.ts' },
            output: {
                entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
            },
        },
        outDir: `${built}/site`,
        emptyOutDir: true,
        target: 'es2022',
        assetsInlineLimit: 0, // so that a game's weights are fetched with that game alone
    },
});
