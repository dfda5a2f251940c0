// The games at the end of lessons, as they are kept with all others.

import type { Komwe } from '../engine/komwe.ts';
import { ownOf } from '../games/kept.ts';
import type { GameStore } from '../games/store.ts';
import { LESSONS } from './lessons.ts';
import { isWon, noteWalk, walkOf } from './progress.svelte.ts';

export const openGames = async (komwe: Komwe): Promise<GameStore> =>
    (await import('../games/open.ts')).gameStore(komwe);

/** A game of a lesson may have been won elsewhere: among the games that are kept. */
export async function settleGames(komwe: Komwe): Promise<void> {
    const open = LESSONS.filter((lesson) => walkOf(lesson).game !== undefined && !isWon(lesson));
    if (open.length === 0) return;
    const store = await openGames(komwe);
    for (const lesson of open) {
        const kept = await store.take(walkOf(lesson).game!);
        const own = kept === undefined ? null : ownOf(kept.seats);
        if (own !== null && kept?.result?.outcome === own) noteWalk(lesson, { won: true });
    }
}
