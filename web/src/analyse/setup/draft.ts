// A position that is being put together.  Its text is what counts, and is kept in step with the board;
// whether it can be one, and what is wrong with it, the library says.

import { tableOf, type Table } from '../../engine/replay.ts';
import { STORE_NORTH, STORE_SOUTH, type Position, type Rules } from '../../engine/types.ts';

export interface Draft {
    readonly table: Table;
    /** What stands behind the stores, by name, as it is written. */
    readonly fields: ReadonlyMap<string, string>;
}

/** Behind the board, the turn and the stores. */
function fieldsOf(text: string): Map<string, string> {
    const words = text.split(' ').slice(3);
    return new Map(words.map((word) => splitField(word)));
}

function splitField(word: string): [string, string] {
    const at = word.indexOf('=');
    return at < 0 ? [word, ''] : [word.slice(0, at), word.slice(at + 1)];
}

export const draftOf = (position: Position): Draft => ({
    table: tableOf(position),
    fields: fieldsOf(position.text),
});

/** The board, the turn and the stores, and then the fields that are not empty. */
export function writeDraft(rules: Rules, { table, fields }: Draft): string {
    const bit = (mask: number, hole: number): boolean => ((mask >>> hole) & 1) === 1;
    const hole = (at: number): string =>
        [
            table.hole[at],
            bit(table.mark, at) ? rules.marks[0] : '',
            bit(table.mark2, at) ? rules.marks[1] : '',
        ].join('');
    const board = rules.board.map((row) => row.map(hole).join(',')).join('/');
    const others = [...fields].filter(([, value]) => value !== '').map((field) => field.join('='));
    return [board, table.turn === 0 ? 'S' : 'N', table.store.join('/'), ...others].join(' ');
}

/** All fields that a position of the game may have, as far as they are known. */
function fieldNames(rules: Rules, draft: Draft): readonly string[] {
    const own = rules.fields.slice(1).filter((name) => name !== null);
    const start = [...fieldsOf(rules.start.text).keys()];
    return [...new Set([...start, ...own, ...draft.fields.keys()])];
}

/** Fields with words for players; the others, which repetitions and turns in steps need, stand in the text. */
export type ShownField = 'phase' | 'must';
const SHOWN: readonly string[] = ['phase', 'must'] satisfies ShownField[];
const isShown = (name: string): name is ShownField => SHOWN.includes(name);
export const shownFields = (rules: Rules, draft: Draft): readonly ShownField[] => fieldNames(rules, draft).filter(isShown);

/** The place that stands at a column of the text, from 1; null: none does. */
export function placeAt(rules: Rules, text: string, column: number): number | null {
    const before = text.slice(0, column - 1);
    const words = before.split(' ');
    const part = words[words.length - 1]!;
    if (words.length === 3) return part.includes('/') ? STORE_NORTH : STORE_SOUTH;
    if (words.length > 1 || column === 1) return null; // the first column stands for all of it
    const rows = part.split('/');
    const row = rules.board[rows.length - 1];
    return row?.[rows[rows.length - 1]!.split(',').length - 1] ?? null;
}

/** Nothing lies anywhere; whose turn it is stays. */
export const cleared = ({ table }: Draft): Draft => ({
    table: {
        ...table,
        hole: table.hole.map(() => 0),
        mark: 0,
        mark2: 0,
        store: [0, 0],
        phase: 0,
        over: 0,
        hand: 0,
        own: [0, 0],
    },
    fields: new Map(),
});

export const seedsOf = ({ table }: Draft): number =>
    [...table.hole, ...table.store].reduce((sum, count) => sum + count, table.hand);
