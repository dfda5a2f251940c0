// What a move comes to, drawn together from its events: for previews, and for the line of narration
// after a move.

import { HAND, NOWHERE, STORE_SOUTH, type Event, type Ply } from './types.ts';

/** From the first seed that is dropped to the end, or to where the sowing goes on. */
export interface Lap {
    /** Events begin..end-1. */
    readonly begin: number;
    readonly end: number;
    /** The holes and stores that got seeds, in order. */
    readonly path: readonly number[];
}

export interface Effect {
    readonly laps: readonly Lap[];
    /** Seeds captured, with the one that captures if it is won too; seeds planted from the reserve. */
    readonly taken: number;
    readonly planted: number;
    /** Where it begins and where it ends; null: nowhere. */
    readonly start: number | null;
    readonly end: number | null;
    /** The event that says why it ended there. */
    readonly stop: Event | null;
    /** The holes that were captured. */
    readonly captured: readonly number[];
    /** What each place has gained or lost, stores among them; only those that have. */
    readonly changes: ReadonlyMap<number, number>;
    /** The player is to move again. */
    readonly again: boolean;
    /** The move ends the game, as far as the move itself knows. */
    readonly over: boolean;
}

/** Laps begin with the first seed after some were lifted, captured or planted. */
function findLaps(events: readonly Event[]): Lap[] {
    const laps: { begin: number; end: number; path: number[] }[] = [];
    let sowing = false;
    events.forEach((event, i) => {
        if (event.kind === 'lift' || event.kind === 'capture') sowing = true;
        if (event.kind !== 'drop') return;
        if (sowing || laps.length === 0) laps.push({ begin: i, end: i, path: [] });
        sowing = false;
        const lap = laps[laps.length - 1]!;
        lap.path.push(event.to);
        lap.end = i + 1;
    });
    return laps;
}

function findChanges(ply: Ply): Map<number, number> {
    const changes = new Map<number, number>();
    const note = (place: number, before: number, after: number) => {
        if (before !== after) changes.set(place, after - before);
    };
    ply.before.hole.forEach((count, hole) => note(hole, count, ply.after.hole[hole]!));
    ply.before.store.forEach((count, i) => note(STORE_SOUTH + i, count, ply.after.store[i]!));
    return changes;
}

/** Seeds captured, and with them the seed that captured where it goes to the store as well. */
const sumTaken = (events: readonly Event[]): number =>
    events.reduce(
        (total, { kind, count }, i) =>
            kind === 'capture' || (kind === 'bank' && events[i - 1]?.kind === 'capture') ? total + count : total,
        0,
    );

const sum = (events: readonly Event[], kind: Event['kind']): number =>
    events.reduce((total, event) => total + (event.kind === kind ? event.count : 0), 0);

export function effectOf(ply: Ply): Effect {
    const { events } = ply;
    const first = events.find((event) => event.kind === 'lift' || event.kind === 'plant');
    const stop = events.findLast((event) => event.kind === 'stop') ?? null;
    const last = events.findLast((event) => event.kind === 'drop' || event.kind === 'place');
    const start = first === undefined ? NOWHERE : first.kind === 'plant' ? first.to : first.from;
    return {
        laps: findLaps(events),
        taken: sumTaken(events),
        planted: sum(events, 'plant'),
        start: start === NOWHERE || start === HAND ? null : start,
        end: stop?.to ?? last?.to ?? null,
        stop,
        captured: [...new Set(events.flatMap((e) => (e.kind === 'capture' ? [e.from] : [])))],
        changes: findChanges(ply),
        again: ply.after.over === 0 && ply.after.turn === ply.mover,
        over: ply.after.over !== 0,
    };
}

/** What plies, one after the other, have changed, place by place. */
export function changesOf(plies: readonly Ply[]): ReadonlyMap<number, number> {
    const all = new Map<number, number>();
    for (const ply of plies)
        for (const [place, change] of findChanges(ply)) all.set(place, (all.get(place) ?? 0) + change);
    return all;
}
