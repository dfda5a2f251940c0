// What a link to a game of the visitor's own carries: the text of its rules, after those that it extends.
// Whoever opens it keeps these, so that the game can be played and kept there too.

import type { Library } from '../engine/open.ts';
import { baseOf, TEXTS_MOST } from '../engine/loaded-games.ts';
import { KomweError } from '../engine/types.ts';
import { idOf } from './drafts.ts';
import { packTexts, unpackTexts } from './link.ts';
import { publish, publishedText } from './published.ts';

/** Of the drafts that the library reads. */
const SLOT = 3;

/** The texts of the visitor's own that a text extends, and itself, last. */
export function withBases(text: string): readonly string[] {
    const texts = [text];
    while (texts.length < TEXTS_MOST) {
        const base = baseOf(texts[0]!);
        const before = base === null ? null : publishedText(base);
        if (before === null) break;
        texts.unshift(before);
    }
    return texts;
}

/** What makes a link to a game whole; '': every page knows it. */
export async function carriedFor(game: string): Promise<string> {
    const text = publishedText(game);
    return text === null ? '' : packTexts(withBases(text));
}

/** The text that extends what another is called here. */
export const rebased = (text: string, here: ReadonlyMap<string, string>): string =>
    text.replace(/^(extends[ \t]+)([\w-]+)/m, (_, word: string, id: string) => word + (here.get(id) ?? id));

export interface Received {
    /** The ids of the games in the link, and what they are called here. */
    readonly here: ReadonlyMap<string, string>;
    /** One of them was not known before. */
    readonly fresh: boolean;
}

/** Keeps texts from a link; fails with a KomweError if there are none, or they cannot be read. */
export async function receive({ komwe, writing }: Library, texts: readonly string[] | null): Promise<Received> {
    if (texts === null) throw new KomweError('bad-rules', 'the rules in this link are damaged');
    const here = new Map<string, string>();
    let fresh = false;
    for (const text of texts) {
        const own = rebased(text, here);
        const rules = await writing.draft(SLOT, own);
        const taken = new Set((await komwe.games()).map(({ id }) => id));
        const id = publish(own, rules, taken);
        here.set(idOf(text), id);
        fresh ||= !taken.has(id);
    }
    return { here, fresh };
}

/** What a link asks for, by the names that its games have here. */
export async function receiveQuery(library: Library, query: URLSearchParams): Promise<{ readonly query: URLSearchParams; readonly fresh: boolean }> {
    const packed = query.get('text');
    if (packed === null) return { query, fresh: false };
    const { here, fresh } = await receive(library, await unpackTexts(packed));
    const named = (id: string): string => here.get(id) ?? id;
    const own = new URLSearchParams(query);
    own.delete('text');
    const [game, record] = [own.get('game'), own.get('record')];
    if (game !== null) own.set('game', named(game));
    if (record !== null) own.set('record', record.replace(/^(Game: *)(\S+)/gm, (_, word: string, id: string) => word + named(id)));
    return { query: own, fresh };
}
