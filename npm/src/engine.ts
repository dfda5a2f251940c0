// The engine, in a Worker of its own.

import { Engine as Inner, type Search } from '../../web/src/engine/engine.ts';
import type { Game as Held } from '../../web/src/engine/komwe.ts';
import type { Analysis as Found, KomweError, State } from '../../web/src/engine/types.ts';
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
    /** Hears what each depth has found.  What it throws ends the search, which rejects with it. */
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

/** Something that an engine was asked for. */
interface Asked {
    stopped: boolean;
    /** Ends its search, if that is at work. */
    stop(): void;
    /** What its `onReport` has thrown. */
    fault: { readonly error: unknown } | null;
}

type Work<T> = (inner: Inner, asked: Asked, signal: AbortSignal) => Promise<T | null>;

const closed = (): KomweError => bad('the engine is closed');

/** A Worker's message must not throw: what a caller's function throws ends the search. */
const guarded = (onReport: Search['onReport'], asked: Asked): Pick<Search, 'onReport'> =>
    onReport === undefined
        ? {}
        : {
              onReport(found) {
                  if (asked.fault !== null) return;
                  try {
                      onReport(found);
                  } catch (error) {
                      asked.fault = { error };
                      asked.stop();
                  }
              },
          };

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
    if (!Position.is(subject) && !Record.is(subject)) throw bad(`a position or a record is searched, not ${kindOf(subject)}`);
    const record = Record.is(subject) ? subject : subject.game.record(subject);
    const { game, position } = record;
    if (record.result !== null) throw bad('the game is over');
    const hole = Object.values(position.seeds);
    const state = { game: game.id, options: game.options, position: { hole } } as unknown as State;
    return { state, write: async () => record.text } as unknown as Held;
}

/** Only a signal of the system itself has its getter. */
const isSignal = (value: unknown): value is AbortSignal => {
    try {
        const aborted = Object.getOwnPropertyDescriptor(AbortSignal.prototype, 'aborted')!.get!;
        return typeof aborted.call(value) === 'boolean';
    } catch {
        return false;
    }
};

function signalIn(signal: unknown): AbortSignal | undefined {
    if (signal !== undefined && !isSignal(signal)) throw bad(`signal is an AbortSignal, not ${kindOf(signal)}`);
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
    /** The same, when it is there. */
    #ready: Inner | null = null;
    /** What was asked for, in order; the first one is at work. */
    readonly #asked = new Set<Asked>();
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
        this.#inner.then((inner) => {
            this.#ready = inner;
            if (this.#closed) inner.close();
        }, () => undefined); // the first search says it
    }

    /**
     * Ranks moves.
     * @throws KomweError if the game is over or an option is out of its range; the reason of `signal` if
     * that ends it.
     */
    async analyse(subject: Subject, options?: AnalyseOptions): Promise<Analysis> {
        const held = heldOf(subject);
        const [limits, given] = [limitsIn(namedArguments(options)), signalIn(options?.signal)];
        const found = await this.#next(given, (inner, asked, signal) => inner.search(held, { ...limits, ...guarded(limits.onReport, asked), signal }));
        if (found === null) throw bad('the search was stopped before it found anything');
        return analysisOf(found);
    }

    /**
     * The move of a player of a level.
     * @throws KomweError as `analyse`.
     */
    async play(subject: Subject, options?: PlayOptions): Promise<string> {
        const { level = 10, seed = Math.floor(Math.random() * 2 ** 32), signal: ending } = namedArguments(options);
        const [held, given] = [heldOf(subject), signalIn(ending)];
        wholeArgument(level, 'level', 1, 10);
        wholeArgument(seed, 'seed', 0, 2 ** 32 - 1);
        const move = await this.#next(given, (inner, _, signal) => inner.choose(held, level, seed, signal));
        if (move === null) throw bad('the search was stopped before it found anything');
        return move.text;
    }

    /** Ends the search at work: `analyse` then has what was found so far. */
    stop(): void {
        const [first] = this.#asked;
        if (first === undefined) return;
        first.stopped = true;
        first.stop();
    }

    /** Ends what it is doing, and frees its Worker.  Nothing can be asked of it any more. */
    close(): void {
        this.#closed = true;
        this.#ready?.close();
    }

    /** One after the other, so that a signal ends its own search alone. */
    #next<T>(signal: AbortSignal | undefined, work: Work<T>): Promise<T | null> {
        if (this.#closed) return Promise.reject(closed());
        const before = this.#turn;
        const asked: Asked = { stopped: false, stop: () => undefined, fault: null };
        this.#asked.add(asked);
        const done = (async () => {
            try {
                await before;
                return await this.#work(asked, signal, work);
            } finally {
                this.#asked.delete(asked);
            }
        })();
        this.#turn = done.catch(() => undefined);
        return done;
    }

    /** While the Worker was started, it may have been stopped, aborted or closed. */
    async #work<T>(asked: Asked, signal: AbortSignal | undefined, work: Work<T>): Promise<T | null> {
        const inner = await this.#inner;
        signal?.throwIfAborted();
        if (this.#closed) throw closed();
        if (asked.stopped) return null;
        const ending = new AbortController();
        asked.stop = () => ending.abort();
        signal?.addEventListener('abort', asked.stop);
        try {
            const found = await work(inner, asked, ending.signal);
            if (asked.fault !== null) throw asked.fault.error;
            signal?.throwIfAborted();
            return found;
        } finally {
            signal?.removeEventListener('abort', asked.stop);
            asked.stop = () => undefined;
        }
    }
}
