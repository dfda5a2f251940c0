// What a picture says of itself: below the board, and to those who do not see it.

import { STORE_NORTH, STORE_SOUTH, type Ply, type Position, type Result, type Rules } from '../engine/types.ts';
import { tableOf } from '../engine/replay.ts';
import { sentence, describePlace, describeResult } from '../words/narrate.ts';
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

/** What lies in each row as the board is seen, and in the stores. */
function describeBoard(w: Words, rules: Rules, position: Position, turned: boolean): string[] {
    const table = tableOf(position);
    const rows = turned ? rules.board.map((row) => [...row].reverse()).reverse() : rules.board;
    const nameOf = (hole: number): string => rules.places[hole]!;
    const stores = [STORE_SOUTH, STORE_NORTH].filter((place) => place in rules.places);
    return [
        ...rows.map((row) =>
            w.share.row(nameOf(row[0]!), nameOf(row.at(-1)!), row.map((hole) => position.hole[hole]).join(', ')),
        ),
        ...stores.map((place) => `${describePlace(w, rules, table, place)}.`),
    ];
}

/** The picture in words. */
export const describe = (w: Words, shared: Shared, name: string): string =>
    [`${name}.`, captionOf(w, shared), ...describeBoard(w, shared.rules, shared.position, shared.turned ?? false)].join(' ');
