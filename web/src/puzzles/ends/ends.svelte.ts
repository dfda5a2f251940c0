// A round of "where does it end?" on the page: what is asked, the clock, what was answered.

import { keep, kept } from '../../app/store.ts';
import { speedNow } from '../../app/settings.svelte.ts';
import { Playback } from '../../board/playback.svelte.ts';
import type { Komwe } from '../../engine/komwe.ts';
import { sound } from '../../sound/sound.ts';
import { puzzleGames, puzzlesOf } from '../../bank/bank.ts';
import { ask, type Asked, type Below } from './questions.ts';
import { Clock, newScore, readEnds, seedsWanted, type KeptEnds, type Score } from './round.ts';

const NAME = 'ends';
export const keptEnds = (): KeptEnds => readEnds(kept(NAME));

/** 'fetching': the next move is being found; 'telling': a wrong answer is explained. */
export type Phase = 'fetching' | 'asking' | 'telling' | 'paused' | 'over' | 'none' | 'failed';

const random: Below = (n) => Math.floor(Math.random() * n);

export class Round {
    readonly #komwe: Komwe;
    /** '': moves of any game. */
    readonly #game: string;
    readonly #clock: Clock;
    readonly playback = new Playback();
    readonly timed: boolean;

    phase: Phase = $state('fetching');
    asked: Asked | null = $state.raw(null);
    /** The hole that was chosen last, and whether that was right. */
    answered: { readonly hole: string; readonly end: string; readonly right: boolean } | null = $state.raw(null);
    right = $state(0);
    total = $state(0);
    /** Milliseconds, as it was last looked at. */
    left = $state(0);
    /** This round is the best there was. */
    isBest = $state(false);
    /** The next move, looked for while this one is thought about. */
    #coming: Promise<Asked | null> | null = null;
    #closed = false;

    constructor(komwe: Komwe, game: string, score: Score, now?: () => number) {
        this.#komwe = komwe;
        this.#game = game;
        this.#clock = new Clock(score.left, now);
        this.timed = score.timed;
        this.right = score.right;
        this.total = score.asked;
        this.left = score.left;
    }

    static begin(komwe: Komwe, game: string, timed: boolean): Round {
        return new Round(komwe, game, newScore(timed));
    }

    /** Looks at the clock. */
    tick(): void {
        this.left = this.#clock.left;
        if (this.timed && this.left === 0 && this.phase === 'asking') this.end();
    }

    // ---- questions and answers ----------------------------------------------------------------

    async next(): Promise<void> {
        this.phase = 'fetching';
        let asked: Asked | null;
        try {
            asked = await (this.#coming ?? this.#find());
        } catch {
            this.#coming = null;
            if (!this.#closed) this.phase = 'failed';
            return;
        }
        if (this.#closed) return;
        this.#show(asked);
    }

    #show(asked: Asked | null): void {
        this.asked = asked;
        if (asked === null) {
            this.phase = 'none';
            return;
        }
        this.playback.show(asked.ply.before);
        this.#coming = this.#find(1);
        this.#coming.catch(() => undefined); // it is said when it is wanted
        this.phase = 'asking';
        if (document.visibilityState === 'hidden') this.pause();
        else this.#clock.run();
    }

    async #find(more = 0): Promise<Asked | null> {
        const game = this.#game === '' ? puzzleGames[random(puzzleGames.length)]! : this.#game;
        return ask(this.#komwe, await puzzlesOf(game), seedsWanted(this.right + more), random);
    }

    async answer(hole: number): Promise<void> {
        const { asked } = this;
        if (this.phase !== 'asking' || asked === null) return;
        this.tick();
        if (this.phase !== 'asking') return; // the time was up
        this.#clock.pause();
        const right = hole === asked.end;
        const nameOf = (place: number): string => asked.rules.places[place]!;
        this.answered = { hole: nameOf(hole), end: nameOf(asked.end), right };
        sound.play(right ? 'right' : 'wrong');
        this.total++;
        if (right) this.right++;
        this.save();
        if (right) {
            await this.next();
        } else {
            this.phase = 'telling';
            await this.playback.run([asked.ply], speedNow());
        }
    }

    // ---- breaks and ends ----------------------------------------------------------------------

    /** Nothing is lost: the clock stands, and what there is is kept. */
    pause(): void {
        if (this.phase !== 'asking') return;
        this.#clock.pause();
        this.tick();
        this.phase = 'paused';
        this.save();
    }
    resume(): void {
        if (this.phase !== 'paused') return;
        this.phase = 'asking';
        this.#clock.run();
    }

    /** The round is over, whatever time is left. */
    end(): void {
        this.#clock.pause();
        const { best } = keptEnds();
        this.isBest = this.timed && this.right > best;
        this.phase = 'over';
        keep(NAME, { best: this.isBest ? this.right : best, round: null });
    }

    save(): void {
        if (this.phase === 'over' || this.total === 0) return;
        const { timed, right, total: asked } = this;
        keep(NAME, { best: keptEnds().best, round: { timed, right, asked, left: this.#clock.left } });
    }

    /** Put away; what there is of it stays kept. */
    close(): void {
        if (this.phase === 'asking') this.pause();
        this.#closed = true;
        if (!this.playback.atEnd) this.playback.skip();
    }
}
