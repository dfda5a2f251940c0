// How a board comes to a first visitor: what is asked for until it can be used, and when that is.

import type { Visit } from './visit.ts';

export interface Board {
    readonly name: string;
    readonly hash: string;
    /** What is there once it can be used. */
    readonly ready: string;
}

const TURN = '.game[data-turn="person"] g.hole.playable';
export const BOARDS: readonly Board[] = [
    { name: 'the home page', hash: '', ready: 'svg.board' },
    { name: 'Oware', hash: '#/play/oware?begin=now', ready: TURN },
    { name: 'Bao', hash: '#/play/bao1?begin=now', ready: TURN },
];

/** A network and a machine as many visitors have them. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 } as const;
const SLOWER = 4;

/** Notes when the frame that shows what is ready has been drawn. */
function note(ready: string): void {
    const look = (): void => {
        if (document.querySelector(ready) === null) requestAnimationFrame(look);
        else requestAnimationFrame(() => setTimeout(() => Object.assign(globalThis, { usable: performance.now() })));
    };
    requestAnimationFrame(look);
}

export interface Load {
    /** Milliseconds from the beginning. */
    readonly usable: number;
    /** The files that were asked for until then. */
    readonly asked: readonly string[];
}

/** By a visit that has been nowhere yet. */
export async function load({ page, context, url }: Visit, { hash, ready }: Board, slow = false): Promise<Load> {
    const cdp = await context.newCDPSession(page);
    const sent: { readonly file: string; readonly at: number }[] = [];
    cdp.on('Network.requestWillBeSent', ({ request, wallTime }) => {
        if (request.url.startsWith(url)) sent.push({ file: request.url.slice(url.length), at: 1000 * wallTime });
    });
    await cdp.send('Network.enable');
    if (slow) {
        await cdp.send('Network.emulateNetworkConditions', SLOW);
        await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    }
    await page.addInitScript(note, ready);
    await page.goto(url + hash, { waitUntil: 'commit' });
    const seen = await page.waitForFunction(() => {
        const { usable } = globalThis as { usable?: number };
        return usable === undefined ? null : { usable, then: performance.timeOrigin + usable };
    });
    const { usable, then } = (await seen.jsonValue())!;
    await cdp.detach();
    return { usable, asked: sent.filter(({ at }) => at <= then).map(({ file }) => file) };
}
