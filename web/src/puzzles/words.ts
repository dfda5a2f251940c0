// What the puzzle pages say beside what every page does.

import { catalogue } from '../words/words.svelte.ts';
import type { PuzzleWords } from './words.en.ts';

export const puzzleWords = await catalogue<PuzzleWords>({
    en: async () => (await import('./words.en.ts')).en,
    sw: async () => (await import('./words.sw.ts')).sw,
});
