// Works without a network: what the page needs first is kept when this is installed, the rest when
// it is first asked for, or when the page has nothing else to do.  `files.json`, which the build
// writes, lists all of it; names hold a hash of what is in them, so what is kept never gets old.

interface Files {
    /** Of all of them. */
    readonly version: string;
    readonly first: readonly string[];
    readonly rest: readonly string[];
}

const worker = self as unknown as ServiceWorkerGlobalScope;
const PREFIX = 'komwe-';

async function list(): Promise<Files> {
    const response = await fetch('files.json', { cache: 'no-store' });
    return (await response.json()) as Files;
}

const currentName = async (): Promise<string> =>
    (await caches.keys()).filter((name) => name.startsWith(PREFIX)).pop() ?? PREFIX;

/** Past the browser's own cache, which may hold what a file of that name was before. */
const fresh = (file: string): Request => new Request(file, { cache: 'no-cache' });

async function install(): Promise<void> {
    const { version, first } = await list();
    const cache = await caches.open(PREFIX + version);
    await cache.addAll(first.map(fresh));
    await worker.skipWaiting();
}

async function activate(): Promise<void> {
    const { version } = await list();
    for (const name of await caches.keys())
        if (name.startsWith(PREFIX) && name !== PREFIX + version) await caches.delete(name);
    await worker.clients.claim();
}

/** One after the other, so that a game's own files never wait behind them. */
async function fill(): Promise<void> {
    const { version, rest } = await list();
    const cache = await caches.open(PREFIX + version);
    for (const file of rest) if ((await cache.match(file)) === undefined) await cache.add(fresh(file));
}

async function answer(request: Request): Promise<Response> {
    const cache = await caches.open(await currentName());
    const page = request.mode === 'navigate';
    const found = await cache.match(page ? 'index.html' : request, { ignoreSearch: true });
    if (found !== undefined) return found;
    const response = await fetch(request);
    if (response.ok && new URL(request.url).origin === location.origin)
        await cache.put(request, response.clone());
    return response;
}

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('message', (event) => {
    // Without a network it is done another time.
    if (event.data === 'fill') event.waitUntil(fill().catch(() => undefined));
});
worker.addEventListener('fetch', (event) => {
    const { request } = event;
    if (request.method !== 'GET' || !request.url.startsWith(worker.registration.scope)) return;
    if (request.url.endsWith('/files.json')) return;
    event.respondWith(answer(request));
});

export {};
