// Which games the page lists: those of the module, and those of rules/.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const inside = JSON.parse(
    readFileSync(new URL('../../src/shelf/boards.json', import.meta.url), 'utf8'),
) as readonly { readonly id: string }[];
const RULES = fileURLToPath(new URL('../../../rules/', import.meta.url));
const texts = readdirSync(RULES).filter((name) => name.endsWith('.rules'));

/** What the games that are texts are called. */
export const TEXT_NAMES: ReadonlySet<string> = new Set(
    texts.map((name) => /^name +(.*\S)/m.exec(readFileSync(RULES + name, 'utf8'))![1]!),
);

export const GAME_COUNT = new Set([...inside.map(({ id }) => id), ...texts.map((name) => name.replace(/\.rules$/, ''))]).size;
