// The list of the games in rules/ that the module does not contain, as a module of the page
// (virtual:shipped): each is read by the engine that the page uses.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { Komwe } from '../src/engine/komwe.ts';
import { localPost } from '../src/engine/post.ts';
import { loadingGames } from '../src/engine/loaded-games.ts';
import type { ShippedGame } from '../src/texts/shipped.ts';

const EXTENSION = '.rules';
export const idsIn = (folder: string): readonly string[] =>
    readdirSync(folder)
        .filter((name) => name.endsWith(EXTENSION))
        .map((name) => basename(name, EXTENSION))
        .sort();

/** The region that a text names; it is no part of what is played. */
const regionOf = (text: string): string => /^region[ \t]+(\S.*)$/m.exec(text)?.[1]?.trim() ?? '';

interface Shipped {
    readonly games: readonly ShippedGame[];
    /** What each game is called besides, those of the module too. */
    readonly names: Readonly<Record<string, readonly string[]>>;
}

export async function shippedGames(rules: string, module: WebAssembly.Module): Promise<Shipped> {
    const ids = idsIn(rules);
    const textOf = (id: string): string => readFileSync(join(rules, `${id}${EXTENSION}`), 'utf8');
    const post = loadingGames(await localPost(module), async (id) => (ids.includes(id) ? textOf(id) : null));
    const komwe = new Komwe(post);
    const inside = new Set((await komwe.games()).map(({ id }) => id));
    const games: ShippedGame[] = [];
    const called: Record<string, readonly string[]> = {};
    for (const id of ids) {
        const { alias, name, names, summary, where, rows, columns, countsSeeds, board, places, marks, start } =
            await komwe.rules(id);
        called[id] = [alias ?? '', ...names.map((other) => other.name)].filter((other) => other !== '');
        if (inside.has(id)) continue;
        const { hole, mark } = start;
        const region = regionOf(textOf(id));
        games.push({ id, alias, name, summary, where, region, rows, columns, countsSeeds, board, places, marks, start: { hole, mark } });
    }
    return { games: games.sort((a, b) => a.name.localeCompare(b.name, 'en')), names: called };
}

const NAME = 'virtual:shipped';

export const shipped = (rules: string, module: string): Plugin => ({
    name: 'shipped',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    async load(id) {
        if (id !== `\0${NAME}`) return undefined;
        for (const name of idsIn(rules)) this.addWatchFile(join(rules, `${name}${EXTENSION}`));
        const all = await shippedGames(rules, await WebAssembly.compile(readFileSync(module)));
        return `export const { games, names } = JSON.parse(${JSON.stringify(JSON.stringify(all))});`;
    },
});
