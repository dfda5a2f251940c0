// What the address of an embedded board asks for.

import type { Code, Theme } from '../app/settings.svelte.ts';

/** A value that is none of its choices. */
interface Unknown {
    readonly name: string;
    readonly value: string;
    /** None: it is a number. */
    readonly choices: readonly string[];
}

export interface Asked {
    /** '': none is named. */
    readonly game: string;
    readonly options: string;
    readonly position: string;
    /** From that position. */
    readonly moves: readonly string[];
    /** Instead of all these; null: there is none. */
    readonly record: string | null;
    /** After how many plies it begins. */
    readonly at: number;
    /** North sits at the bottom. */
    readonly turned: boolean;
    /** Moves can be tried. */
    readonly free: boolean;
    /** Null: the visitor's own. */
    readonly theme: Theme | null;
    readonly language: Code | null;
    /** The first that cannot be understood. */
    readonly unknown: Unknown | null;
}

/** The most digits of a number of plies. */
const DIGITS = 6;

export function readAsked(search: string, hash: string, languages: readonly Code[]): Asked {
    const query = new URLSearchParams(search);
    for (const [name, value] of new URLSearchParams(hash.replace(/^#\/?\??/, ''))) query.set(name, value);
    const unknown: Unknown[] = [];
    function choose<Choice extends string>(name: string, choices: readonly Choice[]): Choice | null {
        const value = query.get(name);
        if (value === null) return null;
        const chosen = choices.find((choice) => choice === value) ?? null;
        if (chosen === null) unknown.push({ name, value, choices });
        return chosen;
    }
    const at = query.get('at') ?? '0';
    const isNumber = at.length <= DIGITS && /^\d+$/.test(at);
    if (!isNumber) unknown.push({ name: 'at', value: at, choices: [] });
    const asked = {
        game: query.get('game') ?? '',
        options: query.get('options') ?? '',
        position: query.get('position') ?? 'start',
        moves: (query.get('moves') ?? '').split(/[\s,]+/).filter((word) => word !== ''),
        record: query.get('record'),
        at: isNumber ? Number(at) : 0,
        turned: choose('side', ['south', 'north']) === 'north',
        free: choose('play', ['yes', 'no']) === 'yes',
        theme: choose('theme', ['light', 'dark']),
        language: choose('lang', languages),
    };
    return { ...asked, unknown: unknown[0] ?? null };
}
