// The game words as they stand in web/glossary/terms.json, and the links to them in texts.  What they
// mean in a language is in meanings.ts.

import terms from '../../glossary/terms.json' with { type: 'json' };

export interface Term {
    readonly id: string;
    readonly word: string;
    readonly language: string;
    /** Those that it belongs to; none: any. */
    readonly games: readonly string[];
    /** The rule set whose source has it, or 'ours'. */
    readonly source: string;
}

export const TERMS: readonly Term[] = terms.terms;
export const termOf = (id: string): Term | undefined => TERMS.find((term) => term.id === id);

// ---- links -----------------------------------------------------------------------------------

/** A text's parts: plain ones, words that are explained, and works that are cited. */
export type Part =
    | string
    | { readonly word: string; readonly term: string }
    | { readonly word: string; readonly work: string };

const LINK = /\[([^\]]+)\]\((#?)([^)]+)\)/g;

/** `[word](term)` leads to the glossary, `[word](#work)` to a work that is cited. */
export function partsOf(text: string): readonly Part[] {
    const parts: Part[] = [];
    let end = 0;
    for (const link of text.matchAll(LINK)) {
        const [whole, word, sign, id] = link as unknown as [string, string, string, string];
        parts.push(text.slice(end, link.index), sign === '' ? { word, term: id } : { word, work: id });
        end = link.index + whole.length;
    }
    return [...parts, text.slice(end)];
}
