// The games that are texts are described in every language: their summaries, where they are played, and those of their
// names that are words.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { shippedGames } from '../../scripts/shipped.ts';
import { en as list } from '../../src/catalogue/words.en.ts';
import { composed, describeBy } from '../../src/words/learned.ts';
import { sayingsOf } from '../../src/words/sayings.ts';
import { sameIn, SPOKEN } from '../support/catalogue.ts';
import { loadModule, MODULES, treePath } from '../support/load.ts';

let names: readonly string[];
/** Each of them is to be said. */
let descriptions: readonly string[];
let regions: readonly string[];
before(async () => {
    const { games } = await shippedGames(treePath('rules'), await loadModule(MODULES[0]));
    assert.ok(games.length > 100);
    names = games.map(({ name }) => name);
    descriptions = games.flatMap(({ summary, where }) => [summary, where]).filter((text) => text !== '');
    regions = games.map(({ region }) => region).filter((text) => text !== '');
});

/** Words in names of games; all others are proper names. */
const WORDS = /\b(game|capture|seeds|laps|repetition|sixes|empty|basic|cow|goat|Egyptian|Turkey)\b/i;

for (const { code, said, described } of SPOKEN) {
    test(`whatever describes a game is said (${code})`, () => {
        const lacking = [...descriptions, ...names.filter((name) => WORDS.test(name))].filter((text) => !(described[text] ?? said[text] ?? '').trim());
        assert.deepEqual([...new Set(lacking)], []);
    });

    test(`each entry describes a game, ends as it does, and is translated (${code})`, () => {
        const known = new Set([...names, ...descriptions]);
        const allowed = sameIn(code);
        for (const [text, own] of Object.entries(described)) {
            assert.ok(known.has(text), text);
            assert.equal(said[text], undefined, `${text}: said twice`);
            assert.equal(own === text, allowed.has(text), text);
            assert.equal(own.endsWith('.'), text.endsWith('.'), text);
            assert.match(own, /^[\p{Lu}\d]/u, text);
        }
        assert.deepEqual(Object.keys(described), Object.keys(SPOKEN[0]!.described));
    });

    test(`what describes a game is said as other sentences of the library are (${code})`, () => {
        describeBy((text) => described[text]);
        const say = sayingsOf(said, composed);
        for (const text of Object.keys(described)) assert.equal(say(text), described[text]);
        describeBy(() => undefined);
        assert.equal(say('Micro-Wari'), 'Micro-Wari');
    });
}

test('every region has its name in the list of games', () => {
    assert.ok(regions.length > 100);
    assert.deepEqual([...new Set(regions)].filter((region) => !(region in list.regions)), []);
});
