// Each word of the guide has an example that the reader knows, and every language has all of them; the
// examples to begin with can be played.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Komwe } from '../../src/engine/komwe.ts';
import { localPost } from '../../src/engine/post.ts';
import { skeleton } from '../../src/write/few.ts';
import { en } from '../../src/write/guide.en.ts';
import { SPOKEN } from '../support/catalogue.ts';
import { loadModule, MODULES } from '../support/load.ts';

const komwe = new Komwe(await localPost(await loadModule(MODULES[0])));
/** A text has one of each of these at most. */
const ONCE = ['game', 'name', 'summary', 'where', 'source', 'board', 'start', 'stores', 'sow', 'least', 'skip', 'repetition'];

/** The skeleton with the lines of an example: in the place of the line that says the same, or before the rows. */
function withLines(example: string): string {
    return example.split('\n').reduce((text, line) => {
        const word = /^\S+/.exec(line)![0];
        const there = new RegExp(`^${word} .*$`, 'm');
        if (word === 'end') return text.replace(line.includes('anywhere') ? /^end anywhere.*$/m : /^end own.*$/m, () => line);
        return ONCE.includes(word) && there.test(text)
            ? text.replace(there, () => line)
            : text.replace(/^end /m, () => `${line}\nend `);
    }, skeleton);
}

test('the skeleton can be played', async () => {
    const { id } = await komwe.draft(0, skeleton);
    assert.equal((await komwe.position({ game: id })).moves.length, 6);
});

test('each example of the guide is read', async () => {
    for (const { entries } of en)
        for (const { word, example } of entries) {
            assert.notEqual(example, '', word);
            await komwe.draft(0, withLines(example)).catch((error: Error) => assert.fail(`${word}: ${error.message}\n${withLines(example)}`));
        }
});

for (const { code, guide } of SPOKEN)
    test(`all languages explain the same words (${code})`, () => {
        assert.deepEqual(
            guide.map(({ entries }) => entries.map(({ word, example }) => [word, example])),
            en.map(({ entries }) => entries.map(({ word, example }) => [word, example])),
        );
        for (const [i, { title, entries }] of guide.entries()) {
            assert.notEqual(title, en[i]!.title);
            for (const [k, { means }] of entries.entries()) assert.ok(Boolean(means) && means !== en[i]!.entries[k]!.means, en[i]!.entries[k]!.means);
        }
    });
