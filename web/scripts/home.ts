// Makes what the home page shows before the engine is there, from the engine itself:
//
//      src/shelf/boards.json    the listed games, each with its board at the start
//      src/shelf/sowings.json   a few moves of some games, with every event
//
// test/views/home.test.ts holds both to the engine.  Run it again when games or their rules change:
// node scripts/home.ts

import { writeFileSync } from 'node:fs';
import { LESSONS } from '../src/lessons/lessons.ts';
import type { GameOnShelf, WrittenSowing } from '../src/shelf/shelf.ts';
import { Engine } from '../src/engine/engine.ts';
import { Komwe } from '../src/engine/komwe.ts';
import { localPost } from '../src/engine/post.ts';
import { EVENT_KINDS, type Ply, type Rules } from '../src/engine/types.ts';
import { chance } from '../page/support/visit.ts';
import { loadModule, weightsOf } from '../test/support/load.ts';

const module = await loadModule('komwe.wasm');
const komwe = new Komwe(await localPost(module));
const engine = new Engine(await localPost(module), async (game) => weightsOf(game));

// ---- boards ------------------------------------------------------------------------------------

async function shelve(id: string): Promise<GameOnShelf> {
    const { name, summary, where, board, places, marks, start } = await komwe.rules(id);
    const { hole, mark } = start;
    const lesson = LESSONS.some(({ rules }) => rules === id);
    return { id, name, summary, where, lesson, board, places, marks, start: { hole, mark } };
}

// ---- sowings -----------------------------------------------------------------------------------

/** Games that are known first, then the one that the way leads to. */
const SHOWN = ['kalah', 'oware', 'kiswahili'];
const GAMES = 16;
const PLIES = 80;
const NODES = 3000;
/** Moves played by lot at the beginning of a game, and all of Kiothi's placing. */
const DRAWN = 4;
const WINDOW = 6;
/** So many events are neither over at once nor tiring. */
const EVENTS = [4, 60] as const;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, of) => all + of, 0);
const taken = ({ events }: Ply): number =>
    sum(events.map(({ kind, count }) => (kind === 'capture' ? count : 0)));
const relays = ({ events }: Ply): number => events.filter(({ kind }) => kind === 'relay').length;
const fits = ({ events }: Ply): boolean => events.length >= EVENTS[0] && events.length <= EVENTS[1];

/** Seeds taken and laps sown in each move count, those of the first one twice: it is seen most. */
function beauty(plies: readonly Ply[]): number {
    if (plies.length === 0 || !plies.every(fits) || taken(plies[0]!) === 0) return 0;
    const each = plies.map((ply) => Math.min(12, taken(ply)) + 2 * Math.min(5, relays(ply)));
    return sum(each) + each[0]! + 6 * plies.filter((ply) => taken(ply) > 0).length;
}

/** A game of the engine with itself, after a few moves drawn by lot. */
async function playedPlies(game: string, seed: number): Promise<readonly Ply[]> {
    const below = chance(seed);
    const played = await komwe.play({ game });
    const plies: Ply[] = [];
    while (played.state.result === null && played.state.plies < PLIES) {
        const { moves, plies: at } = played.state;
        const placing = moves.some(({ kind }) => kind === 'place' || kind === 'lift');
        const drawn = placing || at < DRAWN;
        const best = drawn ? null : await engine.search(played, { nodes: NODES });
        const move = best?.lines[0]?.moves[0] ?? moves[below(moves.length)]!.text;
        plies.push(...(await played.enter(move)));
    }
    await played.close();
    return plies;
}

async function finest(game: string): Promise<readonly Ply[]> {
    let best: readonly Ply[] = [];
    for (let seed = 1; seed <= GAMES; seed++) {
        const plies = await playedPlies(game, seed);
        for (let i = 0; i + WINDOW <= plies.length; i++) {
            const window = plies.slice(i, i + WINDOW);
            if (beauty(window) > beauty(best)) best = window;
        }
    }
    return best;
}

const write = ({ id, name, board, places, marks }: Rules, plies: readonly Ply[]): WrittenSowing => ({
    game: id,
    name,
    board,
    places,
    marks,
    start: plies[0]!.before,
    plies: plies.map(({ move, mover, events }) => ({
        move,
        mover,
        events: events.map(({ kind, from, to, count }) => [EVENT_KINDS.indexOf(kind), from, to, count]),
    })),
});

const put = (name: string, all: unknown): void =>
    writeFileSync(new URL(`../src/shelf/${name}.json`, import.meta.url), `${JSON.stringify(all)}\n`);

const shelf: GameOnShelf[] = [];
for (const { id } of await komwe.games()) shelf.push(await shelve(id));
put('boards', shelf);
const sowings: WrittenSowing[] = [];
for (const game of SHOWN) sowings.push(write(await komwe.rules(game), await finest(game)));
put('sowings', sowings);
