// The lines of a review, for where they were found: so what is said of a turn and the lines beside it agree.

import type { Analysis, Line, Player } from '../../engine/types.ts';
import { other } from '../evaluation/evaluation.ts';
import { EFFORTS } from './reviewing.svelte.ts';
import { mainLine, nodeOf, type Tree } from '../study/tree.ts';

/** A search of fewer positions says less than the most careful review, whose comparisons have four times as many as asked for. */
const REVIEWED_NODES = 4 * EFFORTS.thorough;

const analysisOf = (mover: Player, lines: readonly Line[]): Analysis => ({
    depth: 0,
    nodes: REVIEWED_NODES,
    microseconds: 0,
    full: 0,
    mover,
    lines,
});

/** Of the position after so many plies of the main line: the best turn, and that of the game if it is worse; null: nothing is known. */
export function reviewedLines(tree: Tree, ply: number): Analysis | null {
    const line = mainLine(tree);
    const reviews = line.flatMap((id) => nodeOf(tree, id).reviewed ?? []);
    const next = reviews.find(({ first }) => first === ply);
    if (next !== undefined) {
        const { mover, best, played, moves, playedMoves } = next;
        const lines: Line[] = [{ ...best, moves }];
        if (next.class !== 'best' && playedMoves[0] !== moves[0]) lines.push({ ...played, moves: playedMoves });
        return analysisOf(mover, lines);
    }
    const last = reviews.find(({ end }) => end === ply && end === line.length - 1);
    const reply = last?.playedMoves.slice(last.end - last.first) ?? [];
    if (last === undefined || reply.length === 0) return null;
    return analysisOf(other(last.mover), [{ ...last.played, score: -last.played.score, moves: reply }]);
}
