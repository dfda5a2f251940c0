// Ways to an API: in this thread, or in a Worker.

import { openApi, type Api } from './module.ts';
import { KomweError } from './types.ts';

export type OnReport = (json: string) => void;

/** Requests are answered one after the other. */
export interface Post {
    ask(request: string, onReport?: OnReport): Promise<string>;
    /**
     * Ends the search at work; its answer is what it has found so far.  Where the API can only be
     * thrown away for that, what was asked fails with `lost`.
     */
    stop(): void;
    /** How often the API was thrown away, with all its state. */
    readonly losses: number;
    close(): void;
}

/** What a request meets whose Worker was thrown away to stop it. */
export const lost = new KomweError('failed', 'the search was stopped');

// ---- messages --------------------------------------------------------------------------------

export type ToWorker =
    | { readonly open: WebAssembly.Module; readonly flag: Int32Array | null }
    | { readonly id: number; readonly request: string };

export type FromWorker =
    | { readonly id: number; readonly report: string }
    | { readonly id: number; readonly answer: string }
    | { readonly id: number; readonly failed: string };

// ---- in this thread --------------------------------------------------------------------------

/** Blocks this thread while it answers; a search can be stopped only by its `onReport`. */
export async function localPost(module: WebAssembly.Module): Promise<Post> {
    let ending = false;
    const api: Api = await openApi(module, () => ending);
    return {
        async ask(request, onReport) {
            ending = false;
            return api.ask(request, (json) => {
                onReport?.(json);
                return !ending;
            });
        },
        stop() {
            ending = true;
        },
        losses: 0,
        close() {},
    };
}

// ---- in a Worker -----------------------------------------------------------------------------

interface Waiting {
    readonly request: string;
    readonly onReport: OnReport | undefined;
    readonly resolve: (answer: string) => void;
    readonly reject: (error: Error) => void;
}

/**
 * `start` makes a new Worker.  Where memory can be shared, as in an isolated page, a flag in it stops a
 * search; elsewhere the Worker is thrown away with all that it remembers.
 */
export function workerPost(
    module: WebAssembly.Module,
    start: () => Worker,
    shared: boolean = globalThis.crossOriginIsolated,
): Post {
    const waiting = new Map<number, Waiting>();
    const flag = shared
        ? new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
        : null;
    let last = 0;
    let worker: Worker | null = null;
    let losses = 0;

    function failAll(error: Error): void {
        worker?.terminate();
        worker = null;
        if (flag !== null) Atomics.store(flag, 0, 0);
        losses++;
        const all = [...waiting.values()];
        waiting.clear();
        for (const { reject } of all) reject(error);
    }

    function receive({ data }: MessageEvent<FromWorker>): void {
        const of = waiting.get(data.id);
        if (of === undefined) return;
        if ('report' in data) {
            of.onReport?.(data.report);
            return;
        }
        if ('failed' in data) {
            failAll(new KomweError('failed', data.failed)); // its state is unknown
            return;
        }
        waiting.delete(data.id);
        if (waiting.size === 0 && flag !== null) Atomics.store(flag, 0, 0);
        of.resolve(data.answer);
    }

    function begin(): Worker {
        const made = start();
        made.onmessage = receive;
        made.onerror = (event) => failAll(new KomweError('failed', event.message));
        made.postMessage({ open: module, flag } satisfies ToWorker);
        return made;
    }

    return {
        ask(request, onReport) {
            worker ??= begin();
            const id = ++last;
            const to = worker;
            return new Promise((resolve, reject) => {
                waiting.set(id, { request, onReport, resolve, reject });
                to.postMessage({ id, request } satisfies ToWorker);
            });
        },
        stop() {
            if (waiting.size === 0) return;
            if (flag === null) failAll(lost);
            else Atomics.store(flag, 0, 1);
        },
        get losses() {
            return losses;
        },
        close() {
            failAll(lost);
        },
    };
}
