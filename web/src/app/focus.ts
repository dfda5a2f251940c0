// The focus is never lost.  Who drives the page by keys, or hears it, is where the focus is; a browser that
// takes away what had it puts it on the document's body, which is nowhere.
//
// - Another page was come to, and places no focus itself: its heading has the focus, and so is announced.
// - What had the focus vanishes, or can no longer be used: what now follows what stood before it has the focus.
//   A list of choices that is drawn anew with what it chose keeps it: the keys go on choosing.

/** What Tab comes to, but fields of text, which would raise a keyboard on a phone. */
const STOPS =
    'a[href], button, summary, select, audio, [tabindex="0"], input:is([type="checkbox"], [type="radio"], [type="range"])';

const isUsable = (element: Element): element is HTMLElement =>
    !element.matches(':disabled, [aria-disabled="true"]') &&
    element.closest('[inert]') === null &&
    element.checkVisibility({ visibilityProperty: true });

const stopsIn = (within: ParentNode): Element[] => [...within.querySelectorAll(STOPS)];

/** What had the focus, what it is called, and what Tab came to before it, the nearest first. */
interface Held {
    readonly element: Element;
    readonly name: string;
    readonly before: readonly Element[];
}
let last: Held | null = null;
/** A list of choices that has vanished: the one in its place may come later. */
let sought: Held | null = null;
/** Another page has been come to, and neither it nor the visitor has placed the focus since. */
let arriving = false;
/** It was come to by a link, not by Back: it is seen from its heading. */
let followed = false;
let asked = 0;

const nameOf = (element: Element): string =>
    element.getAttribute('aria-label') ?? element.closest('label')?.querySelector('span')?.textContent ?? '';

const nowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

function put(element: HTMLElement): void {
    element.focus({ preventScroll: true });
}

/** The list of choices that stands for one that had the focus. */
const likeOf = ({ name }: Held): HTMLSelectElement | undefined =>
    [...document.querySelectorAll<HTMLSelectElement>('main select')].find((one) => nameOf(one) === name && isUsable(one));

function toHeading(): void {
    const heading = [...document.querySelectorAll<HTMLElement>('main h1')].find((one) => one.closest('[inert]') === null);
    if (heading === undefined) return;
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
    if (document.activeElement === heading) return;
    heading.focus({ preventScroll: !followed });
    followed = false;
}

/** Something has changed: whether the focus is still somewhere. */
function look(): void {
    asked = 0;
    if (last !== null && nowhere() && last.name !== '' && last.element.matches('select') && !last.element.isConnected) sought = last;
    const like = sought === null ? undefined : likeOf(sought);
    if (like !== undefined) {
        sought = null;
        return put(like);
    }
    if (arriving) {
        if (nowhere() || !isHere(document.activeElement!)) toHeading();
        return;
    }
    if (last === null || (document.activeElement === last.element && isUsable(last.element))) return;
    if (!nowhere() && document.activeElement !== last.element) return;
    const from = last;
    if (from.element.isConnected && (from.element.matches('[aria-disabled="true"]') || isUsable(from.element))) return;
    const before = from.before.find((one): one is HTMLElement => one.isConnected && isUsable(one));
    const stops = stopsIn(document).filter(isUsable);
    const next = before === undefined ? undefined : (stops[stops.indexOf(before) + 1] ?? before);
    if (next === undefined || next.closest('main') === null) toHeading();
    else put(next);
}

/** In the page, not in the header, which stays when another page comes. */
const isHere = (element: Element): boolean => element.closest('main') !== null && element.id !== 'main' && isUsable(element);

/** Once all that changes with it has been drawn, and whoever places the focus has done so. */
function lookSoon(): void {
    if (asked === 0) asked = requestAnimationFrame(() => (asked = requestAnimationFrame(look)));
}

function focused({ target }: FocusEvent): void {
    if (!(target instanceof Element)) return;
    if (!target.matches('h1')) arriving = false;
    const isBefore = (one: Element): boolean =>
        (one.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 && !one.contains(target);
    last = { element: target, name: nameOf(target), before: stopsIn(document).filter(isBefore).reverse() };
}

/** The keys go to it; the page scrolls only if it would not be seen at all, as at 400 % zoom. */
export function focusSeen(element: SVGElement | undefined | null): void {
    if (element == null) return;
    element.focus({ preventScroll: true });
    const { top, bottom } = element.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) element.scrollIntoView({ block: 'center' });
}

/** Another page has been come to. */
export function arrive(): void {
    arriving = true;
    lookSoon();
}

/** From now on the focus is kept. */
export function keepFocus(): void {
    addEventListener('focusin', focused);
    // Of the page that was opened first the browser itself gives the title.
    addEventListener('hashchange', arrive);
    // Who leaves what has the focus for nothing at all wants that.
    addEventListener('pointerdown', () => ((arriving = false), (last = sought = null)), true);
    addEventListener('keydown', () => ((arriving = false), (sought = null)), true);
    addEventListener('click', ({ target }) => (followed = target instanceof Element && target.closest('a[href]') !== null), true);
    const observer = new MutationObserver(() => (arriving || last !== null) && lookSoon());
    observer.observe(document.body, {
        subtree: true,
        childList: true,
        attributes: true,
        attributeFilter: ['disabled', 'hidden', 'inert', 'open'],
    });
}
