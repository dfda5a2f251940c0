// What happened, in words: the log, the line after a move and the screen reader all say it so.

import { effectOf } from '../engine/effect.ts';
import type { Table } from '../engine/replay.ts';
import { HAND, NOWHERE, STORE_SOUTH, type Clause, type Event, type Ply, type Reason, type Result, type Rules, type Worth } from '../engine/types.ts';
import type { Words } from './en.ts';

/** The library's sentences begin small and have no full stop. */
export const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** A reason in the language of `said`, put together from its parts. */
export const tellReason = (rules: Rules, reason: Reason, said: (text: string) => string): string =>
    sentence(
        said(reason.template)
            .replace('%h', said(placeName(rules, reason.hole)))
            .replace('%n', String(reason.count)),
    );

export const placeName = (rules: Rules, place: number): string => rules.places[place] ?? '';

/** A hole or a store with what lies there. */
export function tellPlace(words: Words, rules: Rules, table: Table, place: number): string {
    const { board } = words;
    const name = words.place(placeName(rules, place));
    if (place >= STORE_SOUTH) return board.store(name, table.store[place - STORE_SOUTH]!);
    const parts = [board.hole(name, table.hole[place]!)];
    [table.mark, table.mark2].forEach((mask, i) => {
        if ((mask >>> place) & 1) parts.push(board.marked(rules.marks[i] ?? ''));
    });
    return parts.join(', ');
}

export const clauseOf = (rules: Rules, event: { readonly clause: number | null }): Clause | null =>
    event.clause === null ? null : (rules.clauses[event.clause] ?? null);

/** One event; `now` is what its hole holds after it.  '' if there is nothing to tell. */
export function tellEvent(words: Words, rules: Rules, event: Event, now: number): string {
    const { tell } = words;
    const from = words.place(placeName(rules, event.from));
    const to = words.place(placeName(rules, event.to));
    const mark = (event.count === 2 ? rules.marks[1] : rules.marks[0]) ?? '';
    switch (event.kind) {
        case 'plant':
            return tell.plant(event.count, to);
        case 'lift':
            return tell.lift(event.count, from);
        case 'drop':
            return tell.drop(to, now);
        case 'capture':
            return tell.capture(event.count, from);
        case 'bank':
            return tell.bank(event.count, to);
        case 'place':
            return tell.place(event.count, to);
        case 'tax':
            return tell.tax(event.count, from);
        case 'mark':
            return tell.mark(mark, to);
        case 'unmark':
            return tell.unmark(mark, to);
        case 'skip':
            return tell.skip(to);
        case 'relay':
            return tell.relay(to);
        case 'block':
            return tell.block(to);
        case 'head':
            return tell.head(to);
        case 'stop':
            return event.to < HAND ? tell.stop(to) : tell.stopped;
        case 'turn':
            return tell.turn;
        case 'choice':
            return tell.choice;
        case 'pass':
            return tell.pass;
        case 'next':
            return tell.next(words.players[event.to] ?? '');
        case 'over':
            return tell.over;
        case 'field':
            return '';
    }
}

/** What a move comes to, in one line: "3 laps, takes 7, ends in F". */
export function tellEffect(words: Words, rules: Rules, ply: Ply): string {
    const { tell } = words;
    const effect = effectOf(ply);
    const parts: string[] = [];
    if (effect.laps.length > 0) {
        parts.push(tell.laps(effect.laps.length));
        parts.push(effect.taken > 0 ? tell.took(effect.taken) : tell.tookNothing);
    } else {
        const told = ply.events.map((event) => tellEvent(words, rules, event, ply.after.hole[event.to] ?? 0));
        parts.push(...told.filter((text, i) => text !== '' && ply.events[i]!.kind !== 'next'));
    }
    if (effect.laps.length > 0 && effect.end !== null && effect.end !== NOWHERE)
        parts.push(tell.ended(words.place(placeName(rules, effect.end))));
    if (effect.again && ply.after.phase === 0) parts.push(tell.again);
    return parts.join(', ');
}

/** How far a move first goes and what was chosen on its way, without what it comes to. */
export function tellWay(words: Words, rules: Rules, ply: Ply): string {
    const { tell } = words;
    const nameOf = (place: number): string => words.place(placeName(rules, place));
    const end = effectOf(ply).laps[0]?.path.at(-1);
    const chosen = ply.events.flatMap(({ kind, to }, i) => {
        if (kind !== 'choice') return [];
        const then = ply.events[i + 1]?.kind;
        return then === 'stop' || then === 'mark' ? tell.staysAt(nameOf(to)) : tell.goesOnAt(nameOf(to));
    });
    return [...(end === undefined ? [] : [tell.firstLap(nameOf(end))]), ...chosen].join(', ');
}

/** The line after a move. */
export const tellPly = (words: Words, rules: Rules, ply: Ply): string =>
    `${words.tell.move(words.players[ply.mover]!, ply.move.text)} ${tellEffect(words, rules, ply)}.`;

export function tellResult(words: Words, result: Result): string {
    const { result: of } = words;
    const outcome =
        result.outcome === 'draw' ? of.draw : of.wins(words.players[result.outcome === 'S' ? 0 : 1]!);
    const parts = [outcome, of.ending[result.ending]];
    if (result.score !== null) parts.push(of.score(...result.score));
    if (result.narrow) parts.push(of.narrow);
    return `${parts.filter((part) => part !== '').join(', ')}.`;
}

/** A value from the side of the player who is to move; `+` is good for him. */
export function tellWorth(words: Words, worth: Worth): string {
    const { worth: of } = words;
    if (worth.unit === 'plies')
        return worth.score > 0 ? of.wins(worth.score) : of.loses(-worth.score);
    const number = signed(worth.score / 100);
    return worth.unit === 'seeds' ? of.seeds(number) : of.points(number);
}

export function signed(value: number): string {
    const tenths = Math.round(10 * value);
    return `${tenths > 0 ? '+' : tenths < 0 ? '−' : ''}${(Math.abs(tenths) / 10).toFixed(1)}`;
}
