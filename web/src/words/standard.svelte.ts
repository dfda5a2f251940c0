// The standard sentences in the language chosen: fetched with the language, where rules that are texts are shown.

import { composeBy } from './learned.ts';
import type { Standard, StandardSentences } from './standard.ts';
import { catalogue, inFiles } from './words.svelte.ts';

const templates = inFiles<Standard>(import.meta.glob('./standard.{??,???}.json', { import: 'default' }));

const sentences = await catalogue<StandardSentences | null>(async (code) => {
    if (code === 'en') return null;
    const [{ StandardSentences }, standard] = await Promise.all([import('./standard.ts'), templates(code)]);
    return new StandardSentences(standard, code);
});
composeBy((text) => sentences()?.say(text));
