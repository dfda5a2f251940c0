// The review of a game: mistakes that stay what they are, the lines beside them, accuracy, key moments.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Komwe } from '../src/engine/komwe.ts';
import { english, spoken } from '../test/support/catalogue.ts';
import { openKomwe, playedGame } from './support/played.ts';
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
const valuesOf = async (page: Page): Promise<number[]> =>
    (await engineOf(page).locator('li .value').allInnerTexts()).map((text) => Number(text.replace('−', '-').replace('✓', '')));

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
        const [best, own] = await valuesOf(page);
        assert.ok(best! > own!, `${played}: ${best} and ${own}`);
        if (loss === null) continue;
        compared++;
        assert.ok(Math.abs(best! - own! - Number(loss[1])) < 0.15, `${played}: ${best} and ${own}, ${loss[0]}`);
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
