// What a move that is being shown has come to so far, in one sentence a lap.

import { effectOf } from '../engine/effect.ts';
import type { Event, Ply } from '../engine/types.ts';
import { placeName } from '../words/narrate.ts';
import type { Words } from '../words/en.ts';
import type { DrawnRules } from '../shelf/shelf.ts';
import type { ShelfWords } from '../shelf/words.en.ts';

/** What a lap begins with. */
const opens = ({ kind }: Event): boolean => kind === 'lift' || kind === 'capture' || kind === 'plant';

/** The seeds of this and the captures right before it: two facing holes are one capture. */
function takenAt(events: readonly Event[], at: number): number {
    let taken = 0;
    for (let i = at; i >= 0 && (events[i]!.kind === 'capture' || events[i]!.kind === 'bank'); i--)
        if (events[i]!.kind === 'capture') taken += events[i]!.count;
    return taken;
}

/** Seeds that are taken enter the board again, or go to the store. */
function entersAgain(events: readonly Event[], at: number): boolean {
    const next = events.slice(at + 1).find(({ kind }) => kind === 'drop' || kind === 'bank' || kind === 'stop');
    return next?.kind === 'drop';
}

/** The last seed fell into a store, as it may where stores are sown; then the player moves again. */
function endsInStore({ board }: DrawnRules, events: readonly Event[]): boolean {
    const last = events.findLast(({ kind }) => kind === 'drop');
    return last !== undefined && !board.flat().includes(last.to);
}

/** `done` of its events have been carried out. */
export function captionOf(words: Words, h: ShelfWords, rules: DrawnRules, ply: Ply, done: number): string {
    const { events } = ply;
    const player = words.players[ply.mover]!;
    const nameOf = (place: number): string => words.place(placeName(rules, place));
    if (done >= events.length) {
        const { laps, taken } = effectOf(ply);
        return taken === 0 && endsInStore(rules, events) ? h.again(player) : h.ends(player, laps.length, taken);
    }
    const at = events.slice(0, Math.max(1, done)).findLastIndex(opens);
    const event = events[at];
    if (event === undefined) return '';
    if (event.kind === 'plant') return h.plants(player, nameOf(event.to));
    if (event.kind === 'lift')
        return events[at - 1]?.kind === 'relay' || events[at - 2]?.kind === 'relay'
            ? h.sowsOn(player, event.count, nameOf(event.from))
            : h.sows(player, event.count, nameOf(event.from));
    const taken = takenAt(events, at);
    return entersAgain(events, at) ? h.takesOn(player, taken) : h.takes(player, taken);
}
