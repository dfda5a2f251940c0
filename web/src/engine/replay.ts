// Positions as bytes, and events carried out on them: kw_replay, for an animation that goes forward
// and back.  The rules are not here; an event says itself what it moves.

import { HAND, NOWHERE, STORE_SOUTH, type Event, type Position } from './types.ts';

/** A position that is being changed: its text is left behind. */
export interface Table {
    hole: number[];
    mark: number;
    mark2: number;
    store: number[];
    turn: number;
    phase: number;
    over: number;
    hand: number;
    own: number[];
}

export const tableOf = (position: Position): Table => ({
    hole: [...position.hole],
    mark: position.mark,
    mark2: position.mark2,
    store: [...position.store],
    turn: position.turn,
    phase: position.phase,
    over: position.over,
    hand: position.hand,
    own: [...position.own],
});

/** Adds seeds to a place; as in the library a byte holds them. */
function add(table: Table, place: number, count: number): void {
    if (place === HAND) table.hand = (table.hand + count) & 255;
    else if (place < STORE_SOUTH) table.hole[place] = (table.hole[place]! + count) & 255;
    else table.store[place - STORE_SOUTH] = (table.store[place - STORE_SOUTH]! + count) & 255;
}

function setMark(table: Table, event: Event, set: boolean): void {
    const bit = 1 << event.to;
    for (const [name, of] of [['mark', 1], ['mark2', 2]] as const)
        if (event.count & of) table[name] = (set ? table[name] | bit : table[name] & ~bit) >>> 0;
}

/** The sides of so many holes are exchanged, and the stores. */
function swap(table: Table, holes: number): void {
    const { hole, store } = table;
    table.hole = [...hole.slice(holes, 2 * holes), ...hole.slice(0, holes), ...hole.slice(2 * holes)];
    table.store = [store[1]!, store[0]!];
    const side = (1 << holes) - 1;
    for (const name of ['mark', 'mark2'] as const)
        table[name] = (((table[name] & side) << holes) | ((table[name] >>> holes) & side)) >>> 0;
}

function setField(table: Table, field: number, value: number): void {
    if (field === 0) table.phase = value;
    else table.own[field - 1] = value;
}

/** Carries out one event. */
export function replay(table: Table, event: Event): void {
    if (event.from !== NOWHERE && event.to !== NOWHERE) {
        add(table, event.from, -event.count);
        add(table, event.to, event.count);
    } else if (event.kind === 'mark' || event.kind === 'unmark') {
        setMark(table, event, event.kind === 'mark');
    } else if (event.kind === 'swap') {
        swap(table, event.count);
    } else if (event.kind === 'field') {
        setField(table, event.to, event.count);
    } else if (event.kind === 'next') {
        table.turn = event.to;
    } else if (event.kind === 'over') {
        table.over = event.to;
    }
}

/** The position before each event, and after the last. */
export function stages(before: Position, events: readonly Event[]): Table[] {
    const all = [tableOf(before)];
    for (const event of events) {
        const next = structuredClone(all[all.length - 1]!);
        replay(next, event);
        all.push(next);
    }
    return all;
}

/** The 48 bytes of a position in hexadecimal. */
export function positionBytes(position: Position | Table): string {
    const bytes = new Uint8Array(48);
    const view = new DataView(bytes.buffer);
    bytes.set(position.hole, 0);
    view.setUint32(32, position.mark, true);
    view.setUint32(36, position.mark2, true);
    bytes.set(position.store, 40);
    bytes.set([position.turn, position.phase, position.over, position.hand], 42);
    bytes.set(position.own, 46);
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
