// The standard sentences of rule texts are said in every language: their templates are the library's, each of them is
// translated, and of all shipped games nothing that a clause says in them is left in English.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { inFile, standardTemplates } from '../../scripts/standard.ts';
import { Komwe } from '../../src/engine/komwe.ts';
import { loadingGames } from '../../src/engine/loaded-games.ts';
import { localPost } from '../../src/engine/post.ts';
import { chance } from '../../page/support/visit.ts';
import type { Clause, Rules } from '../../src/engine/types.ts';
import { composed, composeBy, inSwahili, learned } from '../../src/words/learned.ts';
import { sayingsOf } from '../../src/words/sayings.ts';
import { StandardSentences, type Standard } from '../../src/words/standard.ts';
import { englishAmong, spoken, SPOKEN } from '../support/catalogue.ts';
import { loadModule, MODULES, treePath } from '../support/load.ts';

const templates = standardTemplates();

/** Of every language that has its file, also of those that are not listed yet. */
const FILES = readdirSync(treePath('web/src/words')).flatMap((name) => /^standard\.(\w+)\.json$/.exec(name)?.[1] ?? []);
const read = (code: string): string => readFileSync(treePath(`web/src/words/standard.${code}.json`), 'utf8');
const standardOf = (code: string): Standard => JSON.parse(read(code)) as Standard;

// ---- the templates ---------------------------------------------------------------------------

/** What a template has to be filled with: the names of its slots, and of its nouns. */
const slotsOf = (template: string): readonly string[] =>
    [...new Set([...template.matchAll(/\{(\w+)|\bchild\b|%h/g)].map(([found, slot]) => slot ?? found))].sort();

const all = Object.entries(templates).flatMap(([role, of]) => Object.keys(of).map((text) => [role, text] as const));

test('every slot has what fills it, and whatever a statement says has a slot', () => {
    assert.ok(all.length > 200, `${all.length} templates`);
    const slots = new Set(all.flatMap(([, text]) => slotsOf(text)));
    const roles = new Set([...Object.keys(templates), 'number', 'last', '%h']);
    assert.deepEqual([...slots].filter((slot) => !roles.has(slot)), []);
    assert.deepEqual(Object.keys(templates).filter((role) => !slots.has(role)), ['sentence', 'text']);
});

test('the Swahili is that of the library', () => assert.equal(read('sw'), inFile(templates)));

test('every language has the file', () => {
    assert.deepEqual(SPOKEN.map(({ code }) => code).filter((code) => !FILES.includes(code)), []);
});

/** What the rule texts call a hole that a player owns. */
const RULES = readdirSync(treePath('rules')).filter((name) => name.endsWith('.rules'));
const textOf = (id: string): string => readFileSync(treePath(`rules/${id}.rules`), 'utf8');
const NOUNS = new Set(['child', ...RULES.flatMap((name) => /^call child (\w+)$/m.exec(textOf(name.slice(0, -6)))?.[1] ?? [])]);

for (const code of FILES) {
    const { child = {}, joins: _, ...own } = standardOf(code);

    test(`every template is translated, and no other (${code})`, () => {
        for (const [role, of] of Object.entries(templates)) {
            if (role === 'child') continue;
            assert.deepEqual(Object.keys(of).filter((text) => own[role]?.[text] === undefined), [], `lacking: ${role}`);
            assert.deepEqual(Object.keys(own[role] ?? {}).filter((text) => of[text] === undefined), [], `stale: ${role}`);
        }
        assert.deepEqual(Object.keys(own).filter((role) => templates[role] === undefined), []);
        assert.deepEqual(Object.keys(child).filter((noun) => !NOUNS.has(noun)), []);
        assert.ok('child' in child);
    });

    test(`a translation has the slots of its template, ends as it does, and is none of English (${code})`, () => {
        const pairs = Object.values(own).flatMap((of) => Object.entries(of));
        for (const [english, said] of pairs) {
            // Swahili says nje ya watoto wote of children by whatever name.
            const asked = slotsOf(english).filter((slot) => slot !== 'child' || code !== 'sw' || slotsOf(said).includes('child'));
            assert.deepEqual(slotsOf(said), asked, english);
            for (const end of ['.', ', ']) assert.equal(said.endsWith(end), english.endsWith(end), english);
            for (const end of [/^ /, /^[;,]/]) assert.equal(end.test(said.replace(/^[\u00a0\u202f]/, '')), end.test(english), english);
        }
        assert.deepEqual(englishAmong(pairs), []);
    });
}

// ---- what is said of the shipped games -------------------------------------------------------

interface GameClause extends Clause {
    readonly game: string;
}
let clauses: readonly GameClause[] = [];
let outside: ReadonlySet<string>;
/** What else the library says of a game that is a text: what is refused or called for, and its options. */
let texts: ReadonlySet<string>;

/** Why moves of a game are refused, or narrowed: one game is played, and every hole asked about at each third turn. */
async function reasonsIn(komwe: Komwe, rules: Rules): Promise<readonly string[]> {
    const found: string[] = [];
    const game = await komwe.play({ game: rules.id });
    const below = chance(rules.id.length);
    for (let ply = 0; ply < 24 && game.state.result === null; ply++) {
        const { moves, obliged, position } = game.state;
        if (obliged !== null) found.push(obliged.template);
        for (const hole of ply % 3 === 0 ? rules.board.flat() : []) {
            const why = await komwe.why({ game: rules.id, position: position.text }, rules.places[hole]!);
            if (why.reason !== null) found.push(why.reason.template);
        }
        await game.enter(moves[below(moves.length)]!.text, 0);
    }
    await game.close();
    return found;
}

before(async () => {
    const post = loadingGames(await localPost(await loadModule(MODULES[0])), (id) => Promise.resolve(RULES.includes(`${id}.rules`) ? textOf(id) : null));
    const komwe = new Komwe(post);
    const inside = new Set((await komwe.games()).map(({ id }) => id));
    const ids = RULES.map((name) => name.slice(0, -6));
    outside = new Set(ids.filter((id) => !inside.has(id)));
    const all = await Promise.all(ids.map((id) => komwe.rules(id)));
    clauses = all.flatMap(({ id, clauses: of }) => of.map((clause) => ({ ...clause, game: id })));
    const options = all.filter(({ id }) => outside.has(id)).flatMap(({ choices }) => choices.map(({ text }) => text));
    const reasons: string[] = [];
    for (const rules of all) if (outside.has(rules.id)) reasons.push(...(await reasonsIn(komwe, rules)));
    texts = new Set([...options, ...reasons]);
});

const where = ({ game, id }: GameClause): string => `${game} ${id}`;

/** Small words of English that are no words of the others. */
const SMALL = /(?<!\p{L})(the|of|and|is|are|with|from|this|that|hole|holes|seeds?|lap|move|side|or|to|in)(?!\p{L})/iu;

test('in Swahili they are what the library says', () => {
    const swahili = new StandardSentences(templates, 'sw');
    const standard = clauses.filter(({ standard: text, swahili: own }) => text !== undefined && own !== undefined);
    assert.ok(new Set(standard.map(({ standard: text }) => text)).size > 200);
    const other = standard.filter((clause) => swahili.say(clause.standard!) !== clause.swahili);
    assert.deepEqual(other.map((clause) => `${where(clause)}: ${clause.standard!} -> ${swahili.say(clause.standard!)}`), []);
});

for (const code of FILES) {
    test(`nothing that a clause of a shipped game says is left in English (${code})`, (context) => {
        const sentences = new StandardSentences(standardOf(code), code);
        const said = SPOKEN.find((of) => of.code === code)?.said ?? (JSON.parse(readFileSync(treePath(`web/src/words/said.${code}.json`), 'utf8')) as Readonly<Record<string, string>>);
        composeBy((text) => sentences.say(text));
        const say = sayingsOf(said, code === 'sw' ? inSwahili : composed);
        const answers = clauses.map((clause) => [clause, say(clause.text, clause)] as const);
        const unsaid = answers.filter(([clause, own]) => own === clause.text);
        assert.deepEqual(unsaid.filter(([clause]) => clause.standard !== undefined || !outside.has(clause.game)).map(([clause]) => `${where(clause)}: ${clause.text}`), []);
        const composedOf = answers.filter(([clause, own]) => own !== clause.text && outside.has(clause.game));
        assert.ok(composedOf.length > 1000);
        const apart = Object.keys(standardOf(code).joins ?? {});
        const left = composedOf.filter(([, own]) => SMALL.test(own) || apart.some((words) => own.includes(words)));
        assert.deepEqual(left.map(([clause, own]) => `${where(clause)}: ${own}`), []);
        assert.ok(texts.size > 15, `${texts.size} texts`);
        assert.deepEqual([...texts].filter((text) => say(text) === text), []);
        context.diagnostic(`${answers.length} clauses, ${unsaid.length} in the words of their text: ${unsaid.map(([clause]) => where(clause)).join(', ')}`);
    });
}

test('a clause says what its own game says, whatever was read since', () => {
    const text = 'Both sides have as many seeds.';
    const [four, six] = [4, 6].map((n) => ({ standard: `Seeds in each hole at the start: ${n}.` }));
    learned.set(text, six!);
    const spanish = new StandardSentences(standardOf('es'), 'es');
    composeBy((of) => spanish.say(of));
    assert.equal(composed(text, four), 'Semillas en cada hoyo al comienzo: 4.');
    assert.equal(composed(text), 'Semillas en cada hoyo al comienzo: 6.');
    assert.equal(composed('No clause says this.'), undefined);
});

test('o is u before ocho and once (es)', () => {
    const spanish = new StandardSentences(standardOf('es'), 'es');
    composeBy((of) => spanish.say(of));
    const { said } = spoken('es').language;
    const answers = clauses.map((clause) => said(clause.text, clause));
    assert.deepEqual(answers.filter((text) => / o (8|11\b)/.test(text)), []);
    assert.ok(answers.some((text) => / u 8/.test(text)));
    assert.equal(said('the value of width is 4, 6 or 8'), 'el valor de width es 4, 6 u 8');
});

// ---- what could be said ----------------------------------------------------------------------

type Pair = readonly [english: string, swahili: string];
const FILLED = /\{(\w+)(?:\*([^}]*)|:[^}]*)?\}/g;

/** A template and its Swahili with the phrases that slots have, or as it is without them. */
function fill(pair: Pair, phrases: ReadonlyMap<string, readonly Pair[]>): Pair {
    const filled = (i: 0 | 1): string =>
        pair[i].replace(FILLED, (whole: string, slot: string, between = ' ') => {
            const words = /:([^}]*)\}/.exec(whole)?.[1] ?? '';
            return phrases.get(slot)?.map((phrase) => phrase[i]).join(between as string) ?? (slot === 'child' ? 'bull' : words);
        });
    return [filled(0).replace(/\bchild\b/g, 'bull'), filled(1)];
}

const NUMBERS: readonly Pair[] = [['7', '7']];
const known = new Map<string, readonly Pair[]>([['number', NUMBERS], ['last', [['9', '9']]]]);

/** Phrases of a role: each template with each phrase in each of its slots, and without. */
function phrasesOf(role: string): readonly Pair[] {
    const before = known.get(role);
    if (before !== undefined) return before;
    const all = Object.entries(templates[role]!);
    known.set(role, all.filter(([english]) => !english.includes('{')).slice(0, 1)); // a phrase may hold one of its own role
    const phrases = all.flatMap((pair) => {
        const slots = [...pair[0].matchAll(FILLED)].map(([whole, slot]) => [slot!, whole.includes(':')] as const);
        const usual = new Map(slots.filter(([, optional]) => !optional).map(([slot]) => [slot, phrasesOf(slot).slice(0, 1)]));
        const others = slots.flatMap(([slot]) => phrasesOf(slot).map((phrase) => fill(pair, new Map([...usual, [slot, [phrase]]]))));
        const lists = slots
            .filter(([slot]) => pair[0].includes(`{${slot}*`))
            .map(([slot]) => fill(pair, new Map([...usual, [slot, phrasesOf(slot).slice(0, 3)]])));
        const without = slots.filter(([slot]) => EMPTY.has(slot)).map(([slot]) => fill(pair, new Map([...usual].filter(([of]) => of !== slot))));
        return [fill(pair, usual), ...others, ...lists, ...without];
    });
    known.set(role, phrases);
    return phrases;
}
/** Slots that nothing need fill: their phrases begin where they are joined. */
const EMPTY: ReadonlySet<string> = new Set(Object.keys(templates).filter((role) => Object.keys(templates[role]!).every((text) => /^[ ;,]|, $/.test(text))));

test('whatever can be said is taken apart as it was put together', (context) => {
    const swahili = new StandardSentences(templates, 'sw');
    const could = phrasesOf('sentence').filter(([english]) => !/\{|^\W*$/.test(english));
    assert.ok(could.length > 1500, `${could.length} sentences`);
    context.diagnostic(`${could.length} sentences`);
    const other = could.filter(([english, own]) => swahili.say(english) !== own);
    assert.deepEqual(other.slice(0, 20).map(([english, own]) => `${english} -> ${swahili.say(english)} instead of ${own}`), []);
});

// ---- the matcher -----------------------------------------------------------------------------

const SMALLEST: Standard = {
    sentence: {
        'If {condition*, }, {action*; }.': 'SI {condition*, } : {action*; }.',
        'It has {number} seeds{rest}.': 'A {number?# GRANO|# GRANOS}{rest}.',
        '{order:All move.}': '{order:TODOS.}',
    },
    condition: { 'in {column}': 'EN {column}', "in the player's child": 'EN {child:LE HIJO|LE *}', "in the player's store": 'EN LE GRANERO', 'with {counts}': 'CON {counts}' },
    counts: { '{numbers} seeds': '{numbers} {numbers?GRANO|GRANOS}', '{numbers} seed': '{numbers} GRANO', 'any but {counts}': 'NO {counts}' },
    numbers: { '{span* or }': '{span* O }' },
    span: { '{number} to {last}': '{number} A {last}', '{number}': '{number}' },
    column: { '{numbers}': '{numbers}' },
    action: { 'the seeds of {target:this hole} go': 'DE {target:ESTE} VAN', 'all stops': 'FIN' },
    target: { 'the next hole, in turn': 'LE OTRO' },
    rest: { '; all go': '; TODO VA' },
    text: { 'a rule: {duty}': 'REGLA: {duty}' },
    duty: { 'A move must start {condition*, }': 'Una debe {condition*, }' },
    child: { child: 'HIJO', bull: 'TORO' },
    joins: { 'DE LE ': 'DEL ' },
};

test('a sentence is taken apart by its templates', () => {
    const sentences = new StandardSentences(SMALLEST, 'es');
    const said: readonly (readonly [string, string | undefined])[] = [
        ['If in 1 or 3 to 4, with 2 or 3 seeds, all stops.', 'SI EN 1 O 3 A 4, CON 2 O 3 GRANOS : FIN.'],
        ['If with any but 1 seed, the seeds of this hole go; the seeds of the next hole, in turn go.', 'SI CON NO 1 GRANO : DE ESTE VAN; DEL OTRO VAN.'],
        ["If in the player's child, all stops.", 'SI EN LE HIJO : FIN.'],
        ["If in the player's bull, all stops.", 'SI EN LE TORO : FIN.'],
        ["If in the player's tuzdik, all stops.", 'SI EN LE tuzdik : FIN.'],
        ["If in the player's store, all stops.", 'SI EN LE GRANERO : FIN.'],
        ['It has 1 seed; all go. All move.', 'A 1 GRANO; TODO VA. TODOS.'],
        ['It has 21 seeds.', 'A 21 GRANOS.'],
        ['It has 1 seeds.', undefined],
        ['a rule: a move must start in 2', 'REGLA: una debe EN 2'],
        ['A rule: a move must start in 2', undefined],
        ['All move. And more.', undefined],
        ['', undefined],
    ];
    for (const [english, own] of said) assert.equal(sentences.say(english), own, english);
});
