// All that is said in each language: what the page says itself as one catalogue, the library's sentences, and
// the files of texts.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import names from '../../languages.json' with { type: 'json' };
import { en as analyse } from '../../src/analyse/words.en.ts';
import { en as shipped } from '../../src/catalogue/words.en.ts';
import { en as rules } from '../../src/clauses/words.en.ts';
import { en as embed } from '../../src/embed/words.en.ts';
import { en as games } from '../../src/games/words.en.ts';
import type { LessonText } from '../../src/learn/texts.ts';
import { phrases as learn } from '../../src/learn/texts.en.ts';
import { en as look } from '../../src/look/look.en.ts';
import { en as openings } from '../../src/openings/words.en.ts';
import { en as puzzles } from '../../src/puzzles/words.en.ts';
import { en as share } from '../../src/share/words.en.ts';
import { en as home } from '../../src/shelf/words.en.ts';
import { en } from '../../src/words/en.ts';
import { untranslated } from '../../scripts/language.ts';
import { sayingsOf, type Say, type Sayings } from '../../src/words/sayings.ts';
import type { Standard } from '../../src/words/standard.ts';
import type { Language } from '../../src/words/words.svelte.ts';
import { en as guide, type Guide } from '../../src/write/guide.en.ts';
import { en as write } from '../../src/write/words.en.ts';
import same from './same.json' with { type: 'json' };

/** The languages of the page. */
export type Code = keyof typeof names;
export const CODES = Object.keys(names) as readonly Code[];

/** What every page says, and what one page alone does. */
export const english = { ...en, analyse, embed, games, home, learn, look, openings, puzzles, rules, share, shipped, write };
export type Catalogue = typeof english;

/** Where another language has the parts of it. */
const ROOMS: Readonly<Record<Exclude<keyof Catalogue, keyof typeof en>, string>> = {
    analyse: 'analyse/words',
    embed: 'embed/words',
    games: 'games/words',
    home: 'shelf/words',
    learn: 'learn/texts',
    look: 'look/look',
    openings: 'openings/words',
    puzzles: 'puzzles/words',
    rules: 'clauses/words',
    share: 'share/words',
    shipped: 'catalogue/words',
    write: 'write/words',
};

export interface About {
    /** Of the command, in other languages than English. */
    readonly drawn?: Readonly<Record<string, string>>;
    readonly sources?: Readonly<Record<string, string>>;
    readonly labels: Readonly<Record<string, string>>;
    readonly games: Readonly<Record<string, { readonly lead: string } & Readonly<Record<string, readonly string[] | string>>>>;
}
export interface Texts {
    readonly about: About;
    /** The meanings of the terms. */
    readonly terms: Readonly<Record<string, { readonly word: string; readonly text: string }>>;
    readonly lessons: Readonly<Record<string, LessonText>>;
    /** How the words of the games are written in its lessons. */
    readonly forms: Readonly<Record<string, readonly string[]>>;
    readonly guide: Guide;
}
export interface Spoken extends Texts {
    readonly code: string;
    readonly name: string;
    readonly catalogue: Catalogue;
    readonly language: Language;
    /** The library's sentences. */
    readonly said: Sayings;
    readonly say: Say;
    /** The templates of the standard sentences. */
    readonly standard: Standard;
    /** Names, summaries and places of the games that are texts. */
    readonly described: Sayings;
}

const WEB = fileURLToPath(new URL('../../', import.meta.url));

/** The texts that are no modules, of the folder of a page. */
export function textsIn(web: string, code: string): Omit<Texts, 'guide'> {
    const read = <T>(file: string): T => JSON.parse(readFileSync(`${web}/${file}`, 'utf8')) as T;
    return {
        about: read(`about/${code}.json`),
        terms: read(`glossary/${code}.json`),
        lessons: read(`lessons/${code}.json`),
        forms: read(`lessons/forms.${code}.json`),
    };
}

/** Another language than English, of the folder of a page. */
export async function spokenIn(web: string, code: string, name = code): Promise<Spoken> {
    const open = async (file: string, own: string): Promise<unknown> =>
        ((await import(`${web}/src/${file}`)) as Readonly<Record<string, unknown>>)[own];
    const words = (await open(`words/${code}.ts`, code)) as object;
    const rooms = Object.entries(ROOMS).map(async ([room, file]) => [room, await open(`${file}.${code}.ts`, room === 'learn' ? 'phrases' : code)] as const);
    const said = JSON.parse(readFileSync(`${web}/src/words/said.${code}.json`, 'utf8')) as Sayings;
    return {
        code,
        name,
        catalogue: { ...words, ...Object.fromEntries(await Promise.all(rooms)) } as Catalogue,
        language: (await open(`words/${code}.ts`, 'language')) as Language,
        said,
        say: sayingsOf(said),
        standard: JSON.parse(readFileSync(`${web}/src/words/standard.${code}.json`, 'utf8')) as Standard,
        described: JSON.parse(readFileSync(`${web}/src/texts/games.${code}.json`, 'utf8')) as Sayings,
        ...textsIn(web, code),
        guide: (await open(`write/guide.${code}.ts`, code)) as Guide,
    };
}

export const englishTexts: Texts = { ...textsIn(WEB, 'en'), guide };

/** Every language but English. */
export const SPOKEN: readonly Spoken[] = await Promise.all(
    Object.entries(names).filter(([code]) => code !== 'en').map(([code, name]) => spokenIn(WEB, code, name)),
);
export const spoken = (code: Code): Spoken => SPOKEN.find((of) => of.code === code)!;

// ---- what may be as it is in English -----------------------------------------------------------

/** What is the same in every language, by its path: names, signs, and what has nothing to say. */
export const SAME: ReadonlySet<string> = new Set(same.every);

/** Paths and sentences of the library that a language says as English does, beside those: as French "Menu". */
export const sameIn = (code: string): ReadonlySet<string> =>
    new Set((same as Readonly<Record<string, readonly string[]>>)[code] ?? []);

export const VALUES = ['<1>', '<2>', '<3>'];

/** All texts with their paths; of those that are made of values, one that is. */
export function textsOf(words: unknown, path = '', values: readonly unknown[] = VALUES): [string, string][] {
    if (typeof words === 'string') return [[path, words]];
    if (typeof words === 'function') return [[path, String(words(...values))]];
    return Object.entries(words as object).flatMap(([name, of]) =>
        textsOf(of, path === '' ? name : `${path}.${name}`, values),
    );
}

/** Templates that have words of their own, and are translated by the same. */
export const englishAmong = (templates: readonly (readonly [string, string])[]): readonly string[] =>
    templates
        .filter(([english, own]) => own === untranslated(english) && /[a-z]/.test(english.replace(/\{\w+(\*[^}]*)?\}|%h/g, '')))
        .map(([english]) => english);

/** The texts of a language that are those of English, with where they stand; null: there is no such language. */
export async function englishIn(code: string): Promise<readonly string[] | null> {
    if (!existsSync(`${WEB}/src/words/said.${code}.json`)) return null;
    const { said, described, catalogue, about, terms, lessons, guide: words, standard } = await spokenIn(WEB, code);
    const allowed = sameIn(code);
    const parts: readonly (readonly [string, unknown, unknown])[] = [
        ['', english, catalogue],
        ['about: ', englishTexts.about.games, about.games],
        ['about: ', englishTexts.about.labels, about.labels],
        ['glossary: ', Object.values(englishTexts.terms).map(({ text }) => text), Object.values(terms).map(({ text }) => text)],
        ['lessons: ', englishTexts.lessons, lessons],
        ['guide: ', guide.map(({ entries }) => entries.map(({ means }) => means)), words.map(({ entries }) => entries.map(({ means }) => means))],
    ];
    const left = parts.flatMap(([where, ours, theirs]) => {
        const other = new Map(textsOf(theirs));
        return textsOf(ours)
            .filter(([path, text]) => other.get(path) === text && text !== '' && !SAME.has(path) && !allowed.has(path))
            .map(([path, text]) => `${where}${path}: ${text}`);
    });
    const templates = Object.values(standard).flatMap((of) => Object.entries(of));
    const asIs = (where: string, of: Sayings): readonly string[] =>
        Object.entries(of).filter(([text, own]) => text === own && !allowed.has(text)).map(([text]) => `${where}: ${text}`);
    return [...left, ...englishAmong(templates).map((text) => `standard: ${text}`), ...asIs('said', said), ...asIs('games', described)];
}
