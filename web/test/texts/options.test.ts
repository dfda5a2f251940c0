// Each option of each game is a sentence, and each of its values has words, in every language.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sayOption, sayValue, shownOptions } from '../../src/clauses/options.ts';
import { Komwe } from '../../src/engine/komwe.ts';
import { localPost } from '../../src/engine/post.ts';
import type { Rules } from '../../src/engine/types.ts';
import { sameIn, SPOKEN } from '../support/catalogue.ts';
import { loadModule, MODULES } from '../support/load.ts';

type Option = Rules['choices'][number];
const asIs = (text: string): string => text;
const LANGUAGES: Readonly<Record<string, (text: string) => string>> = { en: asIs, ...Object.fromEntries(SPOKEN.map(({ code, say }) => [code, say])) };
const isNumber = (value: string): boolean => /^\d+$/.test(value);

let all: readonly { readonly id: string; readonly option: Option }[];
before(async () => {
    const komwe = new Komwe(await localPost(await loadModule(MODULES[0])));
    const games = await komwe.games();
    const rules = await Promise.all(games.map(({ id }) => komwe.rules(id)));
    all = rules.flatMap(({ id, choices }) => choices.map((option) => ({ id, option })));
});

test('each value of an option has words of its own, and no option is called by its name', () => {
    assert.ok(all.length > 100);
    for (const { id, option } of all)
        for (const [code, say] of Object.entries(LANGUAGES)) {
            const { label, values, isEnglish } = sayOption(option, say);
            const where = `${code} ${id} ${option.name}: ${label}`;
            assert.equal(isEnglish, code === 'en', where);
            assert.doesNotMatch(label, /[:/_]|\s$/, where);
            assert.notEqual(label.toLowerCase(), option.name, where);
            assert.equal(values.length, option.choices?.length ?? 0, where);
            if (option.choices?.every(isNumber) === true) continue;
            assert.equal(new Set(values).size, values.length, where);
            const isPlain = option.choices?.join() === 'no,yes';
            for (const [i, value] of values.entries()) {
                if (sameIn(code).has(option.choices![i]!)) continue;
                assert.ok(isPlain ? code === 'en' || value !== option.choices![i] : value !== option.choices![i], `${where}: ${value}`);
            }
        }
});

const MADE: Option = {
    name: 'last',
    text: 'a last seed in an occupied hole: is sown on / stays',
    clause: 'last',
    value: 'stop',
    default: 'relay',
    choices: ['relay', 'stop'],
} as Option;

test('a sentence with another number of phrases is said as a whole', () => {
    assert.deepEqual(sayOption(MADE, asIs), { label: 'A last seed in an occupied hole', values: ['is sown on', 'stays'], isEnglish: true });
    assert.equal(sayValue(MADE, 'stop', asIs), 'stays');
    const other = { ...MADE, text: 'what it does: this / that / more' };
    assert.deepEqual(sayOption(other, asIs).values, ['relay', 'stop']);
    assert.equal(sayOption(other, asIs).label, 'What it does: this / that / more');
});

test('what is internal is shown where it has been set', () => {
    const limit = { ...MADE, name: 'endless.limit', value: '5', default: '9', choices: null } as Option;
    assert.deepEqual(shownOptions([MADE, { ...limit, value: '9' } as Option]), [MADE]);
    assert.deepEqual(shownOptions([MADE, limit]), [MADE, limit]);
});
