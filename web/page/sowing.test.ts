// The sowing is in the hands of who watches it: by seed, by lap, by move, forward and back; and who
// sits where, and how it looks, is as one likes.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { effectOf } from '../src/engine/effect.ts';
import type { Komwe } from '../src/engine/komwe.ts';
import type { Ply } from '../src/engine/types.ts';
import { layoutsWhile } from './support/layouts.ts';
import { countsAt, openKomwe } from './support/played.ts';
import { beginGame, chance, chooseFirst, labelCounts, playOne, pressMore, recordOf, untilTurn, Visitors } from './support/visit.ts';

let visitors: Visitors;
let komwe: Komwe;
before(async () => {
    visitors = await Visitors.open();
    komwe = await openKomwe();
});
after(() => visitors.close());

const slider = (page: Page) => page.getByRole('slider');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const indexOf = async (page: Page): Promise<number> => Number(await slider(page).inputValue());

/** Where a button leads, until it leads no further; the board is right everywhere. */
async function stops(page: Page, name: string, game: string, ply: Ply): Promise<number[]> {
    const all: number[] = [];
    while (await button(page, name).isEnabled()) {
        await button(page, name).click();
        const at = await indexOf(page);
        all.push(at);
        assert.deepEqual(await labelCounts(page), await countsAt(komwe, game, ply, at), `${name}: ${at}`);
    }
    return all;
}

test('a move is gone through by seed, by lap and as a whole, forward and back', async () => {
    const game = 'giuthi';
    const visit = await visitors.visit('');
    const { page } = visit;
    const below = chance(3);
    await beginGame(page, game, 'human');
    for (let turn = 0; turn < 7; turn++) await playOne(page, below); // the last of several laps
    const [played] = await komwe.read(await recordOf(page));
    const ply = await played!.ply(played!.state.plies - 1);
    const { length } = ply.events;
    const { laps } = effectOf(ply);
    assert.ok(laps.length > 1, ply.move.text);

    const back = await stops(page, 'Back a seed', game, ply);
    const on = await stops(page, 'On a seed', game, ply);
    assert.deepEqual([length, ...back], [0, ...on].reverse());
    const drops = ply.events.flatMap(({ kind }, i) => (kind === 'drop' ? [i + 1] : []));
    assert.deepEqual(drops.filter((drop) => !on.includes(drop)), []);

    const ends = [...new Set([...laps.map(({ end }) => end), length])];
    assert.deepEqual(await stops(page, 'Back a lap', game, ply), [...ends.slice(0, -1).reverse(), 0]);
    assert.deepEqual(await stops(page, 'On a lap', game, ply), ends);
    assert.deepEqual(await stops(page, 'Back a move', game, ply), [0]);
    assert.deepEqual(await stops(page, 'To the end', game, ply), [length]);
    await visit.leave();
});

/** Notes from now on where the slider stands, frame by frame. */
const watch = (page: Page): Promise<void> =>
    page.evaluate(() => {
        const seen = new Set<string>();
        Object.assign(window, { seen });
        const look = (): void => {
            const slider = document.querySelector<HTMLInputElement>('input[type=range]')!;
            const [at] = /\d+/.exec(slider.getAttribute('aria-valuetext')!)!;
            seen.add(at === '0' ? 'begin' : at === slider.max ? 'end' : 'between');
            requestAnimationFrame(look);
        };
        look();
    });
const seen = (page: Page): Promise<readonly string[]> =>
    page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen].sort());

for (const still of [true, false]) {
    test(`a move is ${still ? 'not ' : ''}sown before the eyes of who wants ${still ? 'no ' : ''}motion`, async () => {
        const visit = await visitors.visit('#/play/kalah?position=start', {
            still,
            settings: { speed: 1 },
        });
        const { page } = visit;
        await untilTurn(page);
        await watch(page);
        await playOne(page, () => 0);
        assert.equal((await seen(page)).includes('between'), !still);
        if (still) {
            await button(page, 'Play').click(); // who asks for it sees it
            await page.waitForFunction(() => (window as unknown as { seen: Set<string> }).seen.has('between'));
        }
        await visit.leave();
    });
}

// ---- while it is on its way, nothing is laid out -----------------------------------------------

/** The hole of the longest of a game's first moves, but of no endless one. */
async function longFirst(game: string): Promise<number> {
    let [best, most] = [0, 0];
    const played = await komwe.play({ game });
    for (const { text, hole } of played.state.moves) {
        const one = await komwe.play({ game });
        await one.enter(text);
        const { length } = (await one.ply(0)).events;
        if (length > most && length <= 60) [best, most] = [hole, length];
        await one.close();
    }
    await played.close();
    return best;
}

for (const [width, height, phone] of [[1280, 720, false], [360, 640, true]] as const)
    for (const game of ['oware', 'hus', 'kiswahili'])
        test(`a sowing of ${game} lays nothing out anew, ${width} x ${height}`, async (context) => {
            const visit = await visitors.visit('', { width, height, phone });
            const { page } = visit;
            await beginGame(page, game, 'human');
            await untilTurn(page);
            await page.locator(`g.hole.playable[data-hole="${await longFirst(game)}"]`).click();
            await chooseFirst(page);
            await page.locator('.game[data-player="N"]').waitFor();
            const found = await layoutsWhile(page, '.say', async () => {
                await button(page, 'Play').click();
                await page.locator('.heap.moving').first().waitFor({ state: 'attached' });
                await page.locator('.heap.moving').first().waitFor({ state: 'detached' });
            });
            context.diagnostic(JSON.stringify(found));
            assert.ok(found.frames > 10, `${found.frames} frames`);
            assert.deepEqual(found.whole, []);
            assert.ok(found.boxes <= found.sentences, `${found.boxes} boxes, ${found.sentences} sentences`);
            await visit.leave();
        });

test('two people at one screen agree on a draw', async () => {
    const visit = await visitors.visit('');
    const { page } = visit;
    await beginGame(page, 'kiswahili', 'human');
    await playOne(page, chance(1));
    await page.locator('.seat.turn').getByText('North').waitFor();
    await pressMore(page, 'Offer a draw');
    await page.getByText('South is offered a draw.').first().waitFor();
    await button(page, 'Decline').click();
    await page.getByText('South declines the draw.').first().waitFor();
    await pressMore(page, 'Offer a draw');
    await button(page, 'Accept').click();
    await page.locator('.say').getByText('drawn, by agreement').waitFor();
    await button(page, 'Take back').click();
    await page.locator('.seat.turn').getByText('North').waitFor();
    await visit.leave();
});

test('the board is turned and the colours are chosen, and both stay', async () => {
    const visit = await visitors.visit('');
    const { page } = visit;
    await beginGame(page, 'giuthi', 1);
    await untilTurn(page);
    const board = (player: string) => page.getByRole('group', { name: `${player} at the bottom` });
    const height = async (hole: string): Promise<number> =>
        (await page.locator(`g.hole[aria-label^="${hole},"]`).boundingBox())!.y;
    await board('South').waitFor();
    assert.ok((await height('A')) > (await height('a')));
    await pressMore(page, 'Turn the board');
    await board('North').waitFor();
    assert.ok((await height('A')) < (await height('a')));
    const paper = (): Promise<string> =>
        page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await paper();
    await page.getByRole('button', { name: 'Look', exact: true }).click();
    await page.getByRole('radio', { name: 'dark' }).check({ force: true });
    assert.notEqual(await paper(), light);
    const dark = await paper();
    await page.reload();
    await board('North').waitFor();
    assert.equal(await paper(), dark);
    await visit.leave();
});
