// What the address of an embedded board asks for, and what of it cannot be understood.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readAsked, type Asked } from '../../src/embed/asked.ts';

const of = (search: string, hash = ''): Asked => readAsked(search, hash, ['en', 'sw']);
const USUAL = of('');

test('what is left out is usual', () => {
    const { game, options, position, moves, record, at, turned, free, theme, language, unknown } = USUAL;
    assert.deepEqual([game, options, position, record, at], ['', '', 'start', null, 0]);
    assert.deepEqual([moves, turned, free, theme, language, unknown], [[], false, false, null, null, null]);
});

test('it stands behind ? or behind #, which goes before', () => {
    const query = 'game=hus&options=width%3D8&position=start&moves=A1+B2,C3&at=2&side=north&play=yes&theme=dark&lang=sw';
    const asked = { ...USUAL, game: 'hus', options: 'width=8', moves: ['A1', 'B2', 'C3'], at: 2, turned: true, free: true, theme: 'dark', language: 'sw' };
    for (const [search, hash] of [[`?${query}`, ''], ['', `#${query}`], ['', `#?${query}`], ['', `#/?${query}`], ['?game=kalah', `#${query}`]])
        assert.deepEqual(of(search!, hash), asked);
    assert.equal(of('?record=Game%3A+hus%0A').record, 'Game: hus\n');
    assert.equal(of('?game=hus&utm_source=a').unknown, null);
});

test('what cannot be understood is named with its choices', () => {
    for (const [name, value, choices] of [
        ['side', 'west', ['south', 'north']],
        ['play', '1', ['yes', 'no']],
        ['theme', 'Dark', ['light', 'dark']],
        ['lang', 'xx', ['en', 'sw']],
        ['at', '-1', []],
        ['at', '1e3', []],
        ['at', '1234567', []],
        ['at', '', []],
    ] as const)
        assert.deepEqual(of(`?game=hus&${name}=${value}`).unknown, { name, value, choices }, `${name}=${value}`);
});

test('no address is too strange', () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    const part = fc.oneof(text, fc.constantFrom('game=', '&', '=', '#', '?', 'at=9', 'side=north', '%', '%zz', '%00', '+'));
    const all = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
        fc.property(all, all, (search, hash) => {
            const { at, moves, unknown, theme, language } = of(search, hash);
            assert.ok(Number.isInteger(at) && at >= 0 && at < 1e6);
            assert.ok(moves.every((move) => move !== '' && !/[\s,]/.test(move)));
            assert.ok([null, 'light', 'dark'].includes(theme) && [null, 'en', 'sw'].includes(language));
            assert.ok(unknown === null || !unknown.choices.includes(unknown.value));
        }),
    );
});
