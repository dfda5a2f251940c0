// Begins the texts of another language of the page, or says what of them is still English.
//
//     node scripts/language.ts CODE NAME    writes each file that the language lacks, in English, and lists it
//     node scripts/language.ts CODE         lists the texts that are still English, one on a line

import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Standard } from '../src/words/standard.ts';

/** Where the files of a language are: those of English have `en` where others have their code. */
const TEXTS = ['src/words/en.ts', 'src/*/*.en.ts', 'lessons/en.json', 'lessons/forms.en.json', 'glossary/en.json', 'about/en.json'];
/** The library's own sentences are in no file; those who translate begin with the lists that Swahili has. */
const SAID = 'src/words/said.sw.json';
const STANDARD = 'src/words/standard.sw.json';
/** What describes the games that are texts. */
const GAMES = 'src/texts/games.sw.json';

const inLanguage = (file: string, code: string): string => file.replace(/(^|[/.])(en|sw)(\.\w+)$/, `$1${code}$3`);

/** The files of a language other than English, below `web`. */
export function filesOf(web: string, code: string): readonly string[] {
    return [...TEXTS.flatMap((pattern) => globSync(pattern, { cwd: web })), SAID, STANDARD, GAMES].map((file) => inLanguage(file, code)).sort();
}

// ---- the English ones, as the beginning of others -----------------------------------------------

/** `export type T = typeof en;` of English is what another language has to be. */
const TYPE = /^export type (\w+) = typeof (\w+);\n/m;

function moduleIn(source: string, file: string, code: string, name: string): string {
    const [, type, value] = TYPE.exec(source)!;
    const own = `export const ${value === 'en' ? code : value!}: ${type} =`;
    const from = `./${file.split('/').at(-1)}`;
    const text = source
        .replace(/(?:^\/\/.*\n)+/, (head) => head.replace(/\bEnglish\b/, name))
        .replace(TYPE, '')
        .replace('/en.json', `/${code}.json`)
        .replace(`export const ${value} =`, `import type { ${type} } from '${from}';\n\n${own}`)
        .replace(/;\n\n(import type)/, ';\n$1');
    return `${text.trimEnd()}\n`;
}

/** What every page says has the library's sentences beside it. */
function wordsIn(source: string, code: string, name: string): string {
    const body = source.slice(source.indexOf('export const en = ')).replace(TYPE, '').trimEnd();
    const words = body
        .replace('export const en =', `export const ${code}: Words =`)
        .replace("code: 'en'", `code: '${code}'`)
        .replace('place: (name: string) => name', 'place: say');
    return `// What every page says, in ${name}.  What one page alone says comes with it: see analyse/words.${code}.ts.
//
// The words chosen, here and in said.${code}.json, where the library's sentences are (TRANSLATING.md has the list):
//     a game, a move, a turn, a lap, a hole, a seed, to sow, to capture, a store

import { many, measured, type Words } from './en.ts';
import said from './said.${code}.json' with { type: 'json' };
import { composed } from './learned.ts';
import { sayingsOf } from './sayings.ts';
import type { Language } from './words.svelte.ts';

const say = sayingsOf(said, composed);

${words}

export const language: Language = { words: ${code}, said: say };
`;
}

/** Of the words of the rule language the examples are the same everywhere: only what they mean is said. */
const GUIDE = /^export const en[\s\S]*?= (\[[\s\S]*^\]);/m;
const TEXT = /(?:title|means): ((?:'(?:[^'\\]|\\.)*')|(?:"(?:[^"\\]|\\.)*"))/g;

function guideIn(source: string, code: string, name: string): string {
    const parts = GUIDE.exec(source)![1]!.split(/^ {4}\{$/m).slice(1);
    const said = parts.map((part) => `    [\n${[...part.matchAll(TEXT)].map(([, text]) => `        ${text},\n`).join('')}    ],\n`);
    return `// The words of the rule language in short, in ${name}: titles and meanings, in the order of the English ones.

import { en, type Guide } from './guide.en.ts';

const said: readonly (readonly [title: string, ...means: string[]])[] = [
${said.join('')}];

export const ${code}: Guide = en.map(({ entries }, i) => {
    const [title, ...means] = said[i]!;
    return { title, entries: entries.map((entry, k) => ({ ...entry, means: means[k]! })) };
});
`;
}

interface About {
    readonly labels: object;
    readonly games: object;
    readonly drawn?: object;
    readonly sources?: object;
}
/** The command says a few words more: in English they are what the library says. */
function aboutIn(english: About, other: About): string {
    const same = (of: object = {}): object => Object.fromEntries(Object.keys(of).map((text) => [text, text]));
    const { labels, games } = english;
    const { played, source } = { played: 'played', source: 'source' };
    const about = { labels: { played, source, ...labels }, drawn: same(other.drawn), sources: same(other.sources), games };
    return `${JSON.stringify(about, null, 4)}\n`;
}

/** Of a template of the standard sentences: its noun is what a text calls it. */
export const untranslated = (template: string): string => template.replaceAll('child', '{child}');

function standardIn(standard: Standard): string {
    const own = Object.entries(standard).map(([role, templates]) => [
        role,
        Object.fromEntries(Object.keys(templates).map((text) => [text, role === 'child' ? text : untranslated(text)])),
    ]);
    return `${JSON.stringify(Object.fromEntries(own), null, 4)}\n`;
}

/** What a file of a language begins with. */
function beginning(web: string, file: string, code: string, name: string): string {
    const read = (path: string): string => readFileSync(`${web}/${path}`, 'utf8');
    const listed = [SAID, GAMES].find((list) => file === inLanguage(list, code));
    if (listed !== undefined) {
        const sentences = Object.keys(JSON.parse(read(listed)) as object);
        return `${JSON.stringify(Object.fromEntries(sentences.map((text) => [text, text])), null, 4)}\n`;
    }
    if (file === inLanguage(STANDARD, code)) return standardIn(JSON.parse(read(STANDARD)) as Standard);
    const from = file.replace(new RegExp(`([/.])${code}(\\.\\w+)$`), '$1en$2');
    if (file.startsWith('about/')) return aboutIn(JSON.parse(read(from)) as About, JSON.parse(read('about/sw.json')) as About);
    if (file.endsWith('.json')) return read(from);
    if (file.includes('/guide.')) return guideIn(read(from), code, name);
    return file === `src/words/${code}.ts` ? wordsIn(read(from), code, name) : moduleIn(read(from), from, code, name);
}

/** Where the languages of the lessons and of the texts on the games are listed, for the command and its tests. */
const LISTS = ['lessons/lessons.json', 'about/games.json'];
const LISTED = /"languages": (\[[^\]]*\])/;

function listIn(file: string, code: string): void {
    const text = readFileSync(file, 'utf8');
    const codes = JSON.parse(LISTED.exec(text)![1]!) as readonly string[];
    const all = [...new Set([...codes, code])].map((of) => `"${of}"`).join(', ');
    writeFileSync(file, text.replace(LISTED, `"languages": [${all}]`));
}

/** Writes what a language lacks, and lists it among the languages; gives the files that were written. */
export function begin(web: string, code: string, name: string): readonly string[] {
    const missing = filesOf(web, code).filter((file) => !existsSync(`${web}/${file}`));
    for (const file of missing) writeFileSync(`${web}/${file}`, beginning(web, file, code, name));
    const list = `${web}/languages.json`;
    const names = JSON.parse(readFileSync(list, 'utf8')) as Readonly<Record<string, string>>;
    writeFileSync(list, `${JSON.stringify({ ...names, [code]: name }, null, 4)}\n`);
    for (const file of LISTS) listIn(`${web}/${file}`, code);
    return missing;
}

// ---- the command -------------------------------------------------------------------------------

/** Two letters or three (ISO 639), as it is in an address of the web: `fr`, `kik`. */
const CODE = /^[a-z]{2,3}$/;
/** As those who speak it call it, which stands in the menu of languages. */
const NAME = /^\p{L}[\p{L}\p{M} '’()-]*$/u;

async function run([code = '', name]: readonly string[]): Promise<number> {
    const web = fileURLToPath(new URL('..', import.meta.url));
    if (!CODE.test(code) || code === 'en') {
        console.error("a language has a code of two or three small letters, as 'fr', which is not 'en'");
        return 2;
    }
    if (name === undefined) {
        const { englishIn } = await import('../test/support/catalogue.ts');
        const left = await englishIn(code);
        if (left === null) console.error(`there is no language '${code}': give its name too, to begin it`);
        else for (const text of left) console.log(text);
        return left === null ? 2 : 0;
    }
    if (!NAME.test(name)) {
        console.error('the name of a language is a word, as its speakers call it');
        return 2;
    }
    const written = begin(web, code, name);
    for (const file of written) console.log(`web/${file}`);
    console.log(`${written.length} files were written, in English: web/TRANSLATING.md says how to go on.`);
    return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await run(process.argv.slice(2));
