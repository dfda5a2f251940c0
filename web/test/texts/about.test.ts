// The people and the games: each game has its texts, in every language, and what they cite is known.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import games from '../../about/games.json' with { type: 'json' };
import works from '../../about/works.json' with { type: 'json' };
import { Komwe } from '../../src/engine/komwe.ts';
import { localPost } from '../../src/engine/post.ts';
import type { GameInfo } from '../../src/engine/types.ts';
import { partsOf, termOf } from '../../src/glossary/terms.ts';
import { CODES, englishTexts, SPOKEN, textsOf, type About } from '../support/catalogue.ts';
import { loadModule, MODULES } from '../support/load.ts';

type Text = About['games'][string];
const english = englishTexts.about;
const LANGUAGES: Readonly<Record<string, About>> = { en: english, ...Object.fromEntries(SPOKEN.map(({ code, about }) => [code, about])) };
const textOf = (id: string): Text | undefined => english.games[id];
const paragraphsOf = (text: Text): string[] =>
    Object.values(text).flatMap((part) => (typeof part === 'string' ? [] : part));

/** The five sources, and the steps that are games of their own. */
const WHOLE = ['kiothi', 'bulto', 'adji-boto', 'giuthi', 'kiswahili'];
const PARTS = ['people', 'board', 'account', 'named', 'elsewhere'];

let komwe: Komwe;
let known: readonly GameInfo[];
before(async () => {
    komwe = new Komwe(await localPost(await loadModule(MODULES[0])));
    known = await komwe.games();
});

test('each game has a text in each language, in the order of the games', () => {
    const ids = known.map(({ id }) => id);
    assert.deepEqual(games.languages, CODES);
    for (const listed of [games.games.map(({ id }) => id), ...Object.values(LANGUAGES).map((about) => Object.keys(about.games))])
        assert.deepEqual([...listed].sort(), [...ids].sort());
    assert.deepEqual(games.games.map(({ id }) => id), ids);
});

test('a text has a line, and paragraphs in known parts; the five have people, a board and a source', () => {
    for (const { id } of known) {
        const text = textOf(id)!;
        assert.ok(text.lead.length > 10 && text.lead.endsWith('.'), id);
        assert.deepEqual(Object.keys(text).filter((part) => part !== 'lead' && !PARTS.includes(part)), [], id);
        assert.ok(paragraphsOf(text).length > 0, id);
        if (WHOLE.includes(id)) for (const part of ['people', 'board', 'account', 'elsewhere']) assert.ok(part in text, id);
    }
});

/** A step has two sentences: what it is, and where the article places it. */
const STEP: Readonly<Record<string, RegExp>> = {
    sw: /^Ni hatua ya ngazi.*\. Makala inaiweka ya/,
    es: /^Es un peldaño de la escalera.*\. El artículo lo pone en /,
    fr: /^Une étape de l’échelle.*\. L’article la place en [a-z]+/,
};
test('a step of the ladder says where it is placed', () => {
    const steps = known.filter(({ id }) => /^bao\d+$/.test(id));
    assert.equal(steps.length, 14);
    for (const { id } of steps) {
        const [account] = textOf(id)!.account as readonly string[];
        assert.match(account!, /^A step of the ladder.*\. The article places it [a-z]+/, id);
        for (const { code, about } of SPOKEN) assert.match((about.games[id]!.account as readonly string[])[0]!, STEP[code] ?? /\. /, id);
    }
});

const linksOf = (text: string): string[] =>
    partsOf(text)
        .flatMap((part) => (typeof part === 'string' ? [] : 'term' in part ? [part.term] : [`#${part.work}`]))
        .sort();
const figuresOf = (text: string): string[] => (text.match(/\d+/g) ?? []).sort();

for (const { code, about } of SPOKEN)
    test(`all languages say the same: parts, paragraphs, links and numbers (${code})`, () => {
        assert.deepEqual(Object.keys(about.labels), Object.keys(english.labels));
        const theirs = new Map(textsOf(about.games));
        const ours = textsOf(english.games);
        assert.deepEqual([...theirs.keys()], ours.map(([path]) => path));
        for (const [path, text] of ours) {
            const other = theirs.get(path)!;
            assert.notEqual(other, text, path);
            assert.deepEqual(linksOf(other), linksOf(text), path);
            assert.deepEqual(figuresOf(other), figuresOf(text), path);
        }
        // The command says a few words more.
        const [said, first] = [about, SPOKEN[0]!.about].map(({ drawn, sources }) => [drawn, sources].map((of) => Object.keys(of!)));
        assert.deepEqual(said, first);
    });

test('words that are named are in the glossary, and belong to the game', () => {
    for (const { id } of known)
        for (const link of paragraphsOf(textOf(id)!).flatMap(linksOf).filter((of) => !of.startsWith('#'))) {
            const term = termOf(link);
            assert.ok(term !== undefined, `${id}: ${link}`);
            assert.ok(term.games.length === 0 || term.games.includes(id), `${id}: ${link}`);
        }
});

test('the texts name the words that the sources explain', () => {
    const named = (id: string): string[] => paragraphsOf(textOf(id)!).flatMap(linksOf);
    const WORDS = {
        kiothi: ['mugwe', 'boma', 'prison', 'njodthie', 'nki'],
        bulto: ['gombo-sadeqa', 'mona', 'medan-sadeqa', 'menager', 'mine', 'bulto'],
        'adji-boto': ['kre-wosu', 'yorka', 'adji-bangi', 'adji', 'boto', 'kaba', 'mi-nyam', 'a-kiri'],
    };
    for (const [id, words] of Object.entries(WORDS))
        assert.deepEqual(words.filter((word) => !named(id).includes(word)), [], id);
});

// ---- literature ------------------------------------------------------------------------------

const WORKS = works as Readonly<Record<string, { author: string; year: string | null; title: string; where: string }>>;

test('each work has an author, a year, a title and a place; what has no date is on the web', () => {
    for (const [id, work] of Object.entries(WORKS)) {
        assert.deepEqual(Object.keys(work), ['author', 'year', 'title', 'where'], id);
        for (const part of [work.author, work.title, work.where]) assert.match(part, /\S{3}/, id);
        if (work.year === null) assert.match(work.where, /[a-z]\.(ca|com|games|github\.io|info|museum|org)\b/, id);
        else assert.match(work.year, /^(1[6-9]|20)\d\d$/, id);
    }
});

test('works that are cited are listed with the game, additions cite theirs, and each work is listed', () => {
    for (const { id, literature, added } of games.games) {
        const text = textOf(id)!;
        const listed = [...literature, ...added];
        const cited = paragraphsOf(text).flatMap(linksOf).filter((of) => of.startsWith('#'));
        for (const link of cited) assert.ok(listed.includes(link.slice(1)), `${id}: ${link}`);
        for (const work of listed) assert.ok(work in WORKS, `${id}: ${work}`);
        for (const work of added) assert.ok(cited.includes(`#${work}`), `${id}: ${work} is listed, and not cited`);
        for (const paragraph of (text.elsewhere ?? []) as readonly string[])
            assert.ok(linksOf(paragraph).some((of) => of.startsWith('#')), `${id}: ${paragraph}`);
    }
    const listed = new Set(games.games.flatMap(({ literature, added }) => [...literature, ...added]));
    assert.deepEqual(Object.keys(WORKS).filter((id) => !listed.has(id)), []);
});

/** Letters and figures alone. */
const bare = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, ' ').trim();

/** A page that shows what a clause rests on; works are what a page about the people lists. */
const ON_THE_WEB = /\w\.\w+\/|, open_spiel|Programming Bao/;

test('the literature is what the rules of the game name', async () => {
    for (const { id, literature, added } of games.games) {
        if (/^(bao\d+|hus|kujifunza|fandatsaka|sakalava)$/.test(id)) continue; // the article's works stand with kiswahili
        const rules = await komwe.rules(id);
        for (const reference of rules.literature.filter((of) => !ON_THE_WEB.test(of)))
            assert.ok(
                [...literature, ...added].some((of) => {
                    const { author, year, title } = WORKS[of]!;
                    const found = bare(reference);
                    return found.includes(bare(title)) && (year === null || (found.includes(year) && found.includes(bare(author.split(',')[0]!))));
                }),
                `${id}: ${reference}`,
            );
    }
});

test('nobody is called by a name of others', () => {
    const DATED = /bush[- ]?negro|\btribes?\b|\bnatives?\b|\bprimitive|berg-?dama|hottentot|\bpygm/i;
    for (const [code, { games: texts }] of Object.entries(LANGUAGES))
        assert.deepEqual(textsOf(texts).filter(([, text]) => DATED.test(text)), [], code);
    const raw = readFileSync(new URL('../../glossary/en.json', import.meta.url), 'utf8');
    assert.ok(!DATED.test(raw));
});
