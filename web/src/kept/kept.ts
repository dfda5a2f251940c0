// A game as the browser keeps it.

import { kept } from '../app/store.ts';
import type { Game } from '../engine/komwe.ts';
import { NORTH, SOUTH, type Player, type Position, type Result } from '../engine/types.ts';

/** Who sits there: a person, or the engine at a level 1..10. */
export type Seat = 'human' | number;
export type Seats = readonly [Seat, Seat];

export interface KeptGame {
    /** As in its address. */
    readonly id: string;
    /** The rule set, and its options as they are given to open it. */
    readonly game: string;
    readonly options: string;
    /** What the player calls it; '': nothing. */
    readonly title: string;
    readonly record: string;
    readonly seats: Seats;
    /** North sits at the bottom. */
    readonly turned: boolean;
    /** The engine does not play on. */
    readonly paused: boolean;
    /** Milliseconds since 1970. */
    readonly begun: number;
    readonly played: number;
    /** Where it stands, as its record says. */
    readonly plies: number;
    readonly position: Position;
    readonly result: Result | null;
}

const isSeat = (seat: unknown): seat is Seat => seat === 'human' || Number.isInteger(seat);

/** What is stored may be damaged: what can be listed and opened.  Its record is read by the engine. */
export function isKeptGame(value: KeptGame): boolean {
    const { id, game, options, title, record, seats, plies, begun, played } = value;
    return (
        [id, game, options, title, record].every((text) => typeof text === 'string') &&
        [plies, begun, played].every(Number.isFinite) &&
        Array.isArray(seats) &&
        seats.length === 2 &&
        seats.every(isSeat) &&
        Array.isArray(value.position?.hole)
    );
}

/** Where an earlier version of the page kept its one game; and the mark that the store was opened. */
export const OLD_GAME = 'game';
export const OPENED = 'games';
/** Whether there may be games: a first visitor does not wait for the store. */
export const mayHaveGames = (): boolean => kept(OPENED) !== null || kept(OLD_GAME) !== null;

/** Nobody guesses it, and two are never the same. */
export function newId(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(8));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What its record says of a game. */
export async function recorded(
    game: Game,
): Promise<Pick<KeptGame, 'game' | 'options' | 'record' | 'plies' | 'position' | 'result'>> {
    const { game: id, options, plies, position, result } = game.state;
    return { game: id, options, plies, position, result, record: await game.write() };
}

/** The only person who plays; null: there are two, or none. */
export function ownOf(seats: Seats): Player | null {
    if (seats.filter((seat) => seat === 'human').length !== 1) return null;
    return seats[SOUTH] === 'human' ? 'S' : 'N';
}

/** A person sits at North alone. */
export const isTurned = (seats: Seats): boolean => seats[NORTH] === 'human' && seats[SOUTH] !== 'human';
