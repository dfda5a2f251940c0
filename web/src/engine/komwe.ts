// The library, typed: rule sets, positions, and games that are played.

import { ask, readPly, type WrittenPly } from './ask.ts';
import type { Post } from './post.ts';
import { positionBytes } from './replay.ts';
import type {
    BookPage,
    Differences,
    GameInfo,
    Move,
    Played,
    Player,
    Ply,
    Position,
    RuleFault,
    RoundEnd,
    Rules,
    Score,
    Situation,
    State,
    Why,
} from './types.ts';

/** A rule set with options, and a position of it: what the questions below are about. */
export interface Place {
    readonly game: string;
    /** "corner=run width=8"; left out: the defaults. */
    readonly options?: string;
    /** The text of a position; left out: the usual start. */
    readonly position?: string;
}

/** The text of the opening book of a rule set; null: it has none. */
export type FindBook = (game: string) => Promise<string | null>;

/** Every refusal is a KomweError whose message is a sentence for the player. */
export class Komwe {
    readonly #post: Post;
    readonly #rules = new Map<string, Promise<Rules>>();
    #games: Promise<readonly GameInfo[]> | undefined;
    readonly #texts: () => Promise<readonly GameInfo[]>;
    readonly #onRules: (rules: Rules) => void;

    /** `texts` lists the games beside those of the module: see loaded-games.ts. */
    constructor(
        post: Post,
        texts: () => Promise<readonly GameInfo[]> = async () => [],
        onRules: (rules: Rules) => void = () => {},
    ) {
        this.#post = post;
        this.#texts = texts;
        this.#onRules = onRules;
    }

    /** The listed rule sets, in the order in which they are shown: those of the module, then texts. */
    async games(): Promise<readonly GameInfo[]> {
        this.#games ??= ask<readonly GameInfo[]>(this.#post, 'games');
        this.#games.catch(() => (this.#games = undefined));
        const [games, texts] = await Promise.all([this.#games, this.#texts()]);
        const ids = new Set(texts.map(({ id }) => id));
        return [...games.filter(({ id }) => !ids.has(id)), ...texts];
    }

    /** All that is known of a rule set; asked for once. */
    rules(game: string, options = ''): Promise<Rules> {
        const key = `${game}\t${options}`;
        let rules = this.#rules.get(key);
        if (rules === undefined) {
            rules = this.#askRules('rules', [game, options]);
            this.#rules.set(key, rules);
            rules.catch(() => this.#rules.delete(key));
        }
        return rules;
    }

    async #askRules(word: string, all: readonly (string | number)[]): Promise<Rules> {
        const rules = await ask<Rules>(this.#post, word, all);
        this.#onRules(rules);
        return rules;
    }

    /** Reads a position and says what can be done there. */
    position(place: Place): Promise<Situation> {
        return ask(this.#post, 'position', fields(place));
    }

    /** The same for a position that was put together, in an editor; its `text` plays no part. */
    compose(game: string, options: string, position: Position): Promise<Situation> {
        return ask(this.#post, 'compose', [game, options, positionBytes(position)]);
    }

    /** The moves from one hole, however many. */
    async moves(place: Place, hole: number): Promise<readonly Move[]> {
        const all = [...fields(place), hole];
        return (await ask<{ moves: readonly Move[] }>(this.#post, 'moves', all)).moves;
    }

    /** What a move does, without playing it: a ply, or several where the word stands for several. */
    async trace(place: Place, word: string, events?: number): Promise<readonly Ply[]> {
        const all = [...fields(place), word, events];
        return (await ask<readonly WrittenPly[]>(this.#post, 'trace', all)).map(readPly);
    }

    /** The bytes of the position that the first so many events of a move have made. */
    stage(place: Place, word: string, events: number): Promise<string> {
        return ask(this.#post, 'stage', [...fields(place), word, events]);
    }

    /** Why a move, or every move from a hole, is not legal. */
    why(place: Place, word: string): Promise<Why> {
        return ask(this.#post, 'why', [...fields(place), word]);
    }

    /** The number of sequences of so many moves. */
    async perft(place: Place, depth: number): Promise<bigint> {
        return BigInt(await ask<string>(this.#post, 'perft', [...fields(place), depth]));
    }

    /**
     * What a position that ended a round comes to, where South and North had won so many before; null: it
     * goes on, or the game is not played in rounds.
     */
    round(place: Place, began: Player, moved: Player, won: readonly [number, number]): Promise<RoundEnd | null> {
        return ask(this.#post, 'round', [...fields(place), began, moved, ...won]);
    }

    /**
     * Reads a rule text into a slot, 0 to 3: as a game of that name, until the next one.  The error says
     * where it cannot be read, and the one before stays.
     */
    async draft(slot: number, text: string): Promise<Rules> {
        const rules = await this.#askRules('draft', [slot, text]);
        return { ...rules, id: draftId(slot) };
    }

    /** What is wrong in a text, one that extends no other. */
    check(text: string): Promise<readonly RuleFault[]> {
        return ask(this.#post, 'check', [text]);
    }

    /** Where two drafts differ, found in random games. */
    differ(old: number, by: number, seed: number, plies?: number, each?: number): Promise<Differences> {
        return ask(this.#post, 'differ', [draftId(old), draftId(by), seed, plies, each]);
    }

    /** Begins a game. */
    async play(place: Place): Promise<Game> {
        return new Game(this.#post, await ask<State>(this.#post, 'new', fields(place)));
    }

    /** Reads records: a game for each. */
    async read(records: string): Promise<readonly Game[]> {
        const boards = await ask<readonly number[]>(this.#post, 'read', [records]);
        return Promise.all(
            boards.map(async (board) => new Game(this.#post, await ask<State>(this.#post, 'board', [board]))),
        );
    }

    close(): void {
        this.#post.close();
    }
}

const fields = ({ game, options = '', position = 'start' }: Place): [string, string, string] => [
    game,
    options,
    position,
];

/** The id of the draft in a slot. */
export const draftId = (slot: number): string => `=${slot}`;

/** A game that is played.  Not used any more, it must be closed: 64 can be open at a time. */
export class Game {
    readonly #post: Post;
    #state: State;

    constructor(post: Post, state: State) {
        this.#post = post;
        this.#state = state;
    }

    /** Where it stands. */
    get state(): State {
        return this.#state;
    }

    /** Plays a word; the plies that it stands for, each with at most so many events. */
    async enter(word: string, events?: number): Promise<readonly Ply[]> {
        const { plies, board } = await this.#ask<{ plies: readonly WrittenPly[]; board: State }>(
            'enter',
            events,
            word,
        );
        this.#state = board;
        return plies.map(readPly);
    }

    /** Takes back a resignation or an agreed draw, else one ply. */
    undo(): Promise<State> {
        return this.#change('undo');
    }
    redo(): Promise<State> {
        return this.#change('redo');
    }
    /** Goes back, or forward over what was taken back, until so many plies are played. */
    rewind(ply: number): Promise<State> {
        return this.#change('rewind', ply);
    }
    resign(player: Player): Promise<State> {
        return this.#change('resign', player);
    }
    agree(): Promise<State> {
        return this.#change('agree');
    }

    /** What could be done before a ply. */
    at(ply: number): Promise<Situation> {
        return this.#ask('at', ply);
    }
    /** What happened in one. */
    async ply(ply: number, events?: number): Promise<Ply> {
        return readPly(await this.#ask<WrittenPly>('ply', ply, events));
    }
    /** How it came to what stands before a ply. */
    played(ply: number): Promise<Played> {
        return this.#ask('played', ply);
    }
    /**
     * What the opening book has of the position before a ply; null: the game has none.  Its text is asked
     * for where the API does not know it yet.
     */
    async opening(ply: number, findBook: FindBook): Promise<BookPage | null> {
        const found = await this.#ask<BookPage | null>('opening', ply);
        if (found !== null) return found;
        const text = await findBook(this.#state.game);
        if (text === null) return null;
        await ask(this.#post, 'book', [this.#state.game, text]);
        return this.#ask('opening', ply);
    }
    /** The game as it is written, turn by turn, with headers and comments. */
    score(): Promise<Score> {
        return this.#ask('turns');
    }

    /** Sets a header, or takes it away (""). */
    async setHeader(name: string, value: string): Promise<void> {
        await this.#ask('header', name, value);
    }
    /** Sets the comment after the first `ply` plies, or takes it away (""). */
    async setComment(ply: number, comment: string): Promise<void> {
        await this.#ask('comment', ply, comment);
    }

    /** The record. */
    write(): Promise<string> {
        return this.#ask('write');
    }

    async close(): Promise<void> {
        await this.#ask('close');
    }

    #ask<T>(word: string, ...rest: (string | number | undefined)[]): Promise<T> {
        return ask<T>(this.#post, word, [this.#state.board, ...rest]);
    }

    async #change(word: string, ...rest: (string | number)[]): Promise<State> {
        this.#state = await this.#ask<State>(word, ...rest);
        return this.#state;
    }
}
