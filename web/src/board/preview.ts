// What a move would do, to be drawn over the board before it is played.

import { effectOf } from '../engine/effect.ts';
import type { Ply } from '../engine/types.ts';
import type { Preview, Tint } from './Board.svelte';
import { spotOf, type Layout } from './geometry.ts';

export function previewOf(ply: Ply): Preview {
    const effect = effectOf(ply);
    const tint = new Map<number, Tint>();
    const laps = effect.laps.length;
    const note = (hole: number, lap: number) =>
        tint.set(hole, {
            lap,
            laps,
            change: effect.changes.get(hole) ?? 0,
            captured: effect.captured.includes(hole),
        });
    if (effect.start !== null) note(effect.start, 1);
    effect.laps.forEach((lap, i) => lap.path.forEach((place) => note(place, i + 1)));
    for (const hole of effect.captured) note(hole, laps);
    return { tint, end: effect.end };
}

/** To which side a sowing sets out, as the board is drawn; 0: neither. */
export function directionOf(layout: Layout, ply: Ply): -1 | 0 | 1 {
    const { start, laps } = effectOf(ply);
    const from = start === null ? undefined : spotOf(layout, start);
    const to = spotOf(layout, laps[0]?.path[0] ?? -1);
    if (from === undefined || to === undefined || from.x === to.x) return 0;
    return to.x > from.x ? 1 : -1;
}
