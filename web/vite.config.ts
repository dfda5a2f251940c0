import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// The modules and what was learned, as `cmake --build --preset wasm` makes them.
const built = fileURLToPath(new URL('../build/web', import.meta.url));

export default defineConfig({
    base: './', // the site works below any folder of any server
    plugins: [svelte()],
    resolve: { alias: { '@built': built } },
    server: { fs: { allow: ['.', built] } },
    worker: { format: 'es' },
    build: {
        outDir: `${built}/site`,
        emptyOutDir: true,
        target: 'es2022',
        assetsInlineLimit: 0, // so that a game's weights are fetched with that game alone
    },
});
