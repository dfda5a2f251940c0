// What a board that shows a clause shows: the library is asked when the page comes to it.

import examples from '../../rules/shown.json' with { type: 'json' };
import { EVENTS_MOST } from '../board/playback.svelte.ts';
import { effectOf } from '../engine/effect.ts';
import type { Komwe } from '../engine/komwe.ts';
import type { Ply, Position, Reason, Result, Rules } from '../engine/types.ts';
import type { Examples, Shown } from './shown.ts';

export type Example =
    | { readonly kind: 'start'; readonly before: Position }
    | { readonly kind: 'move'; readonly before: Position; readonly ply: Ply }
    | { readonly kind: 'refused'; readonly before: Position; readonly word: string; readonly reason: Reason }
    | { readonly kind: 'over'; readonly before: Position; readonly result: Result };

const SHOWN = examples as unknown as Examples;

async function open(komwe: Komwe, game: string, shown: Shown): Promise<Example | null> {
    const place = { game, position: shown.position };
    if ('move' in shown) {
        const [ply] = await komwe.trace(place, shown.move, EVENTS_MOST);
        return ply === undefined ? null : { kind: 'move', before: ply.before, ply };
    }
    const { position: before, result } = await komwe.position(place);
    if ('over' in shown) return result === null ? null : { kind: 'over', before, result };
    const { reason } = await komwe.why(place, shown.refused);
    return reason === null ? null : { kind: 'refused', before, word: shown.refused, reason };
}

/** The examples of a game, by clause. */
export async function examplesOf(komwe: Komwe, rules: Rules): Promise<ReadonlyMap<string, Example>> {
    const all: readonly (readonly [string, Shown])[] = Object.entries(SHOWN[rules.id] ?? {});
    const opened = await Promise.all(all.map(async ([id, shown]) => [id, await open(komwe, rules.id, shown)] as const));
    const found = new Map<string, Example>([['start', { kind: 'start', before: rules.start }]]);
    for (const [id, example] of opened) if (example !== null) found.set(id, example);
    return found;
}

/** Holes that hold another number than before. */
export function changedIn({ before, after }: Ply): ReadonlySet<number> {
    return new Set(after.hole.flatMap((count, hole) => (count === before.hole[hole] ? [] : [hole])));
}

/** The hole that gets the first seed. */
export const towardOf = (ply: Ply): number | null => effectOf(ply).laps[0]?.path[0] ?? null;
