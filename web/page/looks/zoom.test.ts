// A page that is zoomed to four times its size: the board has the whole width, the page scrolls, and nothing
// lies over anything else or is cut off.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { faultsOf, type Law } from '../support/boxes.ts';
import { Visitors } from '../support/visit.ts';

let visitors: Visitors;
before(async () => {
    visitors = await Visitors.open();
});
after(() => visitors.close());

/** 1280x720 and 1280x1024 at 400 %. */
const SIZES = [[320, 180], [320, 256]] as const;
const PARTS = ['.block', '.seat', '.say', '.question', '.controls', '.actions', 'header.page', '.task'];
const LAW: Law = { within: [], apart: PARTS, still: false };

const BOARDS = ['#/play/kalah?begin=now', '#/play/kiswahili?begin=now', '#/play/hus?begin=now', '#/learn/kalah', '#/puzzles', '#/analyse?game=kalah'];
const READ = ['', '#/play', '#/play/hus', '#/games', '#/learn', '#/rules/oware', '#/write', '#/about/oware'];
for (const [width, height] of SIZES) {
    test(`at ${width} x ${height} boards have the whole width, and all can be scrolled to`, async () => {
        const visit = await visitors.visit('about:blank', { width, height, still: true, engine: false });
        const { page } = visit;
        const faults: string[] = [];
        for (const hash of [...BOARDS, ...READ]) {
            await visit.anew(hash);
            await page.locator('main h1').first().waitFor({ state: 'attached' });
            if (BOARDS.includes(hash)) await page.locator('main svg.board').first().waitFor();
            // What only illustrates may be small there as on any phone.
            const found = (await faultsOf(page, LAW)).filter((of) => BOARDS.includes(hash) || !/written in|holes are/.test(of));
            if (BOARDS.includes(hash)) {
                const wide = await page.locator('main .fit').first().evaluate((of) => of.getBoundingClientRect().width);
                if (wide < 0.8 * width) found.push(`the board has a width of ${wide}`);
                const cut = await page.evaluate((parts) => {
                    const { scrollHeight } = document.scrollingElement!;
                    return parts.filter((of) =>
                        [...document.querySelectorAll(`main ${of}`)].some((one) => one.checkVisibility() && one.getBoundingClientRect().bottom + scrollY > scrollHeight + 1),
                    );
                }, PARTS);
                found.push(...cut.map((of) => `${of} cannot be scrolled to`));
            }
            faults.push(...found.map((of) => `${hash}: ${of}`));
        }
        assert.deepEqual(faults, []);
        await visit.leave();
    });
}

for (const game of ['kalah', 'kiswahili'])
    test(`the hole that the keys have come to is seen where the page scrolls (${game})`, async () => {
        const visit = await visitors.visit(`#/play/${game}?begin=now`, { width: 320, height: 180, still: true, engine: false });
        const { page } = visit;
        await page.locator('g.hole.playable:focus').waitFor();
        for (const key of ['', 'ArrowRight', 'ArrowRight', 'ArrowUp', 'ArrowLeft']) {
            if (key !== '') await page.keyboard.press(key);
            const { top, bottom } = await page.locator('g.hole:focus').evaluate((of) => of.getBoundingClientRect());
            assert.ok(top >= 0 && bottom <= 180, `${game} ${key}: ${top} to ${bottom}`);
        }
        await visit.leave();
    });
