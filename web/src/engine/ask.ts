// Requests and their answers as the API takes them: words with tabs between, JSON.

import type { OnReport, Post } from './post.ts';
import {
    EVENT_KINDS,
    KomweError,
    type ErrorCode,
    type Event,
    type Ply,
} from './types.ts';

export type Field = string | number | undefined;

interface Refused {
    readonly code: ErrorCode;
    readonly message: string;
    readonly line: number;
    readonly column: number;
}

/** A request.  The last field may hold tabs and newlines, the others cannot. */
export function requestOf(word: string, fields: readonly Field[]): string {
    const texts = fields.map((field, i) => {
        const text = field === undefined ? '' : String(field);
        return i + 1 < fields.length ? text.replaceAll('\t', ' ') : text;
    });
    return [word, ...texts].join('\t').replaceAll('\0', '\ufffd');
}

/** The value that a request is answered with; a refusal is thrown as a KomweError. */
export async function ask<T>(
    post: Post,
    word: string,
    fields: readonly Field[] = [],
    onReport?: OnReport,
): Promise<T> {
    return valueIn<T>(await post.ask(requestOf(word, fields), onReport));
}

/** The value that an answer holds; a refusal is thrown as a KomweError. */
export function valueIn<T>(answer: string): T {
    const { value, error } = JSON.parse(answer) as { value: T; error?: Refused };
    if (error !== undefined)
        throw new KomweError(error.code, error.message, error.line, error.column);
    return value;
}

type WrittenEvent = readonly [number, number, number, number, number | null];
export type WrittenPly = Omit<Ply, 'events'> & { readonly events: readonly WrittenEvent[] };

const readEvent = ([kind, from, to, count, clause]: WrittenEvent): Event => ({
    kind: EVENT_KINDS[kind]!,
    from,
    to,
    count,
    clause,
});

export const readPly = (ply: WrittenPly): Ply => ({ ...ply, events: ply.events.map(readEvent) });
