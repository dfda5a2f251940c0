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
import { entryOf, keyOf, noteClosed, noteDaily, noteFirst, noteHint, noteReached, noteSolved, type Outcome } from '../journal/journal.ts';

/** 'wrong': what was chosen instead is on the board; 'shown': the answer was asked for. */
export type Stage = 'asked' | 'wrong' | 'right' | 'shown';

/** How the opponent answers a wrong move, and what is left then. */
export interface Reply {
    /** None: the same player moves again, or the game is over. */
    readonly ply: Ply | null;
    /** To the player who solves. */
    readonly value: Value;
}

/** What has been played of a solution of several moves. */
export interface Found {
    readonly move: string;
    /** The opponent's last ply after it; null: the player moves again. */
    readonly reply: Ply | null;
}

const solutionOf = ({ answer, line }: Puzzle): readonly string[] => [answer, ...line];

/** The positions of a solution, one before each ply. */
async function positionsOf(komwe: Komwe, puzzle: Puzzle, first: Situation): Promise<readonly Situation[]> {
    if (puzzle.line.length === 0) return [first];
    const solution = solutionOf(puzzle);
    const game = await komwe.play(puzzle);
    try {
        for (const word of solution) await game.enter(word);
        return await Promise.all(solution.map((_, ply) => game.at(ply)));
    } finally {
        await game.close();
    }
}

/** Enough for an answer within half a second, and the same everywhere. */
const REPLY_NODES = 100_000;

export class Trainer implements Choosable {
    readonly library: Library;
    readonly rules: Rules;
    readonly puzzle: Puzzle;
    /** Where the move at hand is to be found. */
    situation: Situation = $state.raw()!;
    /** It is the puzzle of this day. */
    readonly day: number | null;
    readonly playback = new Playback();
    readonly turned: boolean;
    readonly blind = true;
    readonly counts = true;

    stage: Stage = $state('asked');
    shown: readonly Ply[] = $state.raw([]);
    refusal: Refusal | null = $state.raw(null);
    hinted = $state(false);
    /** A hint was asked for at this move. */
    pointing = $state(false);
    /** Plies of the solution that have been played, those of both players. */
    ply = $state(0);
    /** The last move that was found before the one at hand, and how the opponent answered. */
    found: Found | null = $state.raw(null);
    /** Of an answer that was asked for: what has been seen of it. */
    line: readonly Ply[] = $state.raw([]);
    /** What follows a move that was found is on its way. */
    advancing = $state(false);
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
    readonly locked: boolean = $derived(this.stage !== 'asked' || this.advancing);
    readonly free: boolean = $derived(!this.showing && !this.locked);
    /** The positions of the solution, and those of its plies that are to be found. */
    readonly #before: readonly Situation[];
    readonly #own: readonly number[];
    /** Something was answered since it was begun here. */
    #attempted = false;
    /** Aborted, and another one, whenever what is being shown has become pointless. */
    #task = new AbortController();

    private constructor(library: Library, rules: Rules, puzzle: Puzzle, before: readonly Situation[], day: number | null) {
        this.library = library;
        this.rules = rules;
        this.puzzle = puzzle;
        const first = before[0]!;
        const mover = first.position.turn;
        this.#before = before;
        this.#own = before.flatMap(({ position }, ply) => (position.turn === mover ? [ply] : []));
        this.day = day;
        this.turned = mover === NORTH;
        this.counted = entryOf(journal(), keyOf(puzzle)) !== undefined;
        this.hinted = journal().hinted.includes(keyOf(puzzle));
        this.pointing = this.hinted;
        const { reached } = journal();
        this.ply = reached?.key === keyOf(puzzle) && this.#own.includes(reached.ply) ? reached.ply : 0;
        this.situation = before[this.ply]!;
        this.playback.show(this.situation.position);
    }

    /** Fails if the library does not know the position or the solution. */
    static async begin(library: Library, puzzle: Puzzle, day: number | null = null): Promise<Trainer> {
        const [rules, situation] = await Promise.all([
            library.komwe.rules(puzzle.game, puzzle.options),
            library.komwe.position(puzzle),
        ]);
        if (!situation.moves.some(({ text }) => text === puzzle.answer))
            throw new KomweError('bad-move', `${puzzle.answer}: ${puzzle.position}`);
        return new Trainer(library, rules, puzzle, await positionsOf(library.komwe, puzzle, situation), day);
    }

    get komwe(): Komwe {
        return this.library.komwe;
    }

    /** Where the puzzle begins. */
    get first(): Situation {
        return this.#before[0]!;
    }

    /** The move at hand. */
    get answer(): string {
        return solutionOf(this.puzzle)[this.ply]!;
    }

    /** It and those that follow it. */
    get answers(): readonly string[] {
        return this.#own.filter((ply) => ply >= this.ply).map((ply) => solutionOf(this.puzzle)[ply]!);
    }

    /** Where it begins. */
    get start(): number {
        return this.situation.moves.find(({ text }) => text === this.answer)!.hole;
    }

    /** Its number, from 1, and how many there are to find. */
    get step(): number {
        return this.#own.indexOf(this.ply) + 1;
    }
    get steps(): number {
        return this.#own.length;
    }
    get #last(): boolean {
        return this.step === this.steps;
    }

    // ---- answers ------------------------------------------------------------------------------

    async play(word: string): Promise<boolean> {
        if (!this.free) return true;
        const right = word === this.answer;
        const signal = this.#renew();
        if (right && !this.#last) {
            sound.play('right');
            await this.#advance(signal);
            return true;
        }
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

    /** The move at hand is sown, and what the opponent answers after it, up to the next one to find. */
    async #advance(signal: AbortSignal): Promise<void> {
        const move = this.answer;
        const next = this.#own[this.step]!;
        let reply: Ply | null = null;
        this.advancing = true;
        try {
            for (let ply = this.ply; ply < next; ply++) {
                const plies = await this.#trace(ply);
                if (signal.aborted) return;
                if (ply > this.ply) reply = plies.at(-1)!;
                await this.#run(plies);
                if (signal.aborted) return;
            }
        } finally {
            this.advancing = false;
        }
        this.found = { move, reply };
        this.situation = this.#before[next]!;
        this.ply = next;
        this.pointing = false;
        note((of) => noteReached(of, this.puzzle, next));
        this.again();
    }

    /** What a ply of the solution does. */
    #trace(ply: number): Promise<readonly Ply[]> {
        const place = placeOf({ rules: this.rules, situation: this.#before[ply]! });
        return this.komwe.trace(place, solutionOf(this.puzzle)[ply]!, EVENTS_MOST);
    }

    /** The first attempt counts; whatever was wrong then comes again another day. */
    #count(right: boolean): void {
        if (this.#attempted) return;
        this.#attempted = true;
        const key = keyOf(this.puzzle);
        if (!this.counted) {
            note((of) => noteFirst(of, this.puzzle, right, dayOf(new Date())));
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
        this.pointing = true;
        if (!this.counted) note((of) => noteHint(of, this.puzzle));
    }

    /** Back to the question. */
    again(): void {
        this.#leave();
        this.stage = 'asked';
        this.shown = [];
        this.playback.show(this.situation.position);
    }

    /** What is left of the solution is seen on the board; without an attempt before, that counts as a wrong one. */
    async solve(): Promise<void> {
        if (this.advancing) return;
        this.#count(false);
        this.again();
        const { signal } = this.#task;
        note((of) => noteClosed(of, this.puzzle));
        this.stage = 'shown';
        this.line = [];
        for (let ply = this.ply; ply < solutionOf(this.puzzle).length; ply++) {
            const plies = await this.#trace(ply);
            if (signal.aborted) return;
            this.line = [...this.line, ...plies];
            await this.#run(plies);
            if (signal.aborted) return;
        }
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
