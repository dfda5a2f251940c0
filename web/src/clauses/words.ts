// What the pages of the rules say beside what every page does.

import { catalogue } from '../words/words.svelte.ts';
import type { RulesWords } from './words.en.ts';

export const ruleWords = await catalogue<RulesWords>({
    en: async () => (await import('./words.en.ts')).en,
    sw: async () => (await import('./words.sw.ts')).sw,
});
