// No game is lost: by Back, a reload, other tabs, links, new games, or a browser that keeps nothing.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { beginGame, findings, handlesOf, playOne, recordOf, untilTurn, Visitors, type Visit } from './support/visit.ts';

let visitors: Visitors;
before(async () => {
    visitors = await Visitors.open();
});
after(() => visitors.close());

const POSITION = '0,0,3,0,1,7/2,0,0,5,0,1 S 20/33';
const LINK = `#/play/giuthi?position=${encodeURIComponent(POSITION)}`;
const first = (): number => 0;

const hashOf = (page: Page): Promise<string> => page.evaluate(() => location.hash);
const follow = (page: Page, hash: string): Promise<void> =>
    page.evaluate((to) => void (location.hash = to), hash);
/** Waits for the address of a game that is none of these. */
async function untilAddress(page: Page, ...others: readonly string[]): Promise<string> {
    await page.waitForFunction(
        (known) => /^#\/play\/[\w-]+\/\w+$/.test(location.hash) && !known.includes(location.hash),
        others,
    );
    await untilTurn(page);
    return hashOf(page);
}
async function untilHash(page: Page, hash: string): Promise<void> {
    await page.waitForFunction((of) => location.hash === of, hash);
}
/** What is stored, by id: the records, as the browser itself lists them. */
const stored = (page: Page): Promise<Readonly<Record<string, string>>> =>
    page.evaluate(
        () =>
            new Promise((resolve, reject) => {
                const opening = indexedDB.open('komwe');
                opening.onerror = () => reject(opening.error);
                opening.onsuccess = () => {
                    const all = opening.result.transaction('games').objectStore('games').getAll();
                    all.onsuccess = () => {
                        opening.result.close();
                        resolve(Object.fromEntries(all.result.map((of) => [of.id, of.record])));
                    };
                };
            }),
    );
/** Waits until a game is stored as this page shows it; its record. */
async function untilStored(page: Page): Promise<string> {
    const record = await recordOf(page);
    const id = (await hashOf(page)).split('/').at(-1)!;
    for (let tries = 0; (await stored(page))[id] !== record; tries++) {
        assert.ok(tries < 500, `${id} is not stored as it stands`);
        await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    return record;
}
async function beginAndPlay(page: Page, north: 'human' | number = 'human'): Promise<string> {
    await beginGame(page, 'giuthi', north);
    await untilTurn(page);
    for (let turn = 0; turn < 2; turn++) await playOne(page, first);
    return untilStored(page);
}
/** The game on the page is this one again. */
async function untilRecord(page: Page, record: string): Promise<void> {
    await untilTurn(page);
    assert.equal(await recordOf(page), record);
}
async function anotherTab(visit: Visit, hash: string): Promise<Page> {
    const page = await visit.context.newPage();
    await page.goto(visit.url + hash);
    return page;
}

test('Back from a link leads to the game that was being played, Forward to the one it began', async () => {
    const visit = await visitors.visit('');
    const { page } = visit;
    const record = await beginAndPlay(page, 1);
    const address = await hashOf(page);
    await follow(page, LINK);
    const linked = await untilAddress(page, address);
    await playOne(page, first);
    const other = await untilStored(page);
    await page.goBack();
    await untilHash(page, address);
    await untilRecord(page, record);
    await page.goForward();
    await untilHash(page, linked);
    await untilRecord(page, other);
    await page.reload();
    await untilRecord(page, other);
    assert.equal(await hashOf(page), linked);
    assert.equal(Object.keys(await stored(page)).length, 2);
    await visit.leave();
});

/** A page of which requests can be held back on their way to the library. */
async function visitHeld(): Promise<{ readonly visit: Visit; hold(word: string): Promise<void>; release(): Promise<void>; untilHeld(): Promise<void> }> {
    const visit = await visitors.visit('about:blank');
    const { page } = visit;
    await page.addInitScript(() => {
        const held = { word: '', all: [] as (() => void)[] };
        const post = Worker.prototype.postMessage as (this: Worker, message: { readonly request?: string }) => void;
        Worker.prototype.postMessage = function (message: { readonly request?: string }) {
            const send = (): void => post.call(this, message);
            if (held.word !== '' && message.request?.split('\t')[0] === held.word) held.all.push(send);
            else send();
        };
        Object.assign(globalThis, { held });
    });
    type Holding = { held: { word: string; all: (() => void)[] } };
    const hold = (word: string): Promise<void> =>
        page.evaluate((of) => void ((globalThis as unknown as Holding).held.word = of), word);
    await page.goto(visit.url);
    return {
        visit,
        hold,
        untilHeld: async () => {
            await page.waitForFunction(() => (globalThis as unknown as Holding).held.all.length > 0);
        },
        release: async () => {
            await hold('');
            await page.evaluate(() => (globalThis as unknown as Holding).held.all.splice(0).forEach((send) => send()));
        },
    };
}

test('a game that is left is not played in any more, however late the other one comes', async () => {
    const { visit, hold, untilHeld, release } = await visitHeld();
    const { page } = visit;
    const record = await beginAndPlay(page);
    const address = await hashOf(page);
    await follow(page, LINK);
    const linked = await untilAddress(page, address);
    await playOne(page, first);
    const other = await untilStored(page);
    const { x, y, width, height } = (await page.locator('g.hole.playable').first().boundingBox())!;
    await hold('read');
    await page.goBack();
    await untilHeld();
    await page.mouse.click(x + width / 2, y + height / 2);
    await release();
    await untilRecord(page, record);
    await page.goForward();
    await untilHash(page, linked);
    await untilRecord(page, other);
    await visit.leave();
});

test('the engine plays in a game that is opened while it thinks in the one before', async () => {
    const { visit, hold, untilHeld, release } = await visitHeld();
    const { page } = visit;
    await hold('choose');
    await beginGame(page, 'giuthi', 'human', 1);
    await untilHeld();
    const address = await hashOf(page);
    await beginGame(page, 'hus', 'human', 1);
    await page.getByRole('heading', { level: 1, name: 'Hus' }).waitFor();
    await release();
    await untilTurn(page);
    await hold('choose');
    await page.goBack(); // to the form
    await page.goBack();
    await untilHash(page, address);
    await untilHeld();
    await release();
    await untilTurn(page);
    await visit.leave();
});

test('a move is kept that is still carried out when the game is left', async () => {
    const { visit, hold, untilHeld, release } = await visitHeld();
    const { page } = visit;
    const record = await beginAndPlay(page);
    const address = await hashOf(page);
    await hold('enter');
    await page.locator('g.hole.playable').first().click();
    if ((await handlesOf(page)) !== undefined) await page.locator('.handle').first().click();
    await untilHeld();
    await follow(page, '#/play/hus?position=start');
    await page.getByRole('heading', { level: 1, name: 'Hus' }).waitFor();
    await release();
    await page.goBack();
    await untilHash(page, address);
    await untilTurn(page);
    const longer = await recordOf(page);
    assert.ok(longer.startsWith(record.slice(0, record.lastIndexOf('\n\n') + 2).trimEnd()), longer);
    assert.equal(longer.match(/ [a-fA-F][<>]/g)?.length, 3);
    await visit.leave();
});

test('Back from another page to a game that a link began does not begin it again', async () => {
    const visit = await visitors.visit(LINK);
    const { page } = visit;
    await untilTurn(page);
    await playOne(page, first);
    const record = await recordOf(page);
    await follow(page, '#/rules/hus');
    await page.getByRole('heading', { level: 1, name: 'Hus' }).waitFor();
    await page.goBack();
    await untilRecord(page, record);
    assert.equal(Object.values(await stored(page)).length, 1);
    await visit.leave();
});

test('a new game and one played again leave the others as they are', async () => {
    const visit = await visitors.visit('');
    const { page } = visit;
    const record = await beginAndPlay(page);
    const address = await hashOf(page);
    await page.getByRole('button', { name: 'New game' }).first().click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await untilHash(page, address);
    await page.getByRole('button', { name: 'New game' }).first().click();
    await page.getByRole('link', { name: 'All games' }).click();
    await beginGame(page, 'hus', 'human');
    const hus = await untilAddress(page, address);
    await follow(page, address);
    await untilRecord(page, record);
    await page.goBack();
    await untilHash(page, hus);
    assert.ok(Object.values(await stored(page)).includes(record));
    await visit.leave();
});

test('two tabs with two games keep both over a reload', async () => {
    const visit = await visitors.visit('');
    const one = visit.page;
    const record = await beginAndPlay(one);
    const two = await anotherTab(visit, '#/play/hus?position=start');
    await untilTurn(two);
    await playOne(two, first);
    await one.reload();
    await untilRecord(one, record);
    await visit.leave();
});

test('a game that goes on in another tab says so, and is loaded', async () => {
    const visit = await visitors.visit('');
    const one = visit.page;
    await beginAndPlay(one);
    const two = await anotherTab(visit, await hashOf(one));
    await untilTurn(two);
    await playOne(two, first);
    const record = await untilStored(two);
    await one.getByRole('alert').getByText('You have played on in another tab.').waitFor();
    assert.equal(await one.locator('g.hole.playable').count(), 0);
    assert.deepEqual(await findings(one), []);
    await one.getByRole('button', { name: 'Show the latest moves' }).click();
    await one.locator('g.hole.playable').first().waitFor();
    assert.equal(await recordOf(one), record);
    await playOne(one, first);
    await untilStored(one);
    await two.getByText('You have played on in another tab.').waitFor();
    await visit.leave();
});

test('moves played in two tabs at once are both kept', async () => {
    const visit = await visitors.visit('about:blank');
    const { page: one } = visit;
    // The tabs receive nothing from each other, as when one of them was asleep.
    await visit.context.addInitScript(() => {
        BroadcastChannel.prototype.postMessage = () => undefined;
    });
    await one.goto(visit.url);
    await beginAndPlay(one);
    const address = await hashOf(one);
    const two = await anotherTab(visit, address);
    await untilTurn(two);
    await playOne(two, first);
    const record = await untilStored(two);
    await playOne(one, (most) => most - 1);
    await one.getByText('Your moves here are kept as a second game').waitFor();
    assert.notEqual(await untilAddress(one, address), address);
    const own = await untilStored(one);
    assert.notEqual(own, record);
    assert.deepEqual(Object.values(await stored(one)).sort(), [own, record].sort());
    await one.getByRole('link', { name: 'Show the latest moves' }).click();
    await untilHash(one, address);
    await untilRecord(one, record);
    await visit.leave();
});

for (const [name, error, said] of [
    ['is full', 'QuotaExceededError', 'There is no room left in this browser'],
    ['keeps nothing', 'SecurityError', 'This browser does not let the page keep games'],
] as const) {
    test(`a browser that ${name}: it is said, and the game goes on`, async () => {
        const visit = await visitors.visit('about:blank');
        const { page } = visit;
        await page.addInitScript((of) => {
            const fail = (): never => {
                throw new DOMException('', of);
            };
            if (of === 'SecurityError') IDBFactory.prototype.open = fail;
            else IDBObjectStore.prototype.put = fail;
        }, error);
        await page.goto(visit.url);
        await beginGame(page, 'giuthi', 'human');
        await page.getByRole('alert').getByText(said).waitFor();
        assert.deepEqual(await findings(page), []);
        await page.getByRole('button', { name: 'Close' }).click();
        for (let turn = 0; turn < 3; turn++) await playOne(page, first);
        assert.equal(await page.getByText(said).count(), 0);
        const record = await recordOf(page);
        const address = await hashOf(page);
        await follow(page, '#/games');
        await page.locator('li[data-id]').waitFor();
        await follow(page, address);
        await untilRecord(page, record);
        await visit.leave();
    });
}

test('the game that an earlier version of the page kept is taken over', async () => {
    const before = await visitors.visit('');
    const record = await beginAndPlay(before.page);
    await before.leave();
    const visit = await visitors.visit('about:blank');
    const { page } = visit;
    await page.addInitScript((of) => {
        if (sessionStorage.getItem('put') !== null || !location.protocol.startsWith('http')) return;
        sessionStorage.setItem('put', '');
        const kept = { record: of, seats: ['human', 'human'], turned: true };
        localStorage.setItem('komwe.game', JSON.stringify(kept));
    }, record);
    await page.goto(visit.url);
    await page.getByRole('link', { name: /Go on after move/ }).click();
    await untilRecord(page, record);
    assert.deepEqual(Object.values(await stored(page)), [record]);
    assert.equal(await page.evaluate(() => localStorage.getItem('komwe.game')), null);
    await page.reload();
    await untilRecord(page, record);
    await visit.leave();
});

test('an address of a game that is not kept says so', async () => {
    const visit = await visitors.visit('#/play/hus/0123456789abcdef');
    await visit.page.getByRole('alert').getByText('This game is not in this browser').waitFor();
    await visit.leave();
});

test('games are found, deleted and put back, saved as a file and read again', async () => {
    const visit = await visitors.visit('');
    const { page } = visit;
    const record = await beginAndPlay(page, 1);
    await follow(page, '#/play/hus?position=start');
    await page.getByRole('heading', { level: 1, name: 'Hus' }).waitFor();
    await untilStored(page);
    await page.getByRole('link', { name: 'My games' }).click();
    const cards = page.locator('li[data-id]');
    await cards.nth(1).waitFor();
    assert.deepEqual(await cards.getByRole('heading').allInnerTexts(), ['Hus', 'Giuthi']);

    const name = page.getByRole('textbox', { name: 'Name of the game: Giuthi' });
    await name.fill('With Amina');
    await name.press('Enter');
    await page.getByRole('searchbox').fill('amina');
    await page.getByRole('status').getByText('1 game', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Which games' }).selectOption('won');
    await page.getByText('None of your games matches.').waitFor();
    await page.getByRole('combobox', { name: 'Which games' }).selectOption('all');

    await page.getByRole('button', { name: 'Delete: With Amina' }).press('Enter');
    await page.getByRole('status').getByText('With Amina (Giuthi) is deleted.').waitFor();
    assert.equal(Object.values(await stored(page)).length, 1);
    await page.locator('button:focus').getByText('Undo').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('li[data-id] a:focus').waitFor();
    assert.equal(Object.values(await stored(page)).length, 2);

    const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save all as a file' }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    assert.equal(text.match(/^Game:/gm)?.length, 2);
    assert.match(text, /^Title: With Amina$/m);

    const file = (of: string) => ({ name: 'games.txt', mimeType: 'text/plain', buffer: Buffer.from(of) });
    await page.locator('input[type=file]').setInputFiles(file(text));
    await page.getByRole('status').getByText('2 games were here already.').waitFor();
    await page.getByRole('button', { name: 'Delete: With Amina' }).click();
    await page.locator('input[type=file]').setInputFiles(file(text));
    await page.getByRole('status').getByText('1 game added. 1 game was here already.').waitFor();
    await page.getByRole('link', { name: 'Go on: With Amina' }).click();
    await untilRecord(page, record);

    await page.getByRole('link', { name: 'My games' }).click();
    await page.locator('input[type=file]').setInputFiles(file('Game: giuthi\n\n1. nonsense\n'));
    await page.getByRole('alert').getByText(/^games\.txt, line 3: .* Nothing of this file was added\.$/).waitFor();
    await visit.leave();
});
