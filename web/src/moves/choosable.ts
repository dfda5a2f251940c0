// A board on which moves are chosen: a game that is played, analysed or practised.

import { EVENTS_MOST, type Playback } from '../board/playback.svelte.ts';
import type { Komwe, Place } from '../engine/komwe.ts';
import { KomweError, type Move, type Ply, type Reason, type Rules, type Situation } from '../engine/types.ts';

/** Why something was not played. */
export interface Refusal {
    readonly text: string;
    readonly reason: Reason | null;
}

export interface Choosable {
    readonly komwe: Komwe;
    readonly rules: Rules;
    readonly playback: Playback;
    /** North sits at the bottom. */
    readonly turned: boolean;
    readonly situation: Situation;
    /** The last plies that were shown. */
    readonly shown: readonly Ply[];
    /** They are still on their way. */
    readonly showing: boolean;
    /** Nobody plays now, and there is nothing to be asked. */
    readonly locked?: boolean;
    /** A person may play now. */
    readonly free: boolean;
    /** What a move does is not shown before it is played. */
    readonly blind?: boolean;
    /** A move counts as an answer: a touch only chooses it, and another one plays it. */
    readonly counts?: boolean;
    refusal: Refusal | null;
    /** Plays a word; false if it cannot be played, and `refusal` says why. */
    play(word: string): Promise<boolean>;
    /** What one of the moves does, where they are not all moves of the position. */
    trace?(word: string): Promise<readonly Ply[]>;
}

export function placeOf({ rules, situation }: Pick<Choosable, 'rules' | 'situation'>): Required<Place> {
    return { game: rules.id, options: rules.options, position: situation.position.text };
}

/** The last thing that a move does. */
export async function tryMove(at: Choosable, word: string): Promise<Ply> {
    const plies = await (at.trace?.(word) ?? at.komwe.trace(placeOf(at), word, EVENTS_MOST));
    return plies[plies.length - 1]!;
}

/** Moves that are chosen on the board; the others have a button each. */
export const onBoard = (move: Move): boolean => !['pass', 'keep', 'swap'].includes(move.kind);

/** Moves that begin at a hole. */
export const movesFrom = ({ moves }: Situation, hole: number): readonly Move[] =>
    moves.filter((move) => onBoard(move) && move.hole === hole);

/** Why a move, or any from a hole, cannot be played; null: nothing is known against it. */
export async function refusalOf(of: Choosable, word: string): Promise<Refusal | null> {
    const { reason, obliged } = await of.komwe.why(placeOf(of), word);
    const said = reason ?? obliged;
    return said === null ? null : { text: said.text, reason: said };
}

/** The library's refusal as one; what went wrong otherwise is thrown on. */
export function refusedBy(error: unknown): Refusal {
    if (!(error instanceof KomweError)) throw error;
    return { text: error.message, reason: null };
}
