// What an embedded board says beside what every page does.

import type { Words as Shared } from '../words/en.ts';
import { catalogue, words as shared } from '../words/words.svelte.ts';
import type { EmbedWords } from './words.en.ts';

const own = await catalogue<EmbedWords>({
    en: async () => (await import('./words.en.ts')).en,
    sw: async () => (await import('./words.sw.ts')).sw,
});

export type Words = Shared & { readonly embed: EmbedWords };

export const words = (): Words => ({ ...shared(), embed: own() });
