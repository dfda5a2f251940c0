// The engine at work on what is looked at, until it is stopped or something else is looked at.

import { keep, kept } from '../app/store.ts';
import type { Engine } from '../engine/engine.ts';
import { findNative, NativeEngine } from '../engine/native.ts';
import { KomweError, type Analysis } from '../engine/types.ts';
import type { Study } from './study.svelte.ts';

export const LINES_MOST = 5;
/** So that who only leafs through a game does not start it for nothing. */
const A_MOMENT = 120;
/** Then it rests, and goes on if it is asked to. */
const A_WHILE = 120_000;
const STORED = 'thinking';

interface Saved {
    readonly on: boolean;
    readonly lines: number;
    readonly native?: boolean;
}

export class Thinking {
    readonly #engine: Engine;
    /** It is wished for, and it is at work. */
    on = $state(true);
    busy = $state(false);
    /** How many moves are ranked. */
    lines = $state(3);
    /** Of what is looked at; null: it has said nothing yet. */
    analysis: Analysis | null = $state.raw(null);
    fault = $state('');
    /** Something else is done with the engine. */
    lent = $state(false);
    /** The engine of the machine that serves the page; null: there is none. */
    native: NativeEngine | null = $state.raw(null);
    /** That one thinks, if there is one. */
    wantsNative = $state(false);

    #study: Study | null = null;
    /** Rises whenever what was begun has become pointless. */
    #age = 0;
    #timer: ReturnType<typeof setTimeout> | undefined;
    #frame = 0;

    constructor(engine: Engine) {
        this.#engine = engine;
        void findNative().then((url) => {
            if (url === null) return;
            if (this.wantsNative) this.#rest(); // the other one may be at work
            this.native = new NativeEngine(url);
            if (this.wantsNative) this.#restart();
        });
        const saved = kept<Saved>(STORED);
        if (saved === null) return;
        this.on = saved.on;
        this.wantsNative = saved.native ?? false;
        this.lines = Math.max(1, Math.min(saved.lines, LINES_MOST));
    }

    /** Thinks about where a study stands; null: about nothing. */
    look(study: Study | null): void {
        this.#study = study;
        this.#restart();
    }

    start(): void {
        this.on = true;
        this.#keep();
        this.#restart();
    }

    /** What it has found stays. */
    stop(): void {
        this.on = false;
        this.#keep();
        this.#rest();
    }

    rank(lines: number): void {
        this.lines = lines;
        this.#keep();
        this.#restart();
    }

    choose(native: boolean): void {
        this.#rest();
        this.wantsNative = native;
        this.#keep();
        this.#restart();
    }

    /** Who thinks now. */
    get #thinker(): Engine | NativeEngine {
        return this.wantsNative && this.native !== null ? this.native : this.#engine;
    }

    /** Something else is done with the engine; until it is done, this rests. */
    async lend<T>(work: (engine: Engine) => Promise<T>): Promise<T> {
        this.#rest();
        this.lent = true;
        try {
            return await work(this.#engine);
        } finally {
            this.lent = false;
            this.#restart();
        }
    }

    /** Ends what the engine was lent for. */
    interrupt(): void {
        if (this.lent) this.#engine.stop();
    }

    close(): void {
        this.#study = null;
        this.interrupt();
        this.#rest();
    }

    #keep(): void {
        const { on, lines, wantsNative: native } = this;
        keep(STORED, { on, lines, native } satisfies Saved);
    }

    #rest(): void {
        this.#age++;
        clearTimeout(this.#timer);
        cancelAnimationFrame(this.#frame);
        if (!this.lent && this.busy) this.#thinker.stop();
        this.busy = false;
    }

    #restart(): void {
        this.#rest();
        this.analysis = null;
        this.fault = '';
        const study = this.#study;
        if (study === null || !this.on || this.lent || study.situation.moves.length === 0) return;
        const age = this.#age;
        this.busy = true;
        this.#timer = setTimeout(() => void this.#think(study, age), A_MOMENT);
    }

    async #think(study: Study, age: number): Promise<void> {
        const { ply } = study;
        try {
            await study.use(async (game) => {
                if (age !== this.#age) return;
                const found = await this.#thinker.search(game, {
                    ply,
                    lines: this.lines,
                    milliseconds: A_WHILE,
                    heard: (analysis) => this.#hear(analysis, age),
                });
                if (age === this.#age && found !== null) this.analysis = found;
            });
        } catch (error) {
            if (!(error instanceof KomweError)) throw error;
            if (age === this.#age) this.fault = error.message;
        }
        if (age === this.#age) this.busy = false;
    }

    /** Early depths come by the dozen: one a frame is shown. */
    #hear(analysis: Analysis, age: number): void {
        if (age !== this.#age) return;
        cancelAnimationFrame(this.#frame);
        this.#frame = requestAnimationFrame(() => {
            if (age === this.#age) this.analysis = analysis;
        });
    }
}
