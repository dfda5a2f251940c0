// The templates of the standard sentences of rule texts, as the library has them in English and Swahili: the words
// of the rule language (src/language/words/words.def) and what its readers compose besides.
//
//     node scripts/standard.ts       writes src/words/standard.sw.json anew, whose keys every other language has

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Standard } from '../src/words/standard.ts';

const tree = (path: string): string => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

const LITERAL = /"(?:[^"\\]|\\.)*"/g;
const textOf = (literals: string): string =>
    (literals.match(LITERAL) ?? []).map((literal) => JSON.parse(literal) as string).join('');

/** The arguments of a macro: words, or literals side by side. */
const ARGUMENT = /((?:"(?:[^"\\]|\\.)*"\s*)+|[^",]+)(?:,|$)/g;
const argumentsOf = (inner: string): readonly string[] => [...inner.matchAll(ARGUMENT)].map(([, argument]) => argument!.trim());

const MACRO = /^(STATEMENT|WORD|FACT)\(((?:"(?:[^"\\]|\\.)*"|[^")])*)\)$/gm;
const ROLE = /\[WORD_(\w+)\] = \{"(\w+)"/g;

/** Pairs of sentences in a source: { "English", "Swahili" }. */
const PAIR = /\{((?:"(?:[^"\\]|\\.)*"\s*)+),\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\}/g;
const pairsIn = (source: string): readonly (readonly [string, string])[] =>
    [...tree(source).matchAll(PAIR)].map(([, english, swahili]) => [textOf(english!), textOf(swahili!)] as const);

/** What the readers put together of pieces: test/texts/standard.test.ts holds it against what they say. */
const COMPOSED: readonly (readonly [role: string, english: string, swahili: string])[] = [
    ['some', 'up to {number} seeds', 'kete hadi {number}'],
    ['counts', '{numbers} seeds', 'kete {numbers}'],
    ['counts', '{numbers} seed', 'kete {numbers}'],
    ['counts', '{numbers} or more seeds', 'kete {numbers} au zaidi'],
    ['counts', '{numbers} or fewer seeds', 'kete {numbers} au chache zaidi'],
    ['numbers', '{span* or }', '{span* au }'],
    ['span', '{number} to {last}', '{number} hadi {last}'],
    ['span', '{number}', '{number}'],
    ['column', '{numbers}', '{numbers}'],
    ['text', '%h may not be played now: {duty}', '%h haliwezi kuchezwa sasa: {duty}'],
    ['text', 'a rule narrows the choice: {duty}', 'kanuni moja inapunguza uchaguzi: {duty}'],
    ['text', '%h is a child: its seeds stay where they are', '%h ni mtoto: kete zake hubaki zilipo'],
    ['text', 'holes a side', 'mashimo kila upande'],
    ['text', 'seeds in each hole at the start', 'kete katika kila shimo mwanzoni'],
];

/** What the library puts another noun in place of, as it does of the English one. */
const CHILD = 'mtoto';

/** Every template by its role: the name of the slot that it fills, `sentence` or another whole `text`. */
export function standardTemplates(): Standard {
    const found: Record<string, Record<string, string>> = {};
    const add = (role: string, english: string, swahili: string): void => {
        if (english !== '') (found[role] ??= {})[english] = swahili.replaceAll(CHILD, '{child}');
    };
    const slots = new Map([...tree('src/language/words/word_table.c').matchAll(ROLE)].map(([, role, slot]) => [role!, slot!]));
    for (const [, macro, inner] of tree('src/language/words/words.def').matchAll(MACRO)) {
        const given = argumentsOf(inner!);
        const text = (i: number): string => textOf(given.at(i)!);
        if (macro === 'STATEMENT') add('sentence', text(-2), text(-1));
        else if (macro === 'WORD') add(slots.get(given[0]!)!, text(-2), text(-1));
        else for (const i of [-4, -2]) add('condition', text(i), text(i + 1));
    }
    for (const [english, swahili] of pairsIn('src/language/standard_clauses.c')) add('sentence', english, swahili);
    for (const [english, swahili] of pairsIn('src/language/statements/row_reader.c'))
        if (english !== swahili) add('amount', english, swahili);
    for (const [role, english, swahili] of COMPOSED) add(role, english, swahili);
    return { ...found, child: { child: CHILD } };
}

export const inFile = (standard: Standard): string => `${JSON.stringify(standard, null, 4)}\n`;

const FILE = fileURLToPath(new URL('../src/words/standard.sw.json', import.meta.url));
if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(FILE, inFile(standardTemplates()));
