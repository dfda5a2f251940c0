// An API that learns of a game whose rules are a text when it is first asked about it.

import { lost, type OnReport, type Post } from './post.ts';
import { KomweError } from './types.ts';

/** The text of a game's rules; null: there is none of that id. */
export type FindText = (id: string) => Promise<string | null>;

/** In a record it is a fault of the record. */
const UNKNOWN = /^\{"error":\{"code":"[a-z-]+","message":"there is no game '/;
/** The games that a request is about: its first field, or those of records. */
function gamesIn(request: string): readonly string[] {
    const [word, ...fields] = request.split('\t');
    if (word === 'read') return [...request.matchAll(/^(?:read\t)?Game: *(\S+)/gm)].map(([, id]) => id!);
    return fields[0] === undefined ? [] : [fields[0]];
}

/** The game whose rules a text begins with; null: none. */
export const baseOf = (text: string): string | null => /^extends[ \t]+([\w-]+)/m.exec(text)?.[1] ?? null;
const baseIn = (request: string): string | null =>
    /^draft\t/.test(request) ? baseOf(request.replace(/^draft\t\d*\t/, '')) : null;

/** Texts of which each extends the one before: as many as the library reads. */
export const TEXTS_MOST = 24;

/** The post, which is given the text of a game that its API does not know, and asked again. */
export function loadingGames(post: Post, find: FindText): Post {
    let known = new Map<string, Promise<boolean>>();
    let losses = post.losses;

    async function give(id: string, deep: number): Promise<boolean> {
        const text = deep > TEXTS_MOST ? null : await find(id);
        if (text === null) return false;
        const base = baseOf(text);
        if (base !== null) await load(base, deep + 1);
        const answer = await post.ask(`add\t${text}`);
        const { error } = JSON.parse(answer) as { error?: { message: string; line: number; column: number } };
        if (error !== undefined) throw new KomweError('bad-rules', error.message, error.line, error.column);
        return true;
    }

    /** True if the game is known now by its text; what failed is tried again next time. */
    function load(id: string, deep = 0): Promise<boolean> {
        if (losses !== post.losses) {
            losses = post.losses;
            known = new Map();
        }
        let one = known.get(id);
        if (one === undefined) {
            one = give(id, deep);
            known.set(id, one);
            const forget = (): void => void known.delete(id);
            one.then((there) => there || forget(), forget);
        }
        return one;
    }

    async function askLoaded(request: string, onReport?: OnReport): Promise<string> {
        const base = baseIn(request);
        if (base !== null) await load(base);
        const before = post.losses;
        const answer = await post.ask(request, onReport);
        if (!UNKNOWN.test(answer)) return answer;
        const there = await Promise.all(gamesIn(request).map((id) => load(id)));
        if (!there.includes(true)) return answer;
        if (before !== post.losses) throw lost;
        return post.ask(request, onReport);
    }

    return {
        ask: askLoaded,
        stop: () => post.stop(),
        get losses() {
            return post.losses;
        },
        close: () => post.close(),
    };
}
