// The games, and moves of some of them, as they are shown before the engine is there.  Both files are
// made by scripts/home.ts.

import { replay, tableOf, type Table } from '../engine/replay.ts';
import { EVENT_KINDS, type Event, type Move, type Ply, type Position, type Rules } from '../engine/types.ts';
import boards from './boards.json' with { type: 'json' };
import sowings from './sowings.json' with { type: 'json' };

/** What a board is drawn by. */
export type DrawnRules = Pick<Rules, 'board' | 'places' | 'marks'>;

export interface GameOnShelf extends Pick<Rules, 'id' | 'name' | 'summary' | 'where'>, DrawnRules {
    readonly start: Pick<Position, 'hole' | 'mark'>;
    /** There is a lesson on it. */
    readonly lesson: boolean;
}

/** There is a page about its people: of every game of the module. */
export const hasAbout = (id: string): boolean => onShelf(id) !== undefined;

/** As types.ts numbers the kinds of events; without the clauses. */
type WrittenEvent = readonly [kind: number, from: number, to: number, count: number];

export interface WrittenSowing extends DrawnRules {
    readonly game: string;
    readonly name: string;
    readonly start: Position;
    readonly plies: readonly {
        readonly move: Move;
        readonly mover: number;
        readonly events: readonly WrittenEvent[];
    }[];
}

export interface Sowing extends DrawnRules {
    readonly game: string;
    readonly name: string;
    readonly plies: readonly Ply[];
}

/** In the order in which they are listed. */
export const SHELF = boards as unknown as readonly GameOnShelf[];
export const onShelf = (id: string): GameOnShelf | undefined => SHELF.find((game) => game.id === id);

const readEvent = ([kind, from, to, count]: WrittenEvent): Event => ({
    kind: EVENT_KINDS[kind]!,
    from,
    to,
    count,
    clause: null,
});
const positionOf = (table: Table): Position => ({ ...tableOf({ ...table, text: '' }), text: '' });

/** The positions between the moves follow from the events. */
function readSowing({ game, name, board, places, marks, start, plies }: WrittenSowing): Sowing {
    const table = tableOf(start);
    const read = plies.map(({ move, mover, events }): Ply => {
        const before = positionOf(table);
        const all = events.map(readEvent);
        for (const event of all) replay(table, event);
        return { move, mover, events: all, cut: false, before, after: positionOf(table) };
    });
    return { game, name, board, places, marks, plies: read };
}

export const SOWINGS = (sowings as unknown as readonly WrittenSowing[]).map(readSowing);

/** The games that most people have heard of, in the order in which they are offered. */
export const KNOWN_GAMES = ['kalah', 'oware'] as const;
/** What a visitor plays first. */
export const FIRST_GAME = KNOWN_GAMES[0];
/** What a visitor learns first; the lessons themselves are not loaded for its address. */
export const FIRST_LESSON = KNOWN_GAMES[0];
