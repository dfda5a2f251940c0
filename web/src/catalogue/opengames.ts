// The games of this browser that are going on, before the engine is there.

import { library } from '../texts/library.ts';
import { mayHaveGames, type KeptGame } from '../kept/kept.ts';
import type { GameStore } from '../kept/store.ts';

/** What an earlier version of the page kept is read by the engine; else nothing here needs it. */
const reader = { read: async (text: string) => (await library()).komwe.read(text) };

const opening = async (): Promise<GameStore> => (await import('../kept/open.ts')).gameStore(reader);

/** Those in which a move was played, the last played first. */
export async function openGames(): Promise<readonly KeptGame[]> {
    if (!mayHaveGames()) return [];
    const all = await (await opening()).list();
    return all.filter(({ result, plies }) => result === null && plies > 0);
}
