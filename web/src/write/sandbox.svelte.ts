// A board on which a draft is played: whoever is to move, by hand or by lot.  No game is kept.

import { speedNow } from '../app/settings.svelte.ts';
import { EVENTS_MOST, Playback } from '../board/playback.svelte.ts';
import type { Komwe } from '../engine/komwe.ts';
import { KomweError, type Player, type Ply, type Position, type Rules, type Situation } from '../engine/types.ts';
import { placeOf, refusedBy, type Choosable, type Refusal } from '../moves/choosable.ts';

/** Positions that can be gone back to. */
const BACK_MOST = 400;

const NAMES: readonly Player[] = ['S', 'N'];

export class Sandbox implements Choosable {
    readonly komwe: Komwe;
    readonly playback = new Playback();
    rules: Rules = $state.raw() as Rules;
    situation: Situation = $state.raw() as Situation;
    shown: readonly Ply[] = $state.raw([]);
    refusal: Refusal | null = $state.raw(null);
    readonly turned = false;
    /** Who began the round, and what the next one begins with; null: none follows, or it goes on. */
    #began: Player = 'S';
    next: Position | null = $state.raw(null);
    /** The texts of the positions before this one. */
    back: readonly string[] = $state.raw([]);
    /** The rules have changed since it began: it goes on from where it was. */
    stale = $state(false);
    /** What it began with. */
    #from = 'start';
    readonly showing: boolean = $derived(!this.playback.atEnd);
    readonly free: boolean = $derived(this.situation?.result === null && !this.showing);

    constructor(komwe: Komwe) {
        this.komwe = komwe;
    }

    /** Other rules: begun anew if nothing has been played, else the position stays if they know it. */
    async load(rules: Rules): Promise<void> {
        const begun = this.back.length > 0;
        const place = { game: rules.id, position: begun ? this.situation.position.text : this.#from };
        let situation: Situation;
        try {
            situation = await this.komwe.position(place);
        } catch (error) {
            if (!(error instanceof KomweError)) throw error;
            situation = await this.komwe.position({ game: rules.id });
            this.back = [];
            this.#from = 'start';
        }
        this.stale = this.back.length > 0;
        if (this.back.length === 0) this.#begin(situation);
        this.rules = rules;
        this.#stand(situation);
    }

    #begin({ position }: Situation): void {
        this.#began = NAMES[position.turn]!;
    }

    #stand(situation: Situation): void {
        this.situation = situation;
        this.next = null;
        this.refusal = null;
        this.shown = [];
        this.playback.show(situation.position);
    }

    async play(word: string): Promise<boolean> {
        try {
            const place = placeOf(this);
            const plies = await this.komwe.trace(place, word, EVENTS_MOST);
            const { text } = plies.at(-1)!.after;
            const next = await this.komwe.position({ ...place, position: text });
            this.back = [...this.back, place.position].slice(-BACK_MOST);
            this.situation = next;
            this.shown = plies;
            this.refusal = null;
            const moved = NAMES[plies.at(-1)!.mover]!;
            const end = await this.komwe.round({ ...place, position: text }, this.#began, moved, [0, 0]);
            this.next = end?.next ?? null;
            this.playback.load(plies);
            this.playback.play(speedNow());
            return true;
        } catch (error) {
            this.refusal = refusedBy(error);
            return false;
        }
    }

    async playAny(): Promise<void> {
        const { moves } = this.situation;
        const move = moves[Math.floor(Math.random() * moves.length)];
        if (move !== undefined) await this.play(move.text);
    }

    async takeBack(): Promise<void> {
        const position = this.back.at(-1);
        if (position === undefined) return;
        this.back = this.back.slice(0, -1);
        await this.go(position, this.back);
    }

    /** Any position that the rules know. */
    async go(position: string, back: readonly string[] = [...this.back, this.situation.position.text]): Promise<void> {
        const situation = await this.komwe.position({ game: this.rules.id, position });
        this.back = back;
        this.#stand(situation);
    }

    async restart(position = 'start'): Promise<void> {
        await this.go(position, []);
        this.#from = position;
        this.stale = false;
        this.#begin(this.situation);
    }

    async nextRound(): Promise<void> {
        if (this.next !== null) await this.restart(this.next.text);
    }
}
