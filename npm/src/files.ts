// Files of the package and Workers, in browsers, in Node and in Deno.

import { KomweError } from '../../web/src/engine/types.ts';

const inNode = typeof process === 'object' && typeof process.versions?.node === 'string';

/** A part of Node's library; its name is put together, so that no bundler looks for it. */
const nodePart = <T>(name: string): Promise<T> => import(/* @vite-ignore */ /* webpackIgnore: true */ `node:${name}`) as Promise<T>;

const failed = (url: URL, why: string): KomweError => new KomweError('failed', `${url.href} cannot be fetched: ${why}`);

async function fetched(url: URL): Promise<Response> {
    const response = await fetch(url).catch((error: unknown) => {
        throw failed(url, String(error));
    });
    if (!response.ok) throw failed(url, `status ${response.status}`);
    return response;
}

async function compileFetched(url: URL): Promise<WebAssembly.Module> {
    const response = await fetched(url);
    return response.headers.get('Content-Type') === 'application/wasm'
        ? WebAssembly.compileStreaming(response)
        : WebAssembly.compile(await response.arrayBuffer());
}

/** A module from its address. */
export async function compileAt(url: URL): Promise<WebAssembly.Module> {
    if (!inNode || url.protocol !== 'file:') return compileFetched(url);
    const { readFile } = await nodePart<typeof import('node:fs/promises')>('fs/promises');
    const bytes = await readFile(url).catch((error: unknown) => {
        throw failed(url, String(error));
    });
    return WebAssembly.compile(bytes);
}

// ---- Workers -------------------------------------------------------------------------------------

/** A thread of Node as a Worker of the web; a program may end while nothing is asked of it. */
async function nodeWorkers(url: URL): Promise<() => Worker> {
    const { Worker: Thread } = await nodePart<typeof import('node:worker_threads')>('worker_threads');
    return () => {
        const thread = new Thread(url);
        thread.unref();
        let asked = 0;
        const worker = {
            onmessage: null as Worker['onmessage'],
            onerror: null as Worker['onerror'],
            postMessage(message: object): void {
                if ('id' in message && asked++ === 0) thread.ref();
                thread.postMessage(message);
            },
            terminate: () => void thread.terminate(),
        } as unknown as Worker;
        thread.on('message', (data: object) => {
            if (!('report' in data) && --asked === 0) thread.unref();
            worker.onmessage?.({ data } as MessageEvent);
        });
        thread.on('error', ({ message }) => worker.onerror?.({ message } as ErrorEvent));
        return worker;
    };
}

/** A Worker of another origin is not allowed: one of this origin imports it. */
function browserWorker(url: URL): Worker {
    if (url.origin === globalThis.location?.origin || url.protocol === 'file:') return new Worker(url, { type: 'module' });
    const source = URL.createObjectURL(new Blob([`import ${JSON.stringify(url.href)};`], { type: 'text/javascript' }));
    try {
        return new Worker(source, { type: 'module' });
    } finally {
        URL.revokeObjectURL(source);
    }
}

/** What starts Workers of a file. */
export const workersAt = async (url: URL): Promise<() => Worker> =>
    inNode ? nodeWorkers(url) : () => browserWorker(url);

/** Memory can be shared with Workers, so that a search is stopped without losing what it has learned. */
export const canShare = (): boolean =>
    typeof SharedArrayBuffer === 'function' && (globalThis.crossOriginIsolated ?? inNode);
