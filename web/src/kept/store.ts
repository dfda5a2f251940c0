// The games that the browser keeps, in IndexedDB.  Several tabs use it at once: a game is changed only
// by a tab that has seen its last change; from any other, what was played there is kept as another
// game.  What cannot be stored is kept by this tab as long as it is open.

import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { isKeptGame, newId, type KeptGame } from './kept.ts';

interface Schema extends DBSchema {
    games: { key: string; value: KeptGame };
}

/** Why nothing is stored. */
export type StorageFault = 'full' | 'unavailable';

/**
 * What became of a game that was to be kept.  `behind`: it has gone on in another tab, and here nothing
 * was played since.  `parted`: it has gone on in another tab, and this one is kept under a new id.
 */
export type Saved =
    | { readonly as: 'kept' | 'behind' }
    | { readonly as: 'parted'; readonly id: string }
    | { readonly as: 'unkept'; readonly fault: StorageFault };

const VERSION = 1;

/** Of connecting again: 10 attempts within 4.5 s, which end with the first that is let. */
const TRIES = 10;
/** Milliseconds, by which each pause is longer than the one before. */
const PAUSE = 100;

const storageFaultOf = (error: unknown): StorageFault =>
    error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'unavailable';

const byPlayed = (one: KeptGame, other: KeptGame): number => other.played - one.played;

export class GameStore {
    #db: IDBPDatabase<Schema> | null = null;
    /** What could not be stored. */
    readonly #memory = new Map<string, KeptGame>();
    /** The game that this tab shows, as it was stored: it outlives a store that is cleared. */
    #open: KeptGame | null = null;
    /** The records that this tab has last seen stored, by id. */
    readonly #seen = new Map<string, string>();
    /** The ids under which this tab has gone on with games that went on elsewhere. */
    readonly #parted = new Map<string, string>();
    readonly #channel: BroadcastChannel;
    readonly #listeners = new Set<(id: string) => void>();
    /** One thing is done after the other. */
    #last: Promise<unknown> = Promise.resolve();

    private constructor(name: string) {
        this.#channel = new BroadcastChannel(name);
        this.#channel.onmessage = ({ data }: MessageEvent<string>) => {
            for (const listener of this.#listeners) listener(data);
        };
    }

    /** Where the browser lets nothing be stored, all is kept by this tab alone. */
    static async open(name = 'komwe'): Promise<GameStore> {
        const store = new GameStore(name);
        await store.#connect(name);
        return store;
    }

    /**
     * A browser that clears its store ends the connection, and asks for its end where somebody deletes the
     * store: what goes on is stored in a new one, and so is the game that this tab shows.
     */
    async #connect(name: string): Promise<void> {
        const again = (): void => {
            this.#db?.close();
            this.#db = null;
            void this.#inTurn(async () => {
                await this.#reconnect(name);
                await this.#restore();
            });
        };
        try {
            this.#db = await openDB<Schema>(name, VERSION, {
                upgrade: (db) => void db.createObjectStore('games', { keyPath: 'id' }),
                terminated: again,
                blocking: again,
            });
        } catch {
            this.#db = null; // each game that is kept says so
        }
    }

    /** While a browser clears its store it ends new connections, too. */
    async #reconnect(name: string): Promise<void> {
        for (let tries = 0; this.#db === null && tries < TRIES; tries++) {
            await new Promise((resolve) => setTimeout(resolve, tries * PAUSE));
            await this.#connect(name);
        }
    }

    /** The game that is shown, if it is stored no more. */
    async #restore(): Promise<void> {
        const game = this.#open;
        if (game === null || (await this.#stored(game.id)) !== undefined) return;
        await this.#put([game]).catch(() => this.#memory.set(game.id, game));
    }

    close(): void {
        this.#channel.close();
        this.#db?.close();
    }

    /** Hears of games that another tab has changed; gives what ends that. */
    listen(listener: (id: string) => void): () => void {
        this.#listeners.add(listener);
        return () => void this.#listeners.delete(listener);
    }

    /** All games, the last played first. */
    list(): Promise<readonly KeptGame[]> {
        return this.#inTurn(async () => {
            const stored = (await this.#db?.getAll('games').catch(() => [])) ?? [];
            const all = new Map(stored.filter(isKeptGame).map((game) => [game.id, game]));
            for (const game of this.#memory.values()) all.set(game.id, game);
            return [...all.values()].sort(byPlayed);
        });
    }

    /** A game to be gone on with in this tab; undefined: there is none. */
    take(id: string): Promise<KeptGame | undefined> {
        return this.#inTurn(async () => {
            this.#parted.delete(id);
            const stored = await this.#stored(id);
            if (stored !== undefined) this.#seen.set(id, stored.record);
            this.#open = stored ?? null;
            return this.#memory.get(id) ?? stored;
        });
    }

    /** Another tab has gone on with it since this one has seen it. */
    isBehind(id: string): Promise<boolean> {
        return this.#inTurn(async () => {
            const stored = await this.#stored(id);
            return stored !== undefined && stored.record !== this.#seen.get(id);
        });
    }

    /** Keeps a game, once it has been written. */
    save(written: Promise<KeptGame>): Promise<Saved> {
        return this.#inTurn(async () => {
            const given = await written;
            const game = { ...given, id: this.#parted.get(given.id) ?? given.id };
            try {
                return await this.#swap(game);
            } catch (error) {
                this.#memory.set(game.id, game);
                return { as: 'unkept', fault: storageFaultOf(error) };
            }
        });
    }

    /** Adds games that are not there; all or none.  null: all is well. */
    add(games: readonly KeptGame[]): Promise<StorageFault | null> {
        return this.#inTurn(async () => {
            try {
                await this.#put(games);
                return null;
            } catch (error) {
                for (const game of games) this.#memory.set(game.id, game);
                return storageFaultOf(error);
            }
        });
    }

    /** Gives a game another title; whatever is being played in it goes on. */
    rename(id: string, title: string): Promise<void> {
        return this.#inTurn(async () => {
            const game = this.#memory.get(id) ?? (await this.#stored(id));
            if (game === undefined) return;
            await this.#put([{ ...game, title }]).catch(() => this.#memory.set(id, { ...game, title }));
        });
    }

    remove(id: string): Promise<void> {
        return this.#inTurn(async () => {
            await this.#db?.delete('games', id);
            this.#memory.delete(id);
            this.#seen.delete(id);
            if (this.#open?.id === id) this.#open = null;
            this.#channel.postMessage(id);
        });
    }

    async #stored(id: string): Promise<KeptGame | undefined> {
        const stored = await this.#db?.get('games', id).catch(() => undefined);
        return stored !== undefined && isKeptGame(stored) ? stored : undefined;
    }

    async #put(games: readonly KeptGame[]): Promise<void> {
        if (this.#db === null) throw new DOMException('', 'InvalidStateError');
        const change = this.#db.transaction('games', 'readwrite');
        change.done.catch(() => undefined); // said by what is awaited below
        try {
            for (const game of games) await change.store.put(game);
        } catch (error) {
            change.abort();
            throw error;
        }
        await change.done;
        for (const { id } of games) this.#kept(id);
    }

    /** Puts a game in the place of what this tab has seen, and of nothing else. */
    async #swap(game: KeptGame): Promise<Saved> {
        if (this.#db === null) throw new DOMException('', 'InvalidStateError');
        const seen = this.#seen.get(game.id);
        const change = this.#db.transaction('games', 'readwrite');
        change.done.catch(() => undefined);
        const stored = await change.store.get(game.id);
        const isSeen = stored === undefined || stored.record === seen || stored.record === game.record;
        if (!isSeen && game.record === seen) return { as: 'behind' };
        const id = isSeen ? game.id : newId();
        const title = isSeen ? (stored?.title ?? game.title) : game.title; // see rename
        const open = { ...game, id, title };
        await change.store.put(open);
        await change.done;
        this.#open = open;
        this.#seen.set(id, game.record);
        this.#kept(id);
        if (isSeen) return { as: 'kept' };
        this.#memory.delete(game.id);
        this.#parted.set(game.id, id);
        return { as: 'parted', id };
    }

    #kept(id: string): void {
        this.#memory.delete(id);
        this.#channel.postMessage(id);
    }

    #inTurn<T>(task: () => Promise<T>): Promise<T> {
        const done = this.#last.then(task);
        this.#last = done.catch(() => undefined);
        return done;
    }
}
