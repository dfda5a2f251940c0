// What is fetched first, side by side: the page and what the address asks for beyond it, or the board
// that others frame.

import { isFramed, kept } from './app/store.ts';
import { moduleOf } from './engine/fetched.ts';
import { library } from './texts/library.ts';

/** Of the languages that do not come with the page itself: what every page says. */
const WORDS = import.meta.glob(['./words/{??,???}.ts', './shelf/words.*.ts', '!./**/*en.ts']);

function fetchPage(): void {
    const [, page = ''] = /^#\/?(\w*)/.exec(location.hash) ?? [];
    const early: Promise<unknown>[] = [import('./page.ts').then(({ begin }) => begin())];
    if (!['', 'home'].includes(page)) early.push(moduleOf('library'), library());
    if (page === 'play') early.push(import('./play/PlayPage.svelte'), import('./match/Play.svelte'));
    const { language = navigator.language } = kept<{ readonly language?: string }>('settings') ?? {};
    for (const [file, fetch] of Object.entries(WORDS)) if (file.split(/[./]/).at(-2) === String(language).split('-')[0]) early.push(fetch());
    // What cannot be fetched is asked for again where it is used, and missed there.
    for (const one of early) one.catch(() => undefined);
}

if (isFramed()) void import('./embed/begin.ts').then(({ begin }) => begin(library));
else fetchPage();
