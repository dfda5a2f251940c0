// What the page of the games that are kept says beside what every page does.

import { catalogue } from '../words/words.svelte.ts';
import type { GamesWords } from './words.en.ts';

export const gameWords = await catalogue<GamesWords>({
    en: async () => (await import('./words.en.ts')).en,
    sw: async () => (await import('./words.sw.ts')).sw,
});
