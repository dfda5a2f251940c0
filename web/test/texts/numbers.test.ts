// Numbers stand as the language writes them.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { describeAmount } from '../../src/analyse/evaluation/describe.ts';
import type { Words as AnalyseWords } from '../../src/analyse/words.ts';
import { describeChange } from '../../src/puzzles/train/describe.ts';
import { dateIn } from '../../src/words/dates.ts';
import { describeValue, signedValue } from '../../src/words/narrate.ts';
import { signed } from '../../src/words/numbers.ts';
import { english, spoken } from '../support/catalogue.ts';

const seeds = (score: number, proven = false) => ({ score, unit: 'seeds', proven }) as const;

test('tenths have the sign that the language puts before them', () => {
    assert.deepEqual(['en', 'sw', 'fr', 'es'].map((code) => signed(code, 8.14)), ['+8.1', '+8.1', '+8,1', '+8,1']);
    assert.deepEqual([0.04, -0.04, -2, 12].map((value) => signed('fr', value)), ['0,0', '0,0', '\u22122,0', '+12,0']);
});

test('values and amounts are written so, and what is proven has no tenths', () => {
    const { catalogue: fr } = spoken('fr');
    const { catalogue: es } = spoken('es');
    assert.equal(describeValue(english, seeds(150)), '+1.5 seeds');
    assert.equal(describeValue(fr, seeds(150)), '+1,5 graine');
    assert.equal(describeValue(fr, seeds(-250)), '\u22122,5 graines');
    assert.equal(describeAmount(fr as AnalyseWords, 250, seeds(250)), '2,5 graines');
    assert.equal(describeAmount(es as AnalyseWords, 104, seeds(104)), '1,0 semilla');
    assert.equal(signedValue('es', seeds(300, true)), '+3');
    assert.equal(signedValue('es', seeds(250, true)), '+2,5');
    assert.equal(describeChange(es, -8), '\u22128');
});

test('dates stand as the language has them, and one way in English', () => {
    const noon = Date.UTC(2026, 10, 27, 12);
    const say = (code: string): string => dateIn(code, noon, { dateStyle: 'long', timeZone: 'UTC' });
    assert.deepEqual(['en', 'sw', 'fr', 'es'].map(say), ['27 November 2026', '27 Novemba 2026', '27 novembre 2026', '27 de noviembre de 2026']);
});

/** Where figures are lengths on the screen, or seconds and percent without decimals. */
const MEASURES = /px|scale\(|rotate\(|toFixed\(0\)|DateTimeFormat|percent/;

test('no decimals reach a reader by another way', () => {
    const src = new URL('../../src/', import.meta.url);
    const lines = globSync('**/*.{ts,svelte}', { cwd: src }).flatMap((file) =>
        readFileSync(new URL(file, src), 'utf8').split('\n').filter((line) => /toFixed\(|toPrecision\(|DateTimeFormat\(|toLocale(Date|Time)?String\(.*Style/.test(line)).map((line) => `${file}: ${line.trim()}`),
    );
    assert.deepEqual(lines.filter((line) => !MEASURES.test(line)), []);
    assert.deepEqual(lines.filter((line) => line.includes('DateTimeFormat(')).map((line) => line.split(':')[0]), ['words/dates.ts']);
});
