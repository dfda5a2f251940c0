// The language of the page.  English is always there; others are fetched when they are wanted.

import { settings } from '../app/settings.svelte.ts';
import { en, type Words } from './en.ts';

export interface Language {
    readonly words: Words;
    /** What the library says, which is English. */
    readonly said: (text: string) => string;
}

export const LANGUAGES = { en: 'English', sw: 'Kiswahili' } as const;
export type Code = keyof typeof LANGUAGES;

const english: Language = { words: en, said: (text) => text };
let current: Language = $state.raw(english);

/** All that the page says, in the language chosen. */
export const words = (): Words => current.words;

/** A sentence of the library in the language chosen, or as it is. */
export const said = (text: string): string => current.said(text);

export async function speak(code: Code): Promise<void> {
    const wanted = code === 'en' ? english : (await import('./sw.ts')).swahili;
    current = wanted;
    settings.language = code;
    document.documentElement.lang = code;
}
