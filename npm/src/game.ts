// Games, positions and records: immutable rules and positions, answered at once in this thread.

import { readPly, type WrittenPly } from '../../web/src/engine/ask.ts';
import { Komwe } from '../../web/src/engine/komwe.ts';
import {
    EVENT_KINDS,
    KomweError,
    NOWHERE,
    type Clause,
    type EventKind,
    type GameInfo,
    type Option,
    type Ply as HeldPly,
    type Result as HeldResult,
    type Rules,
    type Score,
    type Situation,
    type State,
    type Why as HeldWhy,
} from '../../web/src/engine/types.ts';
import { draw, WIDTHS } from './draw.ts';
import { addText, bad, runtime, textGames, type Runtime } from './runtime.ts';

export type Player = 'south' | 'north';
const PLAYERS: readonly Player[] = ['south', 'north'];
const LETTERS = { south: 'S', north: 'N' } as const;

/** Options by their names; `games()` and `Game.choices` list them. */
export type Options = Readonly<{ [name: string]: string | number }>;

/** How a game ended. */
export interface Result {
    readonly winner: Player | 'draw';
    readonly ending: HeldResult['ending'];
    /** Seeds of South and of North at the end, where the game counts them and ended by its rules. */
    readonly score: readonly [number, number] | null;
    /** As at the end of a record. */
    readonly text: string;
}

/** One thing that happens in a move. */
export interface Event {
    readonly kind: EventKind;
    /** The names of holes, of stores ("S", "N") or of the hand; null: nowhere. */
    readonly from: string | null;
    readonly to: string | null;
    readonly count: number;
    /** The rule that caused it, with its source. */
    readonly clause: Clause | null;
    /** In English, as "lifts 4 seeds from A3". */
    readonly text: string;
}

/** Why a move is not legal, or what obliges the player to move. */
export interface Why {
    readonly legal: boolean;
    /** A sentence without a full stop; null: the move is legal. */
    readonly reason: string | null;
    readonly clause: Clause | null;
}

// ---- what is passed in ---------------------------------------------------------------------------

function textArgument(value: unknown, name: string): string {
    if (typeof value !== 'string') throw bad(`${name} is a text, not ${kindOf(value)}`);
    return value;
}

export function kindOf(value: unknown): string {
    if (value === null) return 'null';
    if (typeof value !== 'object') return typeof value;
    try {
        return Array.isArray(value) ? 'an array' : 'an object';
    } catch {
        return 'an object'; // a proxy that was revoked
    }
}

export function wholeArgument(value: unknown, name: string, least: number, most: number): number {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most)
        throw bad(`${name}: a whole number from ${least} to ${most}, not ${typeof value === 'number' ? value : kindOf(value)}`);
    return value;
}

/** What is passed in with names, if anything. */
export function namedArguments<T extends object>(value: T | undefined): Partial<T> {
    if (value === undefined) return {};
    if (typeof value !== 'object' || value === null) throw bad(`options are an object, not ${kindOf(value)}`);
    return value;
}

function playerArgument(value: unknown, name: string): Player {
    if (value !== 'south' && value !== 'north') throw bad(`${name} is 'south' or 'north'`);
    return value;
}

function optionsArgument(options: unknown): string {
    if (options === undefined) return '';
    if (typeof options !== 'object' || options === null || kindOf(options) === 'an array') throw bad(`options are an object, not ${kindOf(options)}`);
    return Object.entries(options)
        .map(([name, value]) => {
            if (typeof value !== 'string' && !Number.isInteger(value)) throw bad(`option ${name} is a word or a whole number, not ${kindOf(value)}`);
            const word = `${name}=${String(value)}`;
            if (!/^[^\s,=]+=[^\s,=]*$/.test(word)) throw bad(`option ${JSON.stringify(name)} has a space, a comma or a sign of equality in it`);
            return word;
        })
        .join(' ');
}

const resultOf = ({ text, outcome, ending, score }: HeldResult): Result => ({
    winner: outcome === 'draw' ? 'draw' : outcome === 'S' ? 'south' : 'north',
    ending,
    score,
    text,
});

// ---- rule sets -----------------------------------------------------------------------------------

/** Only `Game`, `Position` and `Record` make one another. */
const made = Symbol('made by komwe');

/** A rule set with its options.  `loadGame` and `gameFromRules` make it. */
export class Game {
    /** @internal */
    readonly runtime: Runtime;
    /** @internal */
    readonly rules: Rules;

    /** @internal */
    constructor(key: symbol, runtime: Runtime, rules: Rules) {
        if (key !== made) throw bad('loadGame and gameFromRules make games');
        this.runtime = runtime;
        this.rules = rules;
    }

    get id(): string {
        return this.rules.id;
    }
    get name(): string {
        return this.rules.name;
    }
    /** In one sentence. */
    get summary(): string {
        return this.rules.summary;
    }
    /** Where it is played. */
    get where(): string {
        return this.rules.where;
    }
    get source(): string {
        return this.rules.source;
    }
    /** Of the board: 1 to 4. */
    get rows(): number {
        return this.rules.rows;
    }
    get columns(): number {
        return this.rules.columns;
    }
    /** The rules, each with what it rests on. */
    get clauses(): readonly Clause[] {
        return this.rules.clauses;
    }
    /** The options with their values and what they can be. */
    get choices(): readonly Option[] {
        return this.rules.choices;
    }
    /** The options that are not the defaults, as "width=8". */
    get options(): string {
        return this.rules.options;
    }

    /** The usual start. */
    start(): Position {
        return this.#position(this.rules.start.text);
    }

    /**
     * The position that a text describes, as `Position.text` writes it.
     * @throws KomweError if it describes none, with line and column.
     */
    position(text: string): Position {
        return this.#position(textArgument(text, 'a position'));
    }

    /**
     * A game from its start, or from a position of this game.
     * @throws KomweError if the position is of another game.
     */
    record(from: Position = this.start()): Record {
        if (!Position.is(from)) throw bad(`a record begins from a position, not ${kindOf(from)}`);
        if (from.game.id !== this.id || from.game.options !== this.options) throw bad(`a record of ${this.id} cannot begin from a position of ${from.game.id}`);
        const { ask } = this.runtime;
        const { board } = ask<State>('new', [this.id, this.options, from.text]);
        return new Record(made, this, takeBoard(this.runtime, board));
    }

    #position(text: string): Position {
        return new Position(made, this, this.runtime.ask<Situation>('position', [this.id, this.options, text]));
    }

    /** @internal */
    positionOf(situation: Situation): Position {
        return new Position(made, this, situation);
    }

    toString(): string {
        return this.options === '' ? this.id : `${this.id} ${this.options}`;
    }
}

/** Listed rule sets, those of the module first. */
export async function games(): Promise<readonly GameInfo[]> {
    const { post } = await runtime();
    const komwe = new Komwe(post);
    const inside = await komwe.games();
    const known = new Set(inside.map(({ id }) => id));
    const texts = await Promise.all(textGames().filter((id) => !known.has(id)).map((id) => komwe.rules(id)));
    const infos = texts.map(({ id, alias, name, summary, where, rows, columns, countsSeeds }): GameInfo => ({
        id, alias, name, summary, where, rows, columns, countsSeeds,
    }));
    return [...inside.filter(({ id }) => !infos.some((of) => of.id === id)), ...infos];
}

/**
 * Loads a rule set by its id or its other name, as "kiswahili" or "bao".
 * @throws KomweError if there is no such game or option, or the package's files cannot be fetched.
 */
export async function loadGame(id: string, options?: Options): Promise<Game> {
    const words = [textArgument(id, 'the id of a game'), optionsArgument(options)] as const;
    const open = await runtime();
    return new Game(made, open, await new Komwe(open.post).rules(...words));
}

/**
 * Makes a game of a rule text (komwe-rules(5)), which `extends` of later texts and records can name.
 * @throws KomweError with line and column of the first fault.
 */
export async function gameFromRules(text: string): Promise<Game> {
    const id = await addText(textArgument(text, 'a rule text'));
    return loadGame(id);
}

// ---- positions -----------------------------------------------------------------------------------

/** Where a game stands.  Immutable. */
export class Position {
    readonly game: Game;
    readonly #situation: Situation;

    /** @internal  What has the prototype alone is none. */
    static is(value: unknown): value is Position {
        return typeof value === 'object' && value !== null && #situation in value;
    }

    /** @internal */
    constructor(key: symbol, game: Game, situation: Situation) {
        if (key !== made) throw bad('games make positions');
        this.game = game;
        this.#situation = situation;
    }

    /** Board, player to move and the rest in one line, which `Game.position` reads. */
    get text(): string {
        return this.#situation.position.text;
    }
    /** Who is to move. */
    get mover(): Player {
        return PLAYERS[this.#situation.position.turn]!;
    }
    /** Seeds by the names of holes and stores. */
    get seeds(): Readonly<{ [place: string]: number }> {
        const { hole, store } = this.#situation.position;
        const { places, board } = this.game.rules;
        const holes = board.flat().map((place) => [places[place]!, hole[place]!] as const);
        const stores = store.flatMap((count, i) => (places[32 + i] === undefined ? [] : [[places[32 + i]!, count] as const]));
        return Object.fromEntries([...holes, ...stores]);
    }
    /** How the game ended by its rules; null: it goes on. */
    get result(): Result | null {
        const { result } = this.#situation;
        return result === null ? null : resultOf(result);
    }

    /** The legal moves as they are written; none where the game is over.  Bulto can have more than 4096: those are the first. */
    moves(): readonly string[] {
        return this.#situation.moves.map(({ text }) => text);
    }

    /**
     * The position after a move.  Repetition and the end by it belong to a `Record`.
     * @throws KomweError if the move cannot be read, or is not legal: its sentence says why.
     */
    play(move: string): Position {
        const plies = this.#plies(move, 0);
        return this.game.position(plies.at(-1)!.after.text);
    }

    /**
     * All that happens in a move, in order, each with the rule that causes it: at most 100 000 events.
     * @throws KomweError as `play`.
     */
    trace(move: string): readonly Event[] {
        return this.#plies(move, EVENTS_MOST).flatMap(({ events }) => readPly({ events } as unknown as WrittenPly).events.map((event) => this.#event(event)));
    }

    /**
     * Whether a move, or any move from a hole, is legal, and if not, why.
     * @throws KomweError if the text names no move and no hole.
     */
    why(move: string): Why {
        const { legal, reason, obliged } = this.#ask<HeldWhy>('why', textArgument(move, 'a move'));
        const because = legal ? null : (reason ?? obliged);
        const clause = because?.clause ?? null;
        return {
            legal,
            reason: because?.text ?? null,
            clause: clause === null ? null : this.game.clauses[clause]!,
        };
    }

    /**
     * The number of sequences of so many moves, 1 to 100.  The time it takes grows as the number does, and
     * it cannot be stopped.
     */
    perft(depth: number): bigint {
        return BigInt(this.#ask<string>('perft', wholeArgument(depth, 'depth', 1, 100)));
    }

    /** An SVG picture, from `bottom`'s side, `width` pixels wide (100 to 8192). */
    svg(look?: { readonly bottom?: Player; readonly width?: number }): string {
        const { bottom = 'south', width = WIDTHS.usual } = namedArguments(look);
        const turned = playerArgument(bottom, 'bottom') === 'north';
        const playable = new Set(this.#situation.moves.map(({ hole }) => hole));
        wholeArgument(width, 'width', WIDTHS.least, WIDTHS.most);
        return draw(this.game.rules, this.#situation.position, playable, turned, width);
    }

    /** Two positions of the same game and options are the same. */
    equals(other: unknown): boolean {
        return Position.is(other) && other.game.id === this.game.id && other.game.options === this.game.options && other.text === this.text;
    }

    toString(): string {
        return this.text;
    }
    toJSON(): { readonly game: string; readonly options: string; readonly position: string } {
        return { game: this.game.id, options: this.game.options, position: this.text };
    }

    #ask<T>(word: string, ...rest: (string | number)[]): T {
        const { runtime, id, options } = this.game;
        return runtime.ask<T>(word, [id, options, this.text, ...rest]);
    }

    #plies(move: string, events: number): readonly WrittenPly[] {
        return this.#ask('trace', textArgument(move, 'a move'), events);
    }

    #event({ kind, from, to, count, clause }: HeldPly['events'][number]): Event {
        const { rules, runtime, id, options } = this.game;
        const nameOf = (place: number): string | null => (place === NOWHERE ? null : (rules.places[place] ?? null));
        const number = EVENT_KINDS.indexOf(kind);
        const text = runtime.ask<string>('say', [id, options, number, from, to, count, clause ?? undefined]);
        return { kind, from: nameOf(from), to: nameOf(to), count, clause: clause === null ? null : (rules.clauses[clause] ?? null), text };
    }
}

/** More events of one move are cut off. */
const EVENTS_MOST = 100_000;

// ---- records -------------------------------------------------------------------------------------

/** The record of a board of the module, which is closed: few can be open at a time. */
function takeBoard({ ask }: Runtime, board: number): string {
    try {
        return ask<string>('write', [board]);
    } finally {
        ask('close', [board]);
    }
}

/** A game that is played, with repetition, headers and comments. */
export class Record {
    readonly game: Game;
    #text: string;

    /** @internal  What has the prototype alone is none. */
    static is(value: unknown): value is Record {
        return typeof value === 'object' && value !== null && #text in value;
    }

    /** @internal */
    constructor(key: symbol, game: Game, text: string) {
        if (key !== made) throw bad('Game.record and readRecords make records');
        this.game = game;
        this.#text = text;
    }

    /** As komwe-record(5) describes it; `readRecords` reads it. */
    get text(): string {
        return this.#text;
    }
    get position(): Position {
        return this.#read((state) => this.game.positionOf(state));
    }
    /** How it ended: by the rules, repetition, resignation or agreement; null: it goes on. */
    get result(): Result | null {
        return this.#read(({ result }) => (result === null ? null : resultOf(result)));
    }
    /** The moves that were played. */
    get moves(): readonly string[] {
        const { ask } = this.game.runtime;
        return this.#read(({ board, plies }) => ask<{ moves: readonly string[] }>('played', [board, plies]).moves);
    }
    /** Names and values at the head of the record. */
    get headers(): Readonly<{ [name: string]: string }> {
        const { ask } = this.game.runtime;
        return this.#read(({ board }) => Object.fromEntries(ask<Score>('turns', [board]).headers));
    }

    /**
     * Plays a move.
     * @throws KomweError as `Position.play`, or if the game is over; nothing is played then.
     */
    play(move: string): this {
        return this.#change('enter', 0, textArgument(move, 'a move'));
    }
    /** Takes back the last ply, or a resignation or an agreed draw.  @throws KomweError if there is none. */
    undo(): this {
        return this.#change('undo');
    }
    resign(player: Player): this {
        return this.#change('resign', LETTERS[playerArgument(player, 'who resigns')]);
    }
    /** Both agree to a draw. */
    agree(): this {
        return this.#change('agree');
    }
    /** Sets a header; '' takes it away. */
    setHeader(name: string, value: string): this {
        return this.#change('header', textArgument(name, 'the name of a header'), textArgument(value, 'the value of a header'));
    }
    /** Sets the comment after the first `ply` plies; '' takes it away. */
    setComment(ply: number, comment: string): this {
        return this.#change('comment', wholeArgument(ply, 'ply', 0, 2 ** 31 - 1), textArgument(comment, 'a comment'));
    }

    toString(): string {
        return this.#text;
    }

    #open(): number {
        return this.game.runtime.ask<readonly number[]>('read', [this.#text])[0]!;
    }

    #read<T>(read: (state: State) => T): T {
        const { ask } = this.game.runtime;
        const board = this.#open();
        try {
            return read(ask<State>('board', [board]));
        } finally {
            ask('close', [board]);
        }
    }

    #change(word: string, ...rest: (string | number)[]): this {
        const { ask } = this.game.runtime;
        const board = this.#open();
        try {
            ask(word, [board, ...rest]);
            this.#text = ask<string>('write', [board]);
        } finally {
            ask('close', [board]);
        }
        return this;
    }
}

/**
 * Reads games as `Record.text` writes them, one after the other.
 * @throws KomweError with line and column of the first fault; nothing is read then.
 */
export async function readRecords(text: string): Promise<readonly Record[]> {
    const open = await runtime();
    const komwe = new Komwe(open.post);
    const read = await komwe.read(textArgument(text, 'records'));
    try {
        return await Promise.all(
            read.map(async (game) => {
                const { game: id, options } = game.state;
                return new Record(made, new Game(made, open, await komwe.rules(id, options)), await game.write());
            }),
        );
    } finally {
        await Promise.all(read.map((game) => game.close()));
    }
}

/** True for what the package refuses, in whichever of its copies it was made. */
export function isKomweError(error: unknown): error is KomweError {
    try {
        return error instanceof Error && error.name === 'KomweError';
    } catch {
        return false; // a proxy whose traps throw
    }
}
