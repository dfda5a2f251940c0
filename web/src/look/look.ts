// What the choice of the board's looks says.

import { catalogue, inModules } from '../words/words.svelte.ts';
import type { LookWords } from './look.en.ts';

export const lookWords = await catalogue(inModules<LookWords>(import.meta.glob('./look.*.ts')));
