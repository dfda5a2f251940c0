// A game that is stepped through in the page of somebody else, and, where that is wanted, tried out.

import { speedNow } from '../app/settings.svelte.ts';
import { EVENTS_MOST, Playback } from '../board/playback.svelte.ts';
import type { Game, Komwe } from '../engine/komwe.ts';
import { KomweError, type Ply, type Rules, type Situation } from '../engine/types.ts';
import { refusedBy, type Choosable, type Refusal } from '../moves/choosable.ts';
import type { Asked } from './asked.ts';

async function begin(komwe: Komwe, { game, options, position, moves, record }: Asked): Promise<Game> {
    if (record !== null) {
        const [first, ...others] = await komwe.read(record);
        await Promise.all(others.map((other) => other.close()));
        if (first === undefined) throw new KomweError('bad-record', 'there is no game in the record');
        return first;
    }
    const begun = await komwe.play({ game, options, position });
    for (const move of moves) await begun.enter(move, 0);
    return begun;
}

export class Embedded implements Choosable {
    readonly komwe: Komwe;
    readonly rules: Rules;
    readonly playback = new Playback();
    readonly turned: boolean;
    readonly #game: Game;
    readonly #isFree: boolean;

    situation: Situation = $state.raw()!;
    shown: readonly Ply[] = $state.raw([]);
    /** After how many of its plies one looks. */
    ply = $state(0);
    plies = $state(0);
    refusal: Refusal | null = $state.raw(null);
    /** All of it as a text. */
    record = $state('');
    readonly showing: boolean = $derived(!this.playback.atEnd);
    readonly free: boolean = $derived(this.#mayPlay());

    /** Work on the game is done one after the other. */
    #turn: Promise<unknown> = Promise.resolve();

    private constructor(komwe: Komwe, rules: Rules, game: Game, { turned, free }: Asked) {
        this.komwe = komwe;
        this.rules = rules;
        this.#game = game;
        this.turned = turned;
        this.#isFree = free;
        this.situation = game.state;
    }

    static async open(komwe: Komwe, asked: Asked): Promise<Embedded> {
        const game = await begin(komwe, asked);
        const rules = await komwe.rules(game.state.game, game.state.options);
        const embedded = new Embedded(komwe, rules, game, asked);
        await embedded.#update();
        await embedded.go(asked.at, false);
        return embedded;
    }

    #mayPlay(): boolean {
        return this.#isFree && !this.showing && this.situation.result === null;
    }

    async #update(): Promise<void> {
        this.plies = this.#game.state.plies;
        this.record = await this.#game.write();
    }

    /** To after so many plies; the next one is shown on its way, if it may be. */
    go(ply: number, moves = true): Promise<void> {
        return this.#work(async () => {
            const to = Math.max(0, Math.min(ply, this.plies));
            const moving = moves && to === this.ply + 1;
            const [situation, last] = await Promise.all([
                this.#game.at(to),
                to === 0 ? null : this.#game.ply(to - 1, EVENTS_MOST),
            ]);
            this.#show(to, situation, last === null ? [] : [last], moving);
        });
    }

    /** Tries a move; what came after it before is forgotten. */
    play(word: string): Promise<boolean> {
        return this.#work(async () => {
            try {
                await this.#game.rewind(this.ply);
                const plies = await this.#game.enter(word, EVENTS_MOST);
                await this.#update();
                this.#show(this.plies, await this.#game.at(this.plies), plies, true);
                return true;
            } catch (error) {
                this.refusal = refusedBy(error);
                return false;
            }
        });
    }

    #show(ply: number, situation: Situation, plies: readonly Ply[], moving: boolean): void {
        this.ply = ply;
        this.situation = situation;
        this.shown = plies;
        this.refusal = null;
        if (moving) {
            void this.playback.run(plies, speedNow());
        } else {
            this.playback.show(situation.position);
            this.playback.load(plies);
            this.playback.skip();
        }
    }

    #work<T>(work: () => Promise<T>): Promise<T> {
        const done = this.#turn.then(work);
        this.#turn = done.catch(() => undefined);
        return done;
    }
}
