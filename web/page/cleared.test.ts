// A browser whose storage is cleared while a game is played loses nothing that is on the screen.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { beginGame, playOne, recordOf, untilTurn, Visitors, type Visit } from './support/visit.ts';

let visitors: Visitors;
before(async () => {
    visitors = await Visitors.open();
});
after(() => visitors.close());

const first = (): number => 0;

async function begin(): Promise<Visit> {
    const visit = await visitors.visit('#/');
    await beginGame(visit.page, 'giuthi', 'human');
    await untilTurn(visit.page);
    return visit;
}

async function clear({ page, context, url }: Visit): Promise<void> {
    const browser = await context.newCDPSession(page);
    await browser.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes: 'all' });
    await browser.detach();
}

/** What another visit to the address finds. */
async function reloaded(page: Page): Promise<string> {
    await page.reload();
    await untilTurn(page);
    return recordOf(page);
}

/** Whether the game on the page is stored; the database is left to the page to make. */
const isStored = (page: Page): Promise<boolean> =>
    page.evaluate(
        () =>
            new Promise((resolve) => {
                const opening = indexedDB.open('komwe');
                opening.onupgradeneeded = () => opening.transaction!.abort();
                opening.onerror = () => resolve(false);
                opening.onsuccess = () => {
                    const { result } = opening;
                    const one = result.transaction('games').objectStore('games').get(location.hash.split('/').at(-1)!);
                    one.onsuccess = () => {
                        result.close();
                        resolve(one.result !== undefined);
                    };
                };
            }),
    );

/** Waits for what the page does by itself. */
async function untilStored(page: Page): Promise<void> {
    for (let tries = 0; !(await isStored(page)); tries++) {
        assert.ok(tries < 2000, 'the game is not stored again');
        await page.evaluate(() => new Promise(requestAnimationFrame));
    }
}

test('a game on the screen is kept again', async () => {
    const visit = await begin();
    const { page } = visit;
    await playOne(page, first);
    const record = await recordOf(page);
    await clear(visit);
    await untilStored(page);
    assert.equal(await reloaded(page), record);
    await visit.leave();
});

test('a game goes on after it', async () => {
    const visit = await begin();
    const { page } = visit;
    await playOne(page, first);
    await clear(visit);
    await playOne(page, first);
    await untilStored(page);
    const record = await recordOf(page);
    assert.equal(await reloaded(page), record);
    await visit.leave();
});

test('a database that somebody deletes comes back with the game', async () => {
    const visit = await begin();
    const { page, context, url } = visit;
    await playOne(page, first);
    const record = await recordOf(page);
    const other = await context.newPage();
    await other.goto(`${url}#/rules`);
    await other.evaluate(
        () =>
            new Promise((resolve) => {
                const asked = indexedDB.deleteDatabase('komwe');
                asked.onsuccess = resolve;
            }),
    );
    await untilStored(page);
    assert.equal(await reloaded(page), record);
    await visit.leave();
});
