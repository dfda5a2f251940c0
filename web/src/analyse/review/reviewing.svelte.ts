// A review of a game: what each turn of the main line has lost, found from the last to the first.

import type { Engine } from '../../engine/engine.ts';
import type { TurnReview } from '../../engine/types.ts';
import type { Study } from '../study/study.svelte.ts';
import { mainLine, pathTo, type Known } from '../study/tree.ts';
import { isMistake } from '../evaluation/evaluation.ts';

/** Positions of each search: the same review on every machine. */
export const EFFORTS = { quick: 10_000, usual: 50_000, thorough: 250_000 } as const;
export type Effort = keyof typeof EFFORTS;
/** Moves of a better line that are written into the tree. */
const BETTER_MOST = 6;

export class Reviewing {
    readonly #engine: Engine;
    #task = new AbortController();
    effort: Effort = $state('usual');
    /** 0..1 while it is at work. */
    progress: number | null = $state(null);

    /** `engine`: its own, which it closes. */
    constructor(engine: Engine) {
        this.#engine = engine;
    }

    /** One looks on meanwhile; `onmistake` hears of each mistake when it is found. */
    async review(study: Study, onmistake: (mistake: TurnReview) => void): Promise<void> {
        const line = mainLine(study.tree);
        const plies = line.length - 1;
        this.stop();
        const { signal } = (this.#task = new AbortController());
        if (!study.onMain) await study.goTo(pathTo(study.tree, study.node).findLast((id) => line.includes(id))!);
        for (const id of line) study.note(id, { reviewed: undefined });
        study.reviewed(null);
        this.progress = 0;
        const onReport = (reviewed: TurnReview): void => {
            if (signal.aborted) return;
            if (line.some((id) => !study.tree.nodes.has(id))) {
                this.stop(); // another game is looked at now
                return;
            }
            this.#take(study, line, reviewed);
            this.progress = 1 - reviewed.first / plies;
            if (isMistake(reviewed)) onmistake(reviewed);
        };
        try {
            const nodes = EFFORTS[this.effort];
            await study.use((game) => this.#engine.review(game, { nodes, onReport, signal }));
            if (!signal.aborted) study.reviewed(line.at(-1)!);
        } finally {
            if (this.#task.signal === signal) this.progress = null;
        }
    }

    /** What has been found stays. */
    stop(): void {
        this.#task.abort();
        this.progress = null;
    }

    close(): void {
        this.stop();
        this.#engine.close();
    }

    /** Notes what a turn lost, and writes down what would have been better. */
    #take(study: Study, line: readonly number[], reviewed: TurnReview): void {
        const { first, end, mover, best, played } = reviewed;
        const known = (value: typeof best): Known => ({ player: mover, value, won: value.won });
        study.note(line[end]!, { reviewed });
        // After a turn the review of the next one holds, which has been found before.
        study.learnReviewed([
            [line[first]!, known(best)],
            ...(end === line.length - 1 ? [[line[end]!, known(played)] as const] : []),
        ]);
        if (isMistake(reviewed))
            void study.addVariation(line[first]!, reviewed.moves.slice(0, BETTER_MOST));
    }
}
