// What a picture says of itself: below the board, and to those who do not see it.

import type { Ply, Position, Result } from '../engine/types.ts';
import { tableOf } from '../engine/replay.ts';
import { describeBoard, describeResult, sentence } from '../words/narrate.ts';
import type { Words as Common } from '../words/en.ts';
import type { Shared } from './shared.ts';
import type { Words } from './words.ts';

/** A turn of several plies is named by all of them. */
const describeTurn = (w: Common, plies: readonly Ply[]): string =>
    w.describe.move(w.players[plies[0]!.mover]!, plies.map(({ move }) => move.text).join(', '));

/** The last move, and how it stands then. */
export function describeStand(
    w: Common,
    position: Position,
    move: readonly Ply[],
    result: Result | null,
): string {
    const turn = move.length === 0 ? [] : [describeTurn(w, move.filter(({ mover }) => mover === move.at(-1)!.mover))];
    const then = result === null ? sentence(w.describe.next(w.players[position.turn]!)) : describeResult(w, result);
    return [...turn, then].join(' ');
}

export const captionOf = (w: Common, shared: Shared): string =>
    shared.caption ?? describeStand(w, shared.position, shared.move ?? [], shared.result ?? null);

/** The picture in words. */
export const describe = (w: Words, shared: Shared, name: string): string =>
    [`${name}.`, captionOf(w, shared), ...describeBoard(w, shared.rules, tableOf(shared.position), shared.turned ?? false)].join(' ');
