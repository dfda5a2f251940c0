// The Worker of the package: in Node a thread, elsewhere a module Worker.

import { answerOn, type Port } from '../../web/src/engine/answering.ts';
import type { ToWorker } from '../../web/src/engine/post.ts';

if (typeof process === 'object' && typeof process.versions?.node === 'string') {
    const name = 'node:worker_threads';
    const { parentPort } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ name)) as typeof import('node:worker_threads');
    const port: Port = { onmessage: null, postMessage: (message) => parentPort!.postMessage(message) };
    parentPort!.on('message', (data: ToWorker) => port.onmessage?.({ data } as MessageEvent<ToWorker>));
    answerOn(port);
} else {
    answerOn(self);
}
