// What the page that analyses says beside what every page does.

import type { Words as Shared } from '../words/en.ts';
import { catalogue, inModules, words as shared } from '../words/words.svelte.ts';
import type { AnalyseWords } from './words.en.ts';

const own = await catalogue(inModules<AnalyseWords>(import.meta.glob('./words.*.ts')));

export type Words = Shared & { readonly analyse: AnalyseWords };

export const words = (): Words => ({ ...shared(), analyse: own() });
