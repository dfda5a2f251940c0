// The games at the end of lessons, as they are kept with all others.

import type { Komwe } from '../engine/komwe.ts';
import { ownOf } from '../kept/kept.ts';
import type { GameStore } from '../kept/store.ts';
import { LESSONS } from '../lessons/lessons.ts';
import { isWon, noteProgress, progressOf } from '../lessons/progress.svelte.ts';

export const openGames = async (komwe: Komwe): Promise<GameStore> =>
    (await import('../kept/open.ts')).gameStore(komwe);

/** A game of a lesson may have been won elsewhere: among the games that are kept. */
export async function settleGames(komwe: Komwe): Promise<void> {
    const open = LESSONS.filter((lesson) => progressOf(lesson).game !== undefined && !isWon(lesson));
    if (open.length === 0) return;
    const store = await openGames(komwe);
    for (const lesson of open) {
        const kept = await store.take(progressOf(lesson).game!);
        const own = kept === undefined ? null : ownOf(kept.seats);
        if (own !== null && kept?.result?.outcome === own) noteProgress(lesson, { won: true });
    }
}
