// Work that can wait until the page has nothing else to do.

const LATER = 1000;

/** Gives what calls it off. */
export function whenIdle(work: () => void): () => void {
    if (globalThis.requestIdleCallback === undefined) {
        const timer = setTimeout(work, LATER);
        return () => clearTimeout(timer);
    }
    const waiting = requestIdleCallback(work);
    return () => cancelIdleCallback(waiting);
}
