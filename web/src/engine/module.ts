// A WebAssembly module of web/engine/reactor.c at work: requests as text in, answers as text out.

import { KomweError } from './types.ts';

interface Exports {
    readonly memory: WebAssembly.Memory;
    _initialize(): void;
    api_init(): number;
    api_request_buffer(length: number): number;
    api_run(): number;
    api_answer_length(): number;
    api_abort(): void;
}

/** Hears what a search has found; returning false ends the search. */
export type OnReport = (json: string) => boolean;

export interface Api {
    /** Answers one request; `onReport` is called while it is at work. */
    ask(request: string, onReport?: OnReport): string;
}

const BAD_DESCRIPTOR = 8;

/** `stopped` is asked now and then while a search is at work. */
export async function openApi(
    module: WebAssembly.Module,
    stopped: () => boolean = () => false,
): Promise<Api> {
    let report: OnReport | undefined;
    const encoder = new TextEncoder();
    const decoder = new TextDecoder();
    const text = (at: number, length: number): string =>
        decoder.decode(new Uint8Array(api.memory.buffer, at, length));

    const host = {
        host_progress: (at: number, length: number): number =>
            !stopped() && (report === undefined || report(text(at, length))) ? 1 : 0,
    };
    // What the C library wants of a system: a clock, which the search looks at now and then.
    const system = {
        clock_time_get(_clock: number, _precision: bigint, at: number): number {
            if (stopped()) api.api_abort();
            const now = BigInt(Math.round(performance.now() * 1e6));
            new DataView(api.memory.buffer).setBigUint64(at, now, true);
            return 0;
        },
        fd_close: () => BAD_DESCRIPTOR,
        fd_seek: () => BAD_DESCRIPTOR,
        fd_write: () => BAD_DESCRIPTOR,
    };
    const instance = await WebAssembly.instantiate(module, {
        env: host,
        wasi_snapshot_preview1: system,
    });
    const api = instance.exports as unknown as Exports;
    api._initialize();
    if (api.api_init() === 0) throw new KomweError('no-memory', 'there is not enough memory');

    return {
        ask(request, onReport) {
            const bytes = encoder.encode(request);
            const at = api.api_request_buffer(bytes.length);
            if (at === 0) throw new KomweError('no-memory', 'there is not enough memory');
            new Uint8Array(api.memory.buffer, at, bytes.length).set(bytes);
            report = onReport;
            const answer = api.api_run();
            report = undefined;
            return text(answer, api.api_answer_length());
        },
    };
}

// A function that makes a vector of bytes: (module (func (drop (i8x16.splat (i32.const 0))))).
const VECTORS = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26,
    11,
]);

/** True if modules with vectors of 16 bytes can run here. */
export const hasVectors = (): boolean => WebAssembly.validate(VECTORS);
