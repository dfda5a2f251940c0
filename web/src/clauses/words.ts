// What the pages of the rules say beside what every page does.

import { catalogue, inModules } from '../words/words.svelte.ts';
import type { RulesWords } from './words.en.ts';

export const ruleWords = await catalogue(inModules<RulesWords>(import.meta.glob('./words.*.ts')));
