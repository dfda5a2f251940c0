// Where things lie on a drawn board, for two rows and four, of any width.
//
//      +-- north's store --+
//      | g  f  e  d  c  b  a |      the rows as printed, from the top; turned round for North
//      | A  B  C  D  E  F  G |
//                +-- south's store --+

import { STORE_NORTH, STORE_SOUTH, type Rules } from '../engine/types.ts';

/** In units of the drawing; a hole's cell is 100 wide. */
export const CELL = 100;
export const PIT = 42;
const EDGE = 20;
const MIDDLE = 22;
const STORE_HEIGHT = 76;
const GAP = 10;

export interface Spot {
    readonly x: number;
    readonly y: number;
}

export interface Cell extends Spot {
    readonly hole: number;
    /** As drawn, from the top left. */
    readonly row: number;
    readonly column: number;
}

export interface Box extends Spot {
    readonly width: number;
    readonly height: number;
}

export interface Layout {
    readonly width: number;
    readonly height: number;
    readonly board: Box;
    readonly cells: readonly Cell[];
    /** The cell of each hole. */
    readonly cell: ReadonlyMap<number, Cell>;
    /** South's, North's; null: the game has none. */
    readonly stores: readonly [Box, Box] | null;
    /** The line between the two sides. */
    readonly middle: number;
}

export function layoutOf(rules: Pick<Rules, 'board' | 'places'>, turned: boolean): Layout {
    const printed = turned ? rules.board.map((row) => [...row].reverse()).reverse() : rules.board;
    const rows = printed.length;
    const columns = printed[0]!.length;
    const hasStores = STORE_SOUTH in rules.places;
    const above = hasStores ? STORE_HEIGHT + GAP : 0;
    const board: Box = {
        x: 0,
        y: above,
        width: columns * CELL + 2 * EDGE,
        height: rows * CELL + 2 * EDGE + MIDDLE,
    };
    const cells = printed.flatMap((holes, row) =>
        holes.map((hole, column): Cell => ({
            hole,
            row,
            column,
            x: EDGE + (column + 0.5) * CELL,
            y: above + EDGE + (row + 0.5) * CELL + (row >= rows / 2 ? MIDDLE : 0),
        })),
    );
    const height = board.height + 2 * above;
    const width = Math.min(columns, 6) * CELL * 0.6 + EDGE;
    const near: Box = {
        x: board.width - width,
        y: height - STORE_HEIGHT,
        width,
        height: STORE_HEIGHT,
    };
    const far: Box = { x: 0, y: 0, width, height: STORE_HEIGHT };
    return {
        width: board.width,
        height,
        board,
        cells,
        cell: new Map(cells.map((cell) => [cell.hole, cell])),
        stores: hasStores ? (turned ? [far, near] : [near, far]) : null,
        middle: above + EDGE + (rows / 2) * CELL + MIDDLE / 2,
    };
}

/** The centre of a hole or a store; undefined for what has no place on the board. */
export function spotOf(layout: Layout, place: number): Spot | undefined {
    if (place === STORE_SOUTH || place === STORE_NORTH) {
        const box = layout.stores?.[place - STORE_SOUTH];
        return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }
    return layout.cell.get(place);
}

/** The hole that lies next to one, in the direction of an arrow key; itself at the edge. */
export function neighbour(layout: Layout, hole: number, key: string): number {
    const here = layout.cell.get(hole);
    if (here === undefined) return hole;
    const row = here.row + (key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0);
    const column = here.column + (key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0);
    return layout.cells.find((cell) => cell.row === row && cell.column === column)?.hole ?? hole;
}
