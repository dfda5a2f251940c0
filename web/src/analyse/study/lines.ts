// Lines of moves, between the library's games and the tree of variations.

import { EVENTS_MOST } from '../../board/playback.svelte.ts';
import type { Game, Komwe, Place } from '../../engine/komwe.ts';
import { SOUTH, type Ply } from '../../engine/types.ts';
import { addLine, emptyTree, nodeOf, note, ROOT, type Step, type Tree } from './tree.ts';

/** What words do one after the other; each may stand for several plies. */
export async function traceLine(
    komwe: Komwe,
    place: Place,
    words: readonly string[],
): Promise<readonly Ply[]> {
    const plies: Ply[] = [];
    for (const word of words) {
        const position = plies.at(-1)?.after.text ?? place.position ?? 'start';
        plies.push(...(await komwe.trace({ ...place, position }, word, EVENTS_MOST)));
    }
    return plies;
}

export const stepOf = ({ move, mover }: Pick<Ply, 'move' | 'mover'>): Step => ({
    move: move.text,
    mover: mover === SOUTH ? 'S' : 'N',
});

/** A game as a tree of one line. */
export async function treeOf(game: Game): Promise<Tree> {
    const { plies, result } = game.state;
    const asked = Array.from({ length: plies }, (_, ply) => game.ply(ply, 0));
    const [score, ...played] = await Promise.all([game.score(), ...asked]);
    let { tree, id } = addLine(emptyTree, ROOT, played.map(stepOf));
    // Ids of an only line count its plies.
    for (const { end, text, comments } of score.turns)
        tree = note(tree, end, { turn: text, ...(comments.length > 0 && { comment: comments.join(' ') }) });
    if (score.comment !== null) tree = note(tree, ROOT, { comment: score.comment });
    if (result !== null && (result.ending === 'resignation' || result.ending === 'agreement'))
        tree = note(tree, id, { ending: { outcome: result.outcome, ending: result.ending } });
    return tree;
}

/** The nodes of moves from the root; null: the tree does not hold them. */
export function playSteps(tree: Tree, moves: readonly string[]): readonly number[] | null {
    const line = [ROOT];
    for (const move of moves) {
        const { children } = nodeOf(tree, line.at(-1)!);
        const next = children.find((id) => nodeOf(tree, id).move === move);
        if (next === undefined) return null;
        line.push(next);
    }
    return line;
}
