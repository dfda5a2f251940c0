// What the game words mean, in the language of the page.

import { catalogue } from '../words/words.svelte.ts';

export interface Meaning {
    readonly word: string;
    readonly text: string;
}
type Meanings = Readonly<Record<string, Meaning>>;

const own = await catalogue<Meanings>({
    en: async () => (await import('../../glossary/en.json')).default,
    sw: async () => (await import('../../glossary/sw.json')).default,
});

/** By the ids of the terms. */
export const meanings = (): Meanings => own();
