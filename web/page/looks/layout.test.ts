// One law for every page with a board, at every size of screen and however long a game is: the board, whose
// turn it is and what can be done are on the screen together, nothing but lists scrolls, nothing lies over
// anything else, and all can be read.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import jpeg from 'jpeg-js';
import type { Page } from 'playwright-core';
import { shippedGames } from '../../scripts/shipped.ts';
import { readPuzzles, type Puzzle } from '../../src/bank/file.ts';
import { SHELF } from '../../src/shelf/shelf.ts';
import { STORE_SOUTH } from '../../src/engine/types.ts';
import { LESSONS, type Step } from '../../src/lessons/lessons.ts';
import type { Komwe } from '../../src/engine/komwe.ts';
import { faultsOf, smallOf, type Law } from '../support/boxes.ts';
import { packText } from '../../src/texts/link.ts';
import { openKomwe, playedGame } from '../support/played.ts';
import { CODES, english, spoken, type Catalogue, type Code } from '../../test/support/catalogue.ts';
import { loadModule, MODULES, treePath } from '../../test/support/load.ts';
import { untilTurn, Visitors, type Visit, type VisitOptions } from '../support/visit.ts';

/** English, and the language whose sentences are the longest. */
const SHORT_AND_LONG = ['en', 'fr'] as const;
const saidIn = (code: Code): Catalogue => (code === 'en' ? english : spoken(code).catalogue);

/** The last are 1280x720 and 1920x1080 at 200 %. */
const SIZES = [
    [320, 568], [360, 640], [390, 844], [740, 360], [768, 1024], [1024, 600],
    [1280, 720], [1366, 768], [1440, 900], [1920, 1080], [640, 360], [960, 540],
] as const;

const PARTS = ['.block', '.seat', '.say', '.question', '.controls', '.actions', '.screen > header', 'aside', 'header.page', '.task', '.graph', '.panel', '.sides', '.plot'];
const PLAY: Law = { within: ['.block', '.seat', '.say', '.controls', '.actions > button', '.menu > button'], apart: PARTS, still: true };
const END: Law = { within: ['.block', '.end', '.end .ways > *'], apart: PARTS, still: true };
const ANALYSE: Law = { within: ['.block', '.bar', '.controls', '.controls button', '[role="tab"]', '.tools button'], apart: PARTS, still: true, scrolls: '#analysis-list, #analysis-list ol' };
/** Something has been played, and is told. */
const MOVED: Law = { ...ANALYSE, within: [...ANALYSE.within, '.say'] };
const PRACTISE: Law = { within: ['.block', '.say', 'section .ways button', '.tools button'], apart: [...PARTS, 'section .ways'], still: true, scrolls: '#analysis-list' };
const LISTS: Law = { within: ['.controls button', '[role="tab"]', '#analysis-list'], apart: PARTS, still: true, scrolls: '#analysis-list, #analysis-list ol' };
const LESSON: Law = { within: ['.block', '.foot > *', '.body > :not(.options, .more)'], apart: PARTS, still: true, scrolls: 'main' };
/** Where a rule is asked for: all answers are seen. */
const REASONS: Law = { ...LESSON, within: [...LESSON.within, '.options > *'] };
const PUZZLE: Law = { within: ['.block', '.task', '.say', '.controls', '.actions > button'], apart: PARTS, still: false };
const NEW: Law = { within: ['.block', 'main form .main'], apart: ['.stage', '.about', 'fieldset', 'header.page'], still: false };
const ENDS: Law = { within: ['.block', '.task', '.actions > button'], apart: PARTS, still: false };
const EDIT: Law = { within: ['form .block', 'form .tools', 'form .status', 'form .actions .main'], apart: ['.block', '.tools', '.status', 'form .actions', 'form label', 'header.page'], still: false };
/** The board of a page that goes on beside or below it. */
const part = (board: string, beside: string): Law => ({
    within: ['.block', '.say', '.controls', '.actions > button'].map((of) => `${board} ${of}`),
    apart: [...PARTS, beside],
    still: false,
});

const puzzlesOf = (game: string): readonly Puzzle[] => readPuzzles(readFileSync(treePath(`data/puzzles/${game}.tsv`), 'utf8'));

let visitors: Visitors;
let komwe: Komwe;
before(async () => {
    visitors = await Visitors.open();
    komwe = await openKomwe();
});
after(() => visitors.close());

/** Faults at all sizes; nothing is loaded anew for that. */
async function atSizes(page: Page, law: Law, prepare?: () => Promise<unknown>): Promise<readonly string[]> {
    const faults: string[] = [];
    for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        await prepare?.();
        faults.push(...(await faultsOf(page, law)).map((fault) => `${width}x${height}: ${fault}`));
    }
    return faults;
}

/** Visits that complain of nothing, one after the other in one browser. */
function lawTest(name: string, options: VisitOptions, look: (visit: Visit) => Promise<readonly (readonly [string, readonly string[]])[]>): void {
    test(name, async () => {
        const visit = await visitors.visit('', { still: true, engine: false, ...options });
        const all = await look(visit);
        await visit.leave();
        assert.deepEqual(all.flatMap(([of, faults]) => faults.map((fault) => `${of}: ${fault}`)), []);
    });
}

/** Puts games where the browser keeps them: at once, instead of turn by turn. */
async function keepGame(page: Page, id: string, game: string, turns: number, seed: number, options = ''): Promise<void> {
    const { record, position, result, plies } = await playedGame(komwe, game, turns, seed, options);
    const kept = { id, game, options, title: '', record, seats: ['human', 'human'], turned: false, paused: false, begun: 1, played: 1, plies, position, result };
    await page.evaluate(
        (one) =>
            new Promise<void>((done, fail) => {
                const opening = indexedDB.open('komwe', 1);
                opening.onupgradeneeded = () => opening.result.createObjectStore('games', { keyPath: 'id' });
                opening.onerror = () => fail(opening.error);
                opening.onsuccess = () => {
                    const { result: db } = opening;
                    const writing = db.transaction('games', 'readwrite');
                    writing.objectStore('games').put(one);
                    writing.oncomplete = () => {
                        db.close();
                        done();
                    };
                };
            }),
        JSON.parse(JSON.stringify(kept)) as object,
    );
}

/** A game, its turns, the seed they are drawn by and options; so long as Oware often lasts, and to the end. */
const GAMES: readonly (readonly [game: string, turns: number, seed: number, options?: string])[] = [
    ['oware', 0, 36], ['oware', 60, 36], ['oware', 200, 36], ['oware', 999, 36], ['hus', 70, 3],
    ['kiothi', 60, 3], ['kiswahili', 60, 12], ['kalah', 999, 3], ['bulto', 60, 5], ['adji-boto', 40, 5],
    ['kalah', 200, 2, 'pits=10,seeds=10'], ['hus', 167, 3102], ['kiswahili', 186, 1671],
];

for (const language of CODES)
    lawTest(`games of every length and board are in sight (${language})`, { language }, async ({ page, anew }) => {
        const all: (readonly [string, readonly string[]])[] = [];
        for (const [i, [game, turns, seed, options]] of GAMES.entries()) {
            if (language !== 'en' && i % 3 !== 1) continue;
            await keepGame(page, `g${i}`, game, turns, seed, options);
            await anew(`#/play/${game}/g${i}`);
            const over = (await untilTurn(page)) === 'over';
            all.push([`${game} ${turns}`, await atSizes(page, over ? END : PLAY)]);
        }
        return all;
    });

/** The longest of what is said in a game. */
const LONGEST = 'Kichwa cha kushoto: ' + 'mizunguko 12, imekula kete 24 kutoka A1, A2, A3, A4, A5, A6; imeingiza ghalani kete 24. '.repeat(2);

lawTest('no sentence moves anything', {}, async ({ page, anew }) => {
    await keepGame(page, 'long', 'kiswahili', 60, 12);
    await anew('#/play/kiswahili/long');
    await untilTurn(page);
    return [['long', await atSizes(page, PLAY, () => page.locator('.say p').first().evaluate((of, text) => void (of.textContent = text), LONGEST))]];
});

/** Of each shape of board that any game has, with stores or without, the first game in the order of their ids. */
async function shapes(): Promise<readonly string[]> {
    const { games } = await shippedGames(treePath('rules/'), await loadModule(MODULES[0]));
    const all = new Map<string, string>();
    for (const { id, board, places } of [...games, ...SHELF].sort((a, b) => (a.id < b.id ? -1 : 1))) {
        const shape = `${board.map(({ length }) => length).join('/')} ${STORE_SOUTH in places}`;
        if (!all.has(shape)) all.set(shape, id);
    }
    return [...all.values()];
}

lawTest('boards of each kind are in sight before the game', {}, async ({ page, anew }) => {
    const all: (readonly [string, readonly string[]])[] = [];
    for (const game of ['toguz-kumalak', 'kiothi', 'hus', 'kiswahili', 'kalah', 'anywoli']) {
        await anew(`#/play/${game}`);
        await page.locator('main form svg.board').waitFor();
        all.push([`before ${game}`, await atSizes(page, NEW)]);
    }
    return all;
});

/** Kalah has boards that no other game has. */
const SMALL = ['pits=1,seeds=6', 'pits=2,seeds=1'].map((options) => ['kalah', options] as const);
lawTest('every board is in sight before the first turn', {}, async ({ page, anew }) => {
    const all: (readonly [string, readonly string[]])[] = [];
    for (const [game, options] of [...(await shapes()).map((id) => [id, ''] as const), ...SMALL]) {
        await anew(`#/play/${game}?position=start&options=${options}`);
        await untilTurn(page);
        all.push([`${game} ${options}`, await atSizes(page, PLAY)]);
    }
    return all;
});

const ANALYSED = [['kiswahili', 60, 12], ['oware', 200, 36], ['kiothi', 60, 3], ['hus', 70, 3]] as const;
for (const language of CODES)
    lawTest(`what is analysed is in sight (${language})`, { language }, async ({ page, anew }) => {
        const all: (readonly [string, readonly string[]])[] = [];
        for (const [game, turns, seed] of language === 'en' ? ANALYSED : ANALYSED.slice(0, 2)) {
            const { record } = await playedGame(komwe, game, turns, seed);
            await anew(`#/analyse?${new URLSearchParams({ record, at: 'end' }).toString()}`);
            await page.locator('svg.board').waitFor();
            all.push([`analysed ${game}`, await atSizes(page, MOVED)]);
        }
        await anew('#/analyse?game=toguz-kumalak');
        await page.locator('svg.board').waitFor();
        all.push(['analysed toguz-kumalak', await atSizes(page, ANALYSE)]);
        return all;
    });

/** What is written and cannot be read: it is cut off. */
const cutIn = (page: Page, selector: string): Promise<string[]> =>
    page.locator(selector).evaluateAll((all) =>
        all.flatMap((of) => (of.scrollHeight > of.clientHeight + 1 || of.scrollWidth > of.clientWidth + 1 ? [`cut: ${of.textContent.trim()}`] : [])),
    );
/** What is pressed there and is too small for a finger. */
const smallIn = (page: Page, within: string): Promise<string[]> =>
    page.locator(`${within} :is(button, select, input, summary)`).evaluateAll((all) =>
        all.flatMap((of) => {
            const { width, height } = of.getBoundingClientRect();
            return width < 24 || height < 24 ? [`${of.className} ${of.textContent.trim()} is ${Math.round(width)}x${Math.round(height)}`] : [];
        }),
    );
/** At each size, also what is cut. */
async function readAtSizes(page: Page, law: Law, selector: string): Promise<readonly string[]> {
    const cut: string[] = [];
    const faults = await atSizes(page, law, async () => {
        const { width, height } = page.viewportSize()!;
        cut.push(...(await cutIn(page, selector)).map((fault) => `${width}x${height}: ${fault}`));
    });
    return [...faults, ...cut];
}

for (const language of CODES)
    lawTest(`a review and what is practised are in sight (${language})`, { language }, async ({ page, anew }) => {
        const all: (readonly [string, readonly string[]])[] = [];
        const { review, practice, enlarge, tabs } = saidIn(language).analyse;
        const players = saidIn(language).players;
        const button = (name: string) => page.getByRole('button', { name, exact: true });
        for (const [game, turns, seed] of [['oware', 24, 12], ['kiswahili', 12, 12]] as const) {
            const { record } = await playedGame(komwe, game, turns, seed);
            await page.setViewportSize({ width: 1280, height: 720 });
            await anew(`#/analyse?record=${encodeURIComponent(record)}`);
            await page.getByRole('tab', { name: tabs.review, exact: true }).click();
            await page.getByRole('tabpanel').getByRole('combobox').selectOption('quick');
            all.push([`${game} unreviewed`, await atSizes(page, ANALYSE)]);
            await page.getByRole('tabpanel').getByRole('button', { name: review.start, exact: true }).click();
            await button(review.again).waitFor();
            await page.getByText(review.accuracyAbout).click();
            all.push([`${game} reviewed`, await readAtSizes(page, ANALYSE, '.moment span')]);
            await page.setViewportSize({ width: 360, height: 640 });
            await button(enlarge).click();
            all.push([`${game} large`, (await faultsOf(page, LISTS)).slice()]);
            await button(enlarge).click();
            await page.locator('.moment').last().click();
            await page.getByRole('tab', { name: tabs.engine, exact: true }).click();
            all.push([`${game} mistake`, await smallIn(page, '#analysis-list')]);
            const longest = review.revised.better('A8>*', 'B7<*');
            await page.locator('.revised').evaluate((of, text) => void (of.textContent = text), longest);
            all.push([`${game} mistake`, await readAtSizes(page, MOVED, '.status, .lost, .revised')]);
            await page.getByRole('tab', { name: tabs.review, exact: true }).click();
            await button(practice.whose(players[0]!)).click();
            const ways = page.locator('section .ways');
            await ways.waitFor();
            const TEXT = '.say p, section .answer, section .ways button, .line';
            all.push([`${game} asked`, await readAtSizes(page, PRACTISE, TEXT)]);
            await page.locator('g.hole.playable').first().click();
            while ((await page.locator('.handle').count()) > 0) await page.locator('.handle').first().click();
            await ways.locator('.main').waitFor();
            all.push([`${game} answered`, await readAtSizes(page, PRACTISE, TEXT)]);
            await button(practice.leave).click();
        }
        return all;
    });

for (const language of CODES)
    lawTest(`each kind of step of a lesson is in sight (${language})`, { language }, async ({ page, url }) => {
        const all: (readonly [string, readonly string[]])[] = [];
        const chosen = ['kalah', 'oware', language === 'en' ? 'kiswahili' : 'bulto'];
        for (const lesson of LESSONS.filter(({ rules }) => chosen.includes(rules))) {
            // Questions differ by what is asked, and the last step is the game.
            const kindOf = (step: Step): string =>
                'solve' in step ? lesson.puzzles.find(({ id }) => id === step.solve)!.kind : Object.keys(step)[0]!;
            const kinds = lesson.steps.map(kindOf);
            const steps = [...new Set(kinds)].map((kind) => [kind, kinds.indexOf(kind)] as const);
            for (const [kind, at] of [...steps, ['game', kinds.length] as const]) {
                await page.goto('about:blank');
                await page.goto(url);
                await page.evaluate((kept) => localStorage.setItem('komwe.lessons', kept), JSON.stringify({ [lesson.id]: { at, done: at } }));
                await page.goto('about:blank');
                await page.goto(`${url}#/learn/${lesson.id}`);
                await page.locator('.foot button').first().waitFor();
                if ((await page.locator('.lesson svg.board').count()) === 0) continue;
                all.push([`${lesson.id} ${kind}`, await atSizes(page, kind === 'why' ? REASONS : LESSON)]);
            }
        }
        return all;
    });

for (const language of CODES)
    lawTest(`a puzzle is in sight (${language})`, { language }, async ({ page, anew }) => {
        const all: (readonly [string, readonly string[]])[] = [];
        for (const file of ['kiswahili', 'kalah', 'lines/kiswahili', 'lines/kalah']) {
            const { game, id } = puzzlesOf(file)[0]!;
            await anew(`#/puzzles/${game}/${id}`);
            await page.locator('g.hole.playable').first().waitFor();
            all.push([`puzzle ${file}`, await atSizes(page, PUZZLE)]);
        }
        return all;
    });

for (const language of SHORT_AND_LONG)
    lawTest(`"Where does it end?" is in sight (${language})`, { language }, async ({ page, anew }) => {
        const all: (readonly [string, readonly string[]])[] = [];
        const { end } = saidIn(language).puzzles;
        for (const game of ['kiswahili', 'kalah']) {
            await anew('#/puzzles/ends');
            await page.locator('.start select').selectOption(game);
            await page.getByRole('button', { name: end.begin, exact: true }).click();
            for (const phase of ['asking', 'paused'] as const) {
                if (phase === 'paused') await page.getByRole('button', { name: end.pause, exact: true }).click();
                await page.locator(`.ends[data-phase="${phase}"] svg.board`).waitFor();
                all.push([`${game} ${phase}`, await atSizes(page, ENDS)]);
            }
        }
        return all;
    });

for (const language of SHORT_AND_LONG)
    lawTest(`the board and what changes it are in sight where a position is edited (${language})`, { language }, async ({ page, anew }) => {
        const all: (readonly [string, readonly string[]])[] = [];
        const { edit } = saidIn(language).analyse;
        for (const game of ['kiswahili', 'kiothi']) {
            await anew(`#/analyse?game=${game}`);
            await page.locator('svg.board').waitFor();
            const button = page.getByRole('button', { name: edit, exact: true });
            if (!(await button.isVisible())) await page.getByRole('button', { name: 'More', exact: true }).click();
            await button.click();
            await page.locator('form svg.board').waitFor();
            all.push([game, await atSizes(page, EDIT)]);
        }
        return all;
    });

lawTest('the board of a game that is written is in sight when it is looked at', {}, async ({ page, anew }) => {
    const all: (readonly [string, readonly string[]])[] = [];
    await anew('#/write');
    await page.getByRole('button', { name: /^Kalah/ }).click();
    const board = page.locator('#write-board');
    await board.locator('svg.board').waitFor();
    all.push(['write', await atSizes(page, part('#write-board', 'section.text'), () => board.evaluate((of) => of.scrollIntoView()))]);
    return all;
});

for (const language of SHORT_AND_LONG)
    lawTest(`the board of a game that came as a link is in sight when it is looked at (${language})`, { language }, async ({ page, anew }) => {
        const all: (readonly [string, readonly string[]])[] = [];
        for (const game of ['boola', 'kiswahili']) {
            await anew(`#/shared?text=${await packText(readFileSync(treePath(`rules/${game}.rules`), 'utf8'))}`);
            const board = page.locator('.desk .part');
            await board.locator('svg.board').waitFor();
            all.push([game, await atSizes(page, part('.desk .part', '.about'), () => board.evaluate((of) => of.scrollIntoView()))]);
        }
        return all;
    });

test('the moves and the speed can be reached on a phone', async () => {
    const visit = await visitors.visit('', { width: 360, height: 640, still: true });
    const { page } = visit;
    for (const [width, height] of [[360, 640], [740, 360]] as const) {
        await keepGame(page, 'long', 'oware', 200, 36);
        await visit.anew('#/play/oware/long', { width, height });
        await untilTurn(page);
        await page.getByRole('button', { name: 'More', exact: true }).click();
        const moves = page.getByRole('group', { name: 'More' }).getByRole('region', { name: 'Moves' });
        assert.equal(await moves.getByRole('button').count(), 200);
        await page.getByRole('group', { name: 'More' }).getByRole('combobox', { name: 'Speed' }).selectOption({ index: 3 });
        await moves.getByRole('button').last().click();
        await moves.waitFor({ state: 'detached' });
        assert.deepEqual(await faultsOf(page, PLAY), []);
    }
    await visit.leave();
});

test('what is opened in the header does not stay when one goes back', async () => {
    const visit = await visitors.visit('#/learn', { width: 360, height: 640 });
    const { page } = visit;
    await page.locator('main h1').waitFor();
    for (const name of ['Look', 'Menu']) {
        await page.evaluate(() => void (location.hash = '#/rules'));
        await page.locator('main h1').waitFor();
        const opens = page.locator('header.page').getByRole('button', { name, exact: true });
        await opens.click();
        assert.equal(await opens.getAttribute('aria-expanded'), 'true');
        await page.goBack();
        await page.locator(`header.page button[aria-label="${name}"][aria-expanded="false"]`).waitFor();
    }
    await visit.leave();
});

test('a dialog darkens the window to its edges', async () => {
    const visit = await visitors.visit('#/analyse?game=kalah', { width: 1280, height: 720, still: true, engine: false });
    const { page } = visit;
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    const { width, data } = jpeg.decode(await page.screenshot({ type: 'jpeg', quality: 100 }), { useTArray: true });
    const brightness = (x: number): number => data[4 * (700 * width + x)]!;
    assert.ok(Math.abs(brightness(width - 2) - brightness(4)) <= 4, `${brightness(width - 2)} beside ${brightness(4)}`);
    await visit.leave();
});

/** Pages that are read, and what is opened over one; each with what shows that it is there. */
const READ: readonly (readonly [hash: string, shown: string, open?: (page: Page) => Promise<void>])[] = [
    ['#/', 'figure svg.board'],
    ['#/learn', 'main h1'],
    ['#/learn/kalah', '.foot button'],
    ['#/rules/kalah', 'figure svg'],
    ['#/rules/kiswahili', 'figure svg'],
    ['#/play', 'main h1'],
    ['#/play/kalah', 'main form svg.board'],
    ['#/puzzles', 'svg.board'],
    ['#/puzzles/ends', '.start'],
    ['#/write', '.examples'],
    ['#/write/words', 'main h1'],
    ['#/about/kalah', 'main h1'],
    [
        '#/analyse?game=kiswahili',
        'dialog img',
        async (page) => {
            await page.locator('svg.board').waitFor();
            const share = page.getByRole('button', { name: 'Share', exact: true });
            if (!(await share.isVisible())) await page.getByRole('button', { name: 'More', exact: true }).click();
            await share.click();
        },
    ],
];
lawTest('what is read on a phone is large enough, and so is what is touched', { phone: true, width: 320, height: 568 }, async ({ page, anew }) => {
    const all: (readonly [string, readonly string[]])[] = [];
    for (const [hash, shown, open] of READ)
        for (const [width, height] of [[320, 568], [360, 640]] as const) {
            await anew(hash, { width, height });
            await open?.(page);
            await page.locator(shown).first().waitFor();
            all.push([`${hash} ${width}x${height}`, [...(await faultsOf(page, { within: [], apart: [], still: false })), ...(await smallOf(page))]]);
        }
    return all;
});
