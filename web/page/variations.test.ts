// Where a game is analysed: variations, lines that are played, what is pasted, and that all that
// matters is on the screen.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Komwe } from '../src/engine/komwe.ts';
import { GAME_COUNT } from './support/games.ts';
import { openKomwe, playedGame } from './support/played.ts';
import { findings, labelCounts, recordOf, Visitors } from './support/visit.ts';

let visitors: Visitors;
let komwe: Komwe;
before(async () => {
    visitors = await Visitors.open();
    komwe = await openKomwe();
});
after(() => visitors.close());

const linkOf = (query: Readonly<Record<string, string>>): string =>
    `#/analyse?${new URLSearchParams(query).toString()}`;
const press = (page: Page, name: string): Promise<void> =>
    page.getByRole('button', { name, exact: true }).click();
const moves = (page: Page) => page.getByRole('region', { name: 'Moves' });
const played = (page: Page, text: string): Promise<void> => page.getByText(`${text} played`).first().waitFor();

/** A kalah game: of its first turns, that of North can be played otherwise. */
const RECORD = 'Game: kalah\nResult: unfinished\n\n1. A a 2. D d\nunfinished\n';

/** Types a move in the menu. */
async function type(page: Page, move: string): Promise<void> {
    await press(page, 'More');
    await page.getByRole('textbox', { name: 'Type a move' }).fill(move);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
}

/** The tree as it is read: the main line, and each variation. */
async function treeOf(page: Page): Promise<{ main: string; variations: readonly string[] }> {
    const texts = (list: readonly string[]): string[] => list.map((text) => text.replace(/\s+/g, ' ').trim());
    const main = texts(await moves(page).locator('li.turn').allInnerTexts());
    const variations = texts(await moves(page).locator('.variation').allInnerTexts());
    return { main: main.join(' '), variations };
}

test('another move begins a variation, which survives a reload, and nothing is overwritten', async () => {
    const visit = await visitors.visit(linkOf({ record: RECORD }), { engine: false });
    const { page } = visit;
    await played(page, '0 of 4');
    await page.locator('h1').click();
    await page.keyboard.press('ArrowRight');
    await played(page, '1 of 4');
    await type(page, 'c');
    await played(page, '2 of 2');
    const grown = { main: 'A a D d', variations: ['1…c'] };
    assert.deepEqual(await treeOf(page), grown);
    assert.equal(await recordOf(page), RECORD);
    await page.reload();
    await played(page, '2 of 2');
    assert.deepEqual(await treeOf(page), grown);

    await page.locator('h1').click();
    await page.keyboard.press('ArrowUp'); // to what was played instead of it
    await played(page, '2 of 4');
    assert.equal(await moves(page).locator('[aria-current]').innerText(), 'a');
    await page.keyboard.press('End');
    await played(page, '4 of 4');
    await page.keyboard.press('Home');
    await played(page, '0 of 4');
    await moves(page).getByRole('button', { name: 'c', exact: true }).click();
    await played(page, '2 of 2');

    await press(page, 'Promote');
    assert.deepEqual(await treeOf(page), { main: 'A c', variations: ['1…a 2.D d'] });
    await press(page, 'Delete');
    await page.getByText('The moves are deleted.').first().waitFor();
    assert.deepEqual(await treeOf(page), { main: 'A a D d', variations: [] });
    await press(page, 'Undo');
    await played(page, '2 of 2');
    assert.deepEqual(await treeOf(page), { main: 'A c', variations: ['1…a 2.D d'] });
    await press(page, 'Comment');
    await page.getByRole('textbox', { name: 'Comment on c' }).fill('a free pit');
    await page.keyboard.press('Tab');
    await moves(page).getByText('a free pit').waitFor();
    assert.match(await recordOf(page), /1\. A c \{a free pit\}/);
    await visit.leave();
});

test('a line of the engine is stepped into and played, and nothing moves meanwhile', async () => {
    const visit = await visitors.visit(linkOf({ game: 'kiswahili', position: 'start' }));
    const { page } = visit;
    const boxes = (): Promise<string> =>
        page.evaluate(() =>
            JSON.stringify(
                ['svg.board', '.graph', '.panel', '.tabs', '.controls'].map((name) => {
                    const { x, y, width, height } = document.querySelector(name)!.getBoundingClientRect();
                    return [x, y, width, height];
                }),
            ),
        );
    await page.getByText('to move · no moves yet').first().waitFor();
    const before = await boxes();
    const engine = page.getByRole('region', { name: 'Engine' });
    const lines = engine.locator('li');
    await lines.nth(2).waitFor();
    // While it searches, handles come and go.
    await page.waitForFunction(() => {
        const ranks = [...document.querySelectorAll('.handle text')].map(({ textContent }) => textContent);
        return ranks.toSorted().join() === '1st,2nd';
    });
    await press(page, 'Stop');
    assert.equal(await boxes(), before);
    const words = await lines.first().locator('.step').allInnerTexts();
    await lines.first().locator('.step').nth(2).hover();
    await engine.getByText(`After ${words[2]!}`).waitFor();
    await lines.first().locator('.step').nth(2).click();
    await played(page, '3 of 3');
    const { main } = await treeOf(page);
    assert.deepEqual(main.split(' '), words.slice(0, 3));
    assert.equal(await boxes(), before);
    assert.deepEqual(await findings(page), []);
    await visit.leave();
});

test('a review marks the slips, writes the better line beside them, and fills the graph', async () => {
    const { record } = await playedGame(komwe, 'oware', 6);
    const visit = await visitors.visit(linkOf({ record }), { engine: false });
    const { page } = visit;
    await page.getByRole('tab', { name: 'Review' }).click();
    const review = page.getByRole('region', { name: 'Review' });
    await review.getByRole('combobox').selectOption('quick');
    await review.getByRole('button', { name: 'Review the game' }).click();
    await review.getByRole('button', { name: 'Review it again' }).waitFor();
    const slips = await page.locator('.graph i').count();
    assert.ok(slips > 0);
    await page.getByRole('tab', { name: 'Moves' }).click();
    assert.equal(await moves(page).locator('li.turn .slip').count(), slips);
    assert.equal((await treeOf(page)).variations.length, slips);
    const graph = page.getByRole('slider', { name: 'Score over the game' });
    await graph.focus();
    await page.keyboard.press('End');
    await played(page, '6 of 6');
    assert.match((await graph.getAttribute('aria-valuetext'))!, /^Move 6 of 6: (Even|.* ahead)/);
    assert.equal(await recordOf(page), record); // records hold the main line alone
    await visit.leave();
});

test('what is pasted is opened whichever game is open, and what was there is not lost', async () => {
    const visit = await visitors.visit(linkOf({ record: RECORD }), { engine: false });
    const { page } = visit;
    await played(page, '0 of 4');
    await type(page, 'C'); // it is kept from now on
    await played(page, '1 of 1');
    const paste = async (text: string): Promise<void> => {
        await press(page, 'More');
        await press(page, 'Paste or open');
        await page.getByRole('textbox').fill(text);
        await press(page, 'Open it');
    };
    const { start } = await komwe.rules('hus');
    await paste(start.text);
    await page.getByText('Several games have such a position.').first().waitFor();
    await page.getByRole('button', { name: /Hus/ }).click();
    await page.getByRole('heading', { name: 'Hus', exact: true }).waitFor();
    const rules = await komwe.rules('hus');
    const expected = Object.fromEntries(rules.board.flat().map((hole) => [rules.places[hole]!, start.hole[hole]!]));
    assert.deepEqual(await labelCounts(page), expected);

    const { record } = await playedGame(komwe, 'kiswahili', 4);
    await paste(record.split('\n\n')[1]!.replace('unfinished', ''));
    const asked = page.getByRole('button', { name: /Bao la Kiswahili/ });
    if ((await asked.or(page.locator('svg.board')).first().evaluate((of) => of.tagName)) === 'BUTTON')
        await asked.click();
    await page.getByRole('heading', { name: 'Bao la Kiswahili', exact: true }).waitFor();
    assert.equal(await recordOf(page), record);

    await paste('A z9 what');
    await page.getByRole('alert').getByText(/^[^.]+ [^.]+\.$/).waitFor();
    await press(page, 'Cancel');
    await press(page, 'More');
    await press(page, 'Back to the previous analysis'); // Hus was only looked at
    await page.getByRole('heading', { name: 'Kalah', exact: true }).waitFor();
    assert.deepEqual(await treeOf(page), { main: 'A a D d', variations: ['1.C'] });
    await visit.leave();
});

test('a game is chosen by its board', async () => {
    const visit = await visitors.visit('#/analyse', { engine: false });
    const { page } = visit;
    await press(page, 'Change');
    const dialog = page.getByRole('dialog');
    await dialog.locator('li').nth(GAME_COUNT - 1).waitFor();
    assert.equal(await dialog.locator('li').count(), GAME_COUNT);
    await dialog.getByRole('button', { name: /^Hus/ }).click();
    await page.getByRole('heading', { name: 'Hus', exact: true }).waitFor();
    await press(page, 'Change');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await visit.leave();
});

/** What must be seen at once, at every size. */
const SEEN = ['svg.board', '.bar', 'header .line', '.controls', 'li.best', '[role="tab"]'];
for (const [width, height] of [[1280, 720], [1920, 1080], [768, 1024], [360, 640], [740, 360]] as const)
    test(`at ${width}x${height} all that matters is on the screen`, async () => {
        const { record } = await playedGame(komwe, 'kiswahili', 4);
        const visit = await visitors.visit(linkOf({ record }), { width, height, phone: width < 800 });
        const { page } = visit;
        await page.locator('li.best').waitFor();
        const hidden = await page.evaluate(
            (names) =>
                names.filter((name) => {
                    const { left, top, right, bottom } = document.querySelector(name)!.getBoundingClientRect();
                    return left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
                }),
            width >= 1280 ? [...SEEN, '.graph', '.foot', 'li.turn'] : SEEN,
        );
        assert.deepEqual(hidden, []);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
        if (width !== 740) // the header lies below: see app.css
            assert.equal(await page.evaluate(() => document.documentElement.scrollHeight > innerHeight), false);
        await visit.leave();
    });
