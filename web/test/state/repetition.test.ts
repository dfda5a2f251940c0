// What was wrong comes again after days.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { due, grade } from '../../src/repetition/repetition.ts';
import { memoryStore } from '../support/storage.ts';

const store = memoryStore();
beforeEach(() => store.clear());

const DAY = 24 * 60 * 60 * 1000;
const BEGUN = Date.UTC(2026, 0, 1, 12);
const day = (n: number): Date => new Date(BEGUN + n * DAY);
/** The first day on which it is due after a day. */
function nextDay(id: string, after: number): number {
    for (let n = after + 1; n < after + 400; n++) if (due(id, day(n)).includes(id)) return n;
    return Infinity;
}

test('what was right at once is not asked again', () => {
    grade('lesson:hus-1', true, day(0));
    assert.equal(nextDay('lesson:hus-1', 0), Infinity);
});

test('what was wrong is asked on the next day, and then after longer and longer times', () => {
    grade('lesson:hus-1', false, day(0));
    assert.deepEqual(due('lesson:', day(0)), []);
    const days = [0];
    for (let i = 0; i < 4; i++) {
        const next = nextDay('lesson:hus-1', days[i]!);
        grade('lesson:hus-1', true, day(next));
        days.push(next);
    }
    assert.equal(days[1], 1);
    const waits = days.slice(1).map((n, i) => n - days[i]!);
    for (let i = 1; i < waits.length; i++) assert.ok(waits[i]! > waits[i - 1]!, waits.join(' '));
});

test('right before its day changes nothing; wrong again brings it back', () => {
    grade('lesson:hus-1', false, day(0));
    const before = store.getItem('komwe.reviews');
    grade('lesson:hus-1', true, day(0.01));
    assert.equal(store.getItem('komwe.reviews'), before);
    grade('lesson:hus-1', true, day(1));
    const next = nextDay('lesson:hus-1', 1);
    assert.ok(next > 2);
    grade('lesson:hus-1', false, day(next));
    assert.equal(nextDay('lesson:hus-1', next), next + 1);
});

test('the longest due comes first, and only of what is asked for', () => {
    grade('puzzle:hus:b', false, day(0));
    grade('puzzle:hus:a', false, day(1));
    grade('lesson:hus-1', false, day(1));
    assert.deepEqual(due('puzzle:', day(5)), ['puzzle:hus:b', 'puzzle:hus:a']);
    assert.deepEqual(due('puzzle:bao1:', day(5)), []);
});

test('a store that is damaged loses what is damaged, and nothing else', () => {
    grade('lesson:hus-1', false, day(0));
    const good = JSON.parse(store.getItem('komwe.reviews')!) as Record<string, object>;
    const damaged = [
        { stability: -1 }, { stability: 1e-9 }, { state: 7 }, { state: 1.5 }, { due: 1e300 },
        { last_review: -1e300 },
    ].map((field, i) => [`d${i}`, { ...good['lesson:hus-1'], ...field }]);
    const bad = { a: null, b: 3, c: {}, ...(Object.fromEntries(damaged) as object) };
    store.setItem('komwe.reviews', JSON.stringify({ ...bad, ...good }));
    assert.deepEqual(due('', day(3)), ['lesson:hus-1']);
    for (const id of Object.keys(bad)) grade(id, false, day(3)); // begins anew
    for (const text of ['{', '7', 'null', '["lesson:hus-1"]', '"x"']) {
        store.setItem('komwe.reviews', text);
        assert.deepEqual(due('', day(3)), [], text);
        grade('lesson:hus-2', false, day(0));
        assert.deepEqual(due('', day(3)), ['lesson:hus-2'], text);
    }
});

test('a clock that was put back by weeks loses nothing', () => {
    grade('lesson:hus-1', false, day(60));
    grade('lesson:hus-1', false, day(30));
    assert.equal(nextDay('lesson:hus-1', 30), 31);
});
