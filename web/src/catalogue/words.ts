// What the list of all games says beside what every page does.

import { catalogue } from '../words/words.svelte.ts';
import type { ShippedWords } from './words.en.ts';

export const shippedWords = await catalogue<ShippedWords>({
    en: async () => (await import('./words.en.ts')).en,
    sw: async () => (await import('./words.sw.ts')).sw,
});
