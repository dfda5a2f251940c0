// The library, fetched and opened once for the whole page.

import type { Library } from '../engine/open.ts';

let opened: Promise<Library> | undefined;

export function library(): Promise<Library> {
    opened ??= import('../engine/open.ts').then(({ openLibrary }) => openLibrary());
    opened.catch(() => (opened = undefined));
    return opened;
}
