// What a move would do, to be drawn over the board before it is played.

import { effectOf } from '../engine/effect.ts';
import type { Ply } from '../engine/types.ts';
import type { Preview } from './Board.svelte';
import { spotOf, type Layout } from './geometry.ts';

export function previewOf(ply: Ply): Preview {
    const { start, laps, captured, changes, end } = effectOf(ply);
    return {
        path: new Set([...(start === null ? [] : [start]), ...laps.flatMap(({ path }) => path)]),
        captured: new Set(captured),
        changes,
        end,
    };
}

/** To which side a sowing sets out, as the board is drawn; 0: neither. */
export function directionOf(layout: Layout, ply: Ply): -1 | 0 | 1 {
    const { start, laps } = effectOf(ply);
    const from = start === null ? undefined : spotOf(layout, start);
    const to = spotOf(layout, laps[0]?.path[0] ?? -1);
    if (from === undefined || to === undefined || from.x === to.x) return 0;
    return to.x > from.x ? 1 : -1;
}
