// The engine at work on what is looked at, until it is stopped or something else is looked at.

import { keep, kept } from '../../app/store.ts';
import type { Engine } from '../../engine/engine.ts';
import { findNative, NativeEngine, type Native } from '../../engine/native.ts';
import { KomweError, type Analysis } from '../../engine/types.ts';
import type { Study } from '../study/study.svelte.ts';
import { saysMore, Steady } from './steady.ts';

export const LINES_MOST = 5;
/** So that who only leafs through a game does not start it for nothing. */
const A_MOMENT = 120;
/** Milliseconds, after which it rests until it is asked to go on; 0: it never does. */
export const TIMES: readonly number[] = [1000, 10_000, 120_000, 0];
const USUAL_TIME = 120_000;
/** Plies; 0: any number. */
export const DEPTHS: readonly number[] = [0, 5, 10, 15, 20, 30];
const STORED = 'thinking';

interface Saved {
    readonly on: boolean;
    readonly lines: number;
    readonly native?: boolean;
    readonly time?: number;
    readonly depth?: number;
}

export class Thinking {
    readonly #engine: Engine;
    /** It is switched on, and it is at work. */
    on = $state(true);
    busy = $state(false);
    /** How many moves are ranked. */
    lines = $state(3);
    time = $state(USUAL_TIME);
    depth = $state(0);
    /** Of what is looked at; null: it has said nothing yet. */
    analysis: Analysis | null = $state.raw(null);
    fault = $state('');
    /** What else is done with the engine; null: nothing. */
    #other: AbortController | null = $state.raw(null);
    /** The engine of the machine that serves the page; null: there is none. */
    native: NativeEngine | null = $state.raw(null);
    /** Where it answers. */
    server: Native | null = $state.raw(null);
    /** That one thinks, if there is one. */
    wantsNative = $state(false);

    /** What is shown is what a review has found; it goes deeper if it is asked to. */
    fromReview = $state(false);

    #study: Study | null = null;
    #reviewed: Analysis | null = null;
    /** It goes deeper than the review. */
    #beyond = false;
    /** Aborted, and another one, whenever what was begun has become pointless. */
    #task = new AbortController();
    #timer: ReturnType<typeof setTimeout> | undefined;
    #frame = 0;

    constructor(engine: Engine) {
        this.#engine = engine;
        void findNative().then((server) => {
            if (server === null) return;
            if (this.wantsNative) this.#rest(); // the other one may be at work
            this.server = server;
            this.native = new NativeEngine(server.url);
            if (this.wantsNative) this.#restart();
        });
        const saved = kept<Saved>(STORED);
        if (saved === null) return;
        this.on = saved.on !== false;
        this.wantsNative = saved.native ?? false;
        if (Number.isInteger(saved.lines)) this.lines = Math.max(1, Math.min(saved.lines, LINES_MOST));
        this.time = TIMES.find((time) => time === saved.time) ?? USUAL_TIME;
        this.depth = DEPTHS.find((depth) => depth === saved.depth) ?? 0;
    }

    /** Thinks about where a study stands, unless a review has looked at it; null: about nothing. */
    look(study: Study | null, reviewed: Analysis | null): void {
        this.#study = study;
        this.#reviewed = reviewed;
        this.#beyond = false;
        this.#restart();
    }

    start(): void {
        this.#beyond = this.#reviewed !== null;
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

    /** How many moves are ranked, how long it thinks, how deep. */
    limit(limits: Partial<Pick<Thinking, 'lines' | 'time' | 'depth'>>): void {
        this.lines = limits.lines ?? this.lines;
        this.time = limits.time ?? this.time;
        this.depth = limits.depth ?? this.depth;
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

    /** Rests while something else is done with the engine. */
    async restDuring<T>(work: (engine: Engine, signal: AbortSignal) => Promise<T>): Promise<T> {
        this.#rest();
        const other = new AbortController();
        this.#other = other;
        try {
            return await work(this.#engine, other.signal);
        } finally {
            if (this.#other === other) this.#other = null;
            this.#restart();
        }
    }
    get engineInUse(): boolean {
        return this.#other !== null;
    }

    /** Ends what else is done with the engine. */
    interrupt(): void {
        this.#other?.abort();
    }

    close(): void {
        this.#study = null;
        this.interrupt();
        this.#rest();
    }

    #keep(): void {
        const { on, lines, time, depth, wantsNative: native } = this;
        keep(STORED, { on, lines, time, depth, native } satisfies Saved);
    }

    #rest(): void {
        this.#task.abort();
        this.#task = new AbortController();
        clearTimeout(this.#timer);
        cancelAnimationFrame(this.#frame);
        this.busy = false;
    }

    #restart(): void {
        this.#rest();
        this.analysis = this.#reviewed;
        this.fromReview = this.#reviewed !== null;
        this.fault = '';
        const study = this.#study;
        if (this.fromReview && !this.#beyond) return;
        if (study === null || !this.on || this.engineInUse || study.situation.moves.length === 0) return;
        const { signal } = this.#task;
        this.busy = true;
        this.#timer = setTimeout(() => void this.#think(study, signal), A_MOMENT);
    }

    async #think(study: Study, signal: AbortSignal): Promise<void> {
        const { ply, node } = study;
        const steady = new Steady();
        const reviewed = this.#reviewed;
        const report = (analysis: Analysis): void => {
            if (signal.aborted) return;
            this.analysis = analysis;
            this.fromReview = false;
            const best = analysis.lines[0];
            if (best === undefined) return;
            study.learn([[node, { player: analysis.mover, value: best, depth: analysis.depth }]]);
        };
        try {
            await study.use(async (game) => {
                if (signal.aborted) return;
                const found = await this.#thinker.search(game, {
                    ply,
                    lines: this.lines,
                    ...(this.time > 0 && { milliseconds: this.time }),
                    ...(this.depth > 0 && { depth: this.depth }),
                    onReport: (analysis) => {
                        if (steady.takes(analysis) && saysMore(analysis, reviewed)) this.#report(analysis, report);
                    },
                    signal,
                });
                if (found !== null && saysMore(found, reviewed)) this.#report(found, report);
            });
        } catch (error) {
            if (!(error instanceof KomweError)) throw error;
            if (!signal.aborted) this.fault = error.message;
        }
        if (!signal.aborted) this.busy = false;
    }

    /** Early depths come by the dozen: one a frame is shown. */
    #report(analysis: Analysis, report: (analysis: Analysis) => void): void {
        cancelAnimationFrame(this.#frame);
        this.#frame = requestAnimationFrame(() => report(analysis));
    }
}
