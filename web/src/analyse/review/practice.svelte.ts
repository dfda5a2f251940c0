// "Learn from my mistakes": a side's mistakes, to be played better; a review may still find more.

import { KomweError, SOUTH, type Analysis, type TurnReview, type Evaluation } from '../../engine/types.ts';
import type { Study } from '../study/study.svelte.ts';
import type { Thinking } from '../engine/thinking.svelte.ts';
import { lossOf, LOSS_LEAST, evaluationFor, evaluationOfEnd } from '../evaluation/evaluation.ts';

/**
 * 'looking' to 'wrong': the answer is not to be seen.  'unknown': the engine could not say.  'showing': the answer
 * is being played.  'waiting': the review has found no other one yet.
 */
export type Stage = 'looking' | 'asking' | 'unknown' | 'wrong' | 'right' | 'showing' | 'shown' | 'waiting' | 'done';

/** Positions: as many as a review has for a turn that seems to be a mistake. */
const NODES = 200_000;

export class Practice {
    /** All there are, those that the review finds meanwhile behind the others. */
    items: readonly TurnReview[] = $state.raw([]);
    /** The review goes on. */
    more = $state(false);
    readonly #thinking: Thinking;
    /** Where it is tried; the game itself stays unchanged. */
    readonly study: Study;

    index = $state(0);
    #stage: Stage = $state('looking');
    found = $state(0);
    /** What the attempt lost; Infinity: the game, or the win. */
    loss = $state(0);
    /** The hole from where a better move begins, if it was asked for. */
    hint: number | null = $state(null);
    /** The moves of the better turn, once it has been shown. */
    answer: readonly string[] = $state.raw([]);
    /** Moves of the attempt, which is a whole turn. */
    #tried: string[] = [];

    readonly hidden: boolean = $derived(
        ['looking', 'asking', 'unknown', 'wrong'].includes(this.#stage),
    );

    private constructor(study: Study, items: readonly TurnReview[], thinking: Thinking) {
        this.study = study;
        this.items = items;
        this.#thinking = thinking;
    }

    get stage(): Stage {
        return this.#stage;
    }

    #enter(stage: Stage): void {
        this.#stage = stage;
        this.study.locked = ['asking', 'unknown', 'wrong', 'showing'].includes(stage);
    }

    get item(): TurnReview {
        return this.items[this.index]!;
    }

    /** With a copy of the game, from where it was left; `mistakes`, of which there is one, in the order in which they come. */
    static async begin(
        record: Study,
        mistakes: readonly TurnReview[],
        thinking: Thinking,
    ): Promise<Practice> {
        const { order = [], index = 0, found = 0 } = record.practised ?? {};
        const known = order.flatMap((ply) => mistakes.filter(({ first }) => first === ply));
        const items = [...known, ...mistakes.filter((of) => !known.includes(of))];
        const at = known.length === order.length ? Math.max(0, Math.min(index, items.length - 1)) : 0;
        const practice = new Practice(await record.copy(items[at]!.first), items, thinking);
        practice.index = at;
        practice.found = found;
        return practice;
    }

    /** The review has found others. */
    add(mistakes: readonly TurnReview[]): void {
        const known = new Set(this.items.map(({ first }) => first));
        this.items = [...this.items, ...mistakes.filter(({ first }) => !known.has(first))];
        if (this.stage === 'waiting' && this.index + 1 < this.items.length) void this.next();
    }

    /** The review has ended. */
    complete(): void {
        this.more = false;
        // Those that have not been asked about come by what they lose, now that all are known.
        const [seen, rest] = [this.items.slice(0, this.index + 1), this.items.slice(this.index + 1)];
        this.items = [...seen, ...rest.toSorted((a, b) => (b.loss ?? Number.MAX_VALUE) - (a.loss ?? Number.MAX_VALUE))];
        if (this.stage === 'waiting') this.#enter('done');
    }

    /** While a better move is looked for, what is played is an attempt. */
    async play(word: string): Promise<boolean> {
        const { study } = this;
        if (study.locked) return false;
        if (!(await study.play(word))) return false;
        if (this.stage !== 'looking') return true;
        this.hint = null;
        this.#tried.push(...study.shown.map(({ move }) => move.text));
        if (this.#goesOn()) return true;
        this.#enter('asking');
        this.#grade(await this.#lossOfAttempt());
        return true;
    }

    #grade(loss: number | null): void {
        if (loss === null) {
            this.#enter('unknown');
            return;
        }
        this.loss = loss;
        const right = loss <= Math.min(LOSS_LEAST, (this.item.loss ?? Infinity) / 2);
        this.#enter(right ? 'right' : 'wrong');
        if (right) this.found++;
    }

    /** The turn is not at its end yet. */
    #goesOn(): boolean {
        const { position, result } = this.study.situation;
        return result === null && (position.turn === SOUTH ? 'S' : 'N') === this.item.mover;
    }

    /** Null: the engine did not say. */
    async #lossOfAttempt(): Promise<number | null> {
        const { item } = this;
        if (this.#tried.every((move, i) => move === item.moves[i])) return 0;
        const turn = item.playedMoves.slice(0, item.end - item.first);
        if (this.#tried.join() === turn.join()) return item.loss ?? Infinity;
        const played = await this.#evaluation();
        return played === null ? null : lossOf(item.best, played);
    }

    async #evaluation(): Promise<Evaluation | null> {
        const { study, item } = this;
        const { result } = study.situation;
        if (result !== null) return evaluationOfEnd(item.mover, result);
        const found = await this.#search();
        return found === null ? null : evaluationFor(item.mover, found);
    }

    /** From where the attempt stands. */
    async #search(): Promise<Analysis | null> {
        const { study } = this;
        const { ply } = study;
        try {
            return await this.#thinking.restDuring((engine, signal) =>
                study.use((game) => engine.search(game, { ply, nodes: NODES, signal })),
            );
        } catch (error) {
            if (error instanceof KomweError) return null;
            throw error;
        }
    }

    /** Back to before the turn, to look again. */
    async again(): Promise<void> {
        await this.study.goMain(this.item.first);
        this.#tried = [];
        this.#enter('looking');
    }

    async showHint(): Promise<void> {
        await this.again();
        const { moves } = this.study.situation;
        this.hint = moves.find(({ text }) => text === this.item.moves[0])?.hole ?? null;
    }

    /** Plays the better turn; where the line that is known ends before it, the engine goes on. */
    async solve(): Promise<void> {
        const { item, study } = this;
        await this.again();
        this.hint = null;
        this.answer = [];
        this.#enter('showing');
        while (this.#goesOn()) {
            const known = item.moves[this.answer.length];
            const move = known ?? (await this.#search())?.lines[0]?.moves[0];
            if (move === undefined || !(await study.play(move))) break;
            this.answer = [...this.answer, move];
        }
        this.#enter('shown');
    }

    async next(): Promise<void> {
        if (this.stage === 'showing') return;
        this.hint = null;
        if (this.index + 1 === this.items.length) {
            this.#enter(this.more ? 'waiting' : 'done');
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
