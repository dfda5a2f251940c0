// The kinds of words in a rule text, for its colours.  Nothing depends on them: the reader is the library's.

export type Kind = 'comment' | 'statement' | 'clause' | 'number' | 'text' | 'plain';
export interface Piece {
    readonly kind: Kind;
    readonly text: string;
}

/** Statements whose rest is a sentence or a name. */
const TELLING = /^(name|summary|where|region|source|literature|term|about|alias)\b/;
const PIECE = /(#.*$)|(\[[^\]\n]*\])|(\b\d+\b)/g;

/** A line that begins with spaces goes on with the statement before. */
function continuesText(line: string, before: boolean): boolean {
    if (/^\s/.test(line) || line === '') return before;
    return TELLING.test(line) || /^clause\b/.test(line);
}

function piecesOf(line: string, isText: boolean): Piece[] {
    const first = /^[a-z]+/.exec(line)?.[0] ?? '';
    const rest = line.slice(first.length);
    const pieces: Piece[] = first === '' ? [] : [{ kind: 'statement', text: first }];
    if (line.startsWith('#')) return [{ kind: 'comment', text: line }];
    if (isText) return [...pieces, { kind: 'text', text: rest }];
    let at = 0;
    for (const found of rest.matchAll(PIECE)) {
        const kind: Kind = found[1] !== undefined ? 'comment' : found[2] !== undefined ? 'clause' : 'number';
        if (found.index > at) pieces.push({ kind: 'plain', text: rest.slice(at, found.index) });
        pieces.push({ kind, text: found[0] });
        at = found.index + found[0].length;
    }
    if (at < rest.length) pieces.push({ kind: 'plain', text: rest.slice(at) });
    return pieces;
}

/** By lines. */
export function coloured(text: string): readonly (readonly Piece[])[] {
    let isText = false;
    return text.split('\n').map((line) => {
        isText = continuesText(line, isText);
        return piecesOf(line, isText);
    });
}
