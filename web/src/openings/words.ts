// What is said of opening moves.

import { catalogue } from '../words/words.svelte.ts';
import type { OpeningWords } from './words.en.ts';

export const openingWords = await catalogue<OpeningWords>({
    en: async () => (await import('./words.en.ts')).en,
    sw: async () => (await import('./words.sw.ts')).sw,
});
