// Who has chosen colours of the system, or asks for more contrast, can read all that is written: measured by
// what is painted, at twice its size, so that letters have their full colour.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import jpeg from 'jpeg-js';
import type { Page } from 'playwright-core';
import { playedGame, openKomwe } from '../support/played.ts';
import { untilTurn, Visitors } from '../support/visit.ts';

const SCALE = 2;
/** What is painted of a letter is softer at its edges than its colour is. */
const CONTRASTS = { forced: 4, more: 4.5 } as const;

let visitors: Visitors;
before(async () => (visitors = await Visitors.open()));
after(() => visitors.close());

interface Written {
    readonly text: string;
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
}

/** Runs in the page: what is written in sight, but on what cannot be pressed now. */
function written(): Written[] {
    const found: Written[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const of = node.parentElement!;
        const text = node.nodeValue!.trim();
        if (text === '' || of.closest('script, style, option, [hidden], .sr-only, .skip, :disabled, [aria-disabled="true"]') !== null) continue;
        if (!of.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const { x, y, width, height } = range.getClientRects()[0] ?? { x: 0, y: 0, width: 0, height: 0 };
        if (width < 4 || height < 4 || x < 0 || y < 0 || x + width > innerWidth || y + height > innerHeight) continue;
        // It is seen, not cut off by a list or covered by a menu.
        const on = document.elementsFromPoint(x + width / 2, y + height / 2)[0];
        if (on === undefined || !(on.contains(of) || of.contains(on) || on.closest('.block') !== null)) continue;
        found.push({ text: text.slice(0, 30), x: x + 1, y: y + 1, width: width - 2, height: height - 2 });
    }
    return found;
}

function luminance(red: number, green: number, blue: number): number {
    const [r, g, b] = [red, green, blue].map((of) => (of <= 10.3 ? of / 255 / 12.92 : ((of / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

/** What cannot be told from its ground. */
async function unread(page: Page, least: number): Promise<readonly string[]> {
    const all = await page.evaluate(written);
    assert.ok(all.length > 7, `much is written: ${JSON.stringify(all.map(({ text }) => text))}`);
    const { width, height, data } = jpeg.decode(await page.screenshot({ type: 'jpeg', quality: 100, animations: 'disabled' }), { useTArray: true });
    const faults = all.flatMap(({ text, ...box }) => {
        let [dark, light] = [1, 0];
        for (let y = Math.floor(box.y * SCALE); y < Math.min(height, (box.y + box.height) * SCALE); y++)
            for (let x = Math.floor(box.x * SCALE); x < Math.min(width, (box.x + box.width) * SCALE); x++) {
                const at = 4 * (y * width + x);
                const of = luminance(data[at]!, data[at + 1]!, data[at + 2]!);
                dark = Math.min(dark, of);
                light = Math.max(light, of);
            }
        const contrast = (light + 0.05) / (dark + 0.05);
        return contrast < least ? [`${text}: ${contrast.toFixed(1)}`] : [];
    });
    return [...new Set(faults)];
}

const BAO = '3,2,1,0,0,0,0,0/1,2,1,9h,0,0,1,0/0,0,1,1,10h,0,0,0/1,1,0,1,1,2,0,4 S 11/11';

const DESK = { width: 1280, height: 720 };
const PHONE = { width: 360, height: 640 };

for (const [name, media, size] of [
    ['forced', { forcedColors: 'active', colorScheme: 'light' }, DESK],
    ['forced', { forcedColors: 'active', colorScheme: 'dark' }, DESK],
    ['forced', { forcedColors: 'active', colorScheme: 'dark' }, PHONE],
    ['more', { contrast: 'more', colorScheme: 'light' }, DESK],
    ['more', { contrast: 'more', colorScheme: 'dark' }, DESK],
    ['more', { contrast: 'more', colorScheme: 'light' }, PHONE],
] as const)
    test(`all can be read: ${JSON.stringify(media)}, ${size.width}x${size.height}`, async () => {
        const { record } = await playedGame(await openKomwe(), 'oware', 30, 36);
        const visit = await visitors.visit('about:blank', { ...size, scale: SCALE, still: true, engine: false });
        const { page } = visit;
        await page.emulateMedia(media);
        const faults: string[] = [];
        const look = async (of: string): Promise<void> => {
            await page.evaluate(() => document.fonts.ready);
            faults.push(...(await unread(page, CONTRASTS[name])).map((fault) => `${of}: ${fault}`));
        };
        await visit.anew(`#/play/kiswahili?position=${encodeURIComponent(BAO)}`);
        await untilTurn(page);
        await look('play');
        await page.locator('g.hole.playable[aria-label^="A4,"]').click();
        await page.locator('.handle').first().waitFor();
        await look('choice');
        await visit.anew(`#/analyse?record=${encodeURIComponent(record)}`);
        await page.locator('svg.board').waitFor();
        await page.keyboard.press('End');
        await page.locator('.chip').first().waitFor();
        await look('analyse');
        for (const hash of ['', '#/learn/first', '#/puzzles/today', '#/write', '#/rules/bulto', '#/play']) {
            await visit.anew(hash);
            await page.locator('main h1').first().waitFor();
            if (hash === '#/learn/first' || hash === '#/puzzles/today') await page.locator('svg.board').waitFor();
            await look(hash);
        }
        await visit.leave();
        assert.deepEqual(faults, []);
    });
