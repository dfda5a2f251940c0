// The frames of an animation: what has happened by each of them, and how long it stands.

import { schedule } from '../board/playback.svelte.ts';
import type { Ply } from '../engine/types.ts';

export interface Frame {
    readonly ply: number;
    /** Events of that ply that have happened. */
    readonly events: number;
    /** In milliseconds, whole hundredths of a second as GIF has them. */
    readonly delay: number;
}

const FIRST = 500;
/** After each ply. */
const REST = 600;
/** At the end. */
const LAST = 2000;
export const LONGEST = 30_000;

interface Moment {
    readonly ply: number;
    readonly events: number;
    readonly at: number;
    /** The ply has ended. */
    readonly end: boolean;
}

function momentsOf(plies: readonly Ply[]): { moments: Moment[]; length: number } {
    let begin = 0;
    const moments = plies.flatMap(({ events }, ply) => {
        const times = schedule(events, 'adaptive');
        const during = times.map((time, i): Moment => ({ ply, events: i + 1, at: begin + time, end: false }));
        const end: Moment = { ply, events: events.length, at: begin + (times.at(-1) ?? 0), end: true };
        begin = end.at + REST;
        return [...during, end];
    });
    return { moments, length: begin };
}

/** As on the page, at most LONGEST in all, and no frame shorter than `least` milliseconds. */
export function framesOf(plies: readonly Ply[], least: number): readonly Frame[] {
    const { moments, length } = momentsOf(plies);
    const pace = Math.min(1, (LONGEST - FIRST - LAST) / Math.max(1, length));
    const shown = [{ ply: 0, events: 0, at: 0 }];
    for (const { ply, events, at: when, end } of moments) {
        const at = FIRST + pace * when;
        const last = shown.at(-1)!;
        if (at - last.at >= least) shown.push({ ply, events, at });
        else if (end && shown.length > 1) shown[shown.length - 1] = { ply, events, at: last.at };
    }
    const rounded = (time: number): number => 10 * Math.round(time / 10);
    return shown.map(({ ply, events, at }, i) => ({
        ply,
        events,
        delay: i + 1 < shown.length ? rounded(shown[i + 1]!.at) - rounded(at) : LAST,
    }));
}
