// Every sentence that the library can give to the page, for the catalogues of other languages:
// what rule sets say of themselves is asked of the library, the rest is read from the sources.
// A placeholder is {1}, {2} and so on, or %h or %n in a reason.
//
//     node scripts/sentences.ts       lists them, one on a line

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Api } from '../src/engine/module.ts';
import type { GameInfo, Rules } from '../src/engine/types.ts';
import { loadApi, MODULES, treePath } from '../test/support/load.ts';

// ---- what the library says of its rule sets -------------------------------------------------

function askFor<T>(api: Api, ...fields: string[]): T {
    const { value } = JSON.parse(api.ask(fields.join('\t'))) as { value?: T };
    if (value === undefined) throw new Error(`no answer to ${fields.join(' ')}`);
    return value;
}

/** Names, and references, which stay as they are in every language. */
const referencesOf = (rules: Rules): string[] => [
    rules.source,
    ...rules.literature,
    ...rules.names.map(({ name }) => name),
];

/** Values of options can be numbers too. */
const isWord = (choice: string): boolean => /[a-z]/.test(choice);

function sentencesOf(rules: Rules): string[] {
    return [
        rules.name,
        rules.summary,
        rules.where,
        ...rules.clauses.map(({ text }) => text),
        ...rules.choices.map(({ text }) => text),
        ...rules.choices.flatMap(({ choices }) => choices ?? []).filter(isWord),
        ...rules.names.flatMap(({ language, meaning }) => [language, meaning]),
        ...Object.values(rules.places).filter((place) => place.includes(' ')),
    ].filter((text) => text !== '');
}

/** Each rule set by its defaults, and once for each value of each of its options. */
function allRules(api: Api): Rules[] {
    return askFor<GameInfo[]>(api, 'games').flatMap(({ id }) => {
        const usual = askFor<Rules>(api, 'rules', id, '');
        const others = usual.choices.flatMap(({ name, choices }) =>
            (choices ?? []).map((choice) => askFor<Rules>(api, 'rules', id, `${name}=${choice}`)),
        );
        return [usual, ...others];
    });
}

// ---- what the sources hold -------------------------------------------------------------------

const C_FOLDERS = ['src/games', 'src/machine', 'src/notation', 'src/registry', 'src/session', 'src/traits', 'web/engine'];
const C_FILES = ['src/language/refusal_texts.c', 'src/search/weights_text.c'];
/** What they say is notation, or said by the page in its own words. */
const NOTATION = ['src/notation/board.c', 'src/notation/event.c', 'src/notation/move.c'];
const NOTATION_OF_GAMES = /\.(?:mark_names = \{[^}]*\}|caption = "[^"]*")/g;

function cFiles(): string[] {
    const found = C_FOLDERS.flatMap((folder) =>
        readdirSync(treePath(folder), { encoding: 'utf8', recursive: true })
            .filter((name) => /\.[ch]$/.test(name))
            .map((name) => `${folder}/${name}`),
    );
    return [...found, ...C_FILES].filter((name) => !NOTATION.includes(name));
}

const LITERAL = /"(?:[^"\\\n]|\\.)*"/g;
const ADJACENT = new RegExp(`${LITERAL.source}(?:\\s*\\\\?\\s*${LITERAL.source})*`, 'g');

const textOf = (literal: string): string =>
    JSON.parse(literal.replace(/\\x(..)/g, '\\u00$1')) as string;

/** The texts of string literals; those that stand side by side are one. */
function literalsOf(source: string): string[] {
    const bare = source
        .replace(/\/\*[\s\S]*?\*\//g, ' ')
        .replace(/^\s*#\s*include.*$/gm, '')
        .replace(/_Static_assert\([^;]*;/g, '') // messages of the compiler
        .replace(NOTATION_OF_GAMES, ' ');
    return [...bare.matchAll(ADJACENT)].map((piece) => {
        const text = [...piece[0].matchAll(LITERAL)].map(([literal]) => textOf(literal)).join('');
        return withNoun(text, bare.slice(piece.index + piece[0].length));
    });
}

/** What the game calls a hole is the last value of a format: `after` it stand its values. */
const NOUN = /^,(?:[^;]*\W)?noun\);/;
const withNoun = (format: string, after: string): string =>
    NOUN.test(after) ? format.replace(/%s(?!.*%s)/s, '@') : format;

const CONVERSION = /%(?:\.\d+|\.\*)?(?:z?u|d|c|s)/g;

/** A format of printf with numbered places instead of its conversions. */
function withPlaces(format: string): string {
    let place = 0;
    return format.replace(CONVERSION, () => `{${++place}}`);
}

const RESULT = /^over (N|S|draw) /;

/** Sentences have several words; pieces of texts begin or end with a blank, and answers have braces. */
const isSentence = (text: string): boolean =>
    /[a-z]{2}/.test(text.replace(/%[hn]/g, '')) &&
    /\S \S/.test(text) &&
    text.trim() === text &&
    !text.startsWith('{"') &&
    !RESULT.test(text);

/** Refusals of rule texts have '@' for what holes are called, and '#' for a small number. */
const filled = (text: string): readonly string[] =>
    ['hole', 'pit'].flatMap((noun) => ['two', 'three'].map((number) => text.replaceAll('@', noun).replaceAll('#', number).replaceAll('$', 'child')));

const fromC = (): string[] =>
    cFiles()
        .flatMap((name) => literalsOf(readFileSync(treePath(name), 'utf8')))
        .map(withPlaces)
        .flatMap(filled)
        .filter(isSentence);

/** What the texts of built-in games say instead when they refuse a move. */
const REFUSALS = /^refuse[^:\n]*:((?:.|\n[ \t])*)/gm;
const fromTexts = (ids: readonly string[]): string[] =>
    ids
        .map((id) => treePath(`rules/${id}.rules`))
        .filter((file) => existsSync(file))
        .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(REFUSALS)])
        .map(([, said]) => said!.replace(/\s+/g, ' ').trim());

/** What the page's own side of the library refuses. */
function fromTypeScript(): string[] {
    return ['engine', 'texts']
        .flatMap((room) => readdirSync(treePath(`web/src/${room}`)).map((name) => treePath(`web/src/${room}/${name}`)))
        .map((file) => readFileSync(file, 'utf8'))
        .flatMap((source) => [...source.matchAll(/new KomweError\('[a-z-]+', '([^']+)'/g)])
        .map((found) => found[1]!);
}

/** The values of an option stand in a list. */
const LISTED = '{1} or {2}';

/** Without repetitions, in a fixed order. */
export async function collectSentences(): Promise<string[]> {
    const rules = allRules(await loadApi(MODULES[0]));
    const references = new Set(rules.flatMap(referencesOf));
    const texts = fromTexts(rules.map(({ id }) => id));
    const sources = [...fromC(), ...texts, ...fromTypeScript(), LISTED].filter((text) => !references.has(text));
    return [...new Set([...rules.flatMap(sentencesOf), ...sources])];
}

if (process.argv[1] === fileURLToPath(import.meta.url))
    for (const sentence of await collectSentences()) console.log(sentence);
