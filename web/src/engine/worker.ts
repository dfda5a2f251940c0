// A Worker with an API of its own: answers requests in the order in which they come.

import { openApi, type Api } from './module.ts';
import type { FromWorker, ToWorker } from './post.ts';

const post = (message: FromWorker): void => self.postMessage(message);

let opened: Promise<Api> | undefined;

async function answer(id: number, request: string): Promise<void> {
    try {
        const api = await opened!;
        const onReport = (json: string): boolean => {
            post({ id, report: json });
            return true;
        };
        post({ id, answer: api.ask(request, onReport) });
    } catch (error) {
        post({ id, failed: String(error) });
    }
}

self.onmessage = ({ data }: MessageEvent<ToWorker>): void => {
    if ('open' in data) {
        const { flag } = data;
        opened = openApi(data.open, () => flag !== null && Atomics.load(flag, 0) !== 0);
    } else {
        void answer(data.id, data.request);
    }
};
