// A game on an element: what is shown, who may move, and the engine that answers.

import { Playback, EVENTS_MOST } from '../../../web/src/board/playback.svelte.ts';
import { Komwe, type Game as Held, type Place } from '../../../web/src/engine/komwe.ts';
import { KomweError, NORTH, type Ply, type Rules, type State } from '../../../web/src/engine/types.ts';
import { refusalOf, refusedBy, type Choosable, type Refusal } from '../../../web/src/moves/choosable.ts';
import { speedNow } from './settings.svelte.ts';
import type { Player } from '../game.ts';

export const SIDES = ['both', 'south', 'north', 'none'] as const;
export type Sides = (typeof SIDES)[number];

/** Hears what happens. */
export interface Listener {
    moved(move: string, mover: Player): void;
    ended(): void;
    failed(error: KomweError): void;
    /** What `answer` was asked has become pointless. */
    changed(): void;
}

/** Chooses a move for the player to move. */
export type Answer = (game: Held) => Promise<string | null>;

const nameOf = (mover: number): Player => (mover === NORTH ? 'north' : 'south');

export class Played implements Choosable {
    readonly komwe: Komwe;
    readonly playback = new Playback();
    rules: Rules = $state.raw() as Rules;
    situation: State = $state.raw() as State;
    shown: readonly Ply[] = $state.raw([]);
    refusal: Refusal | null = $state.raw(null);
    turned = $state(false);
    sides: Sides = $state('both');
    /** The engine answers for the sides that nobody else plays; null: nobody does. */
    answer: Answer | null = $state.raw(null);
    /** Of what is played. */
    moves: readonly string[] = $state.raw([]);
    thinking = $state(false);
    readonly showing: boolean = $derived(!this.playback.atEnd);
    readonly free: boolean = $derived(
        this.situation !== undefined && this.situation.result === null && !this.showing && !this.thinking && this.#mayMove(),
    );
    readonly #listener: Listener;
    #game: Held | null = null;
    /** The plies that were played before each of the moves: one can stand for several. */
    #before: number[] = [];
    /** What it began from; '': nothing has begun. */
    #from = '';
    /** Rises whenever what was begun has become pointless. */
    #age = 0;

    constructor(komwe: Komwe, listener: Listener) {
        this.komwe = komwe;
        this.#listener = listener;
    }

    get mover(): Player {
        return nameOf(this.situation.position.turn);
    }

    #mayMove(): boolean {
        return this.sides === 'both' || this.sides === this.mover;
    }

    /** Something else begins: its age. */
    #begins(): number {
        if (this.thinking) this.#listener.changed();
        this.thinking = false;
        return ++this.#age;
    }

    /** Another game, with moves that are played at once; what cannot be read leaves what there was. */
    async load(place: Place, moves: readonly string[]): Promise<void> {
        const age = this.#begins();
        try {
            if (this.#isLonger(place, moves)) await this.#goOn(moves.slice(this.moves.length), age);
            else await this.#begin(place, moves, age);
        } catch (error) {
            if (age === this.#age) this.#fail(error);
            return;
        }
        if (age === this.#age) void this.#answerNext(age);
    }

    /** The same game with further moves, which are seen. */
    #isLonger(place: Place, moves: readonly string[]): boolean {
        return (
            this.#game !== null &&
            this.#from === keyOf(place) &&
            moves.length > this.moves.length &&
            this.moves.every((move, i) => move === moves[i])
        );
    }

    async #begin(place: Place, moves: readonly string[], age: number): Promise<void> {
        const rules = await this.komwe.rules(place.game, place.options);
        const game = await this.komwe.play(place);
        const before: number[] = [];
        let last: readonly Ply[] = [];
        try {
            for (const [i, move] of moves.entries()) {
                before.push(game.state.plies);
                last = await game.enter(move, i + 1 < moves.length ? 0 : EVENTS_MOST);
            }
        } catch (error) {
            await game.close();
            throw error;
        }
        if (age !== this.#age) {
            await game.close();
            return;
        }
        await this.#game?.close();
        this.#game = game;
        this.#from = keyOf(place);
        this.rules = rules;
        this.moves = [...moves];
        this.#before = before;
        this.#stand(last);
        if (this.situation.result !== null) this.#listener.ended();
    }

    /** What stands now, and the last plies, which can be looked at again. */
    #stand(last: readonly Ply[] = []): void {
        this.situation = this.#game!.state;
        this.shown = last;
        this.refusal = null;
        this.playback.show(this.situation.position);
        this.playback.load(last);
        this.playback.skip();
    }

    async #goOn(moves: readonly string[], age: number): Promise<void> {
        for (const move of moves) {
            if (age !== this.#age) return;
            await this.#enter(move);
        }
    }

    /** Plays a word, and shows what happens. */
    async #enter(word: string): Promise<void> {
        const game = this.#game!;
        const before = game.state.plies;
        const plies = await game.enter(word, EVENTS_MOST);
        if (game !== this.#game) return;
        const mover = nameOf(plies[0]!.mover);
        this.situation = game.state;
        this.shown = plies;
        this.refusal = null;
        this.moves = [...this.moves, word];
        this.#before.push(before);
        this.playback.load(plies);
        this.playback.play(speedNow());
        this.#listener.moved(word, mover);
        if (this.situation.result !== null) this.#listener.ended();
    }

    /** Plays a word of the player at the board; false if it cannot be played, and `refusal` says why. */
    async play(word: string): Promise<boolean> {
        if (this.#game === null) return false;
        const age = this.#begins();
        try {
            await this.#enter(word);
        } catch (error) {
            const refused = await refusalOf(this, word).catch(() => null);
            this.refusal = refused ?? refusedBy(error);
            return false;
        }
        void this.#answerNext(age);
        return true;
    }

    /** Takes back the last move; where the engine answers, so many that the player is to move again. */
    async undo(): Promise<boolean> {
        const game = this.#game;
        if (game === null || this.moves.length === 0) return false;
        const age = this.#begins();
        let moves = this.moves;
        do {
            moves = moves.slice(0, -1);
            await game.rewind(this.#before[moves.length]!);
        } while (moves.length > 0 && this.answer !== null && this.sides !== 'both' && nameOf(game.state.position.turn) !== this.sides);
        if (age !== this.#age) return false;
        this.moves = moves;
        this.#before.length = moves.length;
        this.#stand();
        void this.#answerNext(age);
        return true;
    }

    /** Who may move has changed. */
    wake(): void {
        if (this.#game !== null) void this.#answerNext(this.#age);
    }

    /** What is loaded next begins anew. */
    forget(): void {
        this.#from = '';
    }

    async #answerNext(age: number): Promise<void> {
        if (this.thinking) return;
        while (age === this.#age && this.answer !== null && this.situation.result === null && !this.#mayMove()) {
            this.thinking = true;
            try {
                const move = await this.answer(this.#game!);
                await this.#shownAll(age);
                if (age !== this.#age || move === null || this.#mayMove()) return;
                await this.#enter(move);
            } catch (error) {
                if (age === this.#age) this.#fail(error);
                return;
            } finally {
                if (age === this.#age) this.thinking = false;
            }
        }
    }

    /** Waits until what was played before has been seen. */
    async #shownAll(age: number): Promise<void> {
        while (age === this.#age && this.showing) await new Promise(requestAnimationFrame);
    }

    #fail(error: unknown): void {
        if (!(error instanceof KomweError)) throw error;
        this.refusal = refusedBy(error);
        this.#listener.failed(error);
    }

    close(): void {
        this.#begins();
        void this.#game?.close();
        this.#game = null;
    }
}

const keyOf = ({ game, options = '', position = 'start' }: Place): string => `${game}\t${options}\t${position}`;
