// The catalogues are whole: whatever the library or the page says is said in Swahili too.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { collectSentences } from '../scripts/sentences.ts';
import type { GameInfo } from '../src/engine/types.ts';
import { en } from '../src/words/en.ts';
import { PLACE, sayingsOf, type Sayings } from '../src/words/sayings.ts';
import { sw } from '../src/words/sw.ts';
import { loadFace, MODULES } from './load.ts';
import { Tour } from './tour.ts';

const entries = JSON.parse(
    readFileSync(new URL('../src/words/said.sw.json', import.meta.url), 'utf8'),
) as Sayings;
const say = sayingsOf(entries);
const sentences = await collectSentences();

/** Names, which are the same in every language. */
const NAMES = new Set([
    ...['Kiothi', 'Bulto', 'Adji-boto', 'Giuthi', 'Hus', 'Kalah', 'Awari', 'Oware (Abapa)'],
    ...['Bao la Kujifunza', 'Bao la Kiswahili', 'Katra Fandatsaka', 'Katra Sakalava'],
    ...['Kimeru', 'Kikuyu'],
]);

test('each sentence of the library has its Swahili', () => {
    assert.ok(sentences.length > 400, `${sentences.length} sentences`);
    assert.deepEqual(
        sentences.filter((sentence) => !NAMES.has(sentence) && !(entries[sentence] ?? '').trim()),
        [],
    );
});

test('each entry is a sentence that the library says', () => {
    const known = new Set(sentences);
    assert.deepEqual(
        [...Object.keys(entries), ...NAMES].filter((sentence) => !known.has(sentence)),
        [],
    );
});

test('an entry has the places of its sentence, and a sentence of several words is translated', () => {
    const placesOf = (text: string): string[] => [...(text.match(PLACE) ?? [])].sort();
    for (const [english, swahili] of Object.entries(entries)) {
        assert.deepEqual(placesOf(swahili), placesOf(english), english);
        assert.notEqual(swahili, english);
        assert.equal(swahili.endsWith('.'), english.endsWith('.'), english);
    }
});

// ---- the page's own words --------------------------------------------------------------------

/** What is the same in both languages: names, signs, and what has nothing to say. */
const SAME = new Set([
    ...['app.title', 'place', 'playback.speeds', 'tell.field', 'tell.move', 'play.kinds.sow'],
    ...['play.kinds.plant', 'result.ending.rules', 'result.score', 'worth.points'],
]);

const VALUES = ['<1>', '<2>', '<3>'];

/** All texts with their paths; of those that are made, one that is. */
function textsOf(words: unknown, path = ''): [string, string][] {
    if (typeof words === 'string') return [[path, words]];
    if (typeof words === 'function') return [[path, String(words(...VALUES))]];
    return Object.entries(words as object).flatMap(([name, of]) =>
        textsOf(of, path === '' ? name : `${path}.${name}`),
    );
}

test('the page says the same things in Swahili, and in other words', () => {
    const english = textsOf(en);
    const swahili = new Map(textsOf(sw));
    assert.deepEqual([...swahili.keys()], english.map(([path]) => path));
    for (const [path, text] of english) {
        if (SAME.has(path)) assert.equal(swahili.get(path), text, path);
        else assert.notEqual(swahili.get(path), text, path);
        assert.equal(swahili.get(path) === '', text === '', path);
    }
    const paths = new Set(english.map(([path]) => path));
    assert.deepEqual([...SAME].filter((path) => !paths.has(path)), []);
});

test('what is made of values holds all of them', () => {
    const swahili = new Map(textsOf(sw));
    for (const [path, text] of textsOf(en))
        for (const value of VALUES)
            assert.equal(swahili.get(path)!.includes(value), text.includes(value), path);
});

test('one seed agrees otherwise than several', () => {
    assert.equal(sw.tell.capture(1, 'A5'), 'kete 1 imeliwa kutoka A5');
    assert.equal(sw.tell.capture(5, 'A5'), 'kete 5 zimeliwa kutoka A5');
    assert.equal(sw.worth.wins(1), 'anashinda baada ya mwendo 1');
    assert.equal(sw.worth.wins(4), 'anashinda baada ya miendo 4');
});

// ---- sentences with values in them -----------------------------------------------------------

test('values stand where they belong', () => {
    const said: [string, string][] = [
        ['A5 is blocked (takasia)', 'A5 limetakasiwa (takasia)'],
        ['B2 holds 1; a move starts from a pit with at least two seeds',
            'B2 lina kete 1; mwendo huanza kutoka shimo lenye angalau kete mbili'],
        ["'x' stands where South's store is expected", "'x' iko mahali panapotarajiwa hazina ya Kusini"],
        ['the value of width is a whole number from 4 to 10', 'thamani ya width ni namba kamili kutoka 4 hadi 10'],
        ['the value of endless.result is stop, void or loses', 'thamani ya endless.result ni stop, void au loses'],
        ["Bao ladder, step 5: heads has no field 'x'", "mchezo Ngazi ya Bao, hatua ya 5: vichwa hauna sehemu 'x'"],
        ['Nothing that the library says', 'Nothing that the library says'],
        ['all', entries.all!],
    ];
    for (const [english, swahili] of said) assert.equal(say(english), swahili);
});

/** What each game refuses: options, positions, moves, records. */
function refusalsOf(tour: Tour, game: string): void {
    const { text } = tour.ask<{ position: { text: string } }>('position', game, '', 'start')!.position;
    const [board, turn, stores] = text.split(' ') as [string, string, string];
    for (const options of ['x', 'width', 'width=x', 'endless.result=x', 'x=1']) tour.ask('rules', game, options);
    for (const wrong of [
        ...['', 'x', board, `${board} x`, `${board} ${turn}`, `${board} ${turn} x`, `${board} ${turn} 1`],
        ...[`${text} x`, `${text} x=1`, `${text} over=x`, `${text} must=x`, `${text} hand=3`, `${text}\u00e9`],
        ...[`${board}/1 ${turn} ${stores}`, `1/${board} ${turn} ${stores}`, `${board} ${turn} 9/9`],
        ...[`${board},1 ${turn} ${stores}`, `${board}z ${turn} ${stores}`, `${board}h ${turn} ${stores}`],
        ...[`0${text}`, `1${text}`, `999${text}`, text.replace(',', '.'), text.replace(',', 'k,')],
    ])
        tour.ask('position', game, '', wrong);
    for (const move of ['', 'x', 'A', 'A1', 'A1>', 'A1>+', 'B', 'C>', 'J0', 'J255', '^A', '+A', '=', 'pass', 'A!x', 'A~x'])
        for (const at of ['start', `${board} N ${stores}`]) tour.ask('why', game, '', at, move);
    for (const record of [
        ...['x', 'Game: ', `Game: ${game}`, `Game: ${game}\nx\n`, `Game: ${game}\n\n`, `Game: ${game}\n\n5. x`],
        ...[`Game: ${game}\nDate: x\n\n`, `Game: ${game}\nGame: x\n\n`, `Game: ${game}\nA B: x\n\n`],
        ...[`Game: ${game}\n\n{`, `Game: ${game}\n\n, `, `Game: ${game}\n\n1... x`, `Game: ${game}\n\nover x`],
        ...[`Game: ${game}\n\n1. over`, `Game: ${game}\n\n; }`, `Game: ${game}\nOptions: x\n\n`],
    ])
        tour.ask('read', record);
    tour.ask('weights', game, 'x');
}

test('whatever the library has refused is said in Swahili', async () => {
    const face = await loadFace(MODULES[0]);
    const tour = new Tour(face, 3);
    for (const { id } of tour.ask<GameInfo[]>('games')!) {
        refusalsOf(tour, id);
        tour.game(id, '', 60);
    }
    const messages = new Set<string>();
    for (const { answers } of tour.asked)
        for (const [, text] of answers[answers.length - 1]!.matchAll(/"(?:message|text)":("(?:[^"\\]|\\.)*")/g)) {
            const sentence = JSON.parse(text!) as string;
            if (/[a-z]{2} [a-z]/.test(sentence) && !/^(over|\d+\w?,\d)/.test(sentence)) messages.add(sentence);
        }
    assert.ok(messages.size > 300, `${messages.size} messages`);
    assert.deepEqual(
        [...messages].filter((message) => say(message) === message),
        [],
    );
});
