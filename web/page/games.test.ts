// Whole games against the engine, by mouse and by keys alone.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { beginGame, chance, handlesOf, untilTurn, Visitors } from './support/visit.ts';

const GAMES = ['kiothi', 'bulto', 'giuthi', 'kiswahili'];
const PLIES_MOST = 2000;

let visitors: Visitors;
before(async () => {
    visitors = await Visitors.open();
});
after(() => visitors.close());

for (const game of GAMES) {
    describe(game, () => {
        it('is played to its end by mouse', async () => {
            const visit = await visitors.visit('');
            const { page } = visit;
            const below = chance(7);
            await beginGame(page, game, 1);
            let clicks = 0;
            while ((await untilTurn(page)) === 'person' && clicks++ < PLIES_MOST) {
                const open = await handlesOf(page);
                if (open !== undefined) await open.nth(below(await open.count())).click();
                else await (await anyOf(page, below)).click();
            }
            assert.ok(clicks < PLIES_MOST);
            assert.match(await page.locator('.end h2').innerText(), /You (won|lost)|drawn/);
            await visit.leave();
        });

        it('is played to its end by keys', async () => {
            const visit = await visitors.visit('');
            const { page } = visit;
            const below = chance(8);
            await beginGame(page, game, 1);
            let keys = 0;
            while ((await untilTurn(page)) === 'person' && keys++ < PLIES_MOST) {
                const open = await handlesOf(page);
                if (open === undefined) await walkTo(page, await anyOf(page, below));
                else
                    for (let i = below(await open.count()); i > 0; i--)
                        await page.keyboard.press('ArrowRight');
                await page.keyboard.press('Enter');
            }
            assert.ok(keys < PLIES_MOST);
            assert.match(await page.locator('.end h2').innerText(), /You (won|lost)|drawn/);
            await visit.leave();
        });
    });
}

/** One of the holes and buttons that can be chosen now. */
async function anyOf(page: Page, below: (most: number) => number): Promise<Locator> {
    const all = page.locator('g.hole.playable, .others button.main');
    return all.nth(below(await all.count()));
}

/** Where a hole lies, in whole pixels. */
const placeOf = (hole: Locator): Promise<{ x: number; y: number }> =>
    hole.locator('.cell').evaluate((cell) => {
        const { x, y } = cell.getBoundingClientRect();
        return { x: Math.round(x), y: Math.round(y) };
    });

const hasFocus = (element: Locator): Promise<boolean> =>
    element.evaluate((of) => of === document.activeElement);

/** Goes to a hole or a button by Tab and arrows. */
async function walkTo(page: Page, aim: Locator): Promise<void> {
    const isHole = (await aim.getAttribute('data-hole')) !== null;
    const reached = async (): Promise<boolean> =>
        isHole ? (await page.locator('g.hole:focus').count()) > 0 : hasFocus(aim);
    for (let presses = 0; !(await reached()); presses++) {
        assert.ok(presses < 200, 'it is not reached by Tab');
        await page.keyboard.press('Tab');
    }
    while (!(await hasFocus(aim))) {
        const [at, to] = [await placeOf(page.locator('g.hole:focus')), await placeOf(aim)];
        if (Math.abs(at.y - to.y) > 2) await page.keyboard.press(at.y < to.y ? 'ArrowDown' : 'ArrowUp');
        else await page.keyboard.press(at.x < to.x ? 'ArrowRight' : 'ArrowLeft');
    }
}
