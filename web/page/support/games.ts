// How many games the page lists: those of the module, and those of rules/.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const inside = JSON.parse(
    readFileSync(new URL('../../src/home/boards.json', import.meta.url), 'utf8'),
) as readonly { readonly id: string }[];
const texts = readdirSync(fileURLToPath(new URL('../../../rules', import.meta.url))).filter((name) => name.endsWith('.rules'));

export const GAME_COUNT = new Set([...inside.map(({ id }) => id), ...texts.map((name) => name.replace(/\.rules$/, ''))]).size;
