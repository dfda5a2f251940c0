// The texts of the visitor's own games as they were played.  A text that was played never changes again:
// games that are kept name it by its id, so a draft that was changed is played under another id.

import { keep, kept } from '../app/store.ts';
import type { GameInfo, Rules } from '../engine/types.ts';
import { idOf, renamed } from './drafts.ts';

interface Published {
    readonly text: string;
    readonly info: GameInfo;
}
type All = Readonly<Record<string, Published>>;

const all = (): All => kept<All>('own-games') ?? {};

export const publishedText = (id: string): string | null => {
    const one = all()[id];
    return typeof one?.text === 'string' ? one.text : null;
};
export const publishedGames = (): readonly GameInfo[] =>
    Object.values(all()).flatMap(({ info }) => (typeof info?.id === 'string' ? [info] : []));

function infoOf(rules: Rules, id: string): GameInfo {
    const { alias, name, summary, where, rows, columns, countsSeeds } = rules;
    return { id, alias, name, summary, where, rows, columns, countsSeeds };
}

/** Keeps a text that can be read under its id, or one like it that is free; that id. */
export function publish(text: string, rules: Rules, taken: ReadonlySet<string>): string {
    const wanted = idOf(text);
    const before = all();
    for (let n = 1; ; n++) {
        const id = n === 1 ? wanted : `${wanted}-${n}`;
        if (taken.has(id) && !(id in before)) continue;
        const own = n === 1 ? text : renamed(text, id);
        if (before[id] !== undefined && before[id].text !== own) continue;
        keep('own-games', { ...before, [id]: { text: own, info: infoOf(rules, id) } });
        return id;
    }
}
