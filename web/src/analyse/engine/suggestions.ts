// The best moves of the engine as handles on the board: "1st", "2nd".

import type { Handle } from '../../board/handle.ts';
import { choiceOf, type Describe } from '../../moves/choice.ts';
import { onBoard, type Choosable } from '../../moves/choosable.ts';

/** `ranks`: what they are called, the best first; `label`: what screen readers say. */
export async function suggestionsOf(
    at: Choosable,
    moves: readonly string[],
    ranks: readonly string[],
    describe: Describe,
    label: (rank: string, of: string) => string,
): Promise<readonly Handle[]> {
    const handles = await Promise.all(moves.slice(0, ranks.length).map((move) => handleOf(at, move, describe)));
    return handles.flatMap((handle, i) => {
        if (handle === null) return [];
        const rank = ranks[i]!;
        const sign = handle.kind === 'pin' ? String(i + 1) : rank;
        return [{ ...handle, sign, label: label(sign, handle.label) }];
    });
}

/** As it would be chosen; a choice beyond the way, such as that of the house, is drawn as the way. */
async function handleOf(at: Choosable, text: string, describe: Describe): Promise<Handle | null> {
    const { moves } = at.situation;
    const move = moves.find((of) => of.text === text);
    if (move === undefined || !onBoard(move)) return null;
    const { handles } = await choiceOf(at, move.hole, describe);
    const like = (of: Handle): boolean =>
        moves.find((other) => other.text === of.move)?.reverse === move.reverse;
    const found = handles.find((of) => of.move === text) ?? handles.find(like);
    return found === undefined ? null : { ...found, move: text };
}
