// What the pages on which games are written say beside what every page does.

import { catalogue } from '../words/words.svelte.ts';
import type { WriteWords } from './words.en.ts';

export const writeWords = await catalogue<WriteWords>({
    en: async () => (await import('./words.en.ts')).en,
    sw: async () => (await import('./words.sw.ts')).sw,
});
