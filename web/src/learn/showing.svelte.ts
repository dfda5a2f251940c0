// A demonstration: moves by the rules of a lesson and, beside them, by those before.

import { EVENTS_MOST, Playback } from '../board/playback.svelte.ts';
import type { Komwe } from '../engine/komwe.ts';
import type { Ply, Rules } from '../engine/types.ts';
import { sceneBefore, sceneOf, type Demo, type Lesson, type Scene } from './lessons.ts';

export interface Shown {
    readonly rules: Rules;
    readonly playback: Playback;
}

export interface Showing {
    readonly now: Shown;
    /** Null: there is nothing to compare with. */
    readonly before: Shown | null;
    /** Holes that do not hold the same in the end. */
    readonly differ: ReadonlySet<number>;
}

async function play(komwe: Komwe, { game, position, moves }: Scene): Promise<readonly Ply[]> {
    const played = await komwe.play({ game, position });
    try {
        const plies: Ply[] = [];
        for (const move of moves) plies.push(...(await played.enter(move, EVENTS_MOST)));
        return plies;
    } finally {
        await played.close();
    }
}

async function show(komwe: Komwe, scene: Scene): Promise<Shown> {
    const playback = new Playback();
    const [rules, plies] = await Promise.all([komwe.rules(scene.game), play(komwe, scene)]);
    playback.load(plies);
    return { rules, playback };
}

const endOf = ({ playback }: Shown): Ply => playback.plies[playback.plies.length - 1]!;

function differing(now: Shown, before: Shown): ReadonlySet<number> {
    const old = endOf(before).after.hole;
    const holes = now.rules.board.flat();
    return new Set(holes.filter((hole) => endOf(now).after.hole[hole] !== old[hole]));
}

export async function showDemo(komwe: Komwe, lesson: Lesson, demo: Demo): Promise<Showing> {
    const scene = sceneBefore(lesson, demo);
    const [now, before] = await Promise.all([
        show(komwe, sceneOf(lesson, demo)),
        scene === null ? null : show(komwe, scene),
    ]);
    return { now, before, differ: before === null ? new Set() : differing(now, before) };
}
