// The standard sentences of rule texts in another language.  The library composes them of templates, whose slots it
// fills with others (src/language/words); here an English one is taken apart by the same templates, and composed anew
// of their translations.
//
// Of a template:            {slot}  a phrase of that role, or nothing     {slot:words}  or these words
//                           {slot* and }  a list, with ' and ' between    child  what the text calls such a hole
// Of its translation also:  {number?# seed|# seeds}  as the number asks, in place of #
//                           {child:the child|the *}  as the noun asks: the first if it is the usual one, the second
//                           with another one in place of *
// A translation has the role `joins` besides: what words become that meet.

/** Roles, in each the English templates and their translations; `sentence` has whole ones, `text` what is no sentence. */
export type Standard = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface Slot {
    readonly slot: string;
    readonly between?: string | undefined;
    readonly words?: string | undefined;
    readonly choice?: string | undefined;
}
type Piece = string | Slot;
interface Rule {
    readonly english: readonly Piece[];
    readonly own: readonly Piece[];
}
/** What slots are filled with, in the other language. */
type Found = Readonly<Record<string, readonly string[]>>;

const SLOT = /\{(\w+)(?:\*([^}]*)|:([^}]*)|\?([^}]*))?\}/g;
/** What a text may call a child otherwise. */
const NOUN = /[^\s.,;:]+/y;
const NUMBER = /\d+/y;
/** Slots that are numbers. */
const NUMBERS: ReadonlySet<string> = new Set(['number', 'last']);
const CHILD = 'child';
/** What a language makes of words that meet: de el is del. */
const JOINS = 'joins';

function piecesOf(template: string): readonly Piece[] {
    const pieces: Piece[] = [];
    let after = 0;
    for (const { 0: whole, 1: slot, 2: between, 3: words, 4: choice, index } of template.matchAll(SLOT)) {
        if (index > after) pieces.push(template.slice(after, index));
        pieces.push({ slot: slot!, between, words, choice });
        after = index + whole.length;
    }
    if (after < template.length) pieces.push(template.slice(after));
    return pieces;
}

/** One seed, where a number stands before. */
const singular = (text: string): string => text.replace(/^( [a-z]+)s(?![a-z])/, '$1');

export class StandardSentences {
    readonly #rules = new Map<string, readonly Rule[]>();
    readonly #nouns: Readonly<Record<string, string>>;
    readonly #joins: readonly (readonly [string, string])[];
    readonly #plural: Intl.PluralRules;

    constructor(standard: Standard, code: string) {
        this.#plural = new Intl.PluralRules(code);
        this.#nouns = standard[CHILD] ?? {};
        this.#joins = Object.entries(standard[JOINS] ?? {});
        for (const [role, templates] of Object.entries(standard)) {
            if (role === CHILD || role === JOINS) continue;
            const rules = Object.entries(templates).map(([english, own]) => ({
                english: piecesOf(english.replaceAll(CHILD, `{${CHILD}}`)),
                own: piecesOf(own),
            }));
            // A noun can be any word: what has none is tried first.
            const hasNoun = ({ english }: Rule): boolean => english.some((piece) => typeof piece !== 'string' && piece.slot === CHILD);
            this.#rules.set(role, [...rules.filter((rule) => !hasNoun(rule)), ...rules.filter(hasNoun)]);
        }
    }

    /** Sentences, or another whole text; undefined: it is none of these. */
    say(text: string): string | undefined {
        for (const role of ['sentence', 'text']) {
            for (const [end, said] of this.#list({ slot: role, between: ' ' }, text, 0))
                if (end === text.length && said.length > 0) return this.#joined(said.join(' '));
        }
        return undefined;
    }

    /** All ways in which phrases of a role stand from there on: where they end, and what they say. */
    *#list(slot: Slot, text: string, at: number): Generator<readonly [number, readonly string[]]> {
        for (const [end, said] of this.#phrase(slot.slot, text, at)) {
            if (slot.between !== undefined && text.startsWith(slot.between, end) && end > at)
                for (const [last, more] of this.#list(slot, text, end + slot.between.length))
                    yield [last, [said, ...more]];
            yield [end, [said]];
        }
    }

    *#phrase(role: string, text: string, at: number): Generator<readonly [number, string]> {
        if (role === CHILD || NUMBERS.has(role)) {
            const like = role === CHILD ? NOUN : NUMBER;
            like.lastIndex = at;
            const found = like.exec(text);
            if (found !== null) yield [at + found[0].length, found[0]];
        }
        for (const rule of this.#rules.get(role) ?? [])
            for (const [end, found] of this.#pieces(rule.english, 0, text, at)) yield [end, this.#compose(rule.own, found)];
    }

    *#pieces(pieces: readonly Piece[], i: number, text: string, at: number, number?: string): Generator<readonly [number, Found]> {
        const piece = pieces[i];
        if (piece === undefined) {
            yield [at, {}];
        } else if (typeof piece === 'string') {
            const words = number === '1' ? singular(piece) : piece;
            if (text.startsWith(words, at)) yield* this.#pieces(pieces, i + 1, text, at + words.length);
        } else {
            for (const [end, said] of this.#filled(piece, text, at)) {
                const counted = NUMBERS.has(piece.slot) ? text.slice(at, end) : undefined;
                for (const [last, found] of this.#pieces(pieces, i + 1, text, end, counted))
                    yield [last, said === undefined ? found : { ...found, [piece.slot]: said }];
            }
        }
    }

    *#filled(slot: Slot, text: string, at: number): Generator<readonly [number, readonly string[] | undefined]> {
        yield* slot.slot === 'duty' ? this.#duty(text, at) : this.#list(slot, text, at);
        const words = slot.words ?? '';
        if (text.startsWith(words, at)) yield [at + words.length, undefined];
    }

    /** In a text that is no sentence a duty begins with a small letter. */
    *#duty(text: string, at: number): Generator<readonly [number, readonly string[]]> {
        const small = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);
        const great = text.slice(0, at) + text.charAt(at).toUpperCase() + text.slice(at + 1);
        const inside = great !== text;
        for (const [end, said] of this.#phrase('duty', great, at)) yield [end, [inside ? small(said) : said]];
    }

    #joined(said: string): string {
        return this.#joins.reduce((text, [apart, joined]) => text.replaceAll(apart, joined), said);
    }

    #compose(own: readonly Piece[], found: Found): string {
        return own.map((piece) => (typeof piece === 'string' ? piece : this.#fill(piece, found[piece.slot]))).join('');
    }

    #fill({ slot, between = '', words = '', choice }: Slot, found: readonly string[] | undefined): string {
        if (choice !== undefined) {
            const [one, more] = choice.split('|');
            const number = found?.[0] ?? '';
            return (this.#plural.select(Number(number)) === 'one' ? one! : more!).replace('#', number);
        }
        if (slot === CHILD) return this.#named(found?.[0] ?? CHILD, words);
        return found === undefined ? words : found.join(between);
    }

    #named(noun: string, words: string): string {
        const name = this.#nouns[noun] ?? noun;
        const [usual, other] = words.split('|');
        if (words === '') return name;
        return noun === CHILD ? usual! : other!.replace('*', name);
    }
}
