// What the page promises beside the games: see games.test.ts for these.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Komwe } from '../src/engine/komwe.ts';
import { countsAt, openKomwe } from './support/played.ts';
import { root } from './support/site.ts';
import {
    beginGame, chance, filesOf, findings, labelCounts, playOne, pressMore, recordOf, untilKept, untilTurn, Visitors,
    type Files,
} from './support/visit.ts';

let visitors: Visitors;
let komwe: Komwe;
before(async () => {
    visitors = await Visitors.open();
    komwe = await openKomwe();
});
after(() => visitors.close());
afterEach(() => visitors.site.changed.clear());

const slider = (page: Page) => page.getByRole('slider');
for (const game of ['kujifunza', 'giuthi', 'kiswahili', 'bulto', 'adji-boto']) {
    test(`${game}: every event of a move can be gone back to`, async () => {
        const visit = await visitors.visit(`#/play/${game}?position=start`);
        const { page } = visit;
        const below = chance(3);
        await untilTurn(page);
        for (let turn = 0; turn < 3; turn++) await playOne(page, below);
        const [played] = await komwe.read(await recordOf(page));
        const ply = await played!.ply(played!.state.plies - 1);
        const events = Number(await slider(page).getAttribute('max'));
        assert.equal(events, ply.events.length);
        const step = 1 + Math.floor(events / 30);
        for (let i = events; i >= 0; i -= step) {
            await slider(page).fill(String(i));
            assert.deepEqual(
                await labelCounts(page),
                await countsAt(komwe, game, ply, i),
                `${ply.before.text} ${ply.move.text}, event ${i}`,
            );
        }
        await visit.leave();
    });
}

test('a reload goes on with the game', async () => {
    const visit = await visitors.visit('');
    const { page } = visit;
    await beginGame(page, 'giuthi', 2);
    await untilTurn(page);
    const below = chance(5);
    for (let turn = 0; turn < 3; turn++) await playOne(page, below);
    const record = await recordOf(page);
    const counts = await labelCounts(page);
    await page.reload();
    await untilTurn(page);
    assert.deepEqual(await labelCounts(page), counts);
    assert.equal(await recordOf(page), record);
    await visit.leave();
});

test('a link brings a position', async () => {
    const position = '0,0,3,0,1,7/2,0,0,5,0,1 S 20/33';
    const visit = await visitors.visit(
        `#/play/giuthi?position=${encodeURIComponent(position)}`,
    );
    await visit.page.locator('svg.board').waitFor();
    const { position: read } = await komwe.position({ game: 'giuthi', position });
    const rules = await komwe.rules('giuthi');
    const counts = await labelCounts(visit.page);
    assert.deepEqual(
        counts,
        Object.fromEntries(rules.board.flat().map((hole) => [rules.places[hole], read.hole[hole]])),
    );
    await visit.leave();
});

const built = (file: string): string => readFileSync(join(root, file), 'utf8');

test('works without a network once it has been opened', async () => {
    const visit = await visitors.visit('', { kept: true });
    const { page, context } = visit;
    const { first, rest } = await filesOf(visit.url);
    await untilKept(page, first.length + rest.length);
    await context.setOffline(true);
    await page.reload();
    await beginGame(page, 'bulto', 2);
    await untilTurn(page);
    await playOne(page, chance(2));
    for (const name of ['Learn', 'Rules', 'Analyse']) {
        await page.locator('#pages').getByRole('link', { name, exact: true }).click();
        await page.locator('main h1').first().waitFor();
    }
    await page.locator('li .value').first().waitFor();
    await visit.leave();
});

test('what could not be fetched is kept once there is a network again', async () => {
    const { changed, missed, url } = visitors.site;
    const { first, rest } = await filesOf(url);
    changed.set(rest[0]!, null);
    const visit = await visitors.visit('', { kept: true });
    visit.forgive(/404/);
    const { page } = visit;
    await untilKept(page, first.length);
    while (!missed.has(rest[0]!)) await new Promise((resolve) => setTimeout(resolve, 50));
    changed.clear();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await untilKept(page, first.length + rest.length);
    await visit.leave();
});

test('what the browser has no room to keep is shown all the same', async () => {
    const { changed, url } = visitors.site;
    const { first, rest } = await filesOf(url);
    changed.set(rest[0]!, null); // so that the rest is not kept beforehand
    const visit = await visitors.visit('', { kept: true });
    visit.forgive(/404/);
    const { page, context } = visit;
    await untilKept(page, first.length);
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    const session = await context.newCDPSession(page);
    await session.send('Storage.overrideQuotaForOrigin', { origin: url.slice(0, -1), quotaSize: 1 });
    changed.clear();
    await page.getByRole('link', { name: 'Learn', exact: true }).click();
    await page.getByRole('heading', { name: 'The way to Bao la Kiswahili' }).waitFor();
    await visit.leave();
});

/** The lessons' page, which is fetched when it is first asked for. */
const lessonsOf = ({ rest }: Files): string => rest.find((file) => /LearnPage.*\.js$/.test(file))!;

/** The built site as if a later version stood there, which has its lessons elsewhere. */
function renew(changed: Map<string, string | null>, files: Files): void {
    const rest = files.rest.filter((file) => file !== lessonsOf(files));
    changed.set('index.html', built('index.html').replace('<body', '<body data-version="2"'));
    changed.set('sw.js', built('sw.js').replace(files.version, '2'));
    changed.set('files.json', JSON.stringify({ ...files, version: '2', rest }));
    changed.set(lessonsOf(files), null);
}

test('a page that is open when a new version comes says so, and begins anew with that', async () => {
    const { changed, url } = visitors.site;
    const files = await filesOf(url);
    const visit = await visitors.visit('', { kept: true });
    const { page, context } = visit;
    await untilKept(page, files.first.length + files.rest.length);
    renew(changed, files);
    await page.reload(); // from what is kept; and the browser sees that there is another version
    await page.locator('body:not([data-version])').waitFor();
    await untilKept(page, files.first.length, '-2');
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    visit.forgive(/404|Failed to fetch dynamically imported module/);
    await page.getByRole('link', { name: 'Learn', exact: true }).click();
    await page.getByRole('alert').getByText('there is a new version of the page').waitFor();
    changed.delete(lessonsOf(files)); // where the page that is served now has them
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('body[data-version="2"]').waitFor();
    await page.getByRole('heading', { name: 'The way to Bao la Kiswahili' }).waitFor();
    await context.setOffline(true);
    visit.forgive(/ERR_INTERNET_DISCONNECTED/);
    await page.reload();
    await page.locator('body[data-version="2"]').waitFor();
    await page.getByRole('heading', { name: 'The way to Bao la Kiswahili' }).waitFor();
    await visit.leave();
});

test('a game goes on where what was learned for it cannot be fetched', async () => {
    const visit = await visitors.visit('');
    const { page, context } = visit;
    await context.route('**/*.weights', (route) => route.abort());
    visit.forgive(/Failed to load resource/);
    await beginGame(page, 'giuthi', 2);
    await untilTurn(page);
    await playOne(page, chance(2));
    assert.equal(await page.locator('section[aria-label="Moves"] li').count(), 2);
    await visit.leave();
});

test('a move is hinted at, taken back, a draw is offered, and the game resigned', async () => {
    const visit = await visitors.visit('');
    const { page } = visit;
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await beginGame(page, 'giuthi', 1);
    await untilTurn(page);
    const before = await labelCounts(page);
    await button('Hint').click();
    await page.getByText('looks best').first().waitFor();
    assert.equal(await page.locator('g.hole.pointed').count(), 1);
    await playOne(page, chance(4));
    assert.notDeepEqual(await labelCounts(page), before);
    await button('Take back').click();
    await page.getByText('No moves yet.').first().waitFor();
    assert.deepEqual(await labelCounts(page), before);
    await pressMore(page, 'Offer a draw');
    await page.getByText('declines the draw').first().waitFor(); // nothing has been played
    await pressMore(page, 'Resign');
    await button('Yes').click();
    await page.locator('.end').waitFor();
    await visit.leave();
});

test('what is asked is seen, whatever was said or chosen before', async () => {
    const visit = await visitors.visit(`#/play/giuthi?position=${encodeURIComponent('0,0,3,0,1,7/2,0,0,5,0,1 S 20/33')}`);
    const { page } = visit;
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const resign = async (answer: string): Promise<void> => {
        await pressMore(page, 'Resign');
        await page.getByText('Resign this game?').first().waitFor();
        await press(answer);
    };
    await untilTurn(page);
    await pressMore(page, 'Offer a draw'); // to whom has won nearly
    await page.getByText('declines the draw').first().waitFor();
    await resign('No');
    await page.locator('g.hole[aria-label^="B,"][aria-label*=": 0 "]').click();
    await page.getByText('The rule:').first().waitFor();
    await resign('No');
    await press('Hint');
    await page.getByText('looks best').first().waitFor();
    await resign('No');
    await page.locator('g.hole.playable').first().click();
    await page.locator('.handle').first().waitFor();
    await resign('Yes');
    await page.locator('.end').waitFor();
    await visit.leave();
});

test('a language whose words cannot be fetched is not turned to, and the page goes on', async () => {
    const visit = await visitors.visit('#/learn');
    const { page, context } = visit;
    const language = page.getByRole('combobox', { name: 'Language' });
    await context.route(/\/assets\/[^/]*\bsw-[^/]*\.js/, (route) => route.abort());
    visit.forgive(/Failed to load resource/);
    await page.getByRole('heading', { name: 'The way to Bao la Kiswahili' }).waitFor();
    await language.selectOption('sw');
    await page.getByRole('alert').getByText('could not be loaded').waitFor();
    assert.equal(await language.inputValue(), 'en');
    await page.getByRole('link', { name: 'Analyse', exact: true }).click();
    await page.locator('svg.board').waitFor();
    await visit.leave();
});

test('two engines that play each other are paused, and go on after a reload', async () => {
    const visit = await visitors.visit('', { settings: { speed: 8 } });
    const { page } = visit;
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const played = page.locator('section[aria-label="Moves"] li');
    await beginGame(page, 'giuthi', 1, 1);
    await played.nth(1).waitFor();
    await button('Pause the game').click();
    await page.locator('.seat.turn').getByText('to move').waitFor();
    const record = await recordOf(page);
    await played.first().getByRole('button').click(); // and look at what was played
    await page.reload();
    await button('Go on with the game').waitFor();
    await page.locator('.seat.turn').getByText('to move').waitFor();
    assert.equal(await recordOf(page), record);
    const count = await played.count();
    await button('Go on with the game').click();
    await played.nth(count).waitFor();
    await visit.leave();
});

test('warriors are dragged from the hand', async () => {
    const visit = await visitors.visit('#/play/kiothi?position=start');
    const { page } = visit;
    await untilTurn(page);
    await page.locator('g.hole[data-hole="5"]').click(); // lifted: six in the hand
    const hand = page.locator('.hand.held');
    await hand.waitFor();
    const from = (await hand.boundingBox())!;
    const to = (await page.locator('g.hole[data-hole="2"] .cell').boundingBox())!;
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
    await page.mouse.up();
    await page.locator('g.hole[data-hole="2"][aria-label^="C,"][aria-label*=": 1 "]').waitFor();
    await visit.leave();
});

test('the content is reached by two keys, and who plays is announced', async () => {
    const visit = await visitors.visit('#/play/giuthi?position=start');
    const { page } = visit;
    await untilTurn(page);
    await page.getByText('the arrows and Enter').first().waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('link', { name: 'Skip to the content' }).and(page.locator(':focus')).waitFor();
    const where = page.url();
    await page.keyboard.press('Enter');
    await page.locator('main:focus').waitFor();
    assert.equal(page.url(), where);
    await page.keyboard.press('Tab');
    assert.ok(await page.locator('main :focus').count());
    await visit.leave();
});

test('a hole that cannot be played says why, with the rule', async () => {
    const position = '0,1,2,1,4,8,2,2/10,0,0,10,2t,1,0,1/0,2,0,0,1,1,0,0/0,0,2,2,0,2,6,4 N 0/0';
    const visit = await visitors.visit(
        `#/analyse?game=kiswahili&position=${encodeURIComponent(position)}`,
    );
    const { page } = visit;
    await page.locator('g.hole[aria-label^="a4,"]').click();
    await page.getByText('The rule: No move may start from a blocked hole').first().waitFor();
    await visit.leave();
});

test('before a move is played the board shows what it does', async () => {
    const visit = await visitors.visit('#/play/giuthi?position=start');
    const { page } = visit;
    await untilTurn(page);
    await page.locator('g.hole.playable').first().click();
    await page.locator('.handle').first().hover();
    await page.locator('g.hole.path').first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.handle').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Show where a move ends' }).uncheck();
    await page.keyboard.press('Escape');
    await page.locator('g.hole.playable').first().click();
    await page.locator('.handle').nth(1).hover();
    assert.equal(await page.locator('g.hole.path').count(), 0);
    await visit.leave();
});

test('what a move does is seen by keys, and by a long press, which does not play it', async () => {
    const visit = await visitors.visit('#/play/kalah?position=start', { width: 390, phone: true });
    const { page, context } = visit;
    await untilTurn(page);
    const hole = page.locator('g.hole[aria-label^="A,"]');
    await hole.focus();
    await page.locator('g.hole.path').first().waitFor();
    await hole.blur();
    await page.waitForFunction(() => document.querySelector('g.hole.path') === null);
    const { x, y, width, height } = (await hole.boundingBox())!;
    const touch = await context.newCDPSession(page);
    const point = { x: x + width / 2, y: y + height / 2 };
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await page.locator('g.hole.path').first().waitFor();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.waitForFunction(() => document.querySelector('g.hole.path') === null);
    assert.equal(await page.locator('section[aria-label="Moves"] li').count(), 0);
    await hole.tap(); // looks
    await page.getByText('Tap again to play it.').first().waitFor();
    await page.locator('g.hole.path').first().waitFor();
    assert.equal(await page.locator('section[aria-label="Moves"] li').count(), 0);
    await hole.tap();
    await page.locator('section[aria-label="Moves"] li').first().waitFor({ state: 'attached' });
    await visit.leave();
});

// ---- for everybody -----------------------------------------------------------------------------

/** Where axe looks, and what is done there before. */
const VIEWS: readonly (readonly [string, string, ((page: Page) => Promise<void>)?])[] = [
    ['the home page', ''],
    ['the choice of a game', '#/play'],
    ['a new game', '#/play/kiothi', (page) => page.getByText('Options of the rules').click()],
    ['an address that leads nowhere', '#/nowhere'],
    ['Kiothi being placed', '#/play/kiothi?position=start'],
    ['choices in Bao', '#/play/kiswahili?position=start', openChoices],
    ['a move that was played', '#/play/giuthi?position=start', playFirst],
    ['a few games', '#/play/giuthi?position=start', openGames],
    ['the lessons', '#/learn'],
    ['an analysis', '#/analyse', untilLines],
    ['the editor', '#/analyse', (page) => inMore(page, 'Edit position')],
    ['a game to be opened', '#/analyse', (page) => inMore(page, 'Paste or open')],
    ['a game to be chosen for analysis', '#/analyse', openChooser],
    ['rules', '#/rules/bulto'],
];
async function openChoices(page: Page): Promise<void> {
    await untilTurn(page);
    await page.locator('g.hole.playable').first().click();
    await page.locator('.handle').first().waitFor();
}
async function playFirst(page: Page): Promise<void> {
    await untilTurn(page);
    await playOne(page, () => 0);
}
async function openGames(page: Page): Promise<void> {
    await playFirst(page);
    await page.evaluate(() => (location.hash = '#/games'));
    await page.locator('li[data-id] svg').first().waitFor();
}
async function untilLines(page: Page): Promise<void> {
    await page.locator('li .value').first().waitFor();
}
/** On narrow pages, all of this stands in the menu. */
async function inMore(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('button', { name, exact: true }).last().click();
}
async function openChooser(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByRole('dialog').locator('svg').nth(9).waitFor();
}

for (const dark of [false, true]) {
    test(`axe finds nothing, ${dark ? 'dark and narrow' : 'light and wide'}`, async (t) => {
        const visit = await visitors.visit('about:blank', dark ? { dark, width: 360 } : {});
        for (const [name, hash, prepare] of VIEWS) {
            await t.test(name, async () => {
                await visit.anew(hash);
                await visit.page.locator('main h1').first().waitFor();
                await prepare?.(visit.page);
                assert.deepEqual(await findings(visit.page), []);
            });
        }
        await visit.leave();
    });
}
