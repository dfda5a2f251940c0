// The people and the games: the texts of web/about.  docs/lessons.md describes the format.

import all from '../../about/games.json' with { type: 'json' };
import works from '../../about/works.json' with { type: 'json' };
import { catalogue, inFiles } from '../words/words.svelte.ts';

export interface AboutGame {
    readonly id: string;
    /** The works that its source names, and those of our additions. */
    readonly literature: readonly string[];
    readonly added: readonly string[];
}

export interface Work {
    readonly author: string;
    readonly year: string | null;
    readonly title: string;
    readonly where: string;
}

/** In the order in which they are shown. */
export const SECTIONS = ['people', 'board', 'account', 'named', 'elsewhere'] as const;
export type Section = (typeof SECTIONS)[number];

/** One line, and paragraphs with links: see partsOf. */
export type AboutText = { readonly lead: string } & {
    readonly [section in Section]?: readonly string[];
};

type Label = Section | 'start' | 'terms' | 'literature' | 'added' | 'undated';

export interface Texts {
    readonly labels: Readonly<Record<Label, string>>;
    readonly games: Readonly<Record<string, AboutText>>;
}

export const GAMES: readonly AboutGame[] = all.games;
export const WORKS: Readonly<Record<string, Work>> = works;

const own = await catalogue(inFiles<Texts>(import.meta.glob('../../about/{??,???}.json', { import: 'default' })));

export const aboutTexts = (): Texts => own();
