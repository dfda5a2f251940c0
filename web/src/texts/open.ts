// Opens the library with the games that are texts, and with what their texts say in other languages.

import { openLibrary, type Library, type Texts } from '../engine/open.ts';
import type { Rules } from '../engine/types.ts';
import { learned } from '../words/learned.ts';
import '../words/standard.svelte.ts';
import { publishedGames, publishedText } from './published.ts';

const texts: Texts = {
    games: async () => (await import('./shipped.ts')).SHIPPED,
    own: publishedGames,
    find: async (id) => publishedText(id) ?? (await import('./shipped.ts')).textOf(id),
};

function learn({ clauses }: Rules): void {
    for (const clause of clauses) if (clause.standard !== undefined || clause.swahili !== undefined) learned.set(clause.text, clause);
}

export const open = (): Promise<Library> => openLibrary(texts, learn);
