// The engine: an API of its own, so that the page goes on being answered while it thinks.

import { ask, type Field } from './ask.ts';
import type { FindBook, Game } from './komwe.ts';
import { lost, type OnReport, type Post } from './post.ts';
import type { Analysis, TurnReview, Limits, Move, Rules } from './types.ts';

/** The text of what was learned for a rule set; null: nothing was. */
export type FetchWeights = (game: string) => Promise<string | null>;

export interface Search extends Limits {
    /** Moves that are ranked; left out: 1. */
    readonly lines?: number;
    /** Look from before this ply; left out: from where the game stands. */
    readonly ply?: number;
    /** Hears what each depth has found. */
    readonly onReport?: (analysis: Analysis) => void;
    /** Ends this search, at work or still to come, and no other. */
    readonly signal?: AbortSignal;
}

export interface Review extends Limits {
    /** Hears of each turn, from the last to the first. */
    readonly onReport?: (reviewed: TurnReview) => void;
    readonly signal?: AbortSignal;
}

export interface EngineParts {
    /** Of its memory, in a power of two. */
    readonly megabytes?: number;
    /** Levels 9 and 10 play from opening books; left out: there are none. */
    readonly findBook?: FindBook;
    /** Another API, which has endgame tables; left out: there is none. */
    readonly withTables?: () => Promise<Post>;
}

/** With so many seeds on the board endgame tables are fetched, and with so many they are waited for. */
const FETCH_SEEDS = 32;
const WAIT_SEEDS = 16;

/** The first level that plays from a book. */
const BOOK_FROM = 9;

/**
 * Does one thing after the other, in the order in which they were asked for.  Several parts of a page share
 * it: a signal ends the work that it was given with, and nothing else.
 */
export class Engine {
    #post: Post;
    readonly #fetch: FetchWeights;
    readonly #findBook: FindBook;
    readonly #megabytes: number;
    readonly #withTables: (() => Promise<Post>) | null;
    /** While the API with tables is fetched; null: it is not, or has come. */
    #fetching: Promise<void> | null = null;
    /** The API with tables, until it is at work. */
    #fetched: Post | null = null;
    #hasTables = false;
    /** Whether endgame tables can be built for a game with its options. */
    readonly #buildable = new Map<string, boolean>();
    #closed = false;
    /** Ends the wait for what is fetched. */
    #stopWaiting: () => void = () => undefined;
    readonly #weights = new Map<string, Promise<string | null>>();
    /** What the API that was lost so often knows of: see #known. */
    #names = new Set<string>();
    #losses = 0;
    #turn: Promise<unknown> = Promise.resolve();

    constructor(post: Post, fetchWeights: FetchWeights, parts: EngineParts = {}) {
        const { megabytes = 16, findBook = async () => null, withTables } = parts;
        this.#post = post;
        this.#fetch = fetchWeights;
        this.#findBook = findBook;
        this.#megabytes = megabytes;
        this.#withTables = withTables ?? null;
    }

    /**
     * Searches until its limits, or without any until all is proven or it is stopped.  What was found
     * last; null if it was stopped before it found anything.
     */
    search(game: Game, search: Search = {}): Promise<Analysis | null> {
        const { ply, depth, nodes, milliseconds, lines } = search;
        let found: Analysis | null = null;
        const onReport: OnReport = (json) => {
            found = JSON.parse(json) as Analysis;
            search.onReport?.(found);
        };
        const fields = [ply, depth, nodes, milliseconds, lines];
        return this.#work(
            game,
            search.signal,
            async (board, request) => request<Analysis>('search', [board, ...fields], onReport),
            () => found,
        );
    }

    /** The move of a player of that level, 1 to 10; null if it was stopped. */
    choose(game: Game, level: number, seed: number, signal?: AbortSignal): Promise<Move | null> {
        return this.#work(
            game,
            signal,
            async (board, request) => {
                if (level >= BOOK_FROM) await this.#open(game.state.game, request);
                return request<Move>('choose', [board, level, seed]);
            },
            () => null,
        );
    }

    /**
     * What each turn of the game lost, from the last to the first that a player chose, as far as
     * it came.  Endgame tables are waited for: what is said does not depend on when they came.
     */
    async review(game: Game, review: Review): Promise<readonly TurnReview[]> {
        const { depth, nodes, milliseconds } = review;
        const found: TurnReview[] = [];
        const onReport: OnReport = (json) => {
            const reviewed = JSON.parse(json) as TurnReview;
            found.push(reviewed);
            review.onReport?.(reviewed);
        };
        await this.#work(
            game,
            review.signal,
            (board, request) =>
                request<unknown>('review', [board, depth, nodes, milliseconds], onReport),
            () => null,
            Infinity,
        );
        return found;
    }

    /** Ends what is at work. */
    readonly #stop = (): void => {
        this.#stopWaiting();
        this.#post.stop();
    };

    close(): void {
        this.#closed = true;
        this.#stop();
        this.#fetched?.close();
        this.#post.close();
    }

    /** Does a work on a copy of the game as it stands now; `stopped` says what it came to if ended; with `waitSeeds` tables are waited for. */
    #work<T>(
        game: Game,
        signal: AbortSignal | undefined,
        work: (board: number, request: Request) => Promise<T>,
        stopped: () => T | null,
        waitSeeds = WAIT_SEEDS,
    ): Promise<T | null> {
        const ended = () => this.#closed || signal?.aborted === true;
        const request: Request = async (word, fields, onReport) => {
            if (ended()) throw lost;
            return ask(this.#post, word, fields, onReport);
        };
        const record = game.write();
        const { game: id, options, position } = game.state;
        const seeds = position.hole.reduce((sum, hole) => sum + hole, 0);
        const before = this.#turn;
        const done = (async () => {
            try {
                const text = await record;
                await before;
                signal?.addEventListener('abort', this.#stop);
                const near = seeds <= Math.max(FETCH_SEEDS, waitSeeds) && (await this.#wantsTables(id, options, request));
                if (near && !ended()) await this.#takeTables(seeds <= waitSeeds);
                await this.#prepare(id, request);
                const value = await this.#onBoard(text, request, work);
                return ended() ? stopped() : value;
            } catch (error) {
                if (error === lost && ended()) return stopped();
                throw error;
            } finally {
                signal?.removeEventListener('abort', this.#stop);
            }
        })();
        this.#turn = done.catch(() => undefined);
        return done;
    }

    /** Whether the API that has tables is not at work yet and knows any of the game. */
    async #wantsTables(game: string, options: string, request: Request): Promise<boolean> {
        if (this.#withTables === null || this.#hasTables) return false;
        const key = `${game}\t${options}`;
        let buildable = this.#buildable.get(key);
        if (buildable === undefined) {
            buildable = (await request<Rules>('rules', [game, options])).tables;
            this.#buildable.set(key, buildable);
        }
        return buildable;
    }

    /**
     * Goes on with the API that has tables.  While it is fetched nothing waits for it, unless they are of
     * use now; what cannot be fetched is asked for again next time.
     */
    async #takeTables(now: boolean): Promise<void> {
        if (this.#fetched === null) {
            this.#fetching ??= this.#fetchTables();
            if (now) await Promise.race([this.#fetching, this.#stopped()]);
        }
        if (this.#fetched === null || this.#closed) return;
        this.#post.close();
        this.#post = this.#fetched;
        this.#fetched = null;
        this.#hasTables = true;
        this.#losses = this.#post.losses;
        this.#names = new Set();
    }

    async #fetchTables(): Promise<void> {
        try {
            const post = await this.#withTables!();
            if (this.#closed) post.close();
            else this.#fetched = post;
        } catch {
            // The search goes on without them.
        } finally {
            this.#fetching = null;
        }
    }

    #stopped(): Promise<void> {
        return new Promise((resolve) => (this.#stopWaiting = resolve));
    }

    /** The board is closed after the work, unless the API was thrown away with it. */
    async #onBoard<T>(
        record: string,
        request: Request,
        work: (board: number, request: Request) => Promise<T>,
    ): Promise<T> {
        const { losses } = this.#post;
        const [board] = await request<number[]>('read', [record]);
        try {
            return await work(board!, request);
        } finally {
            if (losses === this.#post.losses) await ask(this.#post, 'close', [board]);
        }
    }

    /** What the API knows of: its memory is '', a game by its id, its book by "book" before that.  A new one knows nothing. */
    get #known(): Set<string> {
        if (this.#losses !== this.#post.losses) {
            this.#losses = this.#post.losses;
            this.#names = new Set();
        }
        return this.#names;
    }

    /** Tells a new Worker how much memory it has, and once what was learned for the game. */
    async #prepare(game: string, request: Request): Promise<void> {
        if (!this.#known.has('')) {
            await request('hash', [this.#megabytes]);
            if (this.#hasTables) await request('tables', []);
            this.#known.add('');
        }
        if (!this.#known.has(game)) await this.#load(game, request);
    }

    /** What cannot be fetched is asked for again next time; the engine counts seeds alone until then. */
    async #load(game: string, request: Request): Promise<void> {
        let text: string | null;
        try {
            text = await this.#learned(game);
        } catch {
            return;
        }
        if (text !== null) await request('weights', [game, text]);
        this.#known.add(game);
    }

    /** Tells of the opening book of the game; what cannot be fetched or read is asked for again next time. */
    async #open(game: string, request: Request): Promise<void> {
        const book = `book ${game}`;
        if (this.#known.has(book)) return;
        try {
            const text = await this.#findBook(game);
            if (text !== null) await request('book', [game, text]);
            this.#known.add(book);
        } catch (error) {
            if (error === lost) throw error; // else the engine searches
        }
    }

    /** Fetched once; a failure is not remembered. */
    #learned(game: string): Promise<string | null> {
        let text = this.#weights.get(game);
        if (text === undefined) {
            text = this.#fetch(game);
            this.#weights.set(game, text);
            text.catch(() => this.#weights.delete(game));
        }
        return text;
    }
}

type Request = <T>(word: string, fields: readonly Field[], onReport?: OnReport) => Promise<T>;
