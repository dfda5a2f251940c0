// The side of a Worker: answers requests in the order in which they come.

import { openApi, type Api } from './module.ts';
import type { FromWorker, ToWorker } from './post.ts';

/** What a Worker receives requests and answers on: its global object, or what stands for it. */
export interface Port {
    onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
    postMessage(message: FromWorker): void;
}

const isOf = (data: object, kinds: Readonly<Record<string, (value: unknown) => boolean>>): boolean =>
    Object.entries(kinds).every(([name, is]) => Object.hasOwn(data, name) && is((data as Record<string, unknown>)[name]));

const isOpening = (data: object): data is Extract<ToWorker, { open: unknown }> =>
    isOf(data, {
        open: (value) => value instanceof WebAssembly.Module,
        flag: (value) => value === null || (value instanceof Int32Array && value.length > 0),
    });

const isRequest = (data: object): data is Extract<ToWorker, { id: number }> =>
    isOf(data, { id: Number.isSafeInteger, request: (value) => typeof value === 'string' });

/** What is no message is answered with the number of one, if it has any, and changes nothing. */
export function answerOn(port: Port): void {
    let opened: Promise<Api> | undefined;

    const refuse = (data: unknown, failed: string): void => {
        const id = (data as { id?: unknown } | null)?.id;
        port.postMessage({ id: Number.isSafeInteger(id) ? (id as number) : 0, failed });
    };

    async function answer(id: number, request: string): Promise<void> {
        try {
            const api = await opened!;
            const onReport = (json: string): boolean => {
                port.postMessage({ id, report: json });
                return true;
            };
            port.postMessage({ id, answer: api.ask(request, onReport) });
        } catch (error) {
            port.postMessage({ id, failed: String(error) });
        }
    }

    port.onmessage = ({ data }) => {
        if (typeof data !== 'object' || data === null) {
            refuse(data, 'a message is an object');
        } else if (isOpening(data)) {
            const { flag } = data;
            if (opened !== undefined) return refuse(data, 'the module is open already');
            opened = openApi(data.open, () => flag !== null && Atomics.load(flag, 0) !== 0);
            opened.catch(() => undefined); // each request says it
        } else if (!isRequest(data)) {
            refuse(data, 'the message is no request');
        } else if (opened === undefined) {
            refuse(data, 'no module has been opened yet');
        } else {
            void answer(data.id, data.request);
        }
    };
}
