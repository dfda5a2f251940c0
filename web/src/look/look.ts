// What the choice of the board's looks says.

import { catalogue } from '../words/words.svelte.ts';
import type { LookWords } from './look.en.ts';

export const lookWords = await catalogue<LookWords>({
    en: async () => (await import('./look.en.ts')).en,
    sw: async () => (await import('./look.sw.ts')).sw,
});
