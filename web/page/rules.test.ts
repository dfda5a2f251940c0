// The pages of the rules: games are chosen, clauses have boards that are sown, and a sheet is printed.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { GAME_COUNT } from './support/games.ts';
import { findings, Visitors } from './support/visit.ts';

let visitors: Visitors;
before(async () => {
    visitors = await Visitors.open();
});
after(() => visitors.close());

const GAMES = ['kiswahili', 'kiothi', 'bulto', 'hus', 'giuthi', 'adji-boto'];
const SIZES = [[1280, 720], [360, 640], [740, 360], [768, 1024], [1920, 1080]] as const;
const PAGE = /\/Type\s*\/Page\b/g;

/** Letter is the shorter one, and Swahili the longer. */
for (const [language, formats] of [['en', ['A4', 'Letter']], ['sw', ['Letter']]] as const) {
    test(`a sheet of rules has one page or two (${language})`, async () => {
        const visit = await visitors.visit('#/rules', { language });
        const { page } = visit;
        for (const game of GAMES) {
            await page.goto(`${visit.url}#/rules/${game}`);
            await page.locator(`.game-head a[href="#/play/${game}"]`).waitFor();
            await page.locator('figure.move svg').nth(3).waitFor();
            for (const format of formats) {
                const pdf = (await page.pdf({ format })).toString('latin1');
                const pages = pdf.match(PAGE)!.length;
                assert.ok(pages === 1 || pages === 2, `${game} on ${format}: ${pages} pages`);
            }
        }
        await visit.leave();
    });
}

test('on paper there is the game, its source and its clauses, and nothing to press', async () => {
    const visit = await visitors.visit('#/rules/kiothi');
    const { page } = visit;
    await page.evaluate(() => (window.print = () => void (document.title = 'printed')));
    await page.getByRole('button', { name: 'Print' }).click();
    assert.equal(await page.title(), 'printed');
    await page.locator('figure.move svg').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    for (const text of ['Kiothi', 'after Bernardi 1959', 'A nki is never captured.'])
        assert.ok(await page.getByText(text).filter({ visible: true }).first().isVisible(), text);
    assert.equal(await page.locator('nav, button, select').filter({ visible: true }).count(), 0);
    const wood = await page.locator('figure .wood').first().evaluate((of) => getComputedStyle(of).fill);
    assert.equal(wood, 'rgb(255, 255, 255)');
    await visit.leave();
});

test('a game is chosen by its board, and its parts by their names, by keys', async () => {
    const visit = await visitors.visit('#/rules');
    const { page } = visit;
    const cards = page.locator('main li a:has(svg)');
    await cards.nth(GAME_COUNT - 1).waitFor();
    assert.equal(await cards.count(), GAME_COUNT);
    await page.getByRole('link', { name: /^Giuthi\b/ }).first().press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Giuthi' }).waitFor();
    await page.getByRole('link', { name: /^The end/ }).press('Enter');
    await page.locator('[aria-current="true"]').getByText('The end').waitFor();
    assert.ok((await page.locator('#part-end').boundingBox())!.y < 300);
    await page.getByRole('combobox', { name: 'Game' }).selectOption('hus');
    await page.getByRole('heading', { level: 1, name: 'Hus' }).waitFor();
    await page.goto(`${visit.url}#/rules/nothing`);
    await page.getByRole('alert').waitFor();
    await cards.first().waitFor();
    await visit.leave();
});

test('a move that shows a clause is sown before one’s eyes, and put away again', async () => {
    const visit = await visitors.visit('#/rules/giuthi');
    const { page } = visit;
    const clause = page.locator('#clause-capture');
    await clause.getByRole('button', { name: 'See it sown' }).click();
    await clause.locator('svg.board').waitFor();
    await clause.locator('.chip').first().waitFor();
    await clause.getByRole('button', { name: 'Back a lap' }).click();
    await clause.getByRole('button', { name: 'Back to the diagram' }).click();
    await clause.locator('svg.board').waitFor({ state: 'detached' });
    await clause.locator('.boards').waitFor();
    await visit.leave();
});

for (const [width, height] of SIZES) {
    test(`rules fit ${width}x${height}, and axe finds nothing`, async () => {
        const visit = await visitors.visit('#/rules', { width, height, dark: width < 400, phone: width < 400 });
        const { page } = visit;
        for (const game of ['', 'kiothi', 'kiswahili']) {
            await page.goto(`${visit.url}#/rules/${game}`);
            await page.locator(game === '' ? 'main li svg' : 'figure.move svg').first().waitFor();
            assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), game);
        }
        if (width < 400 || width === 1280) assert.deepEqual(await findings(page), []);
        await visit.leave();
    });
}
