// A puzzle that is being solved: what was played, what that leads to, and what it counts for.

import { speedNow } from '../../app/settings.svelte.ts';
import { EVENTS_MOST, Playback } from '../../board/playback.svelte.ts';
import type { Komwe } from '../../engine/komwe.ts';
import type { Library } from '../../engine/open.ts';
import { KomweError, NORTH, type Ply, type Rules, type Situation, type Value } from '../../engine/types.ts';
import { placeOf, type Choosable, type Refusal } from '../../moves/choosable.ts';
import * as repetition from '../../repetition/repetition.ts';
import { sound } from '../../sound/sound.ts';
import { dayOf } from '../../bank/days.ts';
import { journal, note } from '../journal/diary.svelte.ts';
import type { Puzzle } from '../../bank/file.ts';
import { entryOf, keyOf, noteClosed, noteDaily, noteFirst, noteHint, noteSolved, type Outcome } from '../journal/journal.ts';

/** 'wrong': what was chosen instead is on the board; 'shown': the answer was asked for. */
export type Stage = 'asked' | 'wrong' | 'right' | 'shown';

/** How the opponent answers a wrong move, and what is left then. */
export interface Reply {
    /** None: the same player moves again, or the game is over. */
    readonly ply: Ply | null;
    /** To the player who solves. */
    readonly value: Value;
}

/** Enough for an answer within half a second, and the same everywhere. */
const REPLY_NODES = 100_000;

export class Trainer implements Choosable {
    readonly library: Library;
    readonly rules: Rules;
    readonly puzzle: Puzzle;
    readonly situation: Situation;
    /** It is the puzzle of this day. */
    readonly day: number | null;
    readonly playback = new Playback();
    readonly turned: boolean;
    readonly blind = true;

    stage: Stage = $state('asked');
    shown: readonly Ply[] = $state.raw([]);
    refusal: Refusal | null = $state.raw(null);
    hinted = $state(false);
    /** The wrong move, and what the opponent does about it. */
    chosen = $state('');
    reply: Reply | null = $state.raw(null);
    /** That is being looked for. */
    thinking = $state(false);
    /** The first attempt changed the rating by so much; null: it had counted before, or has not been made. */
    change: number | null = $state(null);
    /** It has counted. */
    counted = $state(false);
    readonly showing: boolean = $derived(!this.playback.atEnd);
    readonly locked: boolean = $derived(this.stage !== 'asked');
    readonly free: boolean = $derived(!this.showing && !this.locked);
    /** Something was answered since it was begun here. */
    #attempted = false;
    /** Aborted, and another one, whenever what is being shown has become pointless. */
    #task = new AbortController();

    private constructor(library: Library, rules: Rules, puzzle: Puzzle, situation: Situation, day: number | null) {
        this.library = library;
        this.rules = rules;
        this.puzzle = puzzle;
        this.situation = situation;
        this.day = day;
        this.turned = situation.position.turn === NORTH;
        this.counted = entryOf(journal(), keyOf(puzzle)) !== undefined;
        this.hinted = journal().hinted.includes(keyOf(puzzle));
        this.playback.show(situation.position);
    }

    /** Fails if the library does not know the position or the answer. */
    static async begin(library: Library, puzzle: Puzzle, day: number | null = null): Promise<Trainer> {
        const [rules, situation] = await Promise.all([
            library.komwe.rules(puzzle.game, puzzle.options),
            library.komwe.position(puzzle),
        ]);
        if (!situation.moves.some(({ text }) => text === puzzle.answer))
            throw new KomweError('bad-move', `${puzzle.answer}: ${puzzle.position}`);
        return new Trainer(library, rules, puzzle, situation, day);
    }

    get komwe(): Komwe {
        return this.library.komwe;
    }

    /** Where the answer begins. */
    get start(): number {
        return this.situation.moves.find(({ text }) => text === this.puzzle.answer)!.hole;
    }

    // ---- answers ------------------------------------------------------------------------------

    async play(word: string): Promise<boolean> {
        if (!this.free) return true;
        const right = word === this.puzzle.answer;
        const signal = this.#renew();
        this.stage = right ? 'right' : 'wrong';
        this.chosen = word;
        this.thinking = !right;
        sound.play(right ? 'right' : 'wrong');
        this.#count(right);
        if (right) note((of) => noteSolved(of, this.puzzle, dayOf(new Date())));
        const plies = await this.komwe.trace(placeOf(this), word, EVENTS_MOST);
        if (signal.aborted) return true;
        const sown = this.#run(plies);
        if (!right) await this.#answer(word, sown, signal);
        return true;
    }

    /** The first attempt counts; whatever was wrong then comes again another day. */
    #count(right: boolean): void {
        if (this.#attempted) return;
        this.#attempted = true;
        const key = keyOf(this.puzzle);
        if (!this.counted) {
            note((of) => noteFirst(of, this.puzzle, right));
            this.change = entryOf(journal(), key)?.change ?? null;
            this.counted = true;
        }
        const outcome: Outcome = !right ? 'wrong' : this.hinted ? 'hinted' : 'right';
        const { day } = this;
        if (day !== null) note((of) => noteDaily(of, day, outcome));
        repetition.grade(`puzzle:${key}`, outcome === 'right');
    }

    /** What the opponent does about a wrong move, once that has been seen. */
    async #answer(word: string, sown: Promise<void>, signal: AbortSignal): Promise<void> {
        const game = await this.komwe.play(placeOf(this));
        try {
            await game.enter(word);
            const found = await this.library.engine.search(game, { nodes: REPLY_NODES, signal });
            await sown;
            const line = found?.lines[0];
            if (signal.aborted || line === undefined || found === null) return;
            const own = (found.mover === 'N') === this.turned;
            const value = { ...line, score: own ? line.score : -line.score };
            const plies = own ? [] : await game.enter(line.moves[0]!, EVENTS_MOST);
            if (signal.aborted) return;
            this.reply = { ply: plies[0] ?? null, value };
            if (plies.length > 0) await this.#run(plies);
        } catch (error) {
            if (!(error instanceof KomweError)) throw error; // the game is over, or the engine is gone
        } finally {
            if (!signal.aborted) this.thinking = false;
            await game.close();
        }
    }

    // ---- what can be asked for ----------------------------------------------------------------

    hint(): void {
        this.hinted = true;
        if (!this.counted) note((of) => noteHint(of, this.puzzle));
    }

    /** Back to the question. */
    again(): void {
        this.#leave();
        this.stage = 'asked';
        this.shown = [];
        this.playback.show(this.situation.position);
    }

    /** The answer is seen on the board; without an attempt before, that counts as a wrong one. */
    async solve(): Promise<void> {
        this.#count(false);
        note((of) => noteClosed(of, this.puzzle));
        this.again();
        this.stage = 'shown';
        const { signal } = this.#task;
        const plies = await this.komwe.trace(placeOf(this), this.puzzle.answer, EVENTS_MOST);
        if (!signal.aborted) await this.#run(plies);
    }

    close(): void {
        this.#leave();
        if (this.showing) this.playback.skip();
    }

    #leave(): void {
        this.#renew();
        this.reply = null;
        this.refusal = null;
    }

    #renew(): AbortSignal {
        this.#task.abort();
        this.#task = new AbortController();
        return this.#task.signal;
    }

    #run(plies: readonly Ply[]): Promise<void> {
        this.shown = plies;
        return this.playback.run(plies, speedNow());
    }
}
