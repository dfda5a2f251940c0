// The engine, in a Worker of its own.

import { Engine as Inner, type Search } from '../../web/src/engine/engine.ts';
import type { Game as Held } from '../../web/src/engine/komwe.ts';
import type { Analysis as Found, State } from '../../web/src/engine/types.ts';
import { kindOf, namedArguments, Position, Record, wholeArgument, type Player } from './game.ts';
import { bad, bookOf, newWorker, weightsOf } from './runtime.ts';

/** What is searched: a position, or where a record stands, whose repetitions then count. */
export type Subject = Position | Record;

export interface EngineOptions {
    /** Memory for what is searched, 1 to 1024 MiB; 16. */
    readonly hash?: number;
    /** Builds small endgame tables when few seeds are left, with another module (400 kB); false. */
    readonly tables?: boolean;
}

/** Without limits a search ends when everything is proven, or when it is stopped. */
export interface AnalyseOptions {
    /** At most so many plies, 1 to 126. */
    readonly depth?: number;
    /** About so many positions. */
    readonly nodes?: number;
    /** At most so long. */
    readonly seconds?: number;
    /** Moves to rank, 1 to 64; 1. */
    readonly lines?: number;
    /** Ends the search: it rejects with the reason of the signal. */
    readonly signal?: AbortSignal;
    /** Hears what each depth has found. */
    readonly onReport?: (analysis: Analysis) => void;
}

export interface PlayOptions {
    /** How strong, 1 to 10; 10. */
    readonly level?: number;
    /** Weak levels err by chance; the same seed, 0 to 2^32-1, errs the same. */
    readonly seed?: number;
    readonly signal?: AbortSignal;
}

/** A ranked move with what is expected to follow it. */
export interface Line {
    readonly move: string;
    /** The principal variation, from `move` on. */
    readonly moves: readonly string[];
    /** For the player to move, in `unit`s; a win or loss in plies is a count of plies, > 0 or <= 0. */
    readonly score: number;
    readonly unit: 'seeds' | 'points' | 'plies';
    /** The score holds for the game itself. */
    readonly proven: boolean;
}

export interface Analysis {
    readonly mover: Player;
    /** The best first. */
    readonly lines: readonly Line[];
    /** In plies. */
    readonly depth: number;
    readonly nodes: number;
    readonly seconds: number;
}

const SECONDS_MOST = 1e9;
const HASH_MOST = 1024;
const LINES_MOST = 64;
const DEPTH_MOST = 126;

const analysisOf = ({ mover, lines, depth, nodes, microseconds }: Found): Analysis => ({
    mover: mover === 'S' ? 'south' : 'north',
    lines: lines.map(({ moves, score, unit, proven }) => ({
        move: moves[0]!,
        moves,
        score: unit === 'plies' ? score : score / 100,
        unit,
        proven,
    })),
    depth,
    nodes,
    seconds: microseconds / 1e6,
});

/** A record with where it stands, as the engine of the page takes a game. */
function heldOf(subject: Subject): Held {
    if (!(subject instanceof Position) && !(subject instanceof Record)) throw bad(`a position or a record is searched, not ${kindOf(subject)}`);
    const record = subject instanceof Record ? subject : subject.game.record(subject);
    const { game, position } = record;
    if (record.result !== null) throw bad('the game is over');
    const hole = Object.values(position.seeds);
    const state = { game: game.id, options: game.options, position: { hole } } as unknown as State;
    return { state, write: async () => record.text } as unknown as Held;
}

function signalIn(signal: unknown): AbortSignal | undefined {
    if (signal !== undefined && !(signal instanceof AbortSignal)) throw bad(`signal is an AbortSignal, not ${kindOf(signal)}`);
    return signal;
}

function limitsIn({ depth, nodes, seconds, lines = 1, onReport }: AnalyseOptions): Search {
    if (onReport !== undefined && typeof onReport !== 'function') throw bad(`onReport is a function, not ${kindOf(onReport)}`);
    if (seconds !== undefined && !(typeof seconds === 'number' && seconds > 0 && seconds <= SECONDS_MOST))
        throw bad(`seconds: a number more than 0 and at most ${SECONDS_MOST}, not ${typeof seconds === 'number' ? seconds : kindOf(seconds)}`);
    return {
        lines: wholeArgument(lines, 'lines', 1, LINES_MOST),
        ...(depth === undefined ? {} : { depth: wholeArgument(depth, 'depth', 1, DEPTH_MOST) }),
        ...(nodes === undefined ? {} : { nodes: wholeArgument(nodes, 'nodes', 1, Number.MAX_SAFE_INTEGER) }),
        ...(seconds === undefined ? {} : { milliseconds: Math.max(1, Math.round(1000 * seconds)) }),
        ...(onReport === undefined ? {} : { onReport: (found: Found) => onReport(analysisOf(found)) }),
    };
}

/**
 * Searches in a Worker, one thing after the other.  A program should close it; in Node it does not keep a
 * program running that waits for nothing else.
 */
export class Engine {
    readonly #inner: Promise<Inner>;
    #turn: Promise<unknown> = Promise.resolve();
    #closed = false;

    /** @throws KomweError if an option is out of its range. */
    constructor(options?: EngineOptions) {
        const { hash = 16, tables = false } = namedArguments(options);
        const megabytes = wholeArgument(hash, 'hash', 1, HASH_MOST);
        if (typeof tables !== 'boolean') throw bad(`tables is true or false, not ${kindOf(tables)}`);
        this.#inner = newWorker('wasm').then(
            (post) => new Inner(post, weightsOf, { megabytes, findBook: bookOf, ...(tables ? { withTables: () => newWorker('tables') } : {}) }),
        );
        this.#inner.catch(() => undefined); // the first search says it
    }

    /**
     * Ranks moves.
     * @throws KomweError if the game is over or an option is out of its range; the reason of `signal` if
     * that ends it.
     */
    async analyse(subject: Subject, options?: AnalyseOptions): Promise<Analysis> {
        const [held, limits, signal] = [heldOf(subject), limitsIn(namedArguments(options)), signalIn(options?.signal)];
        const found = await this.#next(signal, (inner) => inner.search(held, limits));
        if (found === null) throw bad('the search was stopped before it found anything');
        return analysisOf(found);
    }

    /**
     * The move of a player of a level.
     * @throws KomweError as `analyse`.
     */
    async play(subject: Subject, options?: PlayOptions): Promise<string> {
        const { level = 10, seed = Math.floor(Math.random() * 2 ** 32), signal: given } = namedArguments(options);
        const [held, signal] = [heldOf(subject), signalIn(given)];
        wholeArgument(level, 'level', 1, 10);
        wholeArgument(seed, 'seed', 0, 2 ** 32 - 1);
        const move = await this.#next(signal, (inner) => inner.choose(held, level, seed));
        if (move === null) throw bad('the search was stopped before it found anything');
        return move.text;
    }

    /** Ends the search at work: `analyse` then has what was found so far. */
    stop(): void {
        void this.#inner.then((inner) => inner.stop(), () => undefined);
    }

    /** Ends what it is doing, and frees its Worker.  Nothing can be asked of it any more. */
    close(): void {
        this.#closed = true;
        void this.#inner.then((inner) => inner.close(), () => undefined);
    }

    /** One after the other, so that a signal ends its own search alone. */
    #next<T>(signal: AbortSignal | undefined, work: (inner: Inner) => Promise<T>): Promise<T> {
        if (this.#closed) return Promise.reject(bad('the engine is closed'));
        const before = this.#turn;
        const done = (async () => {
            await before;
            signal?.throwIfAborted();
            const inner = await this.#inner;
            const stop = (): void => inner.stop();
            signal?.addEventListener('abort', stop);
            try {
                const found = await work(inner);
                signal?.throwIfAborted();
                return found;
            } finally {
                signal?.removeEventListener('abort', stop);
            }
        })();
        this.#turn = done.catch(() => undefined);
        return done;
    }
}
