// What the page that analyses says beside what every page does.

import type { Words as Shared } from '../words/en.ts';
import { catalogue, words as shared } from '../words/words.svelte.ts';
import type { AnalyseWords } from './words.en.ts';

const own = await catalogue<AnalyseWords>({
    en: async () => (await import('./words.en.ts')).en,
    sw: async () => (await import('./words.sw.ts')).sw,
});

export type Words = Shared & { readonly analyse: AnalyseWords };

export const words = (): Words => ({ ...shared(), analyse: own() });
