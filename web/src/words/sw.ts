import type { Language } from './words.svelte.ts';
import { en } from './en.ts';
export const swahili: Language = { words: en, said: {} };
