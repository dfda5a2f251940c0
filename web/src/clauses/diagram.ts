// A board as a diagram for reading and for paper: numbers in circles, as small as can be read.  The
// numbers of the stores stand at their owners' right hands.
//
//      +----------------------+
//      | 4  ( )( )( )( )      |
//      |    ( )( )( )( )      |
//      |    ------------      |
//      |    ( )( )( )( )      |
//      |    ( )( )( )( )   9  |
//      +----------------------+

import { STORE_SOUTH, type Rules } from '../engine/types.ts';
import type { Spot } from '../board/geometry.ts';

export const RADIUS = 42;
const CELL = 100;
const RIDGE = 36;
const EDGE = 14;
const SIDE = 104;
const LABELS = 44;

export interface Pit extends Spot {
    readonly hole: number;
}

export interface Diagram {
    readonly width: number;
    readonly height: number;
    readonly pits: readonly Pit[];
    /** South's and North's; empty: the game has none. */
    readonly stores: readonly Spot[];
    readonly middle: number;
    readonly left: number;
    readonly right: number;
    /** The names of the holes: of columns outside, of rows at the sides. */
    readonly labels: readonly (Spot & { readonly text: string })[];
}

export function diagramOf(rules: Pick<Rules, 'board' | 'places'>, labelled: boolean): Diagram {
    const rows = rules.board.length;
    const columns = rules.board[0]!.length;
    const four = rows === 4;
    const hasStores = STORE_SOUTH in rules.places;
    const outside = EDGE + (labelled ? LABELS : 0);
    const side = (hasStores ? SIDE : EDGE) + (four && labelled ? LABELS : 0);
    const half = rows / 2;
    const pits = rules.board.flatMap((holes, row) =>
        holes.map((hole, column) => ({
            hole,
            x: side + (column + 0.5) * CELL,
            y: outside + (row + 0.5) * CELL + (row < half ? 0 : RIDGE),
        })),
    );
    const [width, height] = [columns * CELL + 2 * side, rows * CELL + RIDGE + 2 * outside];
    const name = (row: number, column: number): string => rules.places[rules.board[row]![column]!]!;
    const heads = labelled ? [0, rows - 1].flatMap((row) =>
        rules.board[row]!.map((_, column) => ({
            text: four ? name(row, column).slice(1) : name(row, column),
            x: side + (column + 0.5) * CELL,
            y: row === 0 ? EDGE + LABELS / 2 : height - EDGE - LABELS / 2,
        })),
    ) : [];
    const letters = labelled && four ? rules.board.map((_, row) => ({
        text: name(row, 0)[0]!,
        x: side - LABELS / 2,
        y: pits[row * columns]!.y,
    })) : [];
    return {
        width,
        height,
        pits,
        stores: hasStores
            ? [
                  { x: width - SIDE / 2, y: height - outside - CELL / 2 },
                  { x: SIDE / 2, y: outside + CELL / 2 },
              ]
            : [],
        middle: outside + half * CELL + RIDGE / 2,
        left: side,
        right: width - side,
        labels: [...heads, ...letters],
    };
}
