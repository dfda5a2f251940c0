// Moves whose end is asked for: found in positions of the puzzles, some random moves further on.

import { EVENTS_MOST } from '../../board/playback.svelte.ts';
import { effectOf } from '../../engine/effect.ts';
import type { Komwe, Place } from '../../engine/komwe.ts';
import { STORE_SOUTH, type Ply, type Rules } from '../../engine/types.ts';
import type { Puzzle } from '../../bank/file.ts';

export interface Asked {
    readonly rules: Rules;
    readonly ply: Ply;
    readonly start: number;
    /** The hole of the first seed, which shows the way. */
    readonly first: number;
    /** The hole of the last one. */
    readonly end: number;
    readonly seeds: number;
}

export type Below = (n: number) => number;

/** Moves played on from a puzzle, fewer than this. */
const ONWARD = 6;
/** Moves of a position that are looked at. */
const LOOKED_AT = 12;
/** Positions that are tried for a move of about the length wanted. */
const TRIES = 6;

/** A move that can be asked about; null: its last seed falls in no hole, or it is too long to be shown. */
function askedOf(rules: Rules, ply: Ply): Asked | null {
    const drops = ply.events.filter(({ kind }) => kind === 'drop');
    const end = drops.at(-1)?.to ?? STORE_SOUTH;
    const { start } = effectOf(ply);
    if (ply.cut || start === null || end >= STORE_SOUTH) return null;
    const first = drops.find(({ to }) => to < STORE_SOUTH)!.to;
    return { rules, ply, start, first, end, seeds: drops.length };
}

/** A position some random moves on; where the game would be over, the one before. */
async function wander(komwe: Komwe, puzzle: Puzzle, below: Below): Promise<Place> {
    const { game, options } = puzzle;
    let { position } = puzzle;
    for (let left = below(ONWARD); left > 0; left--) {
        const { moves } = await komwe.position({ game, options, position });
        if (moves.length === 0) break;
        const plies = await komwe.trace({ game, options, position }, moves[below(moves.length)]!.text, EVENTS_MOST);
        const after = plies[plies.length - 1]!.after;
        if (after.over !== 0) break;
        position = after.text;
    }
    return { game, options, position };
}

/** The move of a position that sows the number of seeds nearest to `wanted`. */
async function nearest(komwe: Komwe, rules: Rules, place: Place, wanted: number): Promise<Asked | null> {
    const { moves } = await komwe.position(place);
    const sown = moves.filter(({ kind }) => kind === 'sow' || kind === 'plant').slice(0, LOOKED_AT);
    const traced = await Promise.all(sown.map(({ text }) => komwe.trace(place, text, EVENTS_MOST)));
    const asked = traced.flatMap(([ply]) => (ply === undefined ? [] : (askedOf(rules, ply) ?? [])));
    return asked.reduce<Asked | null>((best, one) => closer(best, one, wanted), null);
}

const closer = (one: Asked | null, other: Asked | null, wanted: number): Asked | null =>
    one === null || (other !== null && Math.abs(other.seeds - wanted) < Math.abs(one.seeds - wanted)) ? other : one;

/** A move that sows about so many seeds; null: these puzzles have none that ends in a hole. */
export async function ask(
    komwe: Komwe,
    puzzles: readonly Puzzle[],
    wanted: number,
    below: Below,
): Promise<Asked | null> {
    let best: Asked | null = null;
    for (let tries = 0; tries < TRIES && puzzles.length > 0; tries++) {
        const puzzle = puzzles[below(puzzles.length)]!;
        const [rules, place] = await Promise.all([
            komwe.rules(puzzle.game, puzzle.options),
            wander(komwe, puzzle, below),
        ]);
        best = closer(best, await nearest(komwe, rules, place, wanted), wanted);
        if (best !== null && Math.abs(best.seeds - wanted) <= wanted / 3) break;
    }
    return best;
}
