// What the lessons and their page say, in the language of the page.

import { catalogue, inModules } from '../words/words.svelte.ts';
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

export interface Texts {
    readonly phrases: Phrases;
    readonly lessons: Readonly<Record<string, LessonText>>;
}

const own = await catalogue(inModules<Texts>(import.meta.glob('./texts.*.ts'), {}, 'texts'));

export const texts = (): Texts => own();
export const phrases = (): Phrases => own().phrases;
