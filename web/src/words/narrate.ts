// What happened, in words: the log, the line after a move and the screen reader all say it so.

import { marksAt, scoreOf } from '../engine/marks.ts';
import { effectOf } from '../engine/effect.ts';
import type { Table } from '../engine/replay.ts';
import { HAND, NOWHERE, STORE_NORTH, STORE_SOUTH, type Clause, type Event, type Player, type Ply, type Reason, type Result, type Rules, type Value } from '../engine/types.ts';
import type { Words } from './en.ts';
import { signed } from './numbers.ts';
import type { Say } from './sayings.ts';

/** A hole at the beginning of a text; 'a' alone may be a word, and l’ of French the beginning of one. */
const HOLE_FIRST = /^(?:[a-z]\d+|[b-z])\b(?!’)/;

/** The library's sentences begin small and have no full stop.  Holes keep their case: h is not H. */
export const sentence = (text: string): string =>
    HOLE_FIRST.test(text) ? `${text}.` : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** A reason in the language of `said`, put together from its parts. */
export function describeReason(rules: Rules, reason: Reason, said: (text: string) => string): string {
    const form = said(reason.template);
    if (form === reason.template) return form.startsWith('%h') ? `${reason.text}.` : sentence(reason.text);
    const text = form
        .replace('%h', said(placeName(rules, reason.hole)))
        .replace('%n', String(reason.count));
    return form.startsWith('%h') ? `${text}.` : sentence(text);
}

export const placeName = (rules: Pick<Rules, 'places'>, place: number): string => rules.places[place] ?? '';

type Whose = keyof Words['board']['whose'];
/** Whose side a hole is on; `own`: the one who reads it. */
function whoseIs({ board }: Pick<Rules, 'board'>, hole: number, own: Player | null): Whose {
    const side = board.findIndex((row) => row.includes(hole)) < board.length / 2 ? 'N' : 'S';
    return own === null ? side : side === own ? 'own' : 'other';
}

/** The words of what is announced: each hole is named with its side, since a sounds as A does. */
export function spoken(words: Words, rules: Rules, own: Player | null = null): Words {
    const holes = new Map(rules.board.flat().map((hole) => [placeName(rules, hole), hole]));
    const place = (name: string): string => {
        const hole = holes.get(name);
        return hole === undefined ? words.place(name) : words.board.of[whoseIs(rules, hole, own)](words.place(name));
    };
    return { ...words, place };
}

/** What lies in each row as the board is seen, from the top, and in the stores. */
export function describeBoard(words: Words, rules: Rules, table: Table, turned: boolean): string[] {
    const rows = turned ? rules.board.map((row) => [...row].reverse()).reverse() : rules.board;
    const nameOf = (hole: number): string => words.place(placeName(rules, hole));
    const stores = [STORE_SOUTH, STORE_NORTH].filter((place) => place in rules.places);
    return [
        ...rows.map((row) =>
            words.board.row(nameOf(row[0]!), nameOf(row.at(-1)!), row.map((hole) => table.hole[hole]).join(', ')),
        ),
        ...stores.map((place) => `${describePlace(words, rules, table, place)}.`),
    ];
}

/** A hole or a store with what lies there; `own`: the one who reads it. */
export function describePlace(words: Words, rules: Rules, table: Table, place: number, own: Player | null = null): string {
    const { board } = words;
    const name = words.place(placeName(rules, place));
    if (place >= STORE_SOUTH) {
        const count = table.store[place - STORE_SOUTH]!;
        const score = scoreOf(rules, table, place - STORE_SOUTH);
        return [board.store(name, count), ...(score === count ? [] : [board.won(score)])].join(', ');
    }
    const parts = [board.hole(name, table.hole[place]!, board.whose[whoseIs(rules, place, own)])];
    parts.push(...marksAt(rules, table, place).map((letter) => markNamed(words, letter)));
    return parts.join(', ');
}

/** What a mark's letter stands for. */
export const markNamed = ({ board }: Words, letter: string | null | undefined): string =>
    board.marks[letter as keyof typeof board.marks] ?? '';

export const clauseOf = (rules: Rules, event: { readonly clause: number | null }): Clause | null =>
    event.clause === null ? null : (rules.clauses[event.clause] ?? null);

/** One event; `now` is what its hole holds after it.  '' if there is nothing to say. */
export function describeEvent(words: Words, rules: Rules, event: Event, now: number): string {
    const { describe } = words;
    const from = words.place(placeName(rules, event.from));
    const to = words.place(placeName(rules, event.to));
    const mark = markNamed(words, event.count === 2 ? rules.marks[1] : rules.marks[0]);
    switch (event.kind) {
        case 'plant':
            return describe.plant(event.count, to);
        case 'lift':
            return describe.lift(event.count, from);
        case 'drop':
            return describe.drop(to, now);
        case 'capture':
            return describe.capture(event.count, from);
        case 'bank':
            return describe.bank(event.count, to);
        case 'place':
            return describe.place(event.count, to);
        case 'tax':
            return describe.tax(event.count, from);
        case 'mark':
            return describe.mark(mark, to);
        case 'unmark':
            return describe.unmark(mark, to);
        case 'skip':
            return describe.skip(to);
        case 'relay':
            return describe.relay(to);
        case 'block':
            return describe.block(to);
        case 'head':
            return describe.head(to);
        case 'stop':
            return event.to < HAND ? describe.stop(to) : describe.stopped;
        case 'turn':
            return describe.turn;
        case 'choice':
            return describe.choice;
        case 'pass':
            return describe.pass;
        case 'swap':
            return describe.swap;
        case 'next':
            return describe.next(words.players[event.to] ?? '');
        case 'over':
            return describe.over;
        case 'field':
            return '';
    }
}

/** What a move comes to, in one line: "3 laps, takes 7, ends in F"; `whence`: also from where it takes. */
export function describeEffect(words: Words, rules: Rules, ply: Ply, whence = false): string {
    const { describe } = words;
    const effect = effectOf(ply);
    const nameOf = (place: number): string => words.place(placeName(rules, place));
    if (effect.laps.length === 0) {
        const status = ply.events.map((event) => describeEvent(words, rules, event, ply.after.hole[event.to] ?? 0));
        return status.filter((text, i) => text !== '' && ply.events[i]!.kind !== 'next').join(', ');
    }
    const parts = effect.laps.length > 1 ? [describe.laps(effect.laps.length)] : []; // many games have no laps
    const marked = ply.events.filter(({ kind }) => kind === 'mark');
    const chances = ply.events.filter(({ kind }) => kind === 'choice');
    const stored = ply.events.filter(({ kind, to }) => kind === 'drop' && to === STORE_SOUTH + ply.mover).length;
    const from = [...new Set(effect.captured)];
    if (effect.taken > 0 && whence && from.length > 0 && from.length < HOLES_SAID)
        parts.push(describe.tookFrom(effect.taken, from.map(nameOf).join(', ')));
    else if (effect.taken > 0) parts.push(describe.took(effect.taken));
    else if (rules.marks[0] === 'b' && marked.length === 0 && chances.length > 0)
        parts.push(describe.refuses(chances.map(({ to }) => nameOf(to)).join(', ')));
    else if (stored > 0) parts.push(describe.stored(stored));
    else if (marked.length === 0) parts.push(describe.tookNothing);
    if (marked.length > 0 && marked.length < MARKS_SAID)
        for (const event of marked) parts.push(describeEvent(words, rules, event, 0));
    if (effect.end !== null && effect.end !== NOWHERE) parts.push(describe.ended(nameOf(effect.end)));
    if (effect.again && ply.after.phase === 0) parts.push(describe.again);
    return parts.join(', ');
}
/** So many are a stage of the game, not what the move is about. */
const MARKS_SAID = 3;
/** Nobody keeps more in mind. */
const HOLES_SAID = 5;

/** How far a move first goes and what was chosen on its way, without what it comes to. */
export function describeWay(words: Words, rules: Rules, ply: Ply): string {
    const { describe } = words;
    const nameOf = (place: number): string => words.place(placeName(rules, place));
    const { laps } = effectOf(ply);
    const end = laps[0]?.path.at(-1);
    const chosen = ply.events.flatMap(({ kind, to }, i) => {
        if (kind !== 'choice') return [];
        const then = ply.events[i + 1]?.kind;
        return then === 'stop' || then === 'mark' ? describe.staysAt(nameOf(to)) : describe.goesOnAt(nameOf(to));
    });
    const first = laps.length > 1 || chosen.length > 0 ? describe.firstLap : describe.ended;
    return [...(end === undefined ? [] : [first(nameOf(end))]), ...chosen].join(', ');
}

/** The line after a move; `players` as they are called. */
export const describePly = (
    words: Words,
    rules: Rules,
    ply: Ply,
    players: readonly string[] = words.players,
    whence = false,
): string => `${words.describe.move(players[ply.mover]!, ply.move.text)} ${sentence(describeEffect(words, rules, ply, whence))}`;

export function describeResult(words: Words, result: Result, own: Player | null = null): string {
    const { result: of } = words;
    const parts = [describeOutcome(words, result, own), of.ending[result.ending]];
    if (result.score !== null) {
        // First the reader's own, else the winner's.
        const [south, north] = result.score;
        parts.push((own ?? result.outcome) === 'N' ? of.score(north, south) : of.score(south, north));
    }
    if (result.narrow) parts.push(of.narrow);
    return `${parts.filter((part) => part !== '').join(', ')}.`;
}

/** Who has won; `own`: the one who reads it. */
export function describeOutcome(words: Words, result: Result, own: Player | null = null): string {
    const { result: of } = words;
    if (result.outcome === 'draw') return of.draw;
    if (own !== null) return result.outcome === own ? of.youWin : of.youLose;
    return of.wins(words.players[result.outcome === 'S' ? 0 : 1]!);
}

/** Why the game ended: the rule, or what the players did. */
export function describeEnding(
    words: Words,
    rules: Rules,
    result: Result,
    last: Ply | null,
    said: Say,
): string {
    const { ending } = words.result;
    const over = last?.events.findLast(({ kind }) => kind === 'over');
    const ids = result.ending === 'repetition' ? ['repetition'] : ['no-move', 'end'];
    const clause =
        over === undefined
            ? rules.clauses.find(({ id }) => ids.includes(id))
            : (clauseOf(rules, over) ?? undefined);
    const status =
        result.ending === 'resignation' || result.ending === 'agreement' || clause === undefined
            ? sentence(ending[result.ending])
            : said(clause.text, clause);
    return result.narrow ? `${status} ${sentence(words.result.narrow)}` : status;
}

/** A value from the side of the player who is to move; `+` is good for him. */
export function describeValue(words: Words, value: Value): string {
    const { value: of } = words;
    if (value.unit === 'plies')
        return value.score > 0 ? of.wins(value.score) : of.loses(-value.score);
    const number = signedValue(words.code, value);
    return value.unit === 'seeds' ? of.seeds(number) : of.points(number);
}

/** Seeds or points; what is proven is a whole number. */
export const signedValue = (code: string, { score, proven }: Value): string =>
    signed(code, score / 100, proven && score % 100 === 0 ? 0 : 1);
