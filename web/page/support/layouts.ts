// How often a page is laid out anew while a sowing is on its way: counted by the browser, whatever the time.

import type { Page } from 'playwright-core';

interface TraceEvent {
    readonly name: string;
    readonly ts: number;
    readonly args?: { readonly beginData?: { readonly frame: string; readonly partialLayout: boolean; readonly dirtyObjects: number } };
}

export interface Layouts {
    /** Frames in which something was on its way. */
    readonly frames: number;
    /** Sentences that came one after the other meanwhile. */
    readonly sentences: number;
    /** Of the whole page: how many parts of it each laid out. */
    readonly whole: readonly number[];
    /** Of nothing but a box that keeps its size. */
    readonly boxes: number;
}

/** Says with marks when a board moves, and when `spoken` says something else. */
function mark(spoken: string): void {
    const look = (): void => {
        if (document.querySelector('.heap.moving') !== null) performance.mark('moving');
        requestAnimationFrame(look);
    };
    look();
    new MutationObserver(() => performance.mark('said')).observe(document.querySelector(spoken)!, {
        characterData: true,
        childList: true,
        subtree: true,
    });
}

/**
 * While something happens in the page, from the second frame of a sowing to the last: before that the board, the
 * steps and the sentence turn to the move, and after that to what it came to.  `spoken`: where sentences are.
 */
export async function layoutsWhile(page: Page, spoken: string, happens: () => Promise<unknown>): Promise<Layouts> {
    const cdp = await page.context().newCDPSession(page);
    const { frameTree } = await cdp.send('Page.getFrameTree');
    await page.evaluate(mark, spoken);
    const events: TraceEvent[] = [];
    cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
    const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
    await cdp.send('Tracing.start', {
        transferMode: 'ReportEvents',
        traceConfig: { includedCategories: ['devtools.timeline', 'blink.user_timing'] },
    });
    await happens();
    await cdp.send('Tracing.end');
    await complete;
    await cdp.detach();
    const timesOf = (name: string): number[] => events.filter((of) => of.name === name).map(({ ts }) => ts).sort((a, b) => a - b);
    const moving = timesOf('moving');
    const within = (ts: number): boolean => ts > (moving[1] ?? Infinity) && ts < moving[moving.length - 1]!;
    const found = events.flatMap(({ name, ts, args }) =>
        name === 'Layout' && args?.beginData?.frame === frameTree.frame.id && within(ts) ? [args.beginData] : [],
    );
    return {
        frames: moving.length,
        sentences: timesOf('said').filter(within).length,
        whole: found.filter(({ partialLayout }) => !partialLayout).map(({ dirtyObjects }) => dirtyObjects),
        boxes: found.filter(({ partialLayout }) => partialLayout).length,
    };
}
