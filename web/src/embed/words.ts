// What an embedded board says beside what every page does.

import type { Words as Shared } from '../words/en.ts';
import { catalogue, inModules, words as shared } from '../words/words.svelte.ts';
import type { EmbedWords } from './words.en.ts';

const own = await catalogue(inModules<EmbedWords>(import.meta.glob('./words.*.ts')));

export type Words = Shared & { readonly embed: EmbedWords };

export const words = (): Words => ({ ...shared(), embed: own() });
