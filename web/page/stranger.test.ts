// What a stranger meets: what to do first, options in words, titles, what a link shows of the page, and
// what there is without JavaScript.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { LESSONS } from '../src/lessons/lessons.ts';
import { untilTurn, Visitors } from './support/visit.ts';

let visitors: Visitors;
before(async () => {
    visitors = await Visitors.open();
});
after(() => visitors.close());

test('the first sentence of Bao says what to do', async () => {
    const visit = await visitors.visit('#/play/kiswahili?begin=now');
    await untilTurn(visit.page);
    const said = await visit.page.locator('.say .sentence').innerText();
    assert.match(said, /a seed must be planted in a front hole other than the house\. Choose a hole with a gold ring/);
    assert.doesNotMatch(said, /may not/);
    await visit.leave();
});

test('options are sentences with phrases to choose from, and no names', async () => {
    const visit = await visitors.visit('#/play/oware');
    const { page } = visit;
    await page.getByText('Options of the rules', { exact: true }).click();
    const choice = page.getByRole('combobox', { name: 'A move that would take all of the opponent\'s seeds' });
    assert.deepEqual(await choice.locator('option').allInnerTexts(), ['captures nothing', 'captures them', 'is no legal move']);
    assert.equal(await page.locator('form code').count(), 0);
    for (const hash of ['#/rules/kiothi', '#/rules/oware', '#/rules/kiswahili']) {
        await visit.anew(hash);
        const options = await page.locator('#part-options').innerText();
        assert.doesNotMatch(options, /[a-z]_[a-z]|endless\.|nocapture/, hash);
    }
    await visit.leave();
});

test('the position editor has no box for what only the library needs', async () => {
    const visit = await visitors.visit('#/analyse?game=oware', { engine: false });
    const { page } = visit;
    await page.getByRole('button', { name: 'Edit position' }).click();
    const fields = await page.locator('.fields').innerText();
    assert.doesNotMatch(fields, /undo|memory/);
    await visit.leave();
});

test('a link with a position at fault shows the game that it names', async () => {
    const visit = await visitors.visit('#/analyse?game=hus&position=nonsense', { engine: false });
    const { page } = visit;
    await page.locator('svg.board').waitFor();
    assert.match((await page.locator('svg.board').getAttribute('aria-label')) ?? '', /^Hus/);
    await visit.leave();
});

test('a lesson, rules and a game have titles of their own', async () => {
    const visit = await visitors.visit('#/learn/hus');
    const { page } = visit;
    const titles = new Set<string>();
    for (const hash of ['#/learn/hus', '#/learn/bao1', '#/learn', '#/rules/hus', '#/rules/giuthi', '#/rules', '#/play/giuthi?begin=now']) {
        await visit.anew(hash);
        await page.locator('main h1').first().waitFor();
        await page.waitForFunction(() => document.title.split(' · ').length > 1);
        titles.add(await page.title());
    }
    assert.equal(titles.size, 7, [...titles].join(', '));
    await visit.leave();
});

test('a lesson has as many steps as the home page and the list say', async () => {
    const visit = await visitors.visit('#/');
    const { page } = visit;
    const first = LESSONS[0]!;
    const home = page.locator(`a[href$="#/learn/${first.id}"]`, { hasText: / \d+ steps/ });
    const [, of] = / (\d+) steps/.exec((await home.first().textContent())!)!;
    await visit.anew('#/learn');
    await page.getByText(`0 of ${of} steps`).first().waitFor();
    await visit.anew(`#/learn/${first.id}`);
    await page.locator('.bar small').waitFor();
    assert.equal(await page.locator('.bar small').innerText(), `step 1 of ${of}`);
    assert.equal(await page.locator('.bar li').last().getByRole('button').getAttribute('aria-label'), 'The game');
    await visit.leave();
});

test('headings go down by one level at a time', async () => {
    const visit = await visitors.visit('#/rules');
    const { page } = visit;
    for (const hash of ['#/rules', '#/rules/hus', '#/play', '#/about', '#/learn', '#/games', '#/write']) {
        await visit.anew(hash);
        await page.locator('main :is(h1, h2, h3)').nth(hash === '#/games' ? 0 : 1).waitFor();
        const levels = await page.locator('main :is(h1, h2, h3, h4)').evaluateAll((all) => all.map((of) => Number(of.tagName[1])));
        for (const [i, level] of levels.entries()) assert.ok(level <= (levels[i - 1] ?? 0) + 1, `${hash}: ${levels.join(' ')}`);
    }
    await visit.leave();
});

test('a text with a fault is not sent', async () => {
    const visit = await visitors.visit('#/write');
    const { page } = visit;
    await page.getByRole('button', { name: /^Oware/ }).first().click();
    const send = page.getByRole('button', { name: 'Copy the link' });
    await page.getByText(/^It can be played/).first().waitFor();
    assert.ok(await send.isEnabled());
    await page.locator('textarea').first().focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('blorp ');
    await page.getByText("such as 'board'").first().waitFor();
    assert.ok(await send.isDisabled());
    await page.getByText('A text with a fault is not sent.').first().waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download the file' }).click()]);
    const text = await readFile(await file.path(), 'utf8');
    assert.match(text, /\n# Line 1: .*such as 'board'.*\n$/);
    await visit.leave();
});

test('links show what the page is, and phones have icons', async () => {
    const visit = await visitors.visit('#/');
    const { page, url } = visit;
    const of = async (name: string): Promise<string> =>
        (await page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute('content')) ?? '';
    assert.equal(await of('og:description'), await of('description'));
    assert.ok((await of('description')).length >= 100);
    assert.match(await of('og:title'), /mancala/);
    const icons = [await of('og:image'), await page.locator('link[rel="apple-touch-icon"]').getAttribute('href')];
    const manifest = (await (await page.request.get(new URL('manifest.webmanifest', url).href)).json()) as { icons: { src: string; type: string }[] };
    icons.push(...manifest.icons.filter(({ type }) => type === 'image/png').map(({ src }) => src));
    assert.equal(icons.length, 6);
    for (const icon of icons) {
        const body = await (await page.request.get(new URL(icon!, url).href)).body();
        assert.equal(body.subarray(1, 4).toString('latin1'), 'PNG', icon!);
    }
    await visit.leave();
});

test('without JavaScript the page says what it is', async () => {
    const html = await (await fetch(visitors.site.url)).text();
    const [, said = ''] = /<noscript>([\s\S]*)<\/noscript>/.exec(html) ?? [];
    assert.match(said, /Mancala is a family of games/);
    assert.match(said, /lang="sw"/);
});
