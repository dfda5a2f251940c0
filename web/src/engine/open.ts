// Opens the library in the page, with one module for all Workers.

import { Engine } from './engine.ts';
import { Komwe, type FindBook } from './komwe.ts';
import { get, moduleOf } from './fetched.ts';
import { weightsGame } from './weights.ts';
import { workerPost, type Post } from './post.ts';
import { loadingGames } from './loaded-games.ts';
import type { GameInfo, Rules } from './types.ts';

const weightsUrls = import.meta.glob<string>('@built/engine/weights/*.weights', {
    query: '?url',
    import: 'default',
    eager: true,
});

const startWorker = (): Worker =>
    new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });

async function fetchWeights(game: string): Promise<string | null> {
    const name = `/${weightsGame(game)}.weights`;
    const entry = Object.entries(weightsUrls).find(([path]) => path.endsWith(name));
    return entry === undefined ? null : (await get(entry[1])).text();
}

/** Only levels 9 and 10 and the analysis need books. */
const findBook: FindBook = async (game) => (await import('./books.ts')).findBook(game);

/** The games whose rules are texts. */
export interface Texts {
    /** The shipped ones. */
    games(): Promise<readonly GameInfo[]>;
    /** The visitor's own. */
    own(): readonly GameInfo[];
    /** The text of one of these, or of the visitor's own; null: there is none. */
    find(id: string): Promise<string | null>;
}

export interface Library {
    readonly texts: Texts;
    readonly komwe: Komwe;
    /** Reads and plays texts that are written, in a Worker of its own. */
    readonly writing: Komwe;
    /** Thinks in a Worker of its own, which is started when it is first asked. */
    readonly engine: Engine;
    /** Another one, which goes on while that one is asked; it is to be closed. */
    readonly newEngine: () => Engine;
}

/** `onRules`: of every rule set that has become known. */
export async function openLibrary(texts: Texts, onRules: (rules: Rules) => void): Promise<Library> {
    // The first Worker is fetched side by side with the module.
    let begun: Worker | null = startWorker();
    const start = (): Worker => {
        const first = begun ?? startWorker();
        begun = null;
        return first;
    };
    const module = await moduleOf('library').catch((error: unknown) => {
        begun?.terminate();
        throw error;
    });
    const postOf = (of: WebAssembly.Module): Post => loadingGames(workerPost(of, start), texts.find);
    const post = (): Post => postOf(module);
    const withTables = async (): Promise<Post> => postOf(await moduleOf('tables'));
    const newEngine = (): Engine => new Engine(post(), fetchWeights, { findBook, withTables });
    return {
        texts,
        komwe: new Komwe(post(), async () => [...(await texts.games()), ...texts.own()], onRules),
        writing: new Komwe(post(), undefined, onRules),
        engine: newEngine(),
        newEngine,
    };
}
