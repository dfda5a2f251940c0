// The store, opened once for the whole page; what an earlier version of the page kept is taken over.

import { isUnreadable, keep, kept } from '../app/store.ts';
import type { Komwe } from '../engine/komwe.ts';
import { KomweError } from '../engine/types.ts';
import { OLD_GAME, OPENED, recorded, type KeptGame, type Seats } from './kept.ts';
import { GameStore } from './store.ts';

/** One game, in localStorage. */
interface Old {
    readonly record: string;
    readonly seats: Seats;
    readonly turned: boolean;
    readonly paused?: boolean;
}
/** What reads its record. */
type Reader = Pick<Komwe, 'read'>;
/** The id that it gets, the same in all tabs. */
const OLD_ID = 'first';

async function takeOver(store: GameStore, komwe: Reader): Promise<void> {
    const old = kept<Old>(OLD_GAME);
    if (old === null) return;
    try {
        const [game] = await komwe.read(old.record);
        const now = Date.now();
        if (game !== undefined) {
            const { seats, turned, paused = false } = old;
            const all = { id: OLD_ID, title: '', seats, turned, paused, begun: now, played: now };
            const taken: KeptGame = { ...all, ...(await recorded(game)) };
            void game.close();
            const { as } = await store.save(Promise.resolve(taken));
            if (as === 'unkept') return;
        }
        keep(OLD_GAME, null);
    } catch (error) {
        if (!(error instanceof KomweError)) throw error;
        if (isUnreadable(error)) keep(OLD_GAME, null);
    }
}

async function open(komwe: Reader): Promise<GameStore> {
    const store = await GameStore.open();
    await takeOver(store, komwe);
    keep(OPENED, true);
    return store;
}

let opened: Promise<GameStore> | undefined;
export const gameStore = (komwe: Reader): Promise<GameStore> => (opened ??= open(komwe));
