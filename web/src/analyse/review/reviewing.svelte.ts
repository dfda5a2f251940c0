// A review of a game: what each turn of the main line has lost, found from the last to the first.

import type { TurnReview } from '../../engine/types.ts';
import type { Study } from '../study/study.svelte.ts';
import type { Thinking } from '../engine/thinking.svelte.ts';
import { mainLine, nodeOf, pathTo, type Known } from '../study/tree.ts';
import { isMistake } from '../evaluation/evaluation.ts';

/** Milliseconds for each turn. */
export const EFFORTS: readonly number[] = [200, 500, 2000];
/** Moves of a better line that are written into the tree. */
const BETTER_MOST = 6;

/** Nothing better was found: what the next turn's search says of it is only better known. */
const asBest = (reviewed: TurnReview): TurnReview => ({ ...reviewed, best: reviewed.played, loss: 0 });

export class Reviewing {
    effort = $state(EFFORTS[1]!);
    /** 0..1 while it is at work. */
    progress: number | null = $state(null);

    async review(study: Study, thinking: Thinking): Promise<void> {
        const line = mainLine(study.tree);
        const plies = line.length - 1;
        if (!study.onMain) await study.goTo(pathTo(study.tree, study.node).findLast((id) => line.includes(id))!);
        for (const id of line) study.note(id, { reviewed: undefined });
        this.progress = 0;
        const onReport = (reviewed: TurnReview): void => {
            if (line.some((id) => !study.tree.nodes.has(id))) {
                thinking.interrupt(); // another game is looked at now
                return;
            }
            this.#take(study, line, reviewed);
            this.progress = 1 - reviewed.first / plies;
        };
        try {
            await thinking.restDuring((engine, signal) =>
                study.use((game) => engine.review(game, { milliseconds: this.effort, onReport, signal })),
            );
        } finally {
            this.progress = null;
        }
    }

    /** Notes what a turn lost, and writes down what would have been better. */
    #take(study: Study, line: readonly number[], found: TurnReview): void {
        const turn = line.slice(found.first + 1, found.end + 1).map((id) => nodeOf(study.tree, id).move);
        const reviewed = turn.every((move, i) => move === found.moves[i]) ? asBest(found) : found;
        const { first, end, mover, best, played } = reviewed;
        const known = (value: typeof best): Known => ({ player: mover, value, won: value.won });
        study.note(line[end]!, { reviewed });
        study.learn([
            [line[first]!, known(best)],
            [line[end]!, known(played)],
        ]);
        if (isMistake(reviewed))
            void study.addVariation(line[first]!, reviewed.moves.slice(0, BETTER_MOST));
    }
}
