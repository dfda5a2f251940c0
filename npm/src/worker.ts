// The Worker of the package: in Node a thread, elsewhere a module Worker.

import { answerOn, type Port } from '../../web/src/engine/answering.ts';
import type { ToWorker } from '../../web/src/engine/post.ts';

if (typeof process === 'object' && typeof process.versions?.node === 'string') {
    const name = 'node:worker_threads';
    void import(/* @vite-ignore */ /* webpackIgnore: true */ name).then(({ parentPort }: typeof import('node:worker_threads')) => {
        const port: Port = { onmessage: null, postMessage: (message) => parentPort!.postMessage(message) };
        answerOn(port);
        parentPort!.on('message', (data: ToWorker) => port.onmessage?.({ data } as MessageEvent<ToWorker>));
    });
} else {
    answerOn(self);
}
