// The words of the rule language, in the language of the page.

import { catalogue, inModules } from '../words/words.svelte.ts';
import type { Guide } from './guide.en.ts';

export const guide = await catalogue(inModules<Guide>(import.meta.glob('./guide.*.ts')));
