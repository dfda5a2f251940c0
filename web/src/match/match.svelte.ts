// A game at this screen: who plays whom, what has been played, and what is going on now.
//
// Invariants:
//
// - A move, a takeback and an end first end what is going on (`#interrupt`): what the engine finds afterwards is
//   dropped, by the signal that was taken before it was asked.
// - The game is changed by `#alter`, or by the engine's answer: then it is shown and stored.  A game that is closed
//   while it changes is stored with that change first, and nothing is stored afterwards.
// - `state`, `turns` and `round` are copies of the library's game, which `#settle` renews after each change.
// - In a game that has gone on elsewhere (`elsewhere`) nothing more is played here.

import { speedNow, wantsStill } from '../app/settings.svelte.ts';
import { EVENTS_MOST, Playback } from '../board/playback.svelte.ts';
import type { Game, Komwe } from '../engine/komwe.ts';
import type { Words } from '../words/en.ts';
import type { Library } from '../engine/open.ts';
import { isTurned, newId, ownOf, recorded, type KeptGame, type Seats } from '../kept/kept.ts';
import type { GameStore, Saved, StorageFault } from '../kept/store.ts';
import {
    type Analysis,
    NORTH,
    SOUTH,
    type Player,
    type Ply,
    type RoundEnd,
    type Rules,
    type State,
    type Turn,
} from '../engine/types.ts';
import { noteRound, roundOf, wonWith, type Round } from './rounds.ts';
import { placeOf, refusalOf, refusedBy, type Choosable, type Refusal } from '../moves/choosable.ts';

export interface Setup {
    readonly game: string;
    readonly options: string;
    readonly seats: Seats;
    readonly position?: string;
    /** Of a match, not the first. */
    readonly round?: Round;
}

const NAMES: readonly Player[] = ['S', 'N'];
const DRAW_MILLISECONDS = 400;
const HINT_MILLISECONDS = 1200;
const EVEN = 50;
/** Before so many plies only a lost game is drawn, and before so many no even one. */
const OPENING_PLIES = 20;
const DRAW_PLIES = 60;
/** Where nothing moves, what a person's move has changed stands so long before it is answered. */
const STILL_MILLISECONDS = 1200;

/** What is known of a game beside its record. */
type Kept = Pick<KeptGame, 'id' | 'begun' | 'title' | 'seats' | 'turned' | 'paused'>;

export type EngineTask = 'nothing' | 'thinking' | 'hinting' | 'asking';

export class Match implements Choosable {
    readonly library: Library;
    readonly rules: Rules;
    readonly seats: Seats;
    readonly playback = new Playback();
    readonly #game: Game;
    readonly #store: GameStore;
    readonly #begun: number;
    readonly #title: string;

    /** In its address; another one once it has parted from a game that went on in another tab. */
    id: string = $state('');
    /** The game that it has parted from. */
    parted: string | null = $state(null);
    /** It has gone on in another tab. */
    elsewhere = $state(false);
    /** Why it is not kept. */
    fault: StorageFault | null = $state(null);

    state: State = $state.raw() as State;
    turns: readonly Turn[] = $state.raw([]);
    round: Round = $state.raw(roundOf([]));
    /** What the round that is over comes to; null: it goes on, or there are no rounds. */
    roundEnd: RoundEnd | null = $state.raw(null);
    /** The last plies that were shown. */
    shown: readonly Ply[] = $state.raw([]);
    doing: EngineTask = $state('nothing');
    turned = $state(false);
    /** The engine does not play on: who watches two of them wants to look. */
    paused = $state(false);
    /** A draw is offered to this player, who sits at this screen. */
    drawOffered: Player | null = $state(null);
    drawDeclined: Player | null = $state(null);
    hint: { readonly move: string; readonly hole: number; readonly ply: Ply } | null = $state.raw(null);
    refusal: Refusal | null = $state.raw(null);

    /** A person's move is being carried out. */
    #playing = $state(false);
    readonly showing: boolean = $derived(!this.playback.atEnd);
    readonly free: boolean = $derived(
        this.humanToMove && !this.showing && !this.#playing && !this.elsewhere && this.doing !== 'thinking',
    );
    readonly mover: Player = $derived(this.state.position.turn === SOUTH ? 'S' : 'N');
    /** Aborted, and another one, whenever what was begun has become pointless. */
    #task = new AbortController();
    /** A change of the game that is under way; null: none is. */
    #change: Promise<unknown> | null = null;
    #closed = false;

    private constructor(library: Library, store: GameStore, rules: Rules, game: Game, kept: Kept) {
        this.library = library;
        this.rules = rules;
        this.#game = game;
        this.#store = store;
        this.id = kept.id;
        this.#begun = kept.begun;
        this.#title = kept.title;
        this.state = game.state;
        this.seats = kept.seats;
        this.turned = kept.turned;
        this.paused = kept.paused;
        this.playback.show(game.state.position);
    }

    static async begin(library: Library, store: GameStore, setup: Setup): Promise<Match> {
        const { komwe } = library;
        const rules = await komwe.rules(setup.game, setup.options);
        const game = await komwe.play(setup);
        const { seats, round } = setup;
        if (round !== undefined) await noteRound(game, round);
        const kept = { id: newId(), begun: Date.now(), title: '', seats, turned: isTurned(seats), paused: false };
        const match = new Match(library, store, rules, game, kept);
        await match.#settle();
        return match;
    }

    /** Goes on with a game that was kept. */
    static async resume(library: Library, store: GameStore, kept: KeptGame): Promise<Match> {
        const [game] = await library.komwe.read(kept.record);
        const rules = await library.komwe.rules(kept.game, kept.options);
        const match = new Match(library, store, rules, game!, kept);
        const { plies } = game!.state;
        if (plies > 0) match.shown = [await game!.ply(plies - 1, EVENTS_MOST)];
        await match.#settle(undefined, true);
        return match;
    }

    /** The next round, if one follows. */
    get nextRound(): Setup | null {
        const { round, rules, seats } = this;
        const { result } = this.state;
        const next = this.roundEnd?.next ?? null;
        if (next === null || result === null) return null;
        const following = { number: round.number + 1, won: wonWith(round, result) };
        return { game: rules.id, options: rules.options, seats, position: next.text, round: following };
    }

    /** The only person at this screen; null: there are two, or none. */
    get own(): Player | null {
        return ownOf(this.seats);
    }

    /** What the players are called: you and your opponent, or by their sides. */
    called(words: Words): readonly string[] {
        if (this.own === null) return words.players;
        const { you, opponent } = words.play;
        return this.own === 'S' ? [you, opponent] : [opponent, you];
    }

    /** Who moves on the board, or is to move: 0 or 1. */
    get moving(): number {
        const { ply } = this.playback;
        return this.showing && ply !== undefined ? ply.mover : this.state.position.turn;
    }

    get humanToMove(): boolean {
        return this.state.result === null && this.seats[this.state.position.turn] === 'human';
    }

    get komwe(): Komwe {
        return this.library.komwe;
    }

    get situation(): State {
        return this.state;
    }

    record(): Promise<string> {
        return this.#game.write();
    }

    async play(word: string): Promise<boolean> {
        this.#interrupt();
        const { signal } = this.#task;
        this.#playing = true;
        try {
            await this.#alter(this.#game.enter(word, EVENTS_MOST), (plies) => this.#show(plies));
            return true;
        } catch (error) {
            const refusal = refusedBy(error);
            const why = await refusalOf(this, word).catch(() => null);
            if (!signal.aborted) this.refusal = why ?? refusal;
            return false;
        } finally {
            this.#playing = false;
        }
    }

    /** There is something of a person at this screen to be taken back. */
    get canUndo(): boolean {
        return this.#givenUp || this.turns.some(({ mover }) => this.seats[mover === 'S' ? SOUTH : NORTH] === 'human');
    }

    /** The turns that are taken back next. */
    get undone(): readonly Turn[] {
        if (this.#givenUp) return [];
        const own = this.turns.findLastIndex(({ mover }) => this.seats[mover === 'S' ? SOUTH : NORTH] === 'human');
        return own < 0 ? [] : this.turns.slice(own);
    }

    /** It has ended by what was said, not by a move. */
    get #givenUp(): boolean {
        const ending = this.state.result?.ending;
        return ending === 'resignation' || ending === 'agreement';
    }

    /** Goes back to where a person at this screen had to move last. */
    async undo(): Promise<void> {
        if (!this.canUndo) return;
        this.#interrupt();
        await this.#alter(this.#takeBack(), () => this.#jump());
    }

    async #takeBack(): Promise<void> {
        if (this.#givenUp) {
            await this.#game.undo();
            return;
        }
        let ply = this.#game.state.plies - 1;
        while (ply >= 0 && !(await this.#human(ply))) ply--;
        if (ply >= 0) await this.#game.rewind(ply); // else the engine's opening stands
    }

    async #human(ply: number): Promise<boolean> {
        const { position } = await this.#game.at(ply);
        return this.seats[position.turn] === 'human';
    }

    /** Shows a turn again that was played before. */
    async replay(turn: Turn): Promise<void> {
        const { signal } = this.#task;
        const plies: Ply[] = [];
        for (let ply = turn.first; ply < turn.end; ply++)
            plies.push(await this.#game.ply(ply, EVENTS_MOST));
        if (signal.aborted) return;
        this.shown = plies;
        await this.playback.run(plies, speedNow());
        const isLast = turn.end === this.#game.state.plies;
        if (!signal.aborted && !isLast) await this.#standStill();
    }

    async resign(): Promise<void> {
        this.#interrupt();
        await this.#alter(this.#game.resign(this.#asker()), () => this.#settle());
    }

    /** Who sits at this screen: the player to move, or the only person. */
    #asker(): Player {
        if (this.humanToMove) return this.mover;
        return this.seats[SOUTH] === 'human' ? 'S' : 'N';
    }

    async offerDraw(): Promise<void> {
        const asked: Player = this.#asker() === 'S' ? 'N' : 'S';
        if (this.seats[asked === 'S' ? SOUTH : NORTH] === 'human') {
            this.drawOffered = asked;
            return;
        }
        const { signal } = this.#task;
        const analysis = await this.#askEngine('asking', DRAW_MILLISECONDS);
        if (signal.aborted) return;
        const line = analysis?.lines[0];
        const sign = analysis?.mover === asked ? 1 : -1;
        const hopeless = line !== undefined && line.unit === 'plies' && sign * (line.score || -1) < 0;
        const value = line === undefined || line.unit === 'plies' ? Infinity : sign * line.score;
        const { plies } = this.state;
        const most = plies < OPENING_PLIES ? -Infinity : plies < DRAW_PLIES ? -EVEN : EVEN;
        if (hopeless || value <= most) await this.answerDraw(true);
        else this.drawDeclined = asked;
    }

    async answerDraw(accepted: boolean): Promise<void> {
        if (!accepted) this.drawDeclined = this.drawOffered;
        this.drawOffered = null;
        if (!accepted) return;
        this.#interrupt();
        await this.#alter(this.#game.agree(), () => this.#settle());
    }

    async askHint(): Promise<void> {
        const { signal } = this.#task;
        const analysis = await this.#askEngine('hinting', HINT_MILLISECONDS);
        if (signal.aborted) return;
        const best = analysis?.lines[0]?.moves[0];
        if (best === undefined) return;
        const [ply] = await this.komwe.trace(placeOf(this), best, EVENTS_MOST);
        if (!signal.aborted && ply !== undefined)
            this.hint = { move: best, hole: ply.move.hole, ply };
    }

    /** What the engine finds; null: nothing, or it was stopped. */
    async #askEngine(doing: EngineTask, milliseconds: number): Promise<Analysis | null> {
        const { signal } = this.#task;
        this.doing = doing;
        try {
            return await this.library.engine.search(this.#game, { milliseconds, signal });
        } catch (error) {
            if (!signal.aborted) this.refusal = refusedBy(error);
            return null;
        } finally {
            if (!signal.aborted) this.doing = 'nothing';
        }
    }

    /** What was being thought about is forgotten; what is on its way is shown to its end. */
    pause(): void {
        this.#interrupt();
        this.paused = true;
        this.save();
    }

    async goOn(): Promise<void> {
        this.paused = false;
        await this.#jump();
    }

    /** What was said or asked makes room for something else. */
    clear(): void {
        this.hint = null;
        this.refusal = null;
        this.drawOffered = null;
        this.drawDeclined = null;
    }

    /** Keeps it as it stands once it is no longer changing. */
    save(): void {
        if (this.#closed) return;
        void this.#store.save((this.#change ?? Promise.resolve()).then(() => this.#written())).then(
            (saved) => this.#saved(saved),
            () => undefined, // it was closed meanwhile
        );
    }

    async #written(): Promise<KeptGame> {
        const { id, seats, turned, paused } = this;
        const kept = { id, seats, turned, paused, title: this.#title, begun: this.#begun };
        return { ...kept, ...(await recorded(this.#game)), played: Date.now() };
    }

    #saved(saved: Saved): void {
        this.fault = saved.as === 'unkept' ? saved.fault : null;
        if (saved.as === 'parted') {
            this.parted = this.id;
            this.id = saved.id;
            this.elsewhere = false;
        } else if (saved.as === 'behind') this.#halt();
    }

    /** Whether it has gone on in another tab; nothing more is played in it here, then. */
    async check(): Promise<void> {
        if (!this.#closed && (await this.#store.isBehind(this.id))) this.#halt();
    }

    #halt(): void {
        if (this.#closed) return;
        this.#interrupt();
        this.elsewhere = true;
    }

    /** A change that is under way is carried out and kept before. */
    close(): void {
        if (this.#change !== null) this.save();
        this.#closed = true;
        this.#interrupt();
        void (this.#change ?? Promise.resolve()).then(() => this.#game.close());
    }

    /** Changes the game, which is shown unless it was closed meanwhile. */
    async #alter<T>(change: Promise<T>, show: (found: T) => Promise<void>): Promise<void> {
        const ended = change.catch(() => undefined);
        this.#change = ended;
        try {
            await change;
        } finally {
            if (this.#change === ended) this.#change = null;
        }
        if (!this.#closed) await show(await change);
    }

    // ---- what goes on by itself ---------------------------------------------------------------

    /** Whatever is being thought about or shown is over. */
    #interrupt(): void {
        this.#task.abort();
        this.#task = new AbortController();
        if (this.showing) this.playback.skip();
        this.doing = 'nothing';
        this.clear();
    }

    async #show(plies: readonly Ply[]): Promise<void> {
        this.shown = plies;
        this.state = this.#game.state;
        const shown = this.playback.run(plies, speedNow()).then(() => this.#rest(plies));
        const settled = this.#settle(shown);
        await settled;
    }

    /** Where nothing moves, a person's move is seen before it is answered. */
    #rest(plies: readonly Ply[]): Promise<void> | undefined {
        const mover = plies[plies.length - 1]?.mover;
        if (!wantsStill() || mover === undefined || this.seats[mover] !== 'human') return undefined;
        return new Promise((resolve) => setTimeout(resolve, STILL_MILLISECONDS));
    }

    /** Shows where the game stands now, without a sowing. */
    async #jump(): Promise<void> {
        await this.#standStill();
        await this.#settle();
    }

    async #standStill(): Promise<void> {
        const { plies } = this.#game.state;
        this.shown = plies > 0 ? [await this.#game.ply(plies - 1, EVENTS_MOST)] : [];
        this.playback.show(this.#game.state.position);
    }

    /** After every change: it is kept, and the engine thinks if it is to move. */
    async #settle(shown: Promise<void> = Promise.resolve(), isKept = false): Promise<void> {
        const { signal } = this.#task;
        this.state = this.#game.state;
        if (!isKept) this.save();
        const { turns, headers, start } = await this.#game.score();
        this.turns = turns;
        this.round = roundOf(headers);
        await this.#lookAhead(start.turn);
        const seat = this.seats[this.state.position.turn];
        if (signal.aborted || this.state.result !== null || typeof seat !== 'number') return;
        if (!this.paused) void this.#answer(seat, shown);
    }

    /** What a round comes to that was begun by this player. */
    async #lookAhead(began: number): Promise<void> {
        const { signal } = this.#task;
        const { result } = this.state;
        const moved = this.shown.at(-1)?.mover ?? began;
        const asks = result?.ending === 'rules';
        const end = asks ? await this.komwe.round(placeOf(this), NAMES[began]!, NAMES[moved]!, this.round.won) : null;
        if (!signal.aborted) this.roundEnd = end;
    }

    /** The engine plays once what came before has been shown.  Nobody waits for it. */
    async #answer(level: number, shown: Promise<void>): Promise<void> {
        const { signal } = this.#task;
        this.doing = 'thinking';
        const seed = Math.floor(Math.random() * 2 ** 31);
        try {
            const move = await this.library.engine.choose(this.#game, level, seed, signal);
            await shown;
            if (signal.aborted || move === null) return;
            await this.#alter(this.#game.enter(move.text, EVENTS_MOST), async (plies) => {
                if (signal.aborted) return;
                this.doing = 'nothing';
                this.refusal = null;
                await this.#show(plies);
            });
        } catch (error) {
            if (signal.aborted) return;
            this.doing = 'nothing';
            this.refusal = refusedBy(error);
        }
    }
}
