// Moves of some games, shown one after the other for as long as someone looks.

import { speedNow } from '../app/settings.svelte.ts';
import { Playback } from '../board/playback.svelte.ts';
import type { Ply } from '../engine/types.ts';
import { SOWINGS, type Sowing } from '../shelf/shelf.ts';

/** Before the first move of a game, and after each move, so that what it changed is seen. */
const BEFORE = 450;
const AFTER = 1600;

/** What a visitor has chosen stays so for the next look at the page; undefined: nothing yet. */
let chosen: boolean | undefined;

export class Exhibit {
    readonly playback = new Playback();
    sowing: Sowing = $state.raw(SOWINGS[0]!);
    #index = $state(0);
    readonly ply: Ply = $derived(this.sowing.plies[this.#index]!);
    /** It is to move, if someone looks. */
    wanted = $state(false);
    #looked = false;
    /** The move has not begun, is under way (or halted on its way), or has ended. */
    #at: 'before' | 'under way' | 'after' = 'before';
    #timer: ReturnType<typeof setTimeout> | undefined;

    constructor() {
        this.wanted = chosen ?? speedNow() !== 0;
        this.playback.load([this.ply]);
        if (this.wanted) return;
        this.playback.skip(); // a board that stands shows what a move has changed
        this.#at = 'after';
    }

    toggle(): void {
        chosen = this.wanted = !this.wanted;
        this.#turn();
    }

    /** Whether the board can be seen. */
    look(looked: boolean): void {
        this.#looked = looked;
        this.#turn();
    }

    #turn(): void {
        clearTimeout(this.#timer);
        if (!this.wanted || !this.#looked) this.playback.pause();
        else if (this.#at === 'before') this.#timer = setTimeout(() => this.#begin(), BEFORE);
        else if (this.#at === 'after') this.#timer = setTimeout(() => this.#next(), AFTER);
        else this.playback.play(speedNow() || 1);
    }

    #begin(): void {
        this.#at = 'under way';
        void this.playback.run([this.ply], speedNow() || 1).then(() => {
            if (this.#at !== 'under way') return;
            this.#at = 'after';
            this.#turn();
        });
    }

    #next(): void {
        if (this.#index + 1 < this.sowing.plies.length) {
            this.#index++;
            this.#begin();
            return;
        }
        this.sowing = SOWINGS[(SOWINGS.indexOf(this.sowing) + 1) % SOWINGS.length]!;
        this.#index = 0;
        this.playback.load([this.ply]);
        this.#at = 'before';
        this.#turn();
    }

    close(): void {
        this.#looked = false;
        this.#at = 'before';
        this.#turn();
    }
}
