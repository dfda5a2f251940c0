// The opening book of each rule set, fetched when it is first asked for.

import type { FindBook } from './komwe.ts';
import { KomweError } from './types.ts';

const urls = import.meta.glob<string>('../../../data/books/*.book', {
    query: '?url',
    import: 'default',
    eager: true,
});

const urlOf = (game: string): string | undefined => urls[`../../../data/books/${game}.book`];

/** It has one. */
export const hasBook = (game: string): boolean => urlOf(game) !== undefined;

const fetched = new Map<string, Promise<string>>();

async function get(url: string): Promise<string> {
    const response = await fetch(url);
    if (!response.ok) throw new KomweError('failed', `${url}: ${response.status}`);
    return response.text();
}

/** A failure is not remembered. */
export const findBook: FindBook = async (game) => {
    const url = urlOf(game);
    if (url === undefined) return null;
    const book = fetched.get(game) ?? get(url);
    fetched.set(game, book);
    book.catch(() => fetched.delete(game));
    return book;
};
