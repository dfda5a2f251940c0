// What a finger does, and Back: an answer that counts is not given by one touch, what lies over the page is closed
// by Back, and what was chosen is still there when one comes back.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { readPuzzles } from '../src/bank/file.ts';
import { treePath } from '../test/support/load.ts';
import { untilTurn, Visitors, type Visit } from './support/visit.ts';

const KALAH = readPuzzles(readFileSync(treePath('data/puzzles/kalah.tsv'), 'utf8'))[0]!;
const PHONE = { width: 360, height: 640, phone: true } as const;

let visitors: Visitors;
before(async () => {
    visitors = await Visitors.open();
});
after(() => visitors.close());

const stage = (page: Page, name: string) => page.locator(`.puzzle[data-stage="${name}"]`).waitFor();
const said = (page: Page) => page.locator('.say p').first();

test('one touch in a puzzle chooses a move, and only another one on it is the answer', async () => {
    const { page, leave } = await visitors.visit(`#/puzzles/kalah/${KALAH.id}`, PHONE);
    await stage(page, 'asked');
    const holes = page.locator('g.hole.playable');
    const [one, other] = [holes.first(), holes.last()];
    await one.tap();
    await said(page).getByText('Tap again to play it.').waitFor();
    await other.tap();
    await page.locator('g.hole.chosen').and(other).waitFor();
    await stage(page, 'asked');
    assert.equal(await page.locator('dd.rating').textContent(), '1000', 'nothing has counted');
    await other.tap();
    await page.locator('.puzzle:not([data-stage="asked"])').waitFor();
    assert.notEqual(await page.locator('dd.rating').textContent(), '1000');
    await leave();
});

/** Opens something that lies over the page, by a touch. */
interface Layer {
    readonly hash: string;
    readonly open: (page: Page) => Promise<void>;
    readonly shown: string;
}
const LAYERS: Readonly<Record<string, Layer>> = {
    'the list of pages': {
        hash: '#/rules',
        open: (page) => page.getByRole('button', { name: 'Menu', exact: true }).tap(),
        shown: 'nav.open',
    },
    looks: {
        hash: '#/rules',
        open: (page) => page.getByRole('button', { name: 'Look', exact: true }).tap(),
        shown: '.look .box:not([hidden])',
    },
    'the menu of a game': {
        hash: '#/play/kalah?position=start',
        open: (page) => page.getByRole('button', { name: 'More', exact: true }).tap(),
        shown: '.menu .box:not([hidden])',
    },
    sharing: {
        hash: '#/analyse?game=kalah',
        open: async (page) => {
            const share = page.getByRole('button', { name: 'Share', exact: true });
            if (!(await share.isVisible())) await page.getByRole('button', { name: 'More', exact: true }).tap();
            await share.tap();
        },
        shown: 'dialog[open]',
    },
};

async function at(visit: Visit, hash: string): Promise<void> {
    await visit.anew('#/learn');
    await visit.page.locator('main h1').waitFor();
    await visit.page.evaluate((to) => void (location.hash = to), hash);
    await visit.page.locator('main :is(h1, svg.board)').first().waitFor();
    if (hash.includes('/play')) await untilTurn(visit.page);
    if (hash.includes('/analyse')) await visit.page.locator('svg.board').waitFor();
}

for (const [name, { hash, open, shown }] of Object.entries(LAYERS))
    test(`Back closes ${name}, and then leads to the page before`, async () => {
        const visit = await visitors.visit('', { ...PHONE, engine: false });
        const { page } = visit;
        await at(visit, hash);
        const here = page.url();
        await open(page);
        await page.locator(shown).waitFor();
        await page.evaluate(() => history.back());
        await page.locator(shown).waitFor({ state: 'detached' });
        assert.equal(page.url(), here);
        while ((await page.locator('.menu .box:not([hidden])').count()) > 0) await page.evaluate(() => history.back());
        // What was closed otherwise is not in the way.
        await open(page);
        await page.locator(shown).waitFor();
        await page.keyboard.press('Escape');
        await page.locator(shown).waitFor({ state: 'detached' }).catch(() => open(page));
        await page.evaluate(() => history.back());
        await page.waitForFunction(() => location.hash === '#/learn');
        await visit.leave();
    });

test('the options of a new game are there after Back and when the page is loaded anew', async () => {
    const visit = await visitors.visit('#/play/kalah', PHONE);
    const { page } = visit;
    const pits = page.getByRole('spinbutton', { name: 'Pits a side (1–10)' });
    await page.getByText('Options of the rules').click();
    await pits.fill('99');
    await page.keyboard.press('Tab');
    await page.getByText('It goes from 1 to 10.').waitFor();
    assert.equal(await pits.inputValue(), '10', 'the nearest that there is');
    await pits.fill('5');
    await page.keyboard.press('Tab');
    await page.getByText('It goes from 1 to 10.').waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'North' }).selectOption('4');
    await page.reload();
    await pits.waitFor();
    assert.equal(await pits.inputValue(), '5');
    assert.equal(await page.getByRole('combobox', { name: 'North' }).inputValue(), '4');
    await page.locator('main form .main').click();
    await untilTurn(page);
    assert.equal(await page.locator('.game g.hole').count(), 10);
    await page.goBack();
    await pits.waitFor();
    assert.equal(await pits.inputValue(), '5');
    await visit.leave();
});

test('options that are none are forgotten', async () => {
    const { page, leave } = await visitors.visit('#/play/kalah?options=pits%3D99', PHONE);
    await page.locator('main form svg.board').waitFor();
    assert.match(page.url(), /#\/play\/kalah$/);
    await leave();
});

test('the end says what was won in the store and what was left on the board', async () => {
    const { page, leave } = await visitors.visit(`#/play/kalah?position=${encodeURIComponent('1,0,0,2,0,3/0,0,0,0,0,1 S 18/23')}`, PHONE);
    await untilTurn(page);
    const hole = page.locator('g.hole.playable').first();
    await hole.tap();
    await said(page).getByText('Tap again').waitFor();
    await hole.tap();
    await page.locator('.end').getByText('23 + 6 left on the board').waitFor();
    await page.locator('.end').getByText('29', { exact: true }).waitFor();
    await leave();
});

test('on a touched screen the game says how it is touched', async () => {
    const { page, leave } = await visitors.visit('#/play/kalah?position=start', PHONE);
    await untilTurn(page);
    await said(page).getByText('tap again to play it').waitFor();
    assert.equal(await said(page).getByText('arrows').count(), 0);
    await leave();
});

test('the board of a game that is written follows its rules, or says that it goes on', async () => {
    const { page, leave } = await visitors.visit('#/write', { width: 1280, height: 800 });
    await page.getByRole('button', { name: /^Kalah/ }).click();
    const board = page.locator('#write-board');
    await board.locator('svg.board').waitFor();
    const text = page.getByRole('textbox', { name: 'The rules as text' });
    const first = board.locator('g.hole[aria-label^="A,"]');
    await text.fill((await text.inputValue()).replace('start 4', 'start 3'));
    await board.locator('g.hole[aria-label^="A,"][aria-label*=": 3 seeds"]').waitFor();
    assert.equal(await board.getByText('The game goes on from where it was').count(), 0);
    await first.click();
    await board.locator('g.hole[aria-label^="A,"][aria-label*=": 0 seeds"]').waitFor();
    await text.fill((await text.inputValue()).replace('start 3', 'start 5'));
    await board.getByText('The game goes on from where it was').waitFor();
    await board.getByRole('button', { name: 'From the start' }).click();
    await board.locator('g.hole[aria-label^="A,"][aria-label*=": 5 seeds"]').waitFor();
    await board.getByText('The game goes on from where it was').waitFor({ state: 'detached' });
    await leave();
});
