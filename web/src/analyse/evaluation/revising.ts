// What a deeper search says against a review, once two of its depths have said so: it is said once, and stays
// until two others say something else.

import type { Analysis, TurnReview } from '../../engine/types.ts';
import { revisionOf, type Revision } from './evaluation.ts';

const keyOf = (of: Revision | null): string => (of === null ? '' : `${of.kind} ${of.move} ${of.kind === 'better' ? of.before : ''}`);

export class Revising {
    #turn: TurnReview | null = null;
    /** What the depth before has said. */
    #before = '';
    #depth = 0;
    #said: Revision | null = null;

    /** What is to be said of a turn; `analysis`: of the position before it, null: there is none that is deeper. */
    take(turn: TurnReview | null, analysis: Analysis | null): Revision | null {
        if (turn !== this.#turn) {
            this.#turn = turn;
            this.#before = '';
            this.#depth = 0;
            this.#said = null;
        }
        if (turn === null || analysis === null) return this.#said;
        const found = revisionOf(turn, analysis);
        const key = keyOf(found);
        const isSure = analysis.lines.every(({ proven }) => proven);
        if (isSure || (key === this.#before && analysis.depth > this.#depth)) {
            if (key !== keyOf(this.#said)) this.#said = found;
        }
        if (key !== this.#before || this.#depth === 0) {
            this.#before = key;
            this.#depth = analysis.depth;
        }
        return this.#said;
    }
}
