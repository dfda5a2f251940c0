// Names, summaries and places of the games that are texts, in the language chosen: fetched with the language, where these
// games are listed or played.

import { describeBy } from '../words/learned.ts';
import type { Sayings } from '../words/sayings.ts';
import { catalogue, inFiles } from '../words/words.svelte.ts';

const texts = inFiles<Sayings>(import.meta.glob('./games.{??,???}.json', { import: 'default' }));

const own = await catalogue<Sayings | null>(async (code) => (code === 'en' ? null : texts(code)));
describeBy((text) => own()?.[text]);
