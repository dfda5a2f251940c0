// The review of a game: mistakes that stay what they are, the lines beside them, accuracy, key moments.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Komwe } from '../src/engine/komwe.ts';
import { english, spoken } from '../test/support/catalogue.ts';
import { openKomwe, playedGame } from './support/played.ts';
import { focusOf, pressByKey } from './support/focus.ts';
import { beginGame, chance, findings, labelCounts, playOne, pressMore, Visitors } from './support/visit.ts';

let visitors: Visitors;
let komwe: Komwe;
before(async () => {
    visitors = await Visitors.open();
    komwe = await openKomwe();
});
after(() => visitors.close());

const linkOf = (query: Readonly<Record<string, string>>): string =>
    `#/analyse?${new URLSearchParams(query).toString()}`;
const tabOf = (page: Page, name: string): Promise<void> => page.getByRole('tab', { name, exact: true }).click();
const reviewOf = (page: Page) => page.getByRole('region', { name: 'Review' });
const engineOf = (page: Page) => page.getByRole('region', { name: 'Engine' });

async function review(page: Page): Promise<void> {
    await tabOf(page, 'Review');
    await reviewOf(page).getByRole('combobox', { name: 'How thorough' }).selectOption('quick');
    await reviewOf(page).getByRole('button', { name: 'Review the game' }).click();
    await reviewOf(page).getByRole('button', { name: 'Review it again' }).waitFor();
}

test('a link leads to a player’s first mistake at once, and as many come as are counted', async () => {
    const { record } = await playedGame(komwe, 'oware', 40);
    const visit = await visitors.visit(linkOf({ record, learn: 'S' }));
    const { page } = visit;
    const task = page.getByRole('region', { name: 'Learn from my mistakes' });
    await task.getByText('Find a better move on the board.').waitFor(); // nothing was pressed
    await task.getByText(/^Mistake 1 of \d+$/).waitFor(); // the review has gone on meanwhile
    const count = Number(/of (\d+)/.exec(await task.getByText(/^Mistake 1 of/).innerText())![1]);
    assert.ok(count > 10, `${count} mistakes`);
    for (let i = 1; i < count; i++) await task.getByRole('button', { name: 'Next' }).click();
    await task.getByText(`Mistake ${count} of ${count}`).waitFor();
    await task.getByRole('button', { name: 'Finish' }).click();
    await task.getByText(`0 of ${count} were found.`).waitFor();
    await task.getByRole('button', { name: 'Leave' }).click();
    await reviewOf(page).getByText(`South: ${count} mistakes, accuracy`).waitFor();
    await visit.leave();
});

test('the end of a game leads to the first mistake of the player', async () => {
    const visit = await visitors.visit('');
    const { page } = visit;
    await beginGame(page, 'kalah', 'human');
    const below = chance(7);
    for (let i = 0; i < 14; i++) await playOne(page, below);
    await pressMore(page, 'Resign');
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
    await page.getByRole('link', { name: 'My mistakes' }).click();
    const task = page.getByRole('region', { name: 'Learn from my mistakes' });
    await task.getByText('Find a better move on the board.').waitFor();
    assert.match(page.url(), /#\/analyse/);
    await task.getByText(/^Mistake 1 of \d+$/).waitFor();
    await visit.leave();
});

test('the lines beside a mistake are those that say so, until more is asked for', async () => {
    const { record } = await playedGame(komwe, 'oware', 24);
    const visit = await visitors.visit(linkOf({ record }));
    const { page } = visit;
    await review(page);
    await tabOf(page, 'Moves');
    const slips = page.locator('li.turn .slip');
    const count = await slips.count();
    assert.ok(count > 3);
    let compared = 0;
    for (let i = 0; i < count; i++) {
        const played = (await slips.nth(i).innerText()).replace(/\?.*/s, '').trim();
        const loss = /Loses ([\d.]+) seed/.exec((await slips.nth(i).getAttribute('title'))!);
        await slips.nth(i).click();
        await page.getByRole('button', { name: english.analyse.back }).click();
        await engineOf(page).getByText('From the review').waitFor();
        const lines = engineOf(page).locator('li');
        await lines.nth(1).locator('.step').first().and(page.getByText(played, { exact: true })).waitFor();
        assert.equal(await lines.count(), 2);
        // What was played is no second best: it has no rank, neither there nor on the board.
        assert.equal(await lines.nth(1).locator('.value').innerText(), 'played');
        await page.locator('.handle').first().waitFor();
        assert.deepEqual(await page.locator('.handle').evaluateAll((all) => all.map((of) => of.getAttribute('data-move'))), [
            await lines.nth(0).locator('.step').first().innerText(),
        ]);
        if (loss === null) continue;
        compared++;
        assert.match(await lines.nth(1).locator('.lost').innerText(), new RegExp(`^Loses ${loss[1]!} seed`));
    }
    assert.ok(compared > 0);
    await engineOf(page).getByRole('button', { name: 'Deeper' }).click();
    await engineOf(page).getByText(/plies/).waitFor();
    await visit.leave();
});

test('accuracy is said with what it means, and the key moments open their positions', async () => {
    const { record } = await playedGame(komwe, 'oware', 24);
    const visit = await visitors.visit(linkOf({ record }), { engine: false });
    const { page } = visit;
    await review(page);
    const figures = await reviewOf(page).getByRole('listitem').filter({ hasText: 'accuracy' }).allInnerTexts();
    assert.equal(figures.length, 2);
    for (const text of figures) {
        const percent = Number(/accuracy (\d+)%/.exec(text)![1]);
        assert.ok(percent > 0 && percent < 100, text);
    }
    await reviewOf(page).getByText('What accuracy means').click();
    await reviewOf(page).getByText('The expected result is 1 for a win').waitFor();
    const moments = reviewOf(page).getByRole('button', { name: /^Key moment/ });
    await moments.nth(2).waitFor();
    assert.equal(await moments.count(), 3);
    assert.deepEqual(await findings(page), []);
    const boards = new Set<string>();
    for (let i = 0; i < 3; i++) {
        assert.ok(await moments.nth(i).locator('svg').isVisible());
        await moments.nth(i).click();
        await page.locator(`.analysis`).getByText(/\d+ of 24 played/).first().waitFor();
        boards.add(JSON.stringify(await labelCounts(page)));
    }
    assert.equal(boards.size, 3);
    await visit.leave();
});

test('a review in Swahili has figures and moments, too', async () => {
    const { record } = await playedGame(komwe, 'oware', 24);
    const visit = await visitors.visit(linkOf({ record, learn: 'both' }), { language: 'sw' });
    const { page } = visit;
    const { review: of, practice } = spoken('sw').catalogue.analyse;
    await page.getByRole('region', { name: practice.learn }).getByText(/^Kosa la 1 kati ya \d+$/).waitFor();
    await page.getByRole('button', { name: practice.leave }).click();
    await page.getByText('usahihi asilimia').first().waitFor();
    await page.getByRole('button', { name: /^Wakati muhimu wa 3/ }).waitFor();
    await page.getByText(of.accuracyAbout).click();
    assert.deepEqual(await findings(page), []);
    await visit.leave();
});

for (const width of [1280, 360])
    test(`by keys, the focus is never lost where mistakes are practised, and what is asked is announced (${width})`, async () => {
        const { record } = await playedGame(komwe, 'kalah', 24);
        const visit = await visitors.visit(linkOf({ record }), { engine: false, width, height: 720 });
        const { page } = visit;
        await review(page);
        const announces = (text: string | RegExp) => page.getByRole('status').getByText(text).first().waitFor();
        const button = (name: string) => page.getByRole('button', { name, exact: true });
        await announces('The review is done. South: 5 mistakes. North:');
        await pressByKey(page, button('South’s mistakes'));
        await button('Show it').waitFor();
        assert.match(await focusOf(page), /<h2/);
        await announces('Find a better move on the board.');
        await page.evaluate(() => {
            const seen: string[] = [];
            Object.assign(globalThis, { seen });
            new MutationObserver(() => seen.push(document.body.innerText)).observe(document.body, { subtree: true, childList: true, characterData: true });
        });
        await pressByKey(page, button('Hint'));
        await announces('A better move begins at');
        await pressByKey(page, button('Show it'));
        await announces(/Better was [A-F]/);
        assert.ok(!(await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen.some((text) => text.includes('Better was .')))));
        await pressByKey(page, button('Next'));
        await page.locator('g.hole.playable').first().press('Enter');
        const again = button('Try again');
        const next = button('Next');
        await again.or(next.and(page.locator('.main'))).first().waitFor();
        if (await again.isVisible()) await pressByKey(page, again);
        for (let i = 0; i < 3; i++) await pressByKey(page, next);
        await pressByKey(page, button('Finish'));
        await announces('were found.');
        await pressByKey(page, button('Leave'));
        assert.match(await focusOf(page), /role="tab"/);
        await visit.leave();
    });

test('a session with mistakes goes on where the page was left', async () => {
    const { record } = await playedGame(komwe, 'kalah', 24);
    const visit = await visitors.visit(linkOf({ record, learn: 'S' }), { engine: false });
    const { page, url } = visit;
    const task = page.getByRole('region', { name: 'Learn from my mistakes' });
    await task.getByText('Mistake 1 of 5').waitFor();
    for (let i = 0; i < 2; i++) await task.getByRole('button', { name: 'Next' }).click();
    const asked = await task.getByText(/^South played/).innerText();
    for (const back of [() => page.reload(), () => page.goto(`${url}#/rules`).then(() => page.goBack())]) {
        await back();
        await task.getByText('Mistake 3 of 5').waitFor();
        assert.equal(await task.getByText(/^South played/).innerText(), asked);
    }
    await task.getByRole('button', { name: 'Leave' }).click();
    await page.reload();
    await reviewOf(page).or(page.getByRole('tab', { name: 'Review' })).first().waitFor();
    assert.equal(await task.count(), 0);
    await visit.leave();
});

test('a review that was stopped is not complete, nor is one of a game that has gone on', async () => {
    const { record } = await playedGame(komwe, 'oware', 40);
    const visit = await visitors.visit(linkOf({ record }), { engine: false });
    const { page } = visit;
    await tabOf(page, 'Review');
    await reviewOf(page).getByRole('combobox', { name: 'How thorough' }).selectOption('thorough');
    await reviewOf(page).getByRole('button', { name: 'Review the game' }).click();
    await reviewOf(page).getByText(/[1-9]\d* mistake/).first().waitFor();
    await reviewOf(page).getByRole('button', { name: 'Stop' }).click();
    await reviewOf(page).getByRole('button', { name: 'Review the game' }).waitFor();
    assert.equal(await reviewOf(page).getByText('accuracy').count(), 0);
    await review(page);
    await reviewOf(page).getByText(/accuracy \d+/).first().waitFor();
    await page.getByRole('button', { name: 'To the end' }).click();
    await page.getByText('40 of 40 played').waitFor();
    await page.locator('g.hole.playable').first().press('Enter');
    await page.getByText('41 of 41 played').waitFor();
    await reviewOf(page).getByRole('button', { name: 'Review the game' }).waitFor();
    assert.equal(await reviewOf(page).getByText('accuracy').count(), 0);
    await visit.leave();
});

test('a game of one’s own is analysed from its end, and stays what is analysed', async () => {
    const visit = await visitors.visit('');
    const { page, url } = visit;
    await beginGame(page, 'kalah', 'human');
    const below = chance(7);
    for (let i = 0; i < 6; i++) await playOne(page, below);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('link', { name: 'Analyse this game' }).click();
    const where = page.getByText(/(\d+) of \1 played/);
    await where.waitFor();
    const text = await where.innerText();
    await page.goto(`${url}#/rules`);
    await page.locator('main h1').waitFor();
    await page.goto(`${url}#/analyse`);
    await page.getByText(text).waitFor();
    await page.reload();
    await page.getByText(text).waitFor();
    assert.ok(await page.getByRole('button', { name: english.playback.play, exact: true }).isEnabled());
    await visit.leave();
});
