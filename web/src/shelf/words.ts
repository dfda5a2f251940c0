// What the home page and the way into a game say.  English comes with the page itself, which is the
// first that is seen.

import { catalogue, inModules } from '../words/words.svelte.ts';
import { en, type ShelfWords } from './words.en.ts';

export const shelfWords = await catalogue(
    inModules<ShelfWords>(import.meta.glob(['./words.*.ts', '!./words.en.ts']), { en }),
);
