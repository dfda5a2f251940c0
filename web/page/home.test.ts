// The home page and the way into a game: what is fetched when, where everything leads, and that the
// board sows by itself only where somebody wants to see it.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { GAME_COUNT } from './support/games.ts';
import { layoutsWhile } from './support/layouts.ts';
import { beginGame, filesOf, playOne, untilTurn, Visitors } from './support/visit.ts';

let visitors: Visitors;
before(async () => {
    visitors = await Visitors.open();
});
after(() => visitors.close());

const MOVING = { settings: { speed: 'adaptive' } };
const first = (): number => 0;
const link = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
const hashOf = (page: Page): Promise<string> => page.evaluate(() => location.hash);
const caption = (page: Page) => page.locator('figcaption p');
/** The hand lies over the board while a move is under way. */
const hand = (page: Page) => page.locator('.stage .hand');

// ---- what is fetched ---------------------------------------------------------------------------

test('the home page stands and sows without the engine', async () => {
    const visit = await visitors.visit('about:blank', MOVING);
    const { page, context, url } = visit;
    visit.forgive(/Failed to load resource|dynamically imported module/);
    const { first: files } = await filesOf(url);
    const known = new Set(['', ...files]);
    await context.route(
        (address) => !known.has(address.pathname.slice(1)),
        (route) => route.abort(),
    );
    await page.goto(url);
    await hand(page).waitFor();
    for (const group of ['Start here', 'The way to Bao', 'Games of the sources', 'More games'])
        await page.getByRole('heading', { name: group }).waitFor();
    await page.getByText('First lesson').waitFor();
    await visit.leave();
});

test('the home page asks for what is counted as the first load, and then for what a game needs', async () => {
    const visit = await visitors.visit('about:blank', MOVING);
    const { page, url } = visit;
    const { first: files, game } = await filesOf(url);
    const asked: string[] = [];
    page.on('request', (request) => request.url().startsWith(url) && asked.push(request.url().slice(url.length)));
    const fetched = page.waitForRequest(/\.wasm$/); // by itself, once there is nothing else to do
    await page.goto(url);
    await fetched;
    const begun = asked.findIndex((file) => game.includes(file));
    assert.deepEqual(asked.slice(0, begun).filter((file) => file !== '' && !files.includes(file)), []);
    assert.deepEqual(files.filter((file) => /\.(js|css)$/.test(file) && !asked.includes(file)), []);
    await link(page, 'Play: Hus').click();
    await untilTurn(page);
    await playOne(page, first);
    const known = new Set(['', ...files, ...game]);
    const others = asked.filter((file) => !known.has(file));
    /** The puzzle of the day stands on a card; it has no part in the game. */
    const ofToday = /^assets\/(today-.*\.(js|css)|.*\.tsv)$/;
    assert.deepEqual(others.filter((file) => !ofToday.test(file) && !/^assets\/hus-.*\.weights$/.test(file)), []);
    assert.ok(asked.some((file) => file.endsWith('.weights')));
    await visit.leave();
});

test('while the board of the home page sows, nothing is laid out anew but what is said below it', async () => {
    const visit = await visitors.visit('', MOVING);
    const { page } = visit;
    const moving = page.locator('.stage .heap.moving').first();
    await page.locator('.ladder section').waitFor();
    await page.locator('a.card[aria-busy]').first().waitFor({ state: 'detached' });
    await moving.waitFor({ state: 'attached' });
    await moving.waitFor({ state: 'detached' });
    const { frames, whole, boxes, sentences } = await layoutsWhile(page, 'figcaption', async () => {
        await moving.waitFor({ state: 'attached' });
        await moving.waitFor({ state: 'detached' });
    });
    assert.ok(frames > 10, `${frames} frames`);
    assert.deepEqual(whole, []);
    assert.ok(boxes <= sentences, `${boxes} boxes, ${sentences} sentences`);
    await visit.leave();
});

for (const [width, height] of [[1280, 720], [768, 1024], [740, 360], [360, 640]] as const) {
    test(`nothing jumps or lies beside the screen, ${width} x ${height}`, async () => {
        const visit = await visitors.visit('about:blank', { ...MOVING, width, height });
        const { page, url } = visit;
        await page.addInitScript(() => {
            const shifts: string[] = [];
            Object.assign(globalThis, { shifts });
            new PerformanceObserver((list) => {
                for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
                    if (entry.value > 0.001) shifts.push(String(entry.value));
            }).observe({ type: 'layout-shift', buffered: true });
        });
        await page.goto(url);
        await hand(page).waitFor();
        await page.getByRole('list').getByText('16', { exact: true }).waitFor();
        assert.deepEqual(await page.evaluate('shifts'), []);
        for (const hash of ['', '#/play', '#/play/kiothi', '#/nowhere']) {
            await page.evaluate((to) => void (location.hash = to), hash);
            await page.locator('main h1').waitFor();
            const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            assert.ok(wide <= 0, `${hash}: ${wide} pixels too wide`);
        }
        await visit.leave();
    });
}

// ---- the board that sows by itself -------------------------------------------------------------

test('the board says what it shows, goes on after a move, and is halted', async () => {
    const visit = await visitors.visit('', { settings: { speed: 8 } });
    const { page } = visit;
    const board = page.getByRole('img', { name: /^A game of .* that plays itself$/ });
    await board.waitFor();
    await caption(page).getByText(/(South|North) (sows|plants) /).waitFor();
    await caption(page).getByText(/ took |moves again/).waitFor();
    await page.waitForFunction(() => !/ took |moves again/.test(document.querySelector('figcaption p')!.textContent));
    await page.getByRole('button', { name: 'Pause', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Play', exact: true }).and(page.locator(':focus')).waitFor();
    const said = await caption(page).innerText();
    await page.evaluate(async () => {
        for (let frame = 0; frame < 150; frame++) await new Promise(requestAnimationFrame);
    });
    assert.equal(await caption(page).innerText(), said);
    // No hole of it is a stop for keys, and what it says is read only by those who ask.
    assert.equal(await page.locator('.stage [tabindex="0"]:not([inert] *)').count(), 0);
    assert.equal(await page.locator('main [aria-live], main [role="status"]').count(), 0);
    await link(page, 'Rules: Hus').click();
    await page.getByRole('heading', { level: 1, name: 'Hus' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor(); // it stays halted
    await visit.leave();
});

test('the board rests while it is out of sight, and goes on in sight', async () => {
    const visit = await visitors.visit('', { settings: { speed: 0.25 } });
    const { page } = visit;
    await hand(page).waitFor();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.locator('.stage .heap.moving').first().waitFor({ state: 'detached' });
    await page.evaluate(() => scrollTo(0, 0));
    await page.locator('.stage .heap.moving').first().waitFor({ state: 'attached' });
    await page.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
    });
    await page.locator('.stage .heap.moving').first().waitFor({ state: 'detached' });
    await visit.leave();
});

test('without motion the board stands, and shows what a move has changed', async () => {
    const visit = await visitors.visit('', { ...MOVING, still: true });
    const { page } = visit;
    await page.locator('.stage .chip').first().waitFor();
    await caption(page).getByText(/ took |moves again/).waitFor();
    const play = page.locator('figcaption').getByRole('button', { name: 'Play', exact: true });
    assert.equal(await hand(page).count(), 0);
    await play.click(); // visible on request
    await hand(page).waitFor();
    await visit.leave();
});

// ---- where it leads ----------------------------------------------------------------------------

test('three ways lead to a first lesson, to the games and to the analysis', async () => {
    const visit = await visitors.visit('');
    const { page } = visit;
    for (const [name, hash, heading] of [
        ['Learn in five minutes', '#/learn/kalah', null],
        ['Play', '#/play', 'Choose a game'],
        ['Analyse', '#/analyse', null],
    ] as const) {
        await page.locator('.cloth').getByRole('link', { name, exact: true }).press('Enter');
        await page.waitForFunction((to) => location.hash === to, hash);
        if (heading !== null) await page.getByRole('heading', { name: heading }).waitFor();
        await page.locator('main h1').first().waitFor();
        await page.getByRole('link', { name: 'komwe' }).press('Enter');
        await page.locator('.cloth').waitFor();
    }
    assert.equal(await hashOf(page), '#/home');
    assert.equal(await page.title(), 'Home · komwe');
    await visit.leave();
});

test('the three cards differ in picture and in purpose', async () => {
    const visit = await visitors.visit('');
    const { page } = visit;
    await page.locator('a.card[aria-busy]').waitFor({ state: 'detached' });
    const cards = page.getByRole('region', { name: 'For you now' }).getByRole('link');
    await cards.nth(2).waitFor();
    const seen = await cards.evaluateAll((all) =>
        all.map((card) => ({
            leads: card.getAttribute('href')!.replace(/[/?].*$/, '') + card.getAttribute('href')!.split('/')[1]!,
            picture: [...card.querySelectorAll('svg')].map((svg) => svg.outerHTML).join(''),
            title: card.querySelector('b')!.textContent,
        })),
    );
    assert.deepEqual(seen.map(({ leads }) => leads), ['#play', '#puzzles', '#learn']);
    assert.equal(new Set(seen.map(({ picture }) => picture)).size, 3);
    assert.deepEqual(seen.map(({ title }) => title), ['Your first game', 'Today’s puzzle', 'First lesson']);
    await visit.leave();
});

test('the puzzle of the day has its board, and leads there', async () => {
    const visit = await visitors.visit('about:blank');
    const { page } = visit;
    let begin = (): void => undefined;
    const seen = new Promise<void>((resolve) => (begin = resolve));
    await page.route(/\.wasm$/, async (route) => {
        await seen;
        await route.continue();
    });
    await page.goto(visit.url);
    const card = page.getByRole('link', { name: /^Today’s puzzle/ });
    const start = await card.locator('path.seeds').first().getAttribute('d');
    begin();
    await page.waitForFunction(
        (before) => document.querySelector('a[href="#/puzzles/today"] path.seeds')!.getAttribute('d') !== before,
        start,
    );
    await card.click();
    await page.locator('main h1').waitFor();
    await page.locator('svg.board').waitFor();
    await page.locator('nav a[aria-current]').getByText('Puzzles').waitFor();
    await visit.leave();
});

test('one press begins a game, by keys as well, and the board has the focus', async () => {
    const visit = await visitors.visit('');
    const { page } = visit;
    await page.getByRole('link', { name: /^Your first game/ }).press('Enter');
    await untilTurn(page);
    await page.locator('g.hole:focus').waitFor();
    await page.locator('.seat').getByText('The engine, level 1').waitFor();
    assert.equal(await page.locator('.seat').getByText('The engine').count(), 1);
    const begun = await hashOf(page);
    assert.match(begun, /^#\/play\/kalah\/\w+$/);
    await page.goBack();
    await link(page, 'Play: Kalah').click(); // nothing has been played there: it is the same game
    await page.waitForFunction((to) => location.hash === to, begun);
    await playOne(page, first);
    await page.getByRole('link', { name: 'komwe' }).click();
    await link(page, 'Play: Kalah').click();
    await page.waitForFunction((not) => /\/kalah\/\w+$/.test(location.hash) && location.hash !== not, begun);
    await visit.leave();
});

test('a game that was begun is gone on with, the last one first', async () => {
    const visit = await visitors.visit('');
    const { page } = visit;
    const begun: string[] = [];
    for (const game of ['hus', 'giuthi', 'oware', 'kalah']) {
        await beginGame(page, game, 'human');
        await untilTurn(page);
        await playOne(page, first);
        begun.push(await hashOf(page));
    }
    await beginGame(page, 'bulto', 'human'); // nothing is played in it
    await untilTurn(page);
    await page.getByRole('link', { name: 'komwe' }).click();
    const cards = page.getByRole('link', { name: /Go on after move/ });
    await cards.nth(2).waitFor();
    const names = await cards.evaluateAll((all) => all.map((card) => card.getAttribute('href')));
    assert.deepEqual(names, begun.slice(1).reverse());
    await page.getByRole('link', { name: '1 more of your games' }).waitFor();
    await page.getByRole('link', { name: /^Kalah Go on after move 1\. (South|North) to move\.$/ }).waitFor();
    await page.reload();
    await cards.nth(1).click();
    await page.getByRole('heading', { level: 1, name: 'Oware (Abapa)' }).waitFor();
    assert.equal(await hashOf(page), begun[2]);
    await page.getByRole('link', { name: 'Play', exact: true }).click();
    await cards.nth(2).waitFor(); // where games are chosen they are offered too
    assert.equal(await cards.count(), 3);
    await visit.leave();
});

test('who plays is chosen once, for all games that are begun by one press', async () => {
    const visit = await visitors.visit('#/play');
    const { page } = visit;
    await page.getByText('You begin, against the engine at level 1.').click();
    await page.getByRole('combobox', { name: 'North' }).selectOption('4');
    await page.getByText('You begin, against the engine at level 4.').waitFor();
    await page.reload();
    await page.getByText('All games', { exact: true }).click();
    const all = page.locator('details').last().getByRole('link', { name: /^Play: / });
    await all.nth(GAME_COUNT - 1).waitFor();
    assert.equal(await all.count(), GAME_COUNT);
    await page.locator('details').last().getByRole('link', { name: 'Play: Kalah' }).click();
    await page.locator('.seat').getByText('the engine, level 4').waitFor();
    await page.getByRole('button', { name: 'New game' }).first().click();
    await page.getByRole('combobox', { name: 'North' }).and(page.locator(':visible')).waitFor();
    assert.equal(await page.getByRole('combobox', { name: 'North' }).inputValue(), '4');
    await visit.leave();
});

test('a link to a game shows it with one button, and options that change its board', async () => {
    const visit = await visitors.visit('#/play/kalah');
    const { page } = visit;
    await page.getByRole('heading', { level: 1, name: 'Kalah' }).waitFor();
    const pits = page.locator('form .heap');
    await pits.nth(11).waitFor({ state: 'attached' });
    await page.getByText('Options of the rules').click();
    await page.locator('label').filter({ hasText: 'pits' }).first().locator('input').fill('4');
    await page.keyboard.press('Tab');
    await page.waitForFunction(() => document.querySelectorAll('form .heap').length === 8);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.locator('.game g.hole').nth(7).waitFor();
    assert.equal(await page.locator('.game g.hole').count(), 8);
    await untilTurn(page);
    await playOne(page, first);
    await page.getByRole('link', { name: 'komwe' }).click();
    await page.getByRole('link', { name: /Go on after move/ }).locator('circle').nth(7).waitFor();
    await visit.leave();
});

for (const [hash, said] of [
    ['#/nowhere', 'There is no such page.'],
    ['#/play/nonsense', 'There is no game called “nonsense”.'],
    ['#/play/nonsense?begin=now', 'There is no game called “nonsense”.'],
    ['#/learn/nonsense', 'There is no such lesson.'],
    ['#/rules/nonsense', 'There is no game called “nonsense”.'],
    ['#/about/nonsense', 'There is no game called “nonsense”.'],
] as const) {
    test(`${hash} is said to lead nowhere, with ways on`, async () => {
        const visit = await visitors.visit(hash);
        const { page } = visit;
        await page.getByText(said).waitFor();
        await page.getByRole('main').getByRole('link').first().waitFor();
        assert.equal(await page.locator('nav a[aria-current]').count(), /nowhere|about/.test(hash) ? 0 : 1);
        await visit.leave();
    });
}

test('settings that cannot be read are the usual ones', async () => {
    const settings = { language: 'xx', theme: 5, wood: 'pine', speed: 'fast', sound: 'no', previews: 7 };
    const visit = await visitors.visit('', { settings });
    const { page } = visit;
    await page.getByRole('link', { name: 'Learn in five minutes' }).waitFor();
    assert.equal(await page.locator('html').getAttribute('data-wood'), 'mvule');
    await page.getByText(/^Kalah: \d+ steps\.$/).waitFor();
    await visit.leave();
});

test('the home page is left and found again by Back, where it was', async () => {
    const visit = await visitors.visit('');
    const { page } = visit;
    await link(page, 'Learn: Bao la Kiswahili').click();
    await page.waitForFunction(() => location.hash === '#/learn/kiswahili');
    await page.goBack();
    await link(page, 'Learn: Bao la Kiswahili').waitFor();
    await visit.leave();
});
