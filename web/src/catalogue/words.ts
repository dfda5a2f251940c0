// What the list of all games says beside what every page does.

import { catalogue, inModules } from '../words/words.svelte.ts';
import type { ShippedWords } from './words.en.ts';

export const shippedWords = await catalogue(inModules<ShippedWords>(import.meta.glob('./words.*.ts')));
