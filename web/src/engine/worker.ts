// A Worker with a face of its own: answers requests in the order in which they come.

import { openFace, type Face } from './module.ts';
import type { FromWorker, ToWorker } from './post.ts';

const post = (message: FromWorker): void => self.postMessage(message);

let opened: Promise<Face> | undefined;

async function answer(id: number, request: string): Promise<void> {
    try {
        const face = await opened!;
        const heard = (json: string): boolean => {
            post({ id, heard: json });
            return true;
        };
        post({ id, answer: face.ask(request, heard) });
    } catch (error) {
        post({ id, failed: String(error) });
    }
}

self.onmessage = ({ data }: MessageEvent<ToWorker>): void => {
    if ('open' in data) {
        const { flag } = data;
        opened = openFace(data.open, () => flag !== null && Atomics.load(flag, 0) !== 0);
    } else {
        void answer(data.id, data.request);
    }
};
