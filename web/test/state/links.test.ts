// Links that are shared, and the addresses that they stand for.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addressIn, addressOf } from '../../src/app/links.ts';

test('what is drawn leads to what it shows', () => {
    assert.equal(addressOf('?game=hus&position=2%2C2+S'), '#/analyse?game=hus&position=2%2C2+S');
    assert.equal(addressOf('?record=Game%3A+hus&game=hus&options=a&position=2'), '#/analyse?record=Game%3A+hus');
    assert.equal(addressOf('?page=puzzles%2Fhus%2F12&game=hus&position=2'), '#/puzzles/hus/12');
    assert.equal(addressOf('?record=a&learn=S'), '#/analyse?record=a&learn=S');
});

test('what is none is left alone', () => {
    for (const search of ['', '?', '?utm_source=a', '?position=2', '?page=//other.example', '?page=a?b', '?page=a%23b'])
        assert.equal(addressOf(search), null, search);
    fc.assert(
        fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
            const address = addressOf(`?page=${encodeURIComponent(text)}`);
            assert.ok(address === null || /^#\/[\w/-]+$/.test(address), address ?? '');
        }),
    );
});

test('a link is found in what somebody writes', () => {
    assert.equal(addressIn('see http://a.example/#/analyse?game=hus&position=start here'), '#/analyse?game=hus&position=start');
    assert.equal(addressIn('see https://a.example/komwe/?game=hus&position=2%2C2+S here'), '#/analyse?game=hus&position=2%2C2+S');
    assert.equal(addressIn('https://a.example/?record=Game%3A+hus&position=2'), '#/analyse?record=Game%3A+hus');
    for (const text of ['', 'A1 B2', 'Game: hus\nSite: https://a.example/?id=5\n', '2,2/2,2 S'])
        assert.equal(addressIn(text), null, text);
});
