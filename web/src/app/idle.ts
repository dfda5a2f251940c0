// Work that can wait until the page has nothing else to do, or has been seen.

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

/** What lies below what is seen first waits for it.  Gives what calls it off. */
export function whenSeen(work: () => void): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => (timer = setTimeout(work)));
    return () => {
        cancelAnimationFrame(frame);
        clearTimeout(timer);
    };
}
