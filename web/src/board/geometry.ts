// Where things lie on a drawn board, for two rows and four, of any width.  A hole's cell is 100 units
// wide; beside each pit, away from the ridge, is the slot of its number.
//
//      wide, four rows or few columns             wide, two long rows; and narrow
//      +----------------------------------+       +--------------------------+
//      | 4    8  7  6  5  4  3  2  1      |       | (== North's ==) 4        |
//      |( ) b ()()()()()()()() b       ( )|       |  j  i  h ...             |
//      |( ) a ()()()()()()()() a       ( )|       | () () () ...             |
//      |( )  -------- ridge ----       ( )|       |  ------ ridge ------     |
//      |( ) A ()()()()()()()() A       ( )|       | () () () ...             |
//      |( ) B ()()()()()()()() B        9 |       |        9 (== South's ==) |
//      +----------------------------------+       +--------------------------+
//
// The names of holes stand at the edge, four rows' as coordinates; they share their place with nothing.
// A flat board is a narrow one with its stores at the ends, for places that are low.
//
// A store lies at its owner's right hand.

import { NOWHERE, STORE_NORTH, STORE_SOUTH, type Rules } from '../engine/types.ts';

export const CELL = 100;
export const PIT = 39;

/** Up to so many columns, two rows have their stores at the ends. */
const ENDS_MOST = 7;
/** Up to so many columns, narrow pits are round. */
const ROUND_MOST = 7;
/** Narrow boards of up to so many columns: their slots, in which letters have room that can be read on a phone, and how large those get. */
const SLOTS = [
    { columns: 8, slot: 82, most: 44 },
    { columns: 10, slot: 100, most: 44 },
    { columns: 16, slot: 118, most: 52 },
] as const;
const slotsOf = (columns: number): (typeof SLOTS)[number] => SLOTS.find((of) => columns <= of.columns) ?? SLOTS[2];

export interface Spot {
    readonly x: number;
    readonly y: number;
}

export interface Cell extends Spot {
    readonly hole: number;
    /** As drawn, from the top left. */
    readonly row: number;
    readonly column: number;
    /** Above the ridge. */
    readonly upper: boolean;
}

/** A trough: its centre, and whether it stands upright at an end. */
export interface Trough extends Spot {
    readonly width: number;
    readonly height: number;
    readonly upright: boolean;
    /** Of its owner, who sits at the top. */
    readonly upper: boolean;
}

/** Around its spot. */
export interface Label extends Spot {
    readonly text: string;
}

export interface Layout {
    readonly width: number;
    readonly height: number;
    readonly compact: boolean;
    readonly four: boolean;
    /** How much larger pits and seeds are drawn, and how much taller than wide. */
    readonly scale: number;
    readonly tall: number;
    readonly cells: readonly Cell[];
    /** The cell of each hole. */
    readonly cell: ReadonlyMap<number, Cell>;
    /** South's, North's; null: the game has none. */
    readonly stores: readonly [Trough, Trough] | null;
    /** The ridge between the two sides: its middle, its height and its ends. */
    readonly middle: number;
    readonly ridge: number;
    readonly left: number;
    readonly right: number;
    /** From a pit's centre to the line below its number, and to its edge. */
    readonly count: number;
    readonly reach: number;
    /** From a pit's centre to where its number begins: no ring of the pit touches it. */
    readonly rim: number;
    /** How large figures in a slot, a store's number and the names at the edge are at most made. */
    readonly most: number;
    /** Coordinates at the edge. */
    readonly labels: readonly Label[];
}

/** So far the widest ring reaches out of a pit of the scale 1. */
const RING = 6;

type Drawn = Pick<Rules, 'board' | 'places'>;

interface Measures {
    readonly slot: number;
    readonly gap: number;
    readonly ridge: number;
    readonly scale: number;
    readonly side: number;
    readonly edge: number;
    readonly trough: number;
    /** Of the names at the edge, where they are not in its own part. */
    readonly label: number;
    readonly tall: number;
}

/** Of a flat board of two rows: a slot holds a number, and what has changed beyond it. */
const FLAT_SLOT = 74;
/** Its middle holds what stands over the holes of one side. */
const FLAT_RIDGE = 70;
const FLAT_SIDE = 118;

function measuresOf(four: boolean, compact: boolean, columns: number, stores: boolean): Measures {
    if (compact)
        return {
            slot: slotsOf(columns).slot,
            label: four ? 34 : 38,
            gap: four ? 4 : 11,
            ridge: four ? 66 : 128,
            scale: four ? 1.1 : 1.13,
            side: four ? 36 : columns <= 10 ? 12 : 4,
            edge: 14,
            trough: stores ? (four ? 84 : 104) : 0,
            tall: four || columns <= ROUND_MOST ? 1 : 1.42,
        };
    const ends = stores && hasEnds(four, columns);
    return {
        slot: 28,
        label: 0,
        gap: four ? 4 : 11,
        ridge: four ? 50 : 104,
        scale: four ? 1 : 1.06,
        side: ends ? 124 : four ? 56 : 40,
        edge: 36,
        trough: stores && !ends ? 84 : 0,
        tall: 1,
    };
}

/** Its stores are at the ends. */
const hasEnds = (four: boolean, columns: number): boolean => four || columns <= ENDS_MOST;

const flatMeasures = (of: Measures, four: boolean): Measures => ({
    ...of,
    ...(!four && { slot: FLAT_SLOT, ridge: FLAT_RIDGE }),
    side: FLAT_SIDE,
    trough: 0,
});

/** In a low place it can be drawn flat. */
export const canBeFlat = ({ board, places }: Drawn): boolean =>
    STORE_SOUTH in places && hasEnds(board.length === 4, board[0]!.length);

/** `flat`: a compact one has its stores at the ends, if it can. */
export function layoutOf(rules: Drawn, turned: boolean, compact = false, flat = false): Layout {
    const printed = turned ? rules.board.map((row) => [...row].reverse()).reverse() : rules.board;
    const rows = printed.length;
    const columns = printed[0]!.length;
    const four = rows === 4;
    const hasStores = STORE_SOUTH in rules.places;
    const usual = measuresOf(four, compact, columns, hasStores);
    const isFlat = flat && compact && canBeFlat(rules);
    const { slot, gap, ridge, scale, side, edge, trough, label, tall } = isFlat ? flatMeasures(usual, four) : usual;
    const reach = PIT * scale * tall;
    const pitch = slot + 2 * reach + gap;
    const half = rows / 2;
    const top = edge + trough + label;
    const width = columns * CELL + 2 * side;
    const height = 2 * top + rows * pitch + ridge;
    const cells = printed.flatMap((holes, row) =>
        holes.map((hole, column): Cell => {
            const upper = row < half;
            const y = top + row * pitch + (upper ? slot + (pitch - slot) / 2 : ridge + (pitch - slot) / 2);
            return { hole, row, column, upper, x: side + (column + 0.5) * CELL, y };
        }),
    );
    const stores = hasStores
        ? trough === 0
            ? endTroughs(width, height, side)
            : edgeTroughs(width, height, trough, compact)
        : null;
    return {
        width,
        height,
        compact,
        four,
        scale,
        tall,
        cells,
        cell: new Map(cells.map((cell) => [cell.hole, cell])),
        stores: stores === null ? null : turned ? [stores[1], stores[0]] : stores,
        middle: top + half * pitch + ridge / 2,
        ridge,
        left: side,
        right: width - side,
        count: reach + (compact ? 21 : 15),
        reach,
        rim: reach + RING * scale * tall + 2,
        most: compact ? slotsOf(columns).most : WIDE_MOST,
        labels: labelsOf(rules, cells, { four, side, width, height, line: compact ? top - label / 2 : trough + 20 }),
    };
}

/** At the ends: the near player's on the right, the far one's on the left. */
function endTroughs(width: number, height: number, side: number): [Trough, Trough] {
    const long = height - 2 * 28 - 62;
    const wide = side - 62;
    const far = { x: 26 + wide / 2, y: 90 + long / 2 };
    const near = { x: width - 26 - wide / 2, y: 28 + long / 2 };
    const size = { width: wide, height: long, upright: true };
    return [
        { ...near, ...size, upper: false },
        { ...far, ...size, upper: true },
    ];
}

/** Along the edges, as long as two thirds of them. */
function edgeTroughs(width: number, height: number, trough: number, compact: boolean): [Trough, Trough] {
    const margin = compact ? 20 : 44;
    const long = (width - 2 * margin) * 0.62;
    const wide = trough - 24;
    const off = (compact ? 12 : 20) + wide / 2;
    const size = { width: long, height: wide, upright: false };
    return [
        { x: width - margin - long / 2, y: height - off, ...size, upper: false },
        { x: margin + long / 2, y: off, ...size, upper: true },
    ];
}

interface Edges {
    readonly four: boolean;
    readonly side: number;
    readonly width: number;
    readonly height: number;
    /** From the upper and the lower edge to the middle of the names there. */
    readonly line: number;
}

/** Two rows: the letters.  Four rows: numbers above and below, letters at the sides. */
function labelsOf(rules: Drawn, cells: readonly Cell[], at: Edges): readonly Label[] {
    const { four, side, width, height, line } = at;
    const last = cells[cells.length - 1]!.row;
    const name = ({ hole }: Cell): string => rules.places[hole]!;
    const ends = cells.filter(({ row }) => row === 0 || row === last);
    const columns = ends.map((cell) => ({
        text: four ? name(cell).slice(1) : name(cell),
        x: cell.x,
        y: cell.row === 0 ? line : height - line,
    }));
    if (!four) return columns;
    const off = side < 40 ? 19 : 14;
    const letters = cells
        .filter(({ column }) => column === 0)
        .flatMap((cell) =>
            [side - off, width - side + off].map((x) => ({ text: name(cell)[0]!, x, y: cell.y })),
        );
    return [...columns, ...letters];
}

/** The least that is written, in pixels, on a board that is at least so large that its slots hold it. */
const TEXT_LEAST = 12;
/** Digits are so high, as a part of the size of their letters. */
export const DIGIT = 0.71;
/** On wide boards. */
const WIDE_MOST = 27;

/** The sizes of what is written on a board, in its units. */
export interface Lettering {
    readonly count: number;
    readonly big: number;
    readonly name: number;
    readonly chip: number;
    readonly lap: number;
}

/** Where a board is `size` pixels wide: what would be too small to be read is larger than the rest of it. */
export function letteringOf({ width, compact, four, most }: Layout, size: number): Lettering {
    const least = size > 0 ? Math.min(most, (TEXT_LEAST * width) / size) : 0;
    const of = (usual: number): number => Math.max(usual, least);
    if (compact) return { count: of(36), big: of(42), name: of(24), chip: of(28), lap: of(24) };
    return four
        ? { count: of(23), big: of(30), name: of(15), chip: of(15), lap: of(18) }
        : { count: of(27), big: of(34), name: of(18), chip: of(15), lap: of(18) };
}

/** A cell of so many pixels has room for figures that can be read. */
const CELL_LEAST = (TEXT_LEAST * CELL) / WIDE_MOST;

/**
 * The drawing that suits a place of so many pixels; a height of Infinity is no limit.  Where figures on the wide
 * one would be too small, it is the one whose figures are larger; of the compact ones that whose holes are.
 */
export function fittingLayout(rules: Drawn, turned: boolean, width: number, height: number): Layout {
    const wide = layoutOf(rules, turned);
    const cell = (layout: Layout): number =>
        CELL * Math.min(width / layout.width, height / layout.height);
    if (width === 0 || cell(wide) >= CELL_LEAST) return wide;
    const [tall, flat] = [layoutOf(rules, turned, true), layoutOf(rules, turned, true, true)];
    const compact = cell(flat) > cell(tall) ? flat : tall;
    return cell(compact) * compact.most > cell(wide) * wide.most ? compact : wide;
}

/** The centre of a hole or a store; undefined for what has no place on the board. */
export function spotOf(layout: Layout, place: number): Spot | undefined {
    if (place === STORE_SOUTH || place === STORE_NORTH) return layout.stores?.[place - STORE_SOUTH];
    return layout.cell.get(place);
}

const ARC = 34;
/** Of its way with captured seeds, the hand needs so much to the ridge, and so much from it. */
const TO_RIDGE = 0.25;

/** Slow at both ends. */
const eased = (way: number): number => way * way * (3 - 2 * way);

/** Captured seeds are carried to the ridge, along it, and to where they enter. */
function carriedAt(middle: number, begin: Spot, end: Spot, way: number): Spot {
    const along = Math.min(1, Math.max(0, (way - TO_RIDGE) / (1 - 2 * TO_RIDGE)));
    const x = begin.x + (end.x - begin.x) * eased(along);
    if (way < 0.5) return { x, y: begin.y + (middle - begin.y) * eased(Math.min(1, way / TO_RIDGE)) };
    return { x, y: end.y + (middle - end.y) * eased(Math.min(1, (1 - way) / TO_RIDGE)) };
}

/** Where the hand comes from and goes to; `past`: where it was before, if it has dropped a seed since. */
export interface Travel {
    readonly from: number;
    readonly to: number;
    readonly past?: number;
    /** With captured seeds, which go along the ridge. */
    readonly carried?: boolean;
}

/** So far before a hole the hand hovers. */
const BEFORE = 44;

/** Where the hand is: above what it has passed, before the next. */
export function handAt(layout: Layout, { from, to, past = NOWHERE, carried = false }: Travel, way: number): Spot {
    type Seen = Spot & { readonly upper?: boolean };
    const centre = { x: layout.width / 2, y: layout.middle };
    const end: Seen = spotOf(layout, to) ?? centre;
    const begin: Seen = spotOf(layout, from) ?? end;
    const was = spotOf(layout, past);
    // Round a corner it stays on the inner side.
    const ahead = (one: Spot, next: Spot): number => Math.sign(next.x - one.x) || Math.sign(next.x - centre.x);
    // Towards the ridge: the number is on the other side.
    const hover = (spot: Seen, side: number): Spot => ({
        x: spot.x - side * BEFORE,
        y: spot.y + (spot.upper === true ? 12 : -16),
    });
    const first = hover(begin, was === undefined ? 0 : ahead(was, begin));
    const last = hover(end, from === to ? 0 : ahead(begin, end));
    if (carried) return carriedAt(layout.middle, first, last, way);
    const far = Math.min(1, Math.hypot(end.x - begin.x, end.y - begin.y) / CELL);
    return {
        x: first.x + (last.x - first.x) * way,
        y: first.y + (last.y - first.y) * way - ARC * far * Math.sin(Math.PI * way),
    };
}

/** The hole that lies next to one, in the direction of an arrow key; itself at the edge. */
export function neighbour(layout: Layout, hole: number, key: string): number {
    const here = layout.cell.get(hole);
    if (here === undefined) return hole;
    const row = here.row + (key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0);
    const column = here.column + (key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0);
    return layout.cells.find((cell) => cell.row === row && cell.column === column)?.hole ?? hole;
}
