// What is said where something is shared beside what every page says.

import type { Words as Shared } from '../words/en.ts';
import { catalogue, inModules, words as shared } from '../words/words.svelte.ts';
import type { ShareWords } from './words.en.ts';

const own = await catalogue(inModules<ShareWords>(import.meta.glob('./words.*.ts')));

export type Words = Shared & { readonly share: ShareWords };

export const words = (): Words => ({ ...shared(), share: own() });
