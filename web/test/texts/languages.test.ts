// Every language is whole: its files, their types, and where it is listed; another one can be begun.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { begin, filesOf } from '../../scripts/language.ts';
import { english, englishIn, englishTexts, SPOKEN, spokenIn, textsOf } from '../support/catalogue.ts';
import { treePath } from '../support/load.ts';

const web = treePath('web');
const read = (file: string): string => readFileSync(join(web, file), 'utf8');

test('every language has every file, and what it exports has the type of the English', () => {
    assert.ok(SPOKEN.length > 0);
    for (const { code } of SPOKEN)
        for (const file of filesOf(web, code)) {
            const text = read(file); // fails if it is not there
            if (!file.endsWith('.ts')) continue;
            const name = file.includes('texts.') ? 'phrases' : code;
            assert.match(text, new RegExp(`^export const ${name}: [A-Z]\\w+ = `, 'm'), file);
            if (file === `src/words/${code}.ts`) assert.match(text, /^export const language: Language = /m, file);
        }
});

test('where the page cannot run, it says so in every language', () => {
    const [, shown] = /<noscript>([\s\S]*)<\/noscript>/.exec(read('index.html'))!;
    for (const { code } of SPOKEN) assert.match(shown!, new RegExp(`<p lang="${code}">[^<]*JavaScript`), code);
});

test('nothing is left in English', async () => {
    for (const { code } of SPOKEN) assert.deepEqual(await englishIn(code), [], code);
});

const folder = mkdtempSync(join(tmpdir(), 'komwe-language-'));
after(() => rmSync(folder, { recursive: true }));

test('a language that is begun has every text in English, and nothing that is there is written again', async () => {
    for (const part of ['src', 'lessons', 'glossary', 'about', 'languages.json', 'package.json'])
        cpSync(join(web, part), join(folder, part), { recursive: true });
    const written = begin(folder, 'xx', 'Xish');
    assert.deepEqual([...written].sort(), filesOf(folder, 'xx'));
    const { catalogue, language, said, guide, ...texts } = await spokenIn(folder, 'xx');
    assert.deepEqual(textsOf({ ...catalogue, code: 'en' }), textsOf(english));
    assert.deepEqual(guide, englishTexts.guide);
    assert.deepEqual([texts.lessons, texts.terms, texts.forms, texts.about.games], [englishTexts.lessons, englishTexts.terms, englishTexts.forms, englishTexts.about.games]);
    assert.deepEqual(Object.keys(said), Object.keys(SPOKEN[0]!.said));
    assert.equal(language.said('all'), 'all');
    assert.equal((JSON.parse(readFileSync(join(folder, 'languages.json'), 'utf8')) as Record<string, string>).xx, 'Xish');
    assert.deepEqual(begin(folder, 'xx', 'Xish'), []);
    for (const file of ['lessons/lessons.json', 'about/games.json']) {
        const list = (of: string): readonly string[] => (JSON.parse(readFileSync(join(of, file), 'utf8')) as { languages: string[] }).languages;
        assert.deepEqual(list(folder), [...list(web), 'xx']);
    }
});

/** The table of words: its heads, and what each row has for a language. */
const ROWS = [...read('TRANSLATING.md').split('## The words chosen')[1]!.matchAll(/^\| (.*) \|$/gm)].map(([, row]) => row!.split(' | '));

test('the words chosen are listed for translators, and are those of the texts', () => {
    const [heads, , ...rows] = ROWS as [string[], string[], ...string[][]];
    assert.ok(rows.length > 25);
    for (const { code, name, catalogue, lessons, terms, said } of SPOKEN) {
        const column = heads.indexOf(name);
        assert.notEqual(column, -1, `TRANSLATING.md has no column ${name}`);
        const all = textsOf([catalogue, lessons, terms, said]).map(([, text]) => text).join('\n').toLowerCase();
        for (const row of rows)
            for (const word of row[column]!.split(', ')) assert.ok(all.includes(word.toLowerCase()), `${code}: ${word}`);
    }
});
