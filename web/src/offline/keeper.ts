// Works without a network: what the page needs first is kept when this is installed, the rest when
// it is first asked for, or when the page has nothing else to do.  `files.json`, which the build
// writes, lists all of it; names hold a hash of what is in them, so what is kept never gets old.
// The list is kept too: by the time it is needed again another version may stand on the server.

interface Files {
    /** Of all of them. */
    readonly version: string;
    readonly first: readonly string[];
    readonly rest: readonly string[];
}

const worker = self as unknown as ServiceWorkerGlobalScope;
const LIST = 'files.json';
const PREFIX = 'komwe-';
/** Of what this keeps; the build writes it here. */
const VERSION = '__VERSION__';

const own = (): Promise<Cache> => caches.open(PREFIX + VERSION);

/** Past the browser's own cache, which may hold what a file of that name was before. */
const fresh = (file: string): Request => new Request(file, { cache: 'no-cache' });

/** Fails where files of another version are served by now: their service worker installs them. */
async function install(): Promise<void> {
    const cache = await own();
    await cache.add(new Request(LIST, { cache: 'no-store' }));
    const { version, first } = await list();
    if (version !== VERSION) throw new Error(`${LIST} is of ${version}, not of ${VERSION}`);
    await cache.addAll(first.map(fresh));
    await worker.skipWaiting();
}

async function list(): Promise<Files> {
    const kept = await (await own()).match(LIST);
    return (await kept!.json()) as Files;
}

async function activate(): Promise<void> {
    for (const name of await caches.keys())
        if (name.startsWith(PREFIX) && name !== PREFIX + VERSION) await caches.delete(name);
    await worker.clients.claim();
}

/** One after the other, so that a game's own files never wait behind them. */
async function fill(): Promise<void> {
    const { rest } = await list();
    const cache = await own();
    for (const file of rest) if ((await cache.match(file)) === undefined) await cache.add(fresh(file));
}

const FOLDER = new URL('.', location.href).pathname;

/** The page, and the one that others frame, whatever is asked of them behind `?`; undefined: none of them. */
function pageAt(url: string): string | undefined {
    const { pathname } = new URL(url);
    const name = pathname.startsWith(FOLDER) ? pathname.slice(FOLDER.length) : pathname;
    return { '': 'index.html', 'index.html': 'index.html', embed: 'embed.html', 'embed.html': 'embed.html' }[name];
}

async function answer(request: Request): Promise<Response> {
    const cache = await own();
    const named = (request.mode === 'navigate' ? pageAt(request.url) : undefined) ?? request;
    const { origin, search } = new URL(request.url);
    const found = await cache.match(named, { ignoreSearch: true });
    if (found !== undefined) return found;
    const response = await fetch(request);
    // What is asked for behind `?` is one answer of many: a picture, a page with what a link shows.
    if (response.ok && origin === location.origin && search === '')
        await cache.put(named, response.clone()).catch(() => undefined); // it may be full
    return response;
}

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('message', (event) => {
    // Without a network it is done when there is one again.
    if (event.data === 'fill') event.waitUntil(fill().catch(() => undefined));
});
worker.addEventListener('fetch', (event) => {
    const { request } = event;
    if (request.method !== 'GET' || !request.url.startsWith(worker.registration.scope)) return;
    if (request.url.endsWith(`/${LIST}`)) return;
    event.respondWith(answer(request));
});

export {};
