// What the game words mean, in the language of the page.

import { catalogue, inFiles } from '../words/words.svelte.ts';

export interface Meaning {
    readonly word: string;
    readonly text: string;
}
type Meanings = Readonly<Record<string, Meaning>>;

const own = await catalogue(inFiles<Meanings>(import.meta.glob('../../glossary/{??,???}.json', { import: 'default' })));

/** By the ids of the terms. */
export const meanings = (): Meanings => own();
