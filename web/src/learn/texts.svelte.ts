// What the lessons say, in the language of the page; fetched when this page is opened.

import type { Code } from '../words/words.svelte.ts';
import type { Phrases } from './texts.en.ts';

export interface LessonText {
    readonly title: string;
    /** One line. */
    readonly lead: string;
    /** Paragraphs, with links to the glossary: see partsOf. */
    readonly adds: readonly string[];
    readonly why: readonly string[];
    /** By their ids. */
    readonly demos: Readonly<Record<string, string>>;
    readonly puzzles: Readonly<Record<string, PuzzleText>>;
}

export interface PuzzleText {
    readonly ask: string;
    readonly hint: string;
    readonly explain: string;
}

export interface TermText {
    readonly word: string;
    readonly text: string;
}

export interface Texts {
    readonly phrases: Phrases;
    readonly lessons: Readonly<Record<string, LessonText>>;
    readonly terms: Readonly<Record<string, TermText>>;
}

const FETCH: Readonly<Record<Code, () => Promise<{ readonly texts: Texts }>>> = {
    en: () => import('./texts.en.ts'),
    sw: () => import('./texts.sw.ts'),
};

let current: Texts | null = $state.raw(null);
let wanted: Code | null = null;

/** There is something to be shown. */
export const haveTexts = (): boolean => current !== null;
export const texts = (): Texts => current!;
export const phrases = (): Phrases => texts().phrases;

/** Those of before stay until the new ones are there. */
export async function fetchTexts(code: Code): Promise<void> {
    wanted = code;
    const fetched = (await FETCH[code]()).texts;
    if (wanted === code) current = fetched;
}
