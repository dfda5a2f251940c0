// The language of the page.  English is always there; others are fetched when they are wanted.

import { speakIn, type Code } from '../app/settings.svelte.ts';
import { en, type Words } from './en.ts';
import type { Say } from './sayings.ts';

export interface Language {
    readonly words: Words;
    /** What the library says, which is English. */
    readonly said: Say;
}

/** Fetches something in a language. */
type Fetch<T> = (code: Code) => Promise<T>;

/**
 * Files by their names, as `import.meta.glob` gives them: of each language there is one, x.CODE.ts, CODE.ts or
 * CODE.json.  What they hold is what the languages' own types say: test/texts/languages.test.ts.
 */
type Files = Readonly<Record<string, () => Promise<unknown>>>;

export const inFiles =
    <T>(files: Files): Fetch<T> =>
    async (code) => {
        const name = Object.keys(files).find((file) => file.split(/[./]/).at(-2) === code);
        if (name === undefined) throw new Error(`no file of ${code} among ${Object.keys(files).join(' ')}`);
        return (await files[name]!()) as T;
    };

/** What modules export by the code of their language, or by another `name`; what is `known` is not fetched. */
export function inModules<T>(
    files: Files,
    known: Readonly<Partial<Record<Code, T>>> = {},
    name?: string,
): Fetch<T> {
    const fetch = inFiles<Readonly<Record<string, T>>>(files);
    return async (code) => known[code] ?? (await fetch(code))[name ?? code]!;
}

const english: Language = { words: en, said: (text) => text };
const fetchLanguage = inModules<Language>(import.meta.glob(['./{??,???}.ts', '!./en.ts']), { en: english }, 'language');
let current: Language = $state.raw(english);

/** All that the page says, in the language chosen. */
export const words = (): Words => current.words;

/** A sentence of the library in the language chosen, or as it is; `of`: the clause that says it. */
export const said: Say = (text, of) => current.said(text, of);

/** The one that was chosen last; what others bring comes too late. */
let wanted: Code = 'en';
/** Each fetches what a page says in a language, and gives what turns the page to it. */
const pages: ((code: Code) => Promise<() => void>)[] = [];

/** What one page alone says, in the language chosen: fetched with the page. */
export async function catalogue<T>(fetch: Fetch<T>): Promise<() => T> {
    let own = $state.raw() as T;
    async function fetchIn(code: Code): Promise<() => void> {
        const fetched = await fetch(code);
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
    const shared = await fetchLanguage(code);
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
