// The library's sentences in another language, found by their English text.
//
// A sentence with values in it is found by its form: {1}, {2} and so on stand for any text, as %h
// (a place) and %n (a number) do in a reason.  Values of several words can be said too.

export type Sayings = Readonly<Record<string, string>>;

import type { Learned } from './learned.ts';

export const PLACE = /\{\d\}|%[hn]/g;

/** A form with fewer letters of its own is like too many sentences: only values are said by it. */
const OWN_LETTERS = 6;

interface Form {
    readonly like: RegExp;
    /** The places in the order of the English text. */
    readonly places: readonly string[];
    readonly said: string;
    /** Without its places: the more it says, the sooner it is tried. */
    readonly length: number;
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

function formOf(english: string, said: string): Form {
    const places = english.match(PLACE) ?? [];
    const around = english.split(PLACE).map(escaped);
    const values = places.map((place) => (place === '%n' ? '(\\d+)' : '(.*?)'));
    const like = around.map((text, i) => `${text}${values[i] ?? ''}`).join('');
    const length = english.replace(PLACE, '').length;
    return { like: new RegExp(`^${like}$`, 's'), places, said, length };
}

/** Says a text of the library in a language, or leaves it as it is; `of`: the clause that it is the text of. */
export type Say = (text: string, of?: Learned) => string;

/**
 * What says a sentence in the language of `entries`.
 * `brought`: sentences in that language which come later, by their English, or of a clause.
 */
export function sayingsOf(entries: Sayings, brought?: (text: string, of?: Learned) => string | undefined): Say {
    let forms: readonly Form[] | undefined;
    const formsOf = (): readonly Form[] =>
        Object.entries(entries)
            .filter(([english]) => english.search(PLACE) >= 0)
            .map(([english, said]) => formOf(english, said))
            .sort((a, b) => b.length - a.length);

    /** One word is a name, a number or what was typed. */
    const sayValue = (text: string): string => (text.includes(' ') ? say(text, 0) : text);

    function say(text: string, least: number, of?: Learned): string {
        const whole = entries[text] ?? brought?.(text, of);
        if (whole !== undefined) return whole;
        forms ??= formsOf();
        for (const { like, places, said, length } of forms) {
            if (length < least) break;
            const found = like.exec(text);
            const value = (place: string): string => sayValue(found![places.indexOf(place) + 1]!);
            if (found !== null) return said.replace(PLACE, value);
        }
        return text;
    }
    return (text, of) => say(text, OWN_LETTERS, of);
}
