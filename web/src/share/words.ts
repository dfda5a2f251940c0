// What is said where something is shared beside what every page says.

import type { Words as Shared } from '../words/en.ts';
import { catalogue, words as shared } from '../words/words.svelte.ts';
import type { ShareWords } from './words.en.ts';

const own = await catalogue<ShareWords>({
    en: async () => (await import('./words.en.ts')).en,
    sw: async () => (await import('./words.sw.ts')).sw,
});

export type Words = Shared & { readonly share: ShareWords };

export const words = (): Words => ({ ...shared(), share: own() });
