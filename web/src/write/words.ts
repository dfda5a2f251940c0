// What the pages on which games are written say beside what every page does.

import { catalogue, inModules } from '../words/words.svelte.ts';
import type { WriteWords } from './words.en.ts';

export const writeWords = await catalogue(inModules<WriteWords>(import.meta.glob('./words.*.ts')));
