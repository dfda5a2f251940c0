// The library beside the page: what it says is what the page has to show.

import { Komwe } from '../../src/engine/komwe.ts';
import { localPost } from '../../src/engine/post.ts';
import type { Ply, State } from '../../src/engine/types.ts';
import { loadModule, MODULES } from '../../test/support/load.ts';
import { chance } from './visit.ts';

export const openKomwe = async (): Promise<Komwe> =>
    new Komwe(await localPost(await loadModule(MODULES[0])));

/** A game of so many turns, played without much sense: its record, and where it has come to. */
export async function playedGame(
    komwe: Komwe,
    game: string,
    turns: number,
    seed = 12,
    options = '',
): Promise<{ readonly record: string; readonly end: string } & Pick<State, 'position' | 'result' | 'plies'>> {
    const below = chance(seed);
    const played = await komwe.play({ game, options });
    for (let i = 0; i < turns && played.state.result === null; i++) {
        const { moves } = played.state;
        await played.enter(moves[below(moves.length)]!.text);
    }
    const record = await played.write();
    const { position, result, plies } = played.state;
    await played.close();
    return { record, end: position.text, position, result, plies };
}

/** What lies in each hole, by its name, after so many events of a move. */
export async function countsAt(
    komwe: Komwe,
    game: string,
    ply: Ply,
    events: number,
): Promise<Record<string, number>> {
    const { board, places } = await komwe.rules(game);
    const bytes = await komwe.stage({ game, position: ply.before.text }, ply.move.text, events);
    const countOf = (hole: number): number => parseInt(bytes.slice(2 * hole, 2 * hole + 2), 16);
    return Object.fromEntries(board.flat().map((hole) => [places[hole]!, countOf(hole)]));
}
