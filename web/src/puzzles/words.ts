// What the puzzle pages say beside what every page does.

import { catalogue, inModules } from '../words/words.svelte.ts';
import type { PuzzleWords } from './words.en.ts';

export const puzzleWords = await catalogue(inModules<PuzzleWords>(import.meta.glob('./words.*.ts')));
