// What lies over the page is closed by Back where there is no better way: on what is touched.  An entry of the
// history stands for each layer that is open.  What was closed otherwise leaves its entry, which the next layer
// takes up, and over which Back goes on to the page before.

interface Marked {
    readonly layers?: number;
}
const entered = (): number => (history.state as Marked | null)?.layers ?? 0;

/** The last one lies on top. */
const open: (() => void)[] = [];
let was = entered();
let at = location.hash;

addEventListener('popstate', () => {
    const now = entered();
    const isHere = location.hash === at;
    const goesBack = now < was;
    was = now;
    at = location.hash;
    if (!isHere || !goesBack) return;
    if (open.length <= now) history.back();
    while (open.length > now) open.pop()!();
});

/** Until what it returns is called, Back calls `close`. */
export function layer(close: () => void): () => void {
    if (!matchMedia('(pointer: coarse)').matches) return () => undefined;
    open.push(close);
    at = location.hash;
    was = entered();
    if (open.length > was) {
        was = open.length;
        history.pushState({ layers: was }, '');
    }
    return () => {
        const i = open.lastIndexOf(close);
        if (i >= 0) open.splice(i, 1);
    };
}
