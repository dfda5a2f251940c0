// The words of the rule language, in the language of the page.

import { catalogue } from '../words/words.svelte.ts';
import type { Guide } from './guide.en.ts';

export const guide = await catalogue<Guide>({
    en: async () => (await import('./guide.en.ts')).en,
    sw: async () => (await import('./guide.sw.ts')).sw,
});
