// What games that are texts say of their clauses besides the English sentence.

export interface Learned {
    /** The sentence in Swahili. */
    readonly swahili?: string;
    /** What the clause says in the standard sentences, which the text may word otherwise. */
    readonly standard?: string;
}

/** By the English sentence; of two games that have it, what the last one says. */
export const learned = new Map<string, Learned>();

type Compose = (text: string) => string | undefined;
let compose: Compose = () => undefined;
/** What composes standard sentences in the language chosen: standard.svelte.ts, where rules of texts are shown. */
export function composeBy(by: Compose): void {
    compose = by;
}

let describe: Compose = () => undefined;
/** What says the names, summaries and places of games that are texts: texts/described.ts, where they are listed. */
export function describeBy(by: Compose): void {
    describe = by;
}

/** What describes a game, a standard sentence, or what a clause says instead of one; undefined: it is none of these. */
export const composed = (text: string, of = learned.get(text)): string | undefined => describe(text) ?? compose(of?.standard ?? text);

export const inSwahili = (text: string, of = learned.get(text)): string | undefined => of?.swahili ?? composed(text, of);
