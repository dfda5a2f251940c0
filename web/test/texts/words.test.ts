// The catalogues are whole: whatever the library or the page says is said in every language.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectSentences } from '../../scripts/sentences.ts';
import { chance } from '../../page/support/visit.ts';
import { effectOf } from '../../src/engine/effect.ts';
import { Komwe } from '../../src/engine/komwe.ts';
import { localPost } from '../../src/engine/post.ts';
import type { GameInfo, Rules, Situation, Why } from '../../src/engine/types.ts';
import { sentence, describeEnding, describeReason } from '../../src/words/narrate.ts';
import { learned } from '../../src/words/learned.ts';
import { PLACE, sayingsOf } from '../../src/words/sayings.ts';
import { en } from '../../src/words/en.ts';
import { english, englishTexts, SAME, sameIn, spoken, SPOKEN, textsOf, VALUES } from '../support/catalogue.ts';
import { loadApi, loadModule, MODULES } from '../support/load.ts';
import { Tour } from '../support/tour.ts';

const sentences = await collectSentences();

/** Names, which are the same in every language. */
const NAMES = new Set([
    ...['Kiothi', 'Bulto', 'Adji-boto', 'Giuthi', 'Hus', 'Kalah', 'Awari', 'Oware (Abapa)'],
    ...['Bao la Kujifunza', 'Bao la Kiswahili', 'Katra Fandatsaka', 'Katra Sakalava'],
    ...['Kimeru', 'Kikuyu'],
]);

test('the library says many sentences, and all names', () => {
    assert.ok(sentences.length > 400, `${sentences.length} sentences`);
    assert.deepEqual([...NAMES].filter((name) => !sentences.includes(name)), []);
});

for (const { code, said, described, catalogue } of SPOKEN) {
    const allowed = sameIn(code);

    test(`each sentence of the library is said (${code})`, () => {
        assert.deepEqual(sentences.filter((sentence) => !NAMES.has(sentence) && !(said[sentence] ?? '').trim()), []);
    });

    test(`each entry is a sentence that the library says (${code})`, () => {
        const known = new Set(sentences);
        assert.deepEqual(Object.keys(said).filter((sentence) => !known.has(sentence)), []);
    });

    test(`an entry has the places of its sentence, and is translated (${code})`, () => {
        const placesOf = (text: string): string[] => [...(text.match(PLACE) ?? [])].sort();
        for (const [text, own] of Object.entries(said)) {
            assert.deepEqual(placesOf(own), placesOf(text), text);
            assert.equal(own === text, allowed.has(text), text);
            assert.equal(own.endsWith('.'), text.endsWith('.'), text);
        }
    });

    test(`the page says the same things, and in other words (${code})`, () => {
        const ours = textsOf(english);
        const theirs = new Map(textsOf(catalogue));
        assert.deepEqual([...theirs.keys()], ours.map(([path]) => path));
        for (const [path, text] of ours) {
            if (allowed.has(path)) assert.equal(theirs.get(path), text, path);
            else if (!SAME.has(path)) assert.notEqual(theirs.get(path), text, path);
            assert.equal(theirs.get(path) === '', text === '', path);
        }
        const known = new Set([...ours.map(([path]) => path), ...sentences, ...Object.keys(described)]);
        assert.deepEqual([...SAME, ...allowed].filter((path) => !known.has(path)), []);
    });

    test(`what is made of values holds all of them (${code})`, () => {
        const theirs = new Map(textsOf(catalogue));
        for (const [path, text] of textsOf(english))
            for (const value of VALUES)
                assert.equal(theirs.get(path)!.includes(value), text.includes(value), path);
    });
}

// ---- one word for one thing --------------------------------------------------------------------

/** Second names of what has one already: see the words chosen, in words/sw.ts and those of other languages. */
const SECOND: Readonly<Record<string, readonly RegExp[]>> = {
    sw: [
        /(?<!kwa )\bhatua\b(?! (ya|hii|inayofuata|iliyotangulia)\b)/i, // of the ladder alone
        /\bmi?zunguko\b(?! mzima)/i, // round the board alone
        /\bakiba\b(?! kidogo)/i,
        /\b(ma)?shujaa\b/i,
    ],
};

for (const { code, catalogue, lessons, terms, about, said } of SPOKEN)
    test(`pages, lessons, texts, glossary and the library call a thing by one name (${code})`, () => {
        const all = [catalogue, lessons, terms, about, said].flatMap((words) => textsOf(words));
        assert.ok(all.length > 1000, `${all.length} texts`);
        assert.deepEqual(all.filter(([, text]) => SECOND[code]?.some((name) => name.test(text))), []);
    });

/** Those who are named: a Mugwe keeps his left hand covered. */
const NAMED = new Set(['mugwe.text']);

test('a player is nobody’s he, and an equal score is even, in whatever the page or the library says', () => {
    const all = [...textsOf(english), ...textsOf(englishTexts.lessons), ...textsOf(englishTexts.terms), ...sentences.map((text) => [text, text] as const)];
    assert.ok(all.length > 800, `${all.length} texts`);
    assert.deepEqual(
        all.filter(([path, text]) => /\b(he|him|his|himself)\b/i.test(text) && !NAMED.has(path)),
        [],
    );
    // The engine and its players have levels; so has nobody else.
    assert.deepEqual(all.filter(([, text]) => /\blevel\b/i.test(text.replace(/\blevel (\d|<)/gi, ''))), []);
});

test('what a text brings in Swahili is said in Swahili alone', () => {
    const [text, swahili] = ['It came with the text.', 'Imekuja na matini.'];
    learned.set(text, { swahili });
    assert.equal(sayingsOf({})(text), text);
    for (const { code, language } of SPOKEN) assert.equal(language.said(text), code === 'sw' ? swahili : text);
    assert.equal(spoken('sw').language.said(text, { swahili: 'Imesemwa.' }), 'Imesemwa.');
});

test('one seed agrees otherwise than several (sw)', () => {
    const { analyse: analyseSw, ...sw } = spoken('sw').catalogue;
    assert.equal(sw.describe.capture(1, 'A5'), 'kete 1 imeliwa kutoka A5');
    assert.equal(sw.describe.capture(5, 'A5'), 'kete 5 zimeliwa kutoka A5');
    assert.equal(sw.describe.place(1, 'C'), 'askari 1 amepangwa katika C');
    assert.equal(sw.describe.place(2, 'C'), 'askari 2 wamepangwa katika C');
    assert.equal(sw.value.wins(1), 'anashinda baada ya mwendo 1');
    assert.equal(sw.value.wins(4), 'anashinda baada ya miendo 4');
    assert.equal(
        analyseSw.line('Kusini', 1, 4),
        'Zamu ya Kusini · mwendo 1/4',
    );
    assert.equal(
        analyseSw.ended(2, 4),
        'imechezwa miendo 2 kati ya 4',
    );
    assert.equal(analyseSw.review.counted('Kusini', 1), 'Kusini: kosa 1');
    assert.equal(analyseSw.review.counted('Kusini', 3), 'Kusini: makosa 3');
});

test('none and one have the singular (fr)', () => {
    const { analyse, home, ...fr } = spoken('fr').catalogue;
    assert.equal(fr.board.hole('A5', 0, 'à Sud'), 'A5, à Sud\u00a0: 0 graine');
    assert.equal(fr.board.hole('A5', 1, 'à Sud'), 'A5, à Sud\u00a0: 1 graine');
    assert.equal(fr.board.hole('A5', 2, 'à Sud'), 'A5, à Sud\u00a0: 2 graines');
    assert.equal(fr.describe.plant(2, 'A5'), '2 graines plantées dans A5');
    assert.equal(home.takesOn('Sud', 1), 'Sud a pris 1 graine et la sème encore.');
    assert.equal(analyse.amount.seeds('1,5'), '1,5 graine');
    assert.equal(analyse.amount.seeds('2,0'), '2,0 graines');
    assert.equal(analyse.line('Sud', 1, 1), 'Trait à Sud · 1 sur 1 joué');
    assert.equal(analyse.line('Sud', 2, 4), 'Trait à Sud · 2 sur 4 joués');
});

/** French has a space that does not break before these signs and within its quotation marks, and no other. */
const BARE = /[^\u00a0]:(\s|$)|[^\u202f][;!?](\s|$)|\u00ab[^\u00a0]|[^\u00a0]\u00bb|"|\w'\w/;
/** Beside what is notation, or another language. */
const NOTATION = /[A-Za-z]![ \u00a0)]|^! |`|, ! |place ! |, ~|p'kin|\)! |Game: /;

test('signs stand as French has them (fr)', () => {
    const { catalogue, lessons, terms, about, said, described } = spoken('fr');
    const all = [catalogue, lessons, terms, about.games, about.labels, said, described].flatMap((words) => textsOf(words));
    assert.deepEqual(all.filter(([, text]) => BARE.test(text) && !NOTATION.test(text)), []);
});

// ---- sentences with values in them -----------------------------------------------------------

test('values stand where they belong', () => {
    const { say, said: entries } = spoken('sw');
    const values: [string, string][] = [
        ['A5 is blocked (takasia): another hole must be played', 'A5 limetakasiwa (takasia): ni lazima shimo lingine lichezwe'],
        ['B2 holds too few seeds (1): a move starts from a pit with at least two seeds',
            'B2 lina kete chache mno (1): mwendo huanza kutoka shimo lenye angalau kete mbili'],
        ["'x' stands where South's store is expected", "'x' iko mahali panapotarajiwa hazina ya Kusini"],
        ['the value of width is a whole number from 4 to 10', 'thamani ya width ni namba kamili kutoka 4 hadi 10'],
        ['the value of endless.result is stop, void or loses', 'thamani ya endless.result ni stop, void au loses'],
        ["Bao ladder, step 5: heads has no field 'x'", "mchezo Ngazi ya Bao, hatua ya 5: vichwa hauna sehemu 'x'"],
        ['Nothing that the library says', 'Nothing that the library says'],
        ['all', entries.all!],
    ];
    for (const [english, swahili] of values) assert.equal(say(english), swahili);
});

/** Texts that no game can read, or that it refuses. */
function wrongPositions(text: string): string[] {
    const [board, turn, stores] = text.split(' ') as [string, string, string];
    const rest = `${turn} ${stores}`;
    return [
        ...['', 'x', board, `${board} x`, `${board} ${turn}`, `${board} ${turn} x`, `${board} ${turn} 1`],
        ...['x', 'x=1', 'over=x', 'over=S', 'over=S over=S', 'must=x', 'hand=3'].map((field) => `${text} ${field}`),
        ...[`${board}/1 ${rest}`, `1/${board} ${rest}`, `${board},1 ${rest}`, `${board} ${turn} 9/9`],
        ...['z', 'h', 'b', 'm', 'k', 'u'].map((mark) => `${board}${mark} ${rest}`),
        ...[`0${text}`, `1${text}`, `999${text}`, text.replace(',', '.'), `${text}\u00e9`],
    ];
}

const WRONG_OPTIONS = ['x', 'width', 'width=x', 'endless.result=x', 'x=1'];
const WRONG_MOVES =
    ',x,A,A1,A1>,A1>+,B,C>,J0,J255,^A,^x,^Ax,+A,=,pass,A!,A!x,A~,A~x,x=,A=,AA=,A=x,A=B,A=B9B1,A=B1'.split(',');
const WRONG_RECORDS = [
    ...['', 'x\n', 'Game: x\n\n', 'Date: x\n\n', 'A B: x\n\n', 'Date:\n\n', 'Options: x\n\n', '\n5. x'],
    ...['\n{', '\n{a}}', '\n; }', '\n, ', '\n1... x', '\n1. 1. x', '\n1. over', '\nover x', '\nover 1-1\n'],
];

/** Asks for what is refused: options, positions, moves, records, weights. */
function askWrongly(tour: Tour, game: string): void {
    const { text } = tour.ask<Situation>('position', game, '', 'start')!.position;
    for (const options of WRONG_OPTIONS) tour.ask('rules', game, options);
    for (const position of wrongPositions(text)) tour.ask('position', game, '', position);
    for (const move of WRONG_MOVES) tour.ask('why', game, '', 'start', move);
    for (const record of WRONG_RECORDS) tour.ask('read', `Game: ${game}\n${record}`);
    tour.ask('weights', game, 'x');
}

/** The sentences of an answer: its error, or the reasons that it gives. */
const sentencesIn = (answer: string): string[] =>
    [...answer.matchAll(/"(?:message|text)":("(?:[^"\\]|\\.)*")/g)]
        .map((found) => JSON.parse(found[1]!) as string)
        .filter((text) => /[a-z]{2} [a-z]/.test(text) && !/^(over|\d+\w?,\d)/.test(text)); // notation

test('whatever the library refuses is said in every language', async () => {
    const tour = new Tour(await loadApi(MODULES[0]), 3);
    for (const { id } of tour.ask<GameInfo[]>('games')!) {
        askWrongly(tour, id);
        tour.game(id, '', 60);
    }
    const answered = new Set(tour.asked.flatMap(({ answers }) => sentencesIn(answers[answers.length - 1]!)));
    assert.ok(answered.size > 300, `${answered.size} sentences`);
    for (const { code, say } of SPOKEN)
        assert.deepEqual([...answered].filter((sentence) => say(sentence) === sentence && !sameIn(code).has(sentence)), [], code);
});

// ---- names of holes --------------------------------------------------------------------------

test('a reason that begins with a hole calls it by its own name, in every language', async () => {
    const tour = new Tour(await loadApi(MODULES[0]), 5);
    let begun = 0;
    for (const { id } of tour.ask<GameInfo[]>('games')!) {
        const rules = tour.ask<Rules>('rules', id, '')!;
        for (const hole of rules.board.flat()) {
            const name = rules.places[hole]!;
            const why = tour.ask<Why>('why', id, '', 'start', name);
            const reason = why?.reason ?? null;
            if (reason === null || !reason.text.startsWith(`${name} `)) continue;
            begun++;
            for (const language of [(text: string): string => text, ...SPOKEN.map(({ say }) => say)])
                assert.match(describeReason(rules, reason, language), new RegExp(`(^|[ (])${name}\\b`));
            assert.ok(describeReason(rules, reason, (text) => text).startsWith(`${name} `), `${id} ${name}`);
            assert.ok(sentence(reason.text).startsWith(name === 'a' ? 'A ' : `${name} `), reason.text);
        }
    }
    assert.ok(begun > 200, `${begun} reasons`);
});

test('a sentence begins with a capital letter, unless it begins with a hole', () => {
    assert.equal(sentence('h1 is empty'), 'h1 is empty.');
    assert.equal(sentence('b is empty'), 'b is empty.');
    assert.equal(sentence('l’unique case'), 'L’unique case.');
    assert.equal(sentence('étape'), 'Étape.');
});

test('what a move takes is what goes to the store, with the seed that captures', async () => {
    const komwe = new Komwe(await localPost(await loadModule(MODULES[0])));
    const moves = [
        ['kiothi', '5,3,0,4,0,1,2,1,5,5/3,5,0,0,4,0,8k,0,10k,0 S 0/4', 'A3', 5],
        ['kiothi', '1,2,1,0,4,0,1,1,1,0/0,1,1,0,2,0,0,0,0,2 S 24/19', 'J2', 9],
        ['giuthi', '0,1,2,2,0,3/3,0,1,2,1,0 S 29/28', 'A<', 6],
    ] as const;
    for (const [rules, position, move, most] of moves) {
        const [ply] = await komwe.trace({ game: rules, position }, move);
        assert.equal(effectOf(ply!).taken, most, `${position} ${move}`);
        const mover = ply!.mover;
        assert.equal(effectOf(ply!).taken, ply!.after.store[mover]! - ply!.before.store[mover]!);
    }
});

/** Where seeds get into a store by a capture alone, until the game is over. */
const BY_CAPTURE = ['kiothi', 'giuthi', 'adji-boto', 'awari', 'oware'];

test('in play, too, what a move takes is what goes to the store; and the end of a game has its reason', async () => {
    const komwe = new Komwe(await localPost(await loadModule(MODULES[0])));
    const below = chance(5);
    let taken = 0;
    for (const { id } of await komwe.games()) {
        const rules = await komwe.rules(id);
        const game = await komwe.play({ game: id });
        let last = null;
        for (let i = 0; i < 1200 && game.state.result === null; i++) {
            const { moves } = game.state;
            const plies = await game.enter(moves[below(moves.length)]!.text, 20_000);
            last = plies.at(-1)!;
            if (!BY_CAPTURE.includes(id) || game.state.result !== null) continue;
            const won = last.after.store[last.mover]! - last.before.store[last.mover]!;
            assert.equal(effectOf(last).taken, won, `${id}: ${last.before.text} ${last.move.text}`);
            if (won > 0) taken++;
        }
        const { result } = game.state;
        assert.ok(result !== null, id);
        const reasons = rules.clauses.map(({ text }) => text);
        assert.ok(reasons.includes(describeEnding(en, rules, result, last, (text) => text)), id);
        for (const { code, catalogue, say } of SPOKEN) {
            const own = describeEnding(catalogue, rules, result, last, say);
            assert.ok(reasons.map((text) => say(text)).includes(own) && !reasons.includes(own), `${code} ${id}`);
        }
        await game.close();
    }
    assert.ok(taken > 50, `${taken} captures`);
});
