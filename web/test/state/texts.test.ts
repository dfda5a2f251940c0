// What the pages on which games are written keep and send: links, drafts, texts that were played.

import assert from 'node:assert/strict';
import { deflateRawSync } from 'node:zlib';
import { beforeEach, test } from 'node:test';
import { memoryStore } from '../support/storage.ts';
import { TEXTS_MOST } from '../../src/engine/loaded-games.ts';
import type { Rules } from '../../src/engine/types.ts';
import { withBases } from '../../src/texts/carried.ts';
import { coloured } from '../../src/write/colours.ts';
import { draftAt, drafts, dropDraft, keepDraft, nameOf, newDraft, renamed } from '../../src/texts/drafts.ts';
import { packText, packTexts, TEXT_MOST, unpackText, unpackTexts } from '../../src/texts/link.ts';
import { publish, publishedGames, publishedText } from '../../src/texts/published.ts';

beforeEach(() => void memoryStore());

const TEXT = 'game my-game\nname Mchezo wa “Juma”\nboard 2 x 6\n# ✓ <b>\n';

test('a text comes back from a link, whatever it holds', async () => {
    for (const text of [TEXT, '', 'x'.repeat(TEXT_MOST), '<script>alert(1)</script>\t\u0000 ']) {
        const packed = await packText(text);
        assert.match(packed, /^[\w-]*$/);
        assert.equal(await unpackText(packed), text);
    }
});

test('what is no text, is cut short or would swell is refused', async () => {
    const whole = await packText(TEXT);
    for (const broken of ['', '!', whole.slice(0, -4), 'AAAA', whole.replace(/./, '*'), 'a'.repeat(1e6)])
        assert.equal(await unpackText(broken), null, broken.slice(0, 20));
    const letters = (bytes: Buffer): string => bytes.toString('base64url');
    assert.equal(await unpackText(letters(deflateRawSync(Buffer.alloc(TEXT_MOST + 1, 'a')))), null);
    assert.equal(await unpackText(letters(deflateRawSync(Buffer.alloc(50_000_000)))), null);
    assert.equal(await unpackText(letters(deflateRawSync(Buffer.from([0xff, 0xfe])))), null);
});

test('several texts make one link, as many as one may extend another', async () => {
    const most = Array.from({ length: TEXTS_MOST }, (_, i) => `game g${i}\n`);
    for (const texts of [[TEXT], [TEXT, 'game other\n'], most])
        assert.deepEqual(await unpackTexts(await packTexts(texts)), texts);
    assert.equal(await unpackTexts(await packTexts([...most, TEXT])), null);
    for (const broken of ['', '.', `${await packText(TEXT)}.`, `${await packText(TEXT)}.AAAA`])
        assert.equal(await unpackTexts(broken), null, broken);
});

test('a text is carried after those of the visitor’s own that it extends', () => {
    const texts = ['game one\n', 'extends one\ngame two\n', 'extends two\ngame three\n'];
    for (const text of texts.slice(0, 2)) publish(text, RULES, new Set());
    assert.deepEqual(withBases(texts[2]!), texts);
    assert.deepEqual(withBases('extends kalah\ngame own\n'), ['extends kalah\ngame own\n']);
});

test('drafts are kept one by one, the last changed first', () => {
    const [one, two] = [newDraft(TEXT), newDraft('game other')];
    assert.ok(keepDraft({ ...one, changed: 1 }) && keepDraft({ ...two, changed: 2 }));
    assert.deepEqual(drafts().map(({ key }) => key), [two.key, one.key]);
    assert.equal(draftAt(one.key)!.text, TEXT);
    assert.equal(draftAt(one.key)!.base, TEXT);
    localStorage.setItem('komwe.draft.broken', '{');
    localStorage.setItem('komwe.draft.other', '{"text":5,"changed":1}');
    assert.equal(drafts().length, 2);
    dropDraft(two.key);
    assert.equal(draftAt(two.key), null);
});

test('a text has a name, and can have another', () => {
    assert.equal(nameOf(TEXT), 'Mchezo wa “Juma”');
    assert.equal(nameOf('game only-an-id\n'), 'only-an-id');
    assert.equal(nameOf(''), '');
    assert.equal(renamed(TEXT, 'a-b', '$& $1').split('\n').slice(0, 2).join('|'), 'game a-b|name $& $1');
});

const RULES = { id: '=0', alias: null, name: 'N', summary: '', where: '', rows: 2, columns: 6, countsSeeds: true } as Rules;

test('a text that was played never changes: one that was changed has another id', () => {
    const taken = new Set(['kalah']);
    assert.equal(publish(TEXT, RULES, taken), 'my-game');
    assert.equal(publish(TEXT, RULES, taken), 'my-game');
    assert.equal(publish(`${TEXT}#`, RULES, new Set([...taken, 'my-game'])), 'my-game-2');
    assert.equal(publish(TEXT, RULES, taken), 'my-game');
    assert.equal(publishedText('my-game'), TEXT);
    assert.match(publishedText('my-game-2')!, /^game my-game-2$/m);
    assert.equal(publish('game kalah\n', RULES, taken), 'kalah-2');
    assert.deepEqual(publishedGames().map(({ id }) => id), ['my-game', 'my-game-2', 'kalah-2']);
    assert.equal(publishedText('constructor'), null);
});

test('the colours leave the text as it is', () => {
    for (const text of [TEXT, 'end own, makes 2 or 3: capture here [x]; stop # 3\n\n  more 4', '[', '####'])
        assert.equal(coloured(text).map((line) => line.map((piece) => piece.text).join('')).join('\n'), text);
    assert.deepEqual(
        coloured('start 4 # four')[0]!.map(({ kind }) => kind),
        ['statement', 'plain', 'number', 'plain', 'comment'],
    );
});
