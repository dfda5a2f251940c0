import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin, type Rollup } from 'vite';
import languages from './languages.json' with { type: 'json' };
import { POLICY } from './policy.ts';
import { addressed } from './scripts/address.ts';
import { folding } from './scripts/fold.ts';
import { licenses } from './scripts/licenses.ts';
import { shipped } from './scripts/shipped.ts';

// The modules and what was learned, as `cmake --build --preset wasm` makes them.
const built = fileURLToPath(new URL('../build/web', import.meta.url));

const rules = fileURLToPath(new URL('../rules', import.meta.url));

/** What stands in the head of the page. */
const HEAD = /^(index\.html|manifest\.webmanifest|icon\.svg)$/;
/** What fetches all others, and what every page needs. */
const BEGIN = /\/src\/main\.ts$/;
const PAGE = /\/src\/(page|words\/learned)\.ts$/;
/** What the home page fetches at once beside itself. */
const HOME = /\/src\/(home\/NextLesson|catalogue\/LadderPits)\.svelte$/;
/** What a first game needs beyond that: the library and the store, its page, the Workers with the engine. */
const LIBRARY = /\/src\/(texts|kept)\/open\.ts$/;
const GAME = /\/src\/(play\/PlayPage|match\/Play)\.svelte$/;
const ENGINE = /^assets\/(worker|komwe-(?!plain)).*$/;

/** Drawn or written with at once; other assets, letters of other languages too, are fetched when they are asked for. */
const PICTURE = /(\.svg|\/figtree-[0-9a-f]+\.woff2)$/;

/** A chunk, what it cannot begin without, and how all that looks. */
function withImports(bundle: Rollup.OutputBundle, name: string, found = new Set<string>()): Set<string> {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || found.has(name)) return found;
    found.add(name);
    for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css);
    for (const asset of chunk.viteMetadata?.importedAssets ?? []) if (PICTURE.test(asset)) found.add(asset);
    for (const other of chunk.imports) withImports(bundle, other, found);
    return found;
}

/** The chunks that hold modules like these, with all that they need. */
function chunksOf(bundle: Rollup.OutputBundle, ...like: readonly RegExp[]): Set<string> {
    const found = new Set<string>();
    for (const [name, chunk] of Object.entries(bundle))
        if (chunk.type === 'chunk' && chunk.moduleIds.some((id) => like.some((of) => of.test(id)))) withImports(bundle, name, found);
    return found;
}

/**
 * Lists for the service worker what there is to keep: `first` is what the home page needs, `game` what
 * a first game needs beyond that, which is the beginning of `rest`.
 */
const listFiles = (): Plugin => ({
    name: 'list-files',
    generateBundle: {
        order: 'post', // index.html has been written
        handler(_, bundle) {
            const made = Object.keys(bundle).filter((file) => file !== 'sw.js');
            const files = [...made, ...readdirSync('public')].sort();
            const version = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 12);
            const isHome = chunksOf(bundle, BEGIN, PAGE, HOME);
            const isFirst = (file: string): boolean => isHome.has(file) || HEAD.test(file);
            const first = files.filter(isFirst);
            const begun = chunksOf(bundle, LIBRARY, GAME);
            const game = files.filter((file) => !isFirst(file) && (begun.has(file) || ENGINE.test(file)));
            const rest = [...game, ...files.filter((file) => !isFirst(file) && !game.includes(file))];
            const source = JSON.stringify({ version, first, game, rest });
            this.emitFile({ type: 'asset', fileName: 'files.json', source });
            const worker = bundle['sw.js'];
            if (worker?.type === 'chunk') worker.code = worker.code.replace('__VERSION__', version);
        },
    },
});

/** What the page begins with, as it stands in its head: its policy, styles and scripts. */
const BEGINNING = /<meta http-equiv[^>]*>|<link rel="(?:(?:module)?preload|stylesheet)"[^>]*>|<script type="module"[^>]*><\/script>/g;

/** The page that others frame begins as the page does: as an entry of its own it would split what that fetches. */
const embedded = (): Plugin => ({
    name: 'embedded',
    generateBundle: {
        order: 'post',
        handler(_, bundle) {
            const page = bundle['index.html'];
            if (page?.type !== 'asset') return;
            const tags = String(page.source).match(BEGINNING) ?? [];
            const source = readFileSync('embed.html', 'utf8').replace(/<script type="module".*<\/script>/, tags.join('\n        '));
            this.emitFile({ type: 'asset', fileName: 'embed.html', source });
        },
    },
});

/** While it is worked on, styles stand in the page, and changes come by a WebSocket. */
const DEV_POLICY = `${POLICY.replace("connect-src 'self'", "connect-src 'self' ws:")}; style-src 'self' 'unsafe-inline'`;

/** The page says itself what it may do, whatever server it comes from. */
const guard = (): Plugin => ({
    name: 'guard',
    transformIndexHtml: (_, { server }) => [
        {
            tag: 'meta',
            attrs: {
                'http-equiv': 'Content-Security-Policy',
                content: server === undefined ? POLICY : DEV_POLICY,
            },
            injectTo: 'head-prepend',
        },
    ],
});

const ENTRY = /\s*<script type="module"[^>]*><\/script>(\s*<link rel="modulepreload"[^>]*>)*/;

/** index.html names what fetches all others, and lets the page be fetched beside it. */
const begin = (): Plugin => ({
    name: 'begin',
    transformIndexHtml: {
        order: 'post',
        handler(html, { bundle, chunk }) {
            if (bundle === undefined || chunk === undefined) return html; // while it is worked on
            const entry = into(chunk.fileName);
            if (entry !== chunk.fileName) delete bundle[chunk.fileName];
            const page = [...chunksOf(bundle, PAGE)].filter((file) => file !== entry && !PICTURE.test(file));
            const links = page.map((file) =>
                file.endsWith('.js')
                    ? `<link rel="modulepreload" crossorigin href="./${file}">`
                    : `<link rel="preload" as="style" crossorigin href="./${file}">`,
            );
            const script = `<script type="module" async crossorigin src="./${entry}"></script>`;
            return html.replace(ENTRY, `\n        ${[script, ...links].join('\n        ')}`);
        },
    },
});

/** The build knows where the site will be if KOMWE_SITE says it. */
const address = (site = process.env.KOMWE_SITE): Plugin => ({
    name: 'address',
    transformIndexHtml: (html) => (site === undefined ? html : addressed(html, site)),
});

/** Puts a smaller one beside each file, for servers that know how to send it, as `komwe serve`. */
const compress = (): Plugin => ({
    name: 'compress',
    writeBundle: {
        order: 'post',
        sequential: true,
        handler({ dir }) {
            for (const entry of readdirSync(dir!, { recursive: true, withFileTypes: true })) {
                if (!entry.isFile() || entry.name.endsWith('.br')) continue;
                const path = join(entry.parentPath, entry.name);
                const whole = readFileSync(path);
                const small = brotliCompressSync(whole);
                if (small.length < whole.length) writeFileSync(`${path}.br`, small);
            }
        },
    },
});

const { page, worker } = licenses();
const { plugin: fold, into } = folding();

/** Languages that are fetched when they are chosen. */
const OTHERS = Object.keys(languages).filter((code) => code !== 'en');

/** What is needed together is one file, since each costs a request. */
const GROUPS = [
    { name: 'begin', test: new RegExp(`${BEGIN.source}|preload-helper`), priority: 5 },
    { name: 'page', test: PAGE, priority: 4 },
    ...OTHERS.map((code) => ({ name: code, test: new RegExp(`/src/(words/${code}|shelf/words\\.${code})\\.ts$`), priority: 3 })),
    { name: 'library', test: LIBRARY, priority: 2 },
    { name: 'game', test: GAME, priority: 1 },
    { name: 'home', test: HOME },
];

/** Hashes that no word looks like, so that a server knows a name that is never used for other bytes. */
const names = { hashCharacters: 'hex' } as const;

export default defineConfig({
    base: './', // the site works below any folder of any server
    plugins: [
        svelte(), fold, guard(), address(), begin(), shipped(rules, `${built}/engine/komwe.wasm`), page, embedded(), listFiles(), compress(),
    ],
    resolve: { alias: { '@built': built } },
    server: { fs: { allow: ['.', '../data', rules, built] } },
    worker: { format: 'es', plugins: () => [worker], rollupOptions: { output: names } },
    build: {
        modulePreload: { polyfill: false },
        rollupOptions: {
            checks: { bundlerTimings: false }, // compress takes most of the time, as it must
            input: { index: 'index.html', sw: 'src/offline/keeper.ts' },
            output: {
                ...names,
                entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
                codeSplitting: { groups: GROUPS },
            },
        },
        outDir: `${built}/site`,
        emptyOutDir: true,
        target: 'es2022',
        assetsInlineLimit: 0, // so that a game's weights are fetched with that game alone
    },
});
