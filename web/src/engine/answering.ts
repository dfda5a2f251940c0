// The side of a Worker: answers requests in the order in which they come.

import { openApi, type Api } from './module.ts';
import type { FromWorker, ToWorker } from './post.ts';

/** What a Worker hears and answers on: its global object, or what stands for it. */
export interface Port {
    onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
    postMessage(message: FromWorker): void;
}

export function answerOn(port: Port): void {
    let opened: Promise<Api> | undefined;

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
        if ('open' in data) {
            const { flag } = data;
            opened = openApi(data.open, () => flag !== null && Atomics.load(flag, 0) !== 0);
        } else {
            void answer(data.id, data.request);
        }
    };
}
