// What the library says, as the API of web/engine/api.h answers it.  The page knows no rule of any
// game: whatever it shows is one of these.

export type Player = 'S' | 'N';
export const SOUTH = 0;
export const NORTH = 1;

/** Places: a hole 0..31, or one of these. */
export const STORE_SOUTH = 32;
export const STORE_NORTH = 33;
export const HAND = 34;
export const NOWHERE = 255;

// ---- rule sets -------------------------------------------------------------------------------

export interface GameInfo {
    readonly id: string;
    readonly alias: string | null;
    readonly name: string;
    readonly summary: string;
    readonly where: string;
    /** Of the board: 2 or 4. */
    readonly rows: number;
    readonly columns: number;
    /** The score decides; else win, draw or loss alone. */
    readonly countsSeeds: boolean;
}

export interface Clause {
    readonly id: string;
    readonly text: string;
    /** What it rests on: the source, another work that has it from there, our reading. */
    readonly basis: 'source' | 'secondary' | 'reading';
    /** Where it stands in the source, or the work that has it from there; of a reading nowhere. */
    readonly place?: string;
    /** What the statements of the game's text say in the standard sentences, which the text may word otherwise. */
    readonly standard?: string;
    /** The sentence in Swahili, where the text of the game brings it. */
    readonly swahili?: string;
    /** The names of the options that change it. */
    readonly options: readonly string[];
}

interface AnyOption {
    readonly name: string;
    readonly text: string;
    /** The id of the clause it changes. */
    readonly clause: string;
    readonly value: string;
    readonly default: string;
}
export type Option = AnyOption &
    (
        | { readonly choices: readonly string[] }
        | { readonly choices: null; readonly min: number; readonly max: number }
    );

export interface Rules extends GameInfo {
    /** The options whose values are not the defaults, as they are given to open it. */
    readonly options: string;
    /** Endgame tables can be built. */
    readonly tables: boolean;
    readonly source: string;
    readonly literature: readonly string[];
    readonly names: readonly {
        readonly name: string;
        readonly language: string;
        readonly meaning: string;
    }[];
    readonly choices: readonly Option[];
    /** What events and reasons cite, by their number. */
    readonly clauses: readonly Clause[];
    /** The holes as they stand on the printed board, from the top row, each from the left. */
    readonly board: readonly (readonly number[])[];
    /** The names of holes, stores (if there are any) and the hand by their number. */
    readonly places: Readonly<Record<number, string>>;
    /** The letters of the two marks in texts of positions. */
    readonly marks: readonly [string | null, string | null];
    /** The names of the three fields that an event sets. */
    readonly fields: readonly [string, string | null, string | null];
    readonly start: Position;
}

// ---- positions and moves ---------------------------------------------------------------------

/** The 48 bytes of a position, by name, and its text. */
export interface Position {
    readonly text: string;
    readonly hole: readonly number[];
    /** Bit i: hole i bears the first mark, the second. */
    readonly mark: number;
    readonly mark2: number;
    /** Seeds captured, or in reserve: South's, North's. */
    readonly store: readonly number[];
    readonly turn: number;
    readonly phase: number;
    readonly over: number;
    readonly hand: number;
    readonly own: readonly number[];
    /** How many of the game's seeds it has not. */
    readonly missing?: number;
}

export interface Move {
    /** What it is written as; to play it, give this back. */
    readonly text: string;
    readonly hole: number;
    readonly kind: 'sow' | 'pass' | 'lift' | 'place' | 'keep' | 'plant' | 'swap';
    readonly reverse: boolean;
    readonly plus: boolean;
    readonly number: number;
}

export interface Result {
    /** As at the end of a record. */
    readonly text: string;
    readonly outcome: Player | 'draw';
    readonly ending: 'rules' | 'repetition' | 'resignation' | 'agreement';
    /** South's and North's, where a game counts seeds and has ended by its rules. */
    readonly score: readonly [number, number] | null;
    readonly narrow: boolean;
}

/** What a round of a match comes to. */
export interface RoundEnd {
    /** What the next one begins with; null: none follows. */
    readonly next: Position | null;
    /** Of the round; if none follows, its outcome is that of the match. */
    readonly result: Result;
}

/** Why a move is not legal, or what obliges a player. */
export interface Reason {
    /** The number of the clause in Rules.clauses. */
    readonly clause: number | null;
    readonly text: string;
    /** What of it can be said in other languages, with %h for the place and %n for the count. */
    readonly template: string;
    readonly hole: number;
    readonly count: number;
}

/** A position and what can be done there. */
export interface Situation {
    readonly game: string;
    readonly position: Position;
    readonly result: Result | null;
    readonly obliged: Reason | null;
    /** The first 4096 of them; none once the game is over. */
    readonly moves: readonly Move[];
    /** How many there are. */
    readonly count: number;
}

export interface Why {
    readonly legal: boolean;
    readonly reason: Reason | null;
    readonly obliged: Reason | null;
}

// ---- events ----------------------------------------------------------------------------------

/** In the order of their numbers; what each means is described in komwe.h at enum kw_event_kind. */
export const EVENT_KINDS = [
    'plant',
    'lift',
    'drop',
    'skip',
    'relay',
    'turn',
    'capture',
    'bank',
    'place',
    'tax',
    'mark',
    'unmark',
    'block',
    'head',
    'choice',
    'stop',
    'pass',
    'field',
    'next',
    'over',
    'swap',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** One thing that happens in a move. */
export interface Event {
    readonly kind: EventKind;
    /** Places, or what the kind says. */
    readonly from: number;
    readonly to: number;
    readonly count: number;
    /** The number of the clause that caused it in Rules.clauses. */
    readonly clause: number | null;
}

/** A move with all that happens in it. */
export interface Ply {
    readonly move: Move;
    readonly mover: number;
    readonly events: readonly Event[];
    /** There were more events than were asked for. */
    readonly cut: boolean;
    readonly before: Position;
    readonly after: Position;
}

// ---- rule texts that are written -----------------------------------------------------------------

/** Something wrong in a rule text; with a warning it is a game all the same. */
export interface RuleFault {
    readonly warning: boolean;
    readonly line: number;
    readonly column: number;
    readonly message: string;
}

/** A position in which two rule sets differ. */
export interface Difference {
    /** The end, a move that is legal in one of them, or what a move leads to. */
    readonly kind: 'end' | 'moves' | 'result';
    readonly position: string;
    /** The move, as each writes it where it is legal; both null: no move is concerned. */
    readonly old: string | null;
    readonly new: string | null;
}

export interface Differences {
    /** Both are played on the same board, from the same start. */
    readonly board: boolean;
    readonly start: boolean;
    readonly differences: readonly Difference[];
    /** Positions that were compared, and those of them that differ. */
    readonly compared: number;
    readonly unlike: number;
}

// ---- games that are played -------------------------------------------------------------------

export interface State extends Situation {
    readonly board: number;
    readonly options: string;
    readonly plies: number;
    /** A ply that was taken back can be played again. */
    readonly redo: boolean;
}

/** What one player plays before it is the other's turn. */
export interface Turn {
    /** Its first ply, and that after its last. */
    readonly first: number;
    readonly end: number;
    readonly mover: Player;
    readonly text: string;
    readonly comments: readonly string[];
}

export interface Score {
    readonly headers: readonly (readonly [string, string])[];
    readonly start: Position;
    /** Before the first ply. */
    readonly comment: string | null;
    readonly turns: readonly Turn[];
}

// ---- the engine ------------------------------------------------------------------------------

export interface Value {
    /** Hundredths of a seed or a point; or plies to his win (> 0) or his loss (<= 0). */
    readonly score: number;
    readonly unit: 'seeds' | 'points' | 'plies';
    readonly proven: boolean;
}

export interface Line extends Value {
    readonly moves: readonly string[];
}

export interface Analysis {
    readonly depth: number;
    readonly nodes: number;
    readonly microseconds: number;
    /** Thousandths of the memory used. */
    readonly full: number;
    /** The scores are his. */
    readonly mover: Player;
    /** The best first. */
    readonly lines: readonly Line[];
}

export interface Evaluation extends Value {
    /** 1: the mover wins, -1: he loses; of games that count no seeds. */
    readonly won: -1 | 0 | 1;
}

/** A move of the opening book, and its value to its player by the long searches behind it. */
export interface BookMove extends Value {
    readonly move: string;
    /** Of the book behind it; 0: it leads out of the book. */
    readonly positions: number;
}

/** What the opening book has of a position. */
export interface BookPage {
    /** The best first; none: the position is not in the book. */
    readonly moves: readonly BookMove[];
    /** After how many the game left the book, where it has; 0: it never was in it. */
    readonly plies: number;
}

/** A start, the moves that were played from there, and who is to move then. */
export interface Played {
    readonly start: string;
    readonly moves: readonly string[];
    readonly mover: Player;
}

/** Nothing better was found; it loses a seed or a point at most; it loses more, also by a deeper search. */
export type TurnClass = 'best' | 'good' | 'mistake';

/** What a turn could have come to, and what it came to. */
export interface TurnReview {
    readonly first: number;
    readonly end: number;
    readonly mover: Player;
    readonly best: Evaluation;
    readonly played: Evaluation;
    /** Hundredths of a seed or a point; null: the game itself, or the win. */
    readonly loss: number | null;
    readonly class: TurnClass;
    /** Both values are proven, and so is the class. */
    readonly proven: boolean;
    /** How much of the expected result was kept, in hundredths of a percent. */
    readonly accuracy: number;
    /** The best line. */
    readonly moves: readonly string[];
    /** What was played, and how it goes on. */
    readonly playedMoves: readonly string[];
}

export interface Limits {
    readonly depth?: number;
    readonly nodes?: number;
    readonly milliseconds?: number;
}

// ---- what goes wrong -------------------------------------------------------------------------

export type ErrorCode =
    | 'unknown-game'
    | 'unknown-option'
    | 'bad-value'
    | 'bad-position'
    | 'bad-move'
    | 'illegal-move'
    | 'too-long'
    | 'bad-record'
    | 'no-memory'
    | 'no-file'
    | 'bad-table'
    | 'stopped'
    | 'damaged'
    | 'bad-rules'
    | 'bad-request'
    | 'failed';

/** A refusal of the library: one sentence in the player's terms, without a full stop. */
export class KomweError extends Error {
    readonly code: ErrorCode;
    /** Of the text at fault, from 1. */
    readonly line: number;
    readonly column: number;

    constructor(code: ErrorCode, message: string, line = 1, column = 1) {
        super(message);
        this.name = 'KomweError';
        this.code = code;
        this.line = line;
        this.column = column;
    }
}
