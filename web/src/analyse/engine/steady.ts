// Lines that do not change their order under one's eyes: a depth is shown if the one before it found the
// same best move, or if all is proven.

import type { Analysis } from '../../engine/types.ts';

/** Whether a search says more than a review of the same position: what is proven only a proof replaces. */
export function saysMore({ nodes, lines }: Analysis, reviewed: Analysis | null): boolean {
    if (reviewed === null) return true;
    if (lines[0]?.proven === true) return true;
    return nodes >= reviewed.nodes && reviewed.lines[0]?.proven !== true;
}

export class Steady {
    #depth = 0;
    #best = '';
    /** The best move of the depth before. */
    #before = '';

    /** Whether what a depth has found is to be shown. */
    takes({ depth, lines }: Analysis): boolean {
        const best = lines[0]?.moves[0] ?? '';
        if (depth !== this.#depth) this.#before = this.#best;
        this.#depth = depth;
        this.#best = best;
        return best !== '' && (best === this.#before || lines[0]!.proven);
    }
}
