// The library, fetched and opened once for the whole page.

import type { Library } from '../engine/open.ts';

let opened: Promise<Library> | undefined;

export function library(): Promise<Library> {
    opened ??= import('./open.ts').then(({ open }) => open());
    opened.catch(() => (opened = undefined));
    return opened;
}
