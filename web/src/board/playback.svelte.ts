// A move on its way: its events one after the other, forward and back, at any speed.

import { effectOf } from '../engine/effect.ts';
import { replay, tableOf, type Table } from '../engine/replay.ts';
import type { Speed } from '../app/speed.ts';
import type { Travel } from './geometry.ts';
import { HAND, NOWHERE, type Event, type EventKind, type Ply, type Position } from '../engine/types.ts';

const MILLISECONDS: Partial<Record<EventKind, number>> = {
    plant: 260,
    lift: 120,
    drop: 180,
    relay: 240,
    capture: 320,
    bank: 220,
    place: 160,
    tax: 320,
    mark: 260,
    unmark: 260,
    block: 300,
    head: 220,
    turn: 160,
    stop: 260,
};
/** More events of one move are not shown: the board then shows what they come to. */
export const EVENTS_MOST = 3000;
const WHOLE_MOVE = 4000;
const A_LAP = 0.85;
const FASTEST = 70 / 180;
const CHECKPOINT = 64;
/** Of the time of a capture, so much has passed when the hand is there. */
const REACHED = 0.4;

/** When each event has happened, in milliseconds from the beginning of the move. */
export function schedule(events: readonly Event[], speed: Speed): number[] {
    let lap = 1;
    let time = 0;
    const times = events.map(({ kind }) => {
        if (speed === 'adaptive' && (kind === 'lift' || kind === 'capture'))
            lap = Math.max(FASTEST, lap * A_LAP);
        time += (MILLISECONDS[kind] ?? 0) * (kind === 'drop' ? lap : 1);
        return time;
    });
    const factor =
        speed === 'adaptive' ? Math.min(1, WHOLE_MOVE / Math.max(1, time)) : speed > 0 ? 1 / speed : 0;
    return times.map((at) => at * factor);
}

/** Where the hand is after an event: with what it lifts, drops or takes. */
export const placeOf = (event: Event): number =>
    event.to === HAND ? event.from : event.to < HAND ? event.to : NOWHERE;

/** A relay, a capture or the end of a sowing, and where. */
export interface Pulse {
    readonly kind: 'relay' | 'capture' | 'stop';
    readonly place: number;
    /** Of which event. */
    readonly key: number;
}

export interface Unit {
    readonly kind: 'seed' | 'lap' | 'move';
    readonly forward: boolean;
}

/** What the board shows; a position that stands, or plies that are carried out on it. */
export class Playback {
    /** What lies on the board now. */
    table: Table = $state(emptyTable());
    /** Events carried out of those of all plies. */
    index = $state(0);
    playing = $state(false);
    plies: readonly Ply[] = $state.raw([]);
    /** Where the hand travels: from one place to another, and how far it has come, 0..1. */
    hand: Travel = $state.raw({ from: NOWHERE, to: NOWHERE });
    way = $state(1);

    readonly events: readonly Event[] = $derived(this.plies.flatMap((ply) => ply.events));
    readonly atEnd: boolean = $derived(this.index >= this.events.length);
    /** The ply that is under way, or the last. */
    readonly ply: Ply | undefined = $derived.by(() => {
        let left = this.index;
        return (
            this.plies.find((ply) => (left -= ply.events.length) < 0) ??
            this.plies[this.plies.length - 1]
        );
    });
    /** The event that has just happened. */
    readonly event: Event | undefined = $derived(this.events[this.index - 1]);

    /** The one that a sentence is about: while it plays it is about no single seed, which nobody could read. */
    readonly spoken: Event | undefined = $derived(
        this.playing ? this.events.slice(0, this.index).findLast(({ kind }) => kind !== 'drop' && kind !== 'skip') : this.event,
    );

    /** The hand is about to drop a seed. */
    readonly falls: boolean = $derived(this.playing && this.events[this.index]?.kind === 'drop');
    /** What is drawn once where it has just happened; a capture from before it, while it is held. */
    readonly pulse: Pulse | null = $derived.by(() => {
        if (!this.playing) return null;
        const next = this.events[this.index];
        if (next?.kind === 'capture') return { kind: 'capture', place: next.from, key: this.index + 1 };
        const { event } = this;
        if (event?.kind === 'capture') return { kind: 'capture', place: event.from, key: this.index };
        if (event?.kind !== 'relay' && event?.kind !== 'stop') return null;
        return { kind: event.kind, place: event.to, key: this.index };
    });

    #times: number[] = [];
    #begun = 0;
    #frame = 0;
    #checkpoints: Table[] = [];
    #done: (() => void) | undefined;

    /** A position that stands; whatever was under way is forgotten. */
    show(position: Position): void {
        this.#rest();
        this.#finish();
        this.plies = [];
        this.index = 0;
        this.#checkpoints = [];
        this.table = tableOf(position);
        this.hand = { from: NOWHERE, to: NOWHERE };
    }

    /** Plies to go through, from before the first of them. */
    load(plies: readonly Ply[]): void {
        if (plies.length === 0) return;
        this.show(plies[0]!.before);
        this.plies = plies;
        this.#checkpoints = [structuredClone($state.snapshot(this.table) as Table)];
    }

    /** Shows what happens; ends when its end has been reached, on whichever way. */
    run(plies: readonly Ply[], speed: Speed): Promise<void> {
        this.load(plies);
        const done = new Promise<void>((resolve) => (this.#done = resolve));
        this.play(speed);
        return done;
    }

    play(speed: Speed): void {
        this.#rest();
        if (this.atEnd) this.seek(0);
        this.#times = schedule(this.events, speed);
        if ((this.#times[this.#times.length - 1] ?? 0) === 0) {
            this.skip();
            return;
        }
        this.playing = true;
        this.#begun = performance.now() - (this.#times[this.index - 1] ?? 0);
        this.#frame = requestAnimationFrame((now) => this.#draw(now));
    }

    pause(): void {
        this.#rest();
    }

    /** To the end of all. */
    skip(): void {
        this.seek(this.events.length);
        const last = this.plies[this.plies.length - 1];
        if (last !== undefined) this.table = tableOf(last.after); // a ply that was cut has more
        this.#rest();
        this.#finish();
    }

    /** So many events carried out. */
    seek(index: number): void {
        const to = Math.max(0, Math.min(index, this.events.length));
        if (to < this.index) {
            const at = Math.floor(to / CHECKPOINT);
            this.table = structuredClone(this.#checkpoints[at]!);
            this.index = at * CHECKPOINT;
        }
        while (this.index < to) this.#carryOut();
        const event = this.event;
        const place = event === undefined ? NOWHERE : placeOf(event);
        this.hand = { from: place, to: place };
        this.way = 1;
    }

    /** One unit on or back, and stands there. */
    step({ kind, forward }: Unit): void {
        this.#rest();
        this.seek(this.#edge(kind, forward));
        if (this.atEnd) this.skip();
    }

    #edge(kind: Unit['kind'], forward: boolean): number {
        const edges = kind === 'seed' ? this.#seedEdges() : kind === 'lap' ? this.#lapEdges() : this.#plyEdges();
        return forward
            ? (edges.find((edge) => edge > this.index) ?? this.events.length)
            : (edges.findLast((edge) => edge < this.index) ?? 0);
    }

    #seedEdges(): number[] {
        return this.events.flatMap((event, i) => ((MILLISECONDS[event.kind] ?? 0) > 0 ? [i + 1] : []));
    }

    #lapEdges(): number[] {
        let before = 0;
        return this.plies.flatMap((ply) => {
            const begin = before;
            before += ply.events.length;
            return [...effectOf(ply).laps.map((lap) => begin + lap.end), before];
        });
    }

    #plyEdges(): number[] {
        let before = 0;
        return this.plies.map((ply) => (before += ply.events.length));
    }

    #carryOut(): void {
        replay(this.table, this.events[this.index]!);
        this.index++;
        if (this.index % CHECKPOINT === 0 && this.#checkpoints.length === this.index / CHECKPOINT)
            this.#checkpoints.push(structuredClone($state.snapshot(this.table) as Table));
    }

    #draw(now: number): void {
        const time = now - this.#begun;
        while (this.index < this.events.length && this.#times[this.index]! <= time) this.#carryOut();
        if (this.atEnd) {
            this.skip();
            return;
        }
        const begin = this.#times[this.index - 1] ?? 0;
        this.#travel((time - begin) / Math.max(1, this.#times[this.index]! - begin));
        this.#frame = requestAnimationFrame((then) => this.#draw(then));
    }

    /** The hand is on its way from the last event to the next. */
    #travel(way: number): void {
        const next = this.events[this.index]!;
        const from = this.event === undefined ? placeOf(next) : placeOf(this.event);
        const to = placeOf(next);
        const dropped = this.event?.kind === 'drop' ? this.events[this.index - 2] : undefined;
        const past = dropped === undefined ? NOWHERE : placeOf(dropped);
        const carried = this.event?.kind === 'capture' && next.kind !== 'capture';
        const is = this.hand;
        if (from !== is.from || to !== is.to || past !== is.past || carried !== is.carried)
            this.hand = { from, to, past, carried };
        // What is taken is held before it is lifted.
        this.way = next.kind === 'capture' ? Math.min(1, way / REACHED) : way;
    }

    /** Keeps step with another one that has at least as many events. */
    follow(leader: Playback): void {
        this.#rest();
        if (leader.index !== this.index) this.seek(leader.index);
        if (this.atEnd) this.skip();
        else if (leader.playing) this.#travel(leader.way);
    }

    #rest(): void {
        cancelAnimationFrame(this.#frame);
        this.playing = false;
    }

    #finish(): void {
        this.#done?.();
        this.#done = undefined;
    }
}

const emptyTable = (): Table => ({
    hole: new Array<number>(32).fill(0),
    mark: 0,
    mark2: 0,
    store: [0, 0],
    turn: 0,
    phase: 0,
    over: 0,
    hand: 0,
    own: [0, 0],
});
