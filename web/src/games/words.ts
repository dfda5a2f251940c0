// What the page of the games that are kept says beside what every page does.

import { catalogue, inModules } from '../words/words.svelte.ts';
import type { GamesWords } from './words.en.ts';

export const gameWords = await catalogue(inModules<GamesWords>(import.meta.glob('./words.*.ts')));
