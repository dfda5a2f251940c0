// Nothing stands in the catalogues that the page never says.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { english, textsOf } from '../support/catalogue.ts';

const src = new URL('../../src/', import.meta.url);
const sources = globSync('**/*.{ts,svelte}', { cwd: src })
    .filter((file) => !/(^|[/.])[a-z]{2,3}\.ts$/.test(file))
    .map((file) => readFileSync(new URL(file, src), 'utf8'));

/** What stands for the catalogue, or for a part of it; names that a file gives them come to it. */
const ROOTS: readonly (readonly [string, string])[] = [
    ['words()', ''],
    ['phrases()', 'learn'],
    ['gameWords()', 'games'],
    ['ruleWords()', 'rules'],
    ['shelfWords()', 'home'],
    ['puzzleWords()', 'puzzles'],
    ['openingWords()', 'openings'],
    ['lookWords()', 'look'],
    ['shippedWords()', 'shipped'],
    ['writeWords()', 'write'],
];
const NAMED = /const (\w+|\{[^}]*\}) = (?:\$derived\()?(\w+(?:\(\))?)((?:\.\w+)*)\)?;/g;
const PARAMETER = /[(,] ?(\w+): (Shelf)?Words\b/g;

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('.');

/** The names that a file has for parts of the catalogue, with their paths. */
function namesIn(source: string): (readonly [string, string])[] {
    const names = [...ROOTS];
    for (const [, name, shelf] of source.matchAll(PARAMETER)) names.push([name!, shelf === undefined ? '' : 'home']);
    for (const [, given, of, rest] of source.matchAll(NAMED)) {
        for (const [, path] of names.filter(([name]) => name === of)) {
            const whole = joined(path, rest!.slice(1));
            if (!given!.startsWith('{')) names.push([given!, whole]);
            else
                for (const [, part, as] of given!.matchAll(/(\w+)(?:: (\w+))?/g))
                    names.push([as ?? part!, joined(whole, part!)]);
        }
    }
    return names;
}

/** Paths that a source says; one that ends in '.' stands for all below it. */
function pathsIn(source: string): string[] {
    return namesIn(source).flatMap(([name, path]) => {
        const said = new RegExp(`(?<![\\w.])${name.replace('()', '\\(\\)')}((?:\\??\\.\\w+)*)(\\[?)`, 'g');
        return [...source.matchAll(said)].map(([, rest, index]) => {
            const whole = joined(path, rest!.replaceAll('?', '').slice(1));
            return index === '[' ? `${whole}.` : whole;
        });
    });
}

/** `play.hint.length` says `play.hint`. */
const says = (said: string, path: string): boolean =>
    said === path || said.startsWith(`${path}.`) || (said.endsWith('.') && path.startsWith(said));

test('whatever the catalogues hold is said somewhere', () => {
    const said = [...new Set(sources.flatMap(pathsIn))];
    const paths = textsOf(english).map(([path]) => path);
    assert.ok(paths.length > 200 && said.length > 200, `${paths.length} texts, ${said.length} said`);
    assert.deepEqual(
        paths.filter((path) => !said.some((of) => says(of, path))),
        [],
    );
});
