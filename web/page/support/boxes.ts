// What lies where on the page, in pixels of its window: what is not all in sight, what lies over what, what
// is written too small, and how far the page is larger than the window.

import type { Page } from 'playwright-core';

export interface Law {
    /** Each that is shown lies within the window, and nothing that scrolls or ends hides a part of it. */
    readonly within: readonly string[];
    /** No two of these, of those that are shown, lie over each other. */
    readonly apart: readonly string[];
    /** The page is no larger than its window; else it is at least no wider. */
    readonly still: boolean;
    /** What scrolls is one of these, or only holds them: lists. */
    readonly scrolls?: string;
}

/** The least that is written anywhere, in pixels. */
export const TEXT_LEAST = 12;
/** The least distance of the middles of two holes, so that a finger finds each. */
export const CELL_LEAST = 24;

/** Runs in the page; what it finds against the law. */
function measure({ within, apart, still, scrolls, textLeast, cellLeast }: Law & { textLeast: number; cellLeast: number }): string[] {
    const faults: string[] = [];
    const SLACK = 1;
    const name = (of: Element): string => `${of.tagName.toLowerCase()}.${(of.getAttribute('class') ?? '').split(' ')[0]!}`;
    const text = (box: DOMRect): string => [box.left, box.top, box.right, box.bottom].map(Math.round).join(' ');
    const isSeen = (of: Element): boolean => {
        const box = of.getBoundingClientRect();
        return box.width > 1 && box.height > 1 && of.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && of.closest('[hidden], .sr-only, .skip') === null && !isCut(of);
    };
    /** It is there for screen readers alone. */
    const cut = new Map<Element, boolean>();
    const isCut = (of: Element): boolean => {
        const known = cut.get(of);
        if (known !== undefined) return known;
        const { parentElement } = of;
        const is = getComputedStyle(of).clipPath.startsWith('inset(50%') || (parentElement !== null && isCut(parentElement));
        cut.set(of, is);
        return is;
    };
    const all = (selector: string): Element[] => [...document.querySelectorAll(selector)].filter(isSeen);

    const root = document.scrollingElement!;
    if (root.scrollWidth > innerWidth) faults.push(`the page is ${root.scrollWidth - innerWidth} too wide`);
    if (still && root.scrollHeight > innerHeight) faults.push(`the page is ${root.scrollHeight - innerHeight} too high`);

    if (scrolls !== undefined)
        for (const of of all('main *')) {
            const over = of.scrollHeight - of.clientHeight;
            if (over > SLACK && /auto|scroll/.test(getComputedStyle(of).overflowY) && !of.matches(scrolls)) faults.push(`${name(of)} scrolls, by ${over}`);
        }

    for (const selector of within) {
        const found = all(selector);
        if (found.length === 0) faults.push(`${selector} is not seen`);
        for (const of of found) {
            const box = of.getBoundingClientRect();
            const isIn = (left: number, top: number, right: number, bottom: number): boolean =>
                box.left >= left - SLACK && box.top >= top - SLACK && box.right <= right + SLACK && box.bottom <= bottom + SLACK;
            if (!isIn(0, 0, innerWidth, innerHeight)) faults.push(`${selector} is out of sight: ${text(box)}`);
            for (let at = of.parentElement; at !== null && at !== document.body; at = at.parentElement) {
                if (getComputedStyle(at).overflow === 'visible') continue;
                const edge = at.getBoundingClientRect();
                if (!isIn(edge.left, edge.top, edge.right, edge.bottom)) faults.push(`${name(at)} hides a part of ${selector}`);
            }
        }
    }
    const parts = apart.flatMap((selector) => all(selector).map((of) => ({ selector, of, box: of.getBoundingClientRect() })));
    parts.forEach((one, i) => {
        for (const other of parts.slice(i + 1)) {
            if (one.of.contains(other.of) || other.of.contains(one.of)) continue;
            const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
            const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
            if (wide > SLACK && high > SLACK) faults.push(`${one.selector} and ${other.selector} overlap by ${Math.round(wide)}x${Math.round(high)}`);
        }
    });

    /** Pixels of the window for one of the element's own. */
    const scaleOf = (of: Element): number => (of instanceof SVGGraphicsElement ? Math.abs(of.getScreenCTM()!.d) : 1);
    const small = new Map<string, number>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const of = node.parentElement!;
        if (node.nodeValue!.trim() === '' || of.closest('script, style, option') !== null || !isSeen(of)) continue;
        const size = parseFloat(getComputedStyle(of).fontSize) * scaleOf(of);
        if (size < textLeast - 0.05) small.set(name(of), Math.min(size, small.get(name(of)) ?? 99));
    }
    for (const [of, size] of small) faults.push(`${of} is written in ${size.toFixed(1)} pixels`);

    for (const board of all('main svg.board')) {
        const cells = [...board.querySelectorAll('.cell')].map((of) => of.getBoundingClientRect());
        const least = Math.min(...cells.map(({ width }) => width));
        if (least < cellLeast) faults.push(`holes are ${least.toFixed(1)} pixels wide`);
        // Digits stand on the baseline and are 0.71 of the letters' size high.
        const figures = [...board.querySelectorAll<SVGTextElement>('.figures .count, .figures .name, .figures .chip text')].filter(isSeen).map((of) => {
            const box = of.getBoundingClientRect();
            const high = parseFloat(getComputedStyle(of).fontSize) * scaleOf(of) * 0.71;
            const matrix = of.getScreenCTM()!;
            const base = matrix.f + matrix.d * of.y.baseVal.getItem(0).value;
            return { of, left: box.left, right: box.right, top: base - high, bottom: base };
        });
        figures.forEach((one, i) => {
            for (const other of figures.slice(i + 1)) {
                const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
                const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
                if (wide > SLACK && high > SLACK) faults.push(`${one.of.textContent} and ${other.of.textContent} overlap on the board`);
            }
        });
        const rings = [...board.querySelectorAll<SVGGraphicsElement>('.hole .ring:not(.second)')].map((of) => {
            const box = of.getBoundingClientRect();
            const line = (parseFloat(getComputedStyle(of).strokeWidth) / 2) * scaleOf(of);
            return { left: box.left, right: box.right, top: box.top - line, bottom: box.bottom + line };
        });
        const touched = figures.filter(({ left, right, top, bottom }) =>
            rings.some((ring) => Math.min(right, ring.right) > Math.max(left, ring.left) && Math.min(bottom, ring.bottom) > Math.max(top, ring.top)),
        );
        if (touched.length > 0) faults.push(`${touched.length} figures touch rings: ${touched.map(({ of }) => of.textContent).slice(0, 4).join(' ')}`);
    }
    return [...new Set(faults)];
}

export const faultsOf = (page: Page, law: Law): Promise<readonly string[]> =>
    page.evaluate(measure, { ...law, textLeast: TEXT_LEAST, cellLeast: CELL_LEAST });

/** The least that is touched, in pixels each way, but for words of a text that lead on. */
const TARGET_LEAST = 24;

/** What is to be touched and is smaller. */
export const smallOf = (page: Page): Promise<readonly string[]> =>
    page.evaluate(
        (target) => {
            const faults = new Set<string>();
            const isSeen = (of: Element): boolean =>
                of.checkVisibility({ opacityProperty: false, visibilityProperty: true }) && of.closest('.sr-only, .skip, [inert]') === null;
            const isInText = (of: Element): boolean =>
                /^inline/.test(getComputedStyle(of).display) && of.closest('p, dd, small') !== null;
            for (const of of document.querySelectorAll('a, button, select, summary, input, textarea, [role="button"], [role="tab"]')) {
                const touched = of.closest('label') ?? of;
                const { width, height } = touched.getBoundingClientRect();
                if (width === 0 || !isSeen(of) || isInText(of)) continue;
                if (width < target - 0.5 || height < target - 0.5)
                    faults.add(`${of.tagName.toLowerCase()} ${of.getAttribute('class') ?? ''} ${(of.textContent ?? '').trim().slice(0, 30)} is ${Math.round(width)}x${Math.round(height)}`);
            }
            return [...faults];
        },
        TARGET_LEAST,
    );
