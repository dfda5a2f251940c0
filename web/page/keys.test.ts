// By keys and by ear: whatever is pressed, the focus is somewhere, and what happens is announced.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
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
    await page.locator('h1:focus', { hasText: 'Learn' }).waitFor();
    await page.goBack();
    await page.locator('h1:focus', { hasText: 'Oware' }).waitFor();
    await page.getByRole('button', { name: 'Look' }).press('Enter');
    await page.locator('input[name="theme"]:focus').waitFor();
    await visit.leave();
});

// ---- what is pressed ---------------------------------------------------------------------------

/** Buttons that lead away, or to the system. */
const AWAY = /^(Print|Import|Export|Load a file)/;
/** Buttons by what they do: those of one kind for several things stand once. */
function buttonsOf(page: Page): Promise<number[]> {
    return page.evaluate(() => {
        const kinds = new Set<string>();
        return [...document.querySelectorAll<HTMLElement>('main button, main summary, main g.handle, header.page button')].flatMap((button, i) => {
            const of = button.closest('section, li, figure, .actions, .box, header')?.className ?? '';
            const name = (button.getAttribute('aria-label') ?? button.textContent ?? '').trim();
            const kind = `${of} ${button.className} ${button.closest('ol, ul') === null ? name : name.split(':')[0]!.replace(/^\d.*/, '')}`;
            if (kinds.has(kind) || !button.checkVisibility() || button.matches(':disabled, [aria-disabled="true"]')) return [];
            kinds.add(kind);
            return [i];
        });
    });
}
const PRESSED = [
    '', '#/play', '#/play/hus', '#/play/kalah?begin=now', '#/learn', '#/learn/kalah', '#/learn/glossary', '#/puzzles', '#/puzzles/ends', '#/rules/oware', '#/write',
    '#/about/oware',
];
for (const hash of PRESSED) {
    test(`whatever is pressed on ${hash || 'the home page'}, the focus is somewhere`, async () => {
        const visit = await visitors.visit(hash);
        const { page } = visit;
        const lost: string[] = [];
        await untilReady(page);
        for (const i of await buttonsOf(page)) {
            await visit.anew(hash);
            await untilReady(page);
            const button = page.locator('main button, main summary, main g.handle, header.page button').nth(i);
            const name = await button.evaluate((of) => (of.getAttribute('aria-label') ?? of.textContent ?? '').trim());
            if (AWAY.test(name)) continue;
            await button.press('Enter');
            if ((await focusAfterwards(page)) === '') lost.push(name);
        }
        assert.deepEqual(lost, []);
        await visit.leave();
    });
}
/** Where the focus is once what was pressed has had its effect. */
async function focusAfterwards(page: Page): Promise<string> {
    return page.evaluate(async () => {
        for (let i = 0; i < 12; i++) await new Promise(requestAnimationFrame);
        const { activeElement, body } = document;
        return activeElement === null || activeElement === body ? '' : activeElement.outerHTML.slice(0, 120);
    });
}

test('what is deleted, put away and gone on with hands the focus on', async () => {
    const visit = await visitors.visit('#/write');
    const { page } = visit;
    const press = async (name: string | RegExp): Promise<void> => {
        await page.getByRole('main').getByRole('button', { name }).first().press('Enter');
        assert.notEqual(await focusAfterwards(page), '', String(name));
    };
    await page.locator('.examples button').first().press('Enter');
    await page.getByRole('main').getByRole('textbox').first().waitFor();
    await page.goBack();
    await press(/^Delete/);
    await page.getByRole('button', { name: 'No', exact: true }).and(page.locator(':focus')).waitFor();
    await press('No');
    await press(/^Delete/);
    await press('Yes');
    await page.getByRole('button', { name: 'Undo' }).and(page.locator(':focus')).waitFor();
    await press('Undo');
    await page.getByRole('button', { name: /^Delete/ }).and(page.locator(':focus')).waitFor();
    await visit.anew('#/puzzles/ends');
    await press(/^Practise/);
    await page.locator('svg.board').waitFor();
    assert.match(await focusAfterwards(page), /class="hole/);
    await visit.leave();
});

test('what is chosen from a list keeps the focus, where the rest is another', async () => {
    const visit = await visitors.visit('#/puzzles');
    const { page } = visit;
    const choose = async (select: Locator): Promise<void> => {
        await select.focus();
        await page.keyboard.press('Home');
        await focusAfterwards(page);
        for (let i = 0; i < 3; i++) {
            const before = await select.inputValue();
            await page.keyboard.press('ArrowDown');
            await page.waitForFunction((of) => {
                const { activeElement } = document;
                return activeElement instanceof HTMLSelectElement && activeElement.value !== of;
            }, before);
            await focusAfterwards(page);
        }
    };
    await choose(page.getByRole('combobox', { name: 'Theme' }));
    await choose(page.locator('.head select'));
    await visit.anew('#/rules/oware');
    await choose(page.getByRole('combobox', { name: 'Game' }));
    await visit.leave();
});

test('menus close behind who leaves them, and the list of pages begins with its first', async () => {
    const visit = await visitors.visit('#/play/kalah?begin=now');
    const { page } = visit;
    await untilTurn(page);
    for (const name of ['More', 'Look']) {
        const button = page.getByRole('button', { name, exact: true });
        await button.press('Enter');
        const box = page.getByRole('group', { name, exact: true });
        await box.waitFor();
        await page.getByRole('link', { name: 'komwe' }).focus();
        await box.waitFor({ state: 'hidden' });
        assert.equal(await button.getAttribute('aria-expanded'), 'false');
    }
    await visit.anew('#/rules', { width: 360, height: 640 });
    await page.getByRole('button', { name: 'Menu' }).press('Enter');
    await page.locator('#pages a:focus', { hasText: 'Play' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Menu' }).and(page.locator(':focus')).waitFor();
    assert.equal(await page.locator('#pages a').first().isVisible(), false);
    await visit.leave();
});

test('a part of the rules that is chosen has the focus', async () => {
    const visit = await visitors.visit('#/rules/oware');
    const { page } = visit;
    await page.locator('.parts nav a').nth(1).press('Enter');
    await page.locator('.clauses h2:focus').waitFor();
    await visit.leave();
});

test('the key M can be turned off', async () => {
    const visit = await visitors.visit('', { settings: { keys: false } });
    const { page } = visit;
    await page.getByRole('button', { name: 'Sound', exact: true, pressed: true }).waitFor();
    await page.keyboard.press('m');
    await page.getByRole('button', { name: 'Look' }).press('Enter');
    const keys = page.getByRole('checkbox', { name: 'The key M turns the sound on and off' });
    assert.equal(await keys.isChecked(), false);
    await page.getByRole('button', { name: 'Sound', exact: true, pressed: true }).waitFor();
    assert.deepEqual(await findings(page), []);
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

test('a step of a lesson begins with all that is to be read, and what is asked for is named', async () => {
    const visit = await visitors.visit('#/learn/kalah');
    const { page } = visit;
    await page.locator('.body:focus').waitFor();
    assert.match(await page.locator('.body:focus').innerText(), /\w+.*\n?/);
    assert.equal(await page.locator('.body:focus p').first().isVisible(), true);
    assert.deepEqual(await findings(page), []);
    await visit.leave();
});

test('the ways of a move are a group that is named by the question', async () => {
    const visit = await visitors.visit('#/play/kiswahili?begin=now');
    const { page } = visit;
    await untilTurn(page);
    for (const hole of await page.locator('g.hole.playable').all()) {
        await hole.press('Enter');
        if ((await page.locator('.playing[data-asking]').count()) > 0) break;
    }
    const group = page.getByRole('group', { name: /which way\?|At which end/ });
    await group.waitFor();
    const labels = await group.locator('.handle').evaluateAll((all) => all.map((of) => of.getAttribute('aria-label')!));
    assert.ok(labels.length > 1);
    for (const label of labels) assert.match(label, /^(\d+\. )?(to your (left|right)|(left|right) end, sowing to your (left|right)); /);
    await page.keyboard.press('Escape');
    assert.match(await focusOf(page), /class="hole/);
    await visit.leave();
});
