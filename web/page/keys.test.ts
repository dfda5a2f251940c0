// By keys and by ear: whatever is pressed, the focus is somewhere, and what happens is told.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { beginGame, untilTurn, Visitors, type Visit } from './support/visit.ts';

let visitors: Visitors;
before(async () => {
    visitors = await Visitors.open();
});
after(() => visitors.close());

/** What has the focus, once the page has come to rest; '': nothing has, but what is nowhere. */
async function focusOf(page: Page, where = 'body *'): Promise<string> {
    const found = await page
        .waitForFunction((of) => document.activeElement?.matches(of) === true, where, { timeout: 4000 })
        .catch(() => null);
    if (found === null) return '';
    return page.evaluate(() => document.activeElement!.outerHTML.slice(0, 120));
}

// ---- from page to page -------------------------------------------------------------------------

const PAGES = [
    '', '#/play', '#/play/hus', '#/play/kalah?begin=now', '#/games', '#/learn', '#/learn/kalah', '#/learn/words', '#/puzzles', '#/puzzles/ends',
    '#/analyse?game=kalah', '#/rules', '#/rules/oware', '#/write', '#/about', '#/about/oware', '#/nowhere',
];
/** Of links that lead to the same kind of page, from the same place, one stands for all. */
function linksOf(page: Page, part: string): Promise<number[]> {
    return page.evaluate((within) => {
        const kinds = new Set<string>();
        return [...document.querySelectorAll<HTMLAnchorElement>(`${within} a[href^="#/"]`)].flatMap((link, i) => {
            const [path = ''] = link.hash.split('?');
            const kind = `${path.split('/')[1]} ${path.split('/').length} ${link.className}`;
            if (kinds.has(kind) || link.hash === location.hash || link.target !== '' || !link.checkVisibility()) return [];
            kinds.add(kind);
            return [i];
        });
    }, part);
}
for (const hash of PAGES) {
    const part = hash === '' ? 'body' : 'main'; // the header is that of all
    test(`every link of ${hash || 'the home page'} leads to where the focus is`, async () => {
        const visit = await visitors.visit(hash);
        const { page } = visit;
        const lost: string[] = [];
        await untilReady(page);
        const links = await linksOf(page, part);
        for (const i of links) {
            await visit.anew(hash);
            await untilReady(page);
            const link = page.locator(`${part} a[href^="#/"]`).nth(i);
            const to = await link.getAttribute('href');
            await link.press('Enter');
            if ((await focusOf(page, 'main *')) === '') lost.push(to!);
        }
        assert.deepEqual(lost, []);
        await visit.leave();
    });
}
async function untilReady(page: Page): Promise<void> {
    await page.locator('main h1').first().waitFor({ state: 'attached' });
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}

test('Back tells where it has led, and what is kept in place keeps the focus', async () => {
    const visit = await visitors.visit('#/rules/oware');
    const { page } = visit;
    await page.locator('#pages').getByRole('link', { name: 'Learn', exact: true }).press('Enter');
    await page.locator('h1:focus').getByText('The way to Bao la Kiswahili').waitFor();
    await page.goBack();
    await page.locator('h1:focus').getByText('Oware').waitFor();
    await page.getByRole('button', { name: 'Look' }).press('Enter');
    assert.match(await focusOf(page), /aria-label="Look"/);
    await visit.leave();
});
