// A game at this screen: who plays whom, what has been played, and what is going on now.

import { isUnreadable, keep, kept } from '../app/store.ts';
import { speedNow } from '../app/settings.svelte.ts';
import { EVENTS_MOST, Playback } from '../board/playback.svelte.ts';
import type { Game, Komwe } from '../engine/komwe.ts';
import type { Library } from '../engine/open.ts';
import {
    KomweError,
    type Analysis,
    NORTH,
    SOUTH,
    type Player,
    type Ply,
    type Rules,
    type State,
    type Turn,
} from '../engine/types.ts';
import { placeOf, refusedBy, type Choosable, type Refusal } from './choosable.ts';

/** Who sits there: a person, or the engine at a level 1..10. */
export type Seat = 'human' | number;
export type Seats = readonly [Seat, Seat];

export interface Setup {
    readonly game: string;
    readonly options: string;
    readonly seats: Seats;
    readonly position?: string;
}

interface Saved {
    readonly record: string;
    readonly seats: Seats;
    readonly turned: boolean;
    readonly paused?: boolean;
}

const DRAW_MILLISECONDS = 400;
const HINT_MILLISECONDS = 1200;
const EVEN = 50;

export type Doing = 'nothing' | 'thinking' | 'hinting' | 'asking';

export class Match implements Choosable {
    readonly library: Library;
    readonly rules: Rules;
    readonly seats: Seats;
    readonly playback = new Playback();
    readonly #game: Game;

    state: State = $state.raw() as State;
    turns: readonly Turn[] = $state.raw([]);
    /** The last plies that were shown. */
    shown: readonly Ply[] = $state.raw([]);
    doing: Doing = $state('nothing');
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
        this.humanToMove && !this.showing && !this.#playing && this.doing !== 'thinking',
    );
    readonly mover: Player = $derived(this.state.position.turn === SOUTH ? 'S' : 'N');
    /** Rises whenever what was begun has become pointless. */
    #age = 0;
    #closed = false;

    private constructor(library: Library, rules: Rules, game: Game, seats: Seats, turned: boolean) {
        this.library = library;
        this.rules = rules;
        this.#game = game;
        this.state = game.state;
        this.seats = seats;
        this.turned = turned;
        this.playback.show(game.state.position);
    }

    static async begin(library: Library, setup: Setup): Promise<Match> {
        const { komwe } = library;
        const rules = await komwe.rules(setup.game, setup.options);
        const game = await komwe.play(setup);
        const turned = setup.seats[NORTH] === 'human' && setup.seats[SOUTH] !== 'human';
        const match = new Match(library, rules, game, setup.seats, turned);
        await match.#settle();
        return match;
    }

    /** The game that this browser was left with; null if there is none. */
    static async resume(library: Library): Promise<Match | null> {
        const saved = kept<Saved>('game');
        if (saved === null) return null;
        try {
            const [game] = await library.komwe.read(saved.record);
            if (game === undefined) return null;
            const rules = await library.komwe.rules(game.state.game, game.state.options);
            const match = new Match(library, rules, game, saved.seats, saved.turned);
            match.paused = saved.paused ?? false;
            if (game.state.plies > 0) match.shown = [await game.ply(game.state.plies - 1, EVENTS_MOST)];
            await match.#settle();
            return match;
        } catch (error) {
            if (!(error instanceof KomweError)) throw error;
            if (isUnreadable(error)) keep('game', null);
            return null;
        }
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
        const age = this.#age;
        this.#playing = true;
        try {
            const plies = await this.#game.enter(word, EVENTS_MOST);
            await this.#show(plies, age);
            return true;
        } catch (error) {
            this.refusal = refusedBy(error);
            return false;
        } finally {
            this.#playing = false;
        }
    }

    /** Goes back to where a person at this screen had to move last. */
    async undo(): Promise<void> {
        this.#interrupt();
        if (this.state.result?.ending === 'resignation' || this.state.result?.ending === 'agreement') {
            await this.#game.undo();
        } else {
            let ply = this.#game.state.plies - 1;
            while (ply > 0 && !(await this.#human(ply))) ply--;
            if (ply < 0) return;
            await this.#game.rewind(ply);
        }
        await this.#jump();
    }

    async #human(ply: number): Promise<boolean> {
        const { position } = await this.#game.at(ply);
        return this.seats[position.turn] === 'human';
    }

    /** Shows a turn again that was played before. */
    async replay(turn: Turn): Promise<void> {
        const plies: Ply[] = [];
        for (let ply = turn.first; ply < turn.end; ply++)
            plies.push(await this.#game.ply(ply, EVENTS_MOST));
        const age = this.#age;
        this.shown = plies;
        await this.playback.run(plies, speedNow());
        const isLast = turn.end === this.#game.state.plies;
        if (age === this.#age && !isLast) await this.#standStill();
    }

    async resign(): Promise<void> {
        this.#interrupt();
        await this.#game.resign(this.#asker());
        await this.#settle();
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
        const age = this.#age;
        const analysis = await this.#askEngine('asking', DRAW_MILLISECONDS);
        if (age !== this.#age) return;
        const line = analysis?.lines[0];
        const sign = analysis?.mover === asked ? 1 : -1;
        const hopeless = line !== undefined && line.unit === 'plies' && sign * (line.score || -1) < 0;
        const even = line !== undefined && line.unit !== 'plies' && sign * line.score <= EVEN;
        if (hopeless || even) await this.answerDraw(true);
        else this.drawDeclined = asked;
    }

    async answerDraw(accepted: boolean): Promise<void> {
        if (!accepted) this.drawDeclined = this.drawOffered;
        this.drawOffered = null;
        if (!accepted) return;
        this.#interrupt();
        await this.#game.agree();
        await this.#settle();
    }

    async askHint(): Promise<void> {
        const age = this.#age;
        const analysis = await this.#askEngine('hinting', HINT_MILLISECONDS);
        if (age !== this.#age) return;
        const best = analysis?.lines[0]?.moves[0];
        if (best === undefined) return;
        const [ply] = await this.komwe.trace(placeOf(this), best, EVENTS_MOST);
        if (age === this.#age && ply !== undefined)
            this.hint = { move: best, hole: ply.move.hole, ply };
    }

    /** What the engine finds; null: nothing, or it was stopped. */
    async #askEngine(doing: Doing, milliseconds: number): Promise<Analysis | null> {
        const age = this.#age;
        this.doing = doing;
        try {
            return await this.library.engine.search(this.#game, { milliseconds });
        } catch (error) {
            if (age === this.#age) this.refusal = refusedBy(error);
            return null;
        } finally {
            if (age === this.#age) this.doing = 'nothing';
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

    /** What was told or asked makes room for something else. */
    clear(): void {
        this.hint = null;
        this.refusal = null;
        this.drawOffered = null;
        this.drawDeclined = null;
    }

    save(): void {
        if (this.#closed) return;
        const { seats, turned, paused } = this;
        void this.#game.write().then(
            (record) => keep('game', { record, seats, turned, paused } satisfies Saved),
            () => undefined, // it was closed meanwhile
        );
    }

    close(): void {
        this.#closed = true;
        this.#interrupt();
        void this.#game.close();
    }

    // ---- what goes on by itself ---------------------------------------------------------------

    /** Whatever is being thought about or shown is over. */
    #interrupt(): void {
        this.#age++;
        if (this.doing !== 'nothing') this.library.engine.stop();
        if (this.showing) this.playback.skip();
        this.doing = 'nothing';
        this.clear();
    }

    async #show(plies: readonly Ply[], age: number): Promise<void> {
        this.shown = plies;
        this.state = this.#game.state;
        const shown = this.playback.run(plies, speedNow());
        const settled = this.#settle(shown);
        await shown;
        if (age === this.#age) await settled;
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

    /** After every change: it is written down, and the engine thinks if it is to move. */
    async #settle(shown: Promise<void> = Promise.resolve()): Promise<void> {
        const age = this.#age;
        this.state = this.#game.state;
        this.save();
        this.turns = (await this.#game.score()).turns;
        const seat = this.seats[this.state.position.turn];
        if (age !== this.#age || this.state.result !== null || typeof seat !== 'number') return;
        if (!this.paused) void this.#answer(seat, shown);
    }

    /** The engine plays once what came before has been shown.  Nobody waits for it. */
    async #answer(level: number, shown: Promise<void>): Promise<void> {
        const age = this.#age;
        this.doing = 'thinking';
        const seed = Math.floor(Math.random() * 2 ** 31);
        try {
            const move = await this.library.engine.choose(this.#game, level, seed);
            await shown;
            if (age !== this.#age || move === null) return;
            const plies = await this.#game.enter(move.text, EVENTS_MOST);
            if (age !== this.#age) return;
            this.doing = 'nothing';
            this.refusal = null;
            await this.#show(plies, age);
        } catch (error) {
            if (age !== this.#age) return;
            this.doing = 'nothing';
            this.refusal = refusedBy(error);
        }
    }
}
