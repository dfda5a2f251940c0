// What is said of opening moves.

import { catalogue, inModules } from '../words/words.svelte.ts';
import type { OpeningWords } from './words.en.ts';

export const openingWords = await catalogue(inModules<OpeningWords>(import.meta.glob('./words.*.ts')));
