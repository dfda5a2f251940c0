// "Learn from my mistakes": a side's worst turns, to be played better.

import { KomweError, SOUTH, type Judgement, type Verdict } from '../engine/types.ts';
import type { Study } from './study.svelte.ts';
import type { Thinking } from './thinking.svelte.ts';
import { lossOf, LOSS_LEAST, verdictFor, verdictOfEnd } from './verdict.ts';

/** 'looking' and 'wrong': the answer is not to be seen. */
export type Stage = 'looking' | 'asking' | 'wrong' | 'right' | 'shown' | 'done';

const ITEMS_MOST = 10;
const MILLISECONDS = 1000;

export class Practice {
    readonly items: readonly Judgement[];
    readonly #thinking: Thinking;
    /** Where it is tried; the game itself stays as it is. */
    readonly study: Study;
    readonly #record: Study;

    index = $state(0);
    #stage: Stage = $state('looking');
    found = $state(0);
    /** What the attempt lost; Infinity: the game, or the win. */
    loss = $state(0);
    /** The hole from where a better move begins, if it was asked for. */
    hint: number | null = $state(null);
    /** Moves of the attempt, which is a whole turn. */
    #tried: string[] = [];

    readonly hidden: boolean = $derived(
        this.#stage === 'looking' || this.#stage === 'asking' || this.#stage === 'wrong',
    );

    private constructor(
        record: Study,
        study: Study,
        items: readonly Judgement[],
        thinking: Thinking,
    ) {
        this.#record = record;
        this.study = study;
        this.items = items;
        this.#thinking = thinking;
    }

    get stage(): Stage {
        return this.#stage;
    }

    #enter(stage: Stage): void {
        this.#stage = stage;
        this.study.locked = stage === 'asking' || stage === 'wrong';
    }

    get item(): Judgement {
        return this.items[this.index]!;
    }

    /** With a copy of the game; `mistakes`, of which there is one, with the worst first. */
    static async begin(
        record: Study,
        mistakes: readonly Judgement[],
        thinking: Thinking,
    ): Promise<Practice> {
        const items = mistakes.slice(0, ITEMS_MOST);
        const study = await record.copy(items[0]!.first);
        return new Practice(record, study, items, thinking);
    }

    /** While a better move is looked for, what is played is an attempt. */
    async play(word: string): Promise<boolean> {
        const { study, item } = this;
        if (study.locked) return false;
        if (!(await study.play(word))) return false;
        if (this.stage !== 'looking') return true;
        this.hint = null;
        this.#tried.push(...study.shown.map(({ move }) => move.text));
        if (this.#goesOn()) return true;
        this.#enter('asking');
        const loss = await this.#lossOfAttempt();
        this.loss = loss;
        const right = loss <= Math.min(LOSS_LEAST, (item.loss ?? Infinity) / 2);
        this.#enter(right ? 'right' : 'wrong');
        if (right) this.found++;
        return true;
    }

    /** The turn is not at its end yet. */
    #goesOn(): boolean {
        const { position, result } = this.study.situation;
        return result === null && (position.turn === SOUTH ? 'S' : 'N') === this.item.mover;
    }

    async #lossOfAttempt(): Promise<number> {
        const { item } = this;
        if (this.#tried.every((move, i) => move === item.moves[i])) return 0;
        const played = await this.#verdict();
        return played === null ? Infinity : lossOf(item.best, played);
    }

    async #verdict(): Promise<Verdict | null> {
        const { study, item } = this;
        const { result } = study.situation;
        if (result !== null) return verdictOfEnd(item.mover, result);
        const { ply } = study;
        try {
            const found = await this.#thinking.lend((engine) =>
                study.use((game) => engine.search(game, { ply, milliseconds: MILLISECONDS })),
            );
            return found === null ? null : verdictFor(item.mover, found);
        } catch (error) {
            if (error instanceof KomweError) return null;
            throw error;
        }
    }

    /** Back to before the turn, to look again. */
    async again(): Promise<void> {
        await this.study.restore(this.#record, this.item.first);
        this.#tried = [];
        this.#enter('looking');
    }

    async showHint(): Promise<void> {
        await this.again();
        const { moves } = this.study.situation;
        this.hint = moves.find(({ text }) => text === this.item.moves[0])?.hole ?? null;
    }

    /** Plays the better turn. */
    async solve(): Promise<void> {
        await this.again();
        this.#enter('shown');
        this.hint = null;
        for (const move of this.item.moves)
            if (!this.#goesOn() || !(await this.study.play(move))) break;
    }

    async next(): Promise<void> {
        this.hint = null;
        if (this.index + 1 === this.items.length) {
            this.#enter('done');
            return;
        }
        this.index++;
        await this.again();
    }

    close(): void {
        this.#thinking.interrupt();
        this.study.close();
    }
}
