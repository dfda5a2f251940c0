// The library, opened once for the whole page.

import { openLibrary, type Library } from '../engine/open.ts';

let opened: Promise<Library> | undefined;

export function library(): Promise<Library> {
    opened ??= openLibrary();
    opened.catch(() => (opened = undefined));
    return opened;
}
