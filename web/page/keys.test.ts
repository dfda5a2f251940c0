// By keys and by ear: whatever is pressed, the focus is somewhere, and what happens is announced.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { beginGame, findings, playOne, pressMore, untilTurn, Visitors } from './support/visit.ts';

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

test('Back announces where it has led, and what is kept in place keeps the focus', async () => {
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

// ---- what is announced ------------------------------------------------------------------------------

/** All that the page announces from now on, in its order. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
    await page.evaluate(() => {
        const announced: string[] = [];
        Object.assign(globalThis, { announced });
        const isLive = (node: Node): boolean => {
            const region = (node instanceof Element ? node : node.parentElement)?.closest('[aria-live], [role="status"], [role="alert"]');
            return region != null && region.getAttribute('aria-live') !== 'off';
        };
        new MutationObserver((changes) => {
            for (const { target, addedNodes, type } of changes) {
                const all = type === 'characterData' ? [target] : [...addedNodes];
                for (const node of all)
                    if (isLive(node) && node.textContent?.trim()) announced.push(node.textContent.trim().replace(/\s+/g, ' '));
            }
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    return () => page.evaluate(() => (globalThis as unknown as { announced: string[] }).announced.splice(0));
}
const link = (game: string, position: string): string => `#/play/${game}?position=${encodeURIComponent(position)}`;
/** Until the page has said such a thing; all that it has said till then. */
async function untilAnnounced(page: Page, like: RegExp): Promise<string[]> {
    await page.waitForFunction(
        ([source]) => (globalThis as unknown as { announced: string[] }).announced.some((of) => new RegExp(source!).test(of)),
        [like.source],
        { timeout: 10_000 },
    );
    return page.evaluate(() => (globalThis as unknown as { announced: string[] }).announced.splice(0));
}

test('a game is announced move by move: what was played, the score, whose turn it is, and nothing twice', async () => {
    const visit = await visitors.visit('', { settings: { previews: false } });
    const { page } = visit;
    await beginGame(page, 'kalah', 1);
    await untilTurn(page);
    const since = await listen(page);
    for (let turn = 0; turn < 3; turn++) {
        await page.locator('g.hole.playable').first().press('Enter');
        await page.waitForFunction((n) => document.querySelectorAll('[aria-label="Moves"] li').length >= n, 2 * turn + 2);
        await untilTurn(page);
        const all = await untilAnnounced(page, /Score: \d+ to \d+\. Your turn\./);
        const moves = all.filter((of) => /^(You|Your opponent): /.test(of));
        assert.deepEqual(moves, [...new Set(moves)], 'a move is announced twice');
        assert.match(moves[0]!, /^You: /);
        assert.match(moves.at(-1)!, /^(Your opponent: .*|You: .*moves again.*)/);
        assert.ok(moves.every((of) => !/ends in [A-Fa-f]\b/.test(of)), moves.join('\n'));
    }
    await since();
    await page.getByRole('button', { name: 'Take back' }).press('Enter');
    const [first] = await untilAnnounced(page, /Your turn/);
    assert.match(first!, /^Taken back: /);
    await visit.leave();
});

test('the last move of a game is announced before how it ended', async () => {
    const visit = await visitors.visit(link('giuthi', '0,0,0,0,0,1/0,0,0,0,0,2 S 45/24'), { settings: { previews: false } });
    const { page } = visit;
    await untilTurn(page);
    await listen(page);
    const all: string[] = [];
    while ((await untilTurn(page)) === 'person') {
        await playOne(page, () => 0);
        all.push(...(await untilAnnounced(page, /won|lost|drawn|Your turn/)));
    }
    assert.match(all.at(-1)!, /^You(r opponent)?: \w\d?[<>]?\. .*\. You (won|lost)/);
    await visit.leave();
});

test('why not is announced as often as it is asked for', async () => {
    const visit = await visitors.visit('#/play/kalah?begin=now');
    const { page } = visit;
    await untilTurn(page);
    await listen(page);
    const other = page.locator('g.hole[aria-label^="a,"]');
    await other.press('Enter');
    const once = await untilAnnounced(page, /\ba\b/);
    await other.press('Enter');
    assert.deepEqual(await untilAnnounced(page, /\ba\b/), once);
    await visit.leave();
});

test('a hole is called with its side, and the whole board is read on demand', async () => {
    const visit = await visitors.visit('#/play/kalah?begin=now');
    const { page } = visit;
    await untilTurn(page);
    await page.getByRole('button', { name: 'A, yours: 4 seeds, can be played' }).waitFor();
    await page.getByRole('button', { name: 'a, your opponent’s: 4 seeds' }).waitFor();
    await listen(page);
    await page.getByRole('button', { name: 'Read the board' }).press('Enter');
    const [read] = await untilAnnounced(page, /from the left/);
    assert.match(read!, /^your opponent’s f to your opponent’s a, from the left: 4, 4, 4, 4, 4, 4\. your A to your F, .* Score: 0 to 0\. Your turn\.$/);
    assert.deepEqual(await findings(page), []);
    await visit.leave();
});

test('a question has a name, its answers the keys, and No for Escape', async () => {
    const visit = await visitors.visit('#/play/kalah?begin=now');
    const { page } = visit;
    await untilTurn(page);
    await playOne(page, () => 0);
    await pressMore(page, 'Resign');
    const question = page.getByRole('group', { name: 'Resign this game?' });
    await question.getByRole('button', { name: 'No' }).and(page.locator(':focus')).waitFor();
    assert.deepEqual(await findings(page), []);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    assert.match(await focusOf(page), /class="hole/);
    await visit.leave();
});
