// The language of the page.  English is always there; others are fetched when they are wanted.

import { speakIn, type Code } from '../app/settings.svelte.ts';
import { en, type Words } from './en.ts';

export interface Language {
    readonly words: Words;
    /** What the library says, which is English. */
    readonly said: (text: string) => string;
}

const english: Language = { words: en, said: (text) => text };
const LANGUAGES: Readonly<Record<Code, () => Promise<Language>>> = {
    en: () => Promise.resolve(english),
    sw: async () => (await import('./sw.ts')).swahili,
};
let current: Language = $state.raw(english);

/** All that the page says, in the language chosen. */
export const words = (): Words => current.words;

/** A sentence of the library in the language chosen, or as it is. */
export const said = (text: string): string => current.said(text);

/** The one that was chosen last; what others bring comes too late. */
let wanted: Code = 'en';
/** Each fetches what a page says in a language, and gives what turns the page to it. */
const pages: ((code: Code) => Promise<() => void>)[] = [];

/** What one page alone says, in the language chosen: fetched with the page. */
export async function catalogue<T>(
    fetch: Readonly<Record<Code, () => Promise<T>>>,
): Promise<() => T> {
    let own = $state.raw() as T;
    async function fetchIn(code: Code): Promise<() => void> {
        const fetched = await fetch[code]();
        return () => (own = fetched);
    }
    pages.push(fetchIn);
    let code: Code;
    do {
        code = wanted;
        (await fetchIn(code))();
    } while (code !== wanted);
    return () => own;
}

async function fetchAll(code: Code): Promise<[Language, (() => void)[]]> {
    const shared = await LANGUAGES[code]();
    return [shared, await Promise.all(pages.map((fetchIn) => fetchIn(code)))];
}

/** Turns all at once, when all of it is there; fails, and turns nothing, if it cannot be fetched. */
export async function speak(code: Code): Promise<void> {
    wanted = code;
    const [shared, turns] = await fetchAll(code).catch((error: unknown) => {
        if (code === wanted) wanted = current.words.code as Code;
        throw error;
    });
    if (code !== wanted) return;
    current = shared;
    for (const turn of turns) turn();
    speakIn(code);
}
