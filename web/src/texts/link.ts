// Rule texts in an address: deflated, and written in the letters that addresses allow; several, each of
// which extends the one before, with dots between them.

import { TEXTS_MOST } from '../engine/loaded-games.ts';

/** Bytes of a text, as the library allows. */
export const TEXT_MOST = 65536;
/** Letters of a packed text: no text within the limit needs more. */
const PACKED_MOST = 2 * TEXT_MOST;

/** What comes out of a stream, up to so many bytes; null if there is more, or it is damaged. */
async function drain(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array<ArrayBuffer> | null> {
    const reader = stream.getReader();
    const parts: Uint8Array[] = [];
    let length = 0;
    try {
        for (;;) {
            const { done, value } = await reader.read();
            if (done) break;
            length += value.length;
            if (length > most) {
                await reader.cancel();
                return null;
            }
            parts.push(value);
        }
    } catch {
        return null;
    }
    const all = new Uint8Array(length);
    let at = 0;
    for (const part of parts) {
        all.set(part, at);
        at += part.length;
    }
    return all;
}

const through = (bytes: Uint8Array<ArrayBuffer>, by: CompressionStream | DecompressionStream): ReadableStream<Uint8Array> =>
    new Blob([bytes]).stream().pipeThrough(by);

export async function packText(text: string): Promise<string> {
    const bytes = new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
    const packed = (await drain(through(bytes, new CompressionStream('deflate-raw')), Infinity))!;
    const letters = Array.from(packed, (byte) => String.fromCharCode(byte)).join('');
    return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The text; null if it is none, or too long. */
export async function unpackText(packed: string): Promise<string | null> {
    if (packed === '' || packed.length > PACKED_MOST || !/^[\w-]+$/.test(packed)) return null;
    let letters: string;
    try {
        letters = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    } catch {
        return null;
    }
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const all = await drain(through(bytes, new DecompressionStream('deflate-raw')), TEXT_MOST);
    if (all === null) return null;
    try {
        return new TextDecoder('utf-8', { fatal: true }).decode(all);
    } catch {
        return null;
    }
}

export const packTexts = async (texts: readonly string[]): Promise<string> =>
    (await Promise.all(texts.map(packText))).join('.');

/** At least one; null if one of them is none. */
export async function unpackTexts(packed: string): Promise<readonly string[] | null> {
    const parts = packed.split('.', TEXTS_MOST + 1);
    if (parts.length > TEXTS_MOST) return null;
    const texts: string[] = [];
    for (const part of parts) {
        const text = await unpackText(part);
        if (text === null) return null;
        texts.push(text);
    }
    return texts;
}
