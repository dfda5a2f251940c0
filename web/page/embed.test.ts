// A board in the pages of others: who may frame what, what it shows, and that it leaves nothing behind.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test, type TestContext } from 'node:test';
import type { Frame, Page } from 'playwright-core';
import { EMBED_POLICY, HEADER_POLICY } from '../policy.ts';
import { treePath } from '../test/support/load.ts';
import { faultsOf, type Law } from './support/boxes.ts';
import { openKomwe, playedGame } from './support/played.ts';
import { root } from './support/site.ts';
import { copied, findings, pressMore, untilTurn, Visitors, type Visit } from './support/visit.ts';

const command = process.env.KOMWE_COMMAND ?? treePath('build/release/komwe');
const MOVES = 'game=kalah&moves=C,F,a';
const OPENED = 'Open in komwe';

let visitors: Visitors;
before(async () => (visitors = await Visitors.open()));
after(() => visitors.close());

/** Where the command serves the site until the test is over. */
async function serve(context: TestContext): Promise<string> {
    const child = spawn(command, ['serve', '--port', '0', '--dir', root], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    context.after(async () => {
        child.kill();
        assert.deepEqual(await ended, [0, null]);
    });
    const [said] = (await Promise.race([once(child.stdout, 'data'), ended])) as [unknown];
    return String(said).trim();
}

/** A page of somebody else, at another port. */
async function foreign(context: TestContext, html: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
    const server = createServer((_, response) => {
        response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...headers });
        response.end(`<!doctype html><title>A page about games</title>${html}`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    context.after(() => {
        server.closeAllConnections();
        server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** What stands in a frame of a page. */
async function frameOf(page: Page, name: string): Promise<Frame> {
    const frame = await (await page.waitForSelector(`iframe[name="${name}"]`)).contentFrame();
    return frame!;
}
const step = (page: Page | Frame, name: string) => page.getByRole('button', { name, exact: true });
/** After how many moves one looks. */
const where = (page: Page | Frame, text: string) => page.locator('.where', { hasText: text }).waitFor({ state: 'attached' });
const turn = (page: Page | Frame) => page.locator('.turn').innerText();

test('any page may frame the board, none the page itself', async (context) => {
    const url = await serve(context);
    for (const [path, policy] of [['embed', EMBED_POLICY], ['embed.html', EMBED_POLICY], ['', HEADER_POLICY], ['index.html', HEADER_POLICY]] as const)
        assert.equal((await fetch(url + path)).headers.get('Content-Security-Policy'), policy, path);
    const frames = `<iframe name="board" src="${url}embed?${MOVES}" width="480" height="360"></iframe><iframe name="page" src="${url}"></iframe>`;
    for (const headers of [{}, { 'Cross-Origin-Embedder-Policy': 'require-corp' }] as const) {
        const at = await foreign(context, frames, headers);
        const visit = await visitors.visit('about:blank');
        visit.forgive(/frame-ancestors|Framing|ERR_BLOCKED_BY_RESPONSE|chrome-error/);
        const { page } = visit;
        const refused = page.waitForEvent('requestfailed', (request) => request.url() === url);
        await page.goto(at);
        await refused;
        const board = await frameOf(page, 'board');
        await board.locator('svg.board').waitFor();
        await where(board, '0 of 3');
        await step(board, 'One move on').click();
        await where(board, '1 of 3');
        assert.equal(await board.locator('h1').innerText(), 'Kalah');
        assert.equal(await (await frameOf(page, 'page')).locator('main').count(), 0);
        await visit.leave();
    }
});

test('the moves are stepped through by buttons and keys, and the way to the page opens beside', async () => {
    const { page, url, context, leave } = await visitors.visit(`embed.html#${MOVES}`);
    await page.locator('svg.board').waitFor();
    assert.equal(await turn(page), 'South to move.');
    assert.ok(await step(page, 'One move back').isDisabled());
    await step(page, 'To the end').click();
    await where(page, '3 of 3');
    assert.equal(await turn(page), 'South to move.');
    assert.ok(await step(page, 'One move on').isDisabled());
    await page.keyboard.press('ArrowLeft');
    await where(page, '2 of 3');
    assert.equal(await turn(page), 'North to move.');
    await page.keyboard.press('Home');
    await where(page, '0 of 3');
    assert.equal(await page.locator('.playable').count(), 0);
    assert.deepEqual(await findings(page), []);
    const links = await page.locator('a').evaluateAll((all) => all.map((of) => [of.getAttribute('target'), of.getAttribute('rel')]));
    assert.deepEqual(links, [['_blank', 'noopener']]);
    const [opened] = await Promise.all([context.waitForEvent('page'), page.getByRole('link', { name: OPENED }).click()]);
    await opened.getByText('0 of 3 played').waitFor();
    assert.ok(opened.url().startsWith(`${url}#/analyse?record=Game`));
    assert.equal(await opened.evaluate(() => window.opener), null);
    await leave();
});

test('it is seen from either side, in the colours and the language that are asked for, and tried out where it may be', async () => {
    const { page, leave } = await visitors.visit(`embed.html#${MOVES}&side=north&theme=dark&lang=sw&at=3&play=yes`);
    await page.locator('g.hole.playable').first().waitFor();
    await where(page, '3');
    assert.equal(await page.locator('svg.board').first().getAttribute('aria-label'), 'Kalah: ubao, Kaskazini akiwa chini');
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'sw');
    await step(page, 'Hadi mwanzo').click();
    await page.locator('[data-hole="2"]').click(); // C again, where the others then are not
    await page.locator('.where', { hasText: '1' }).first().waitFor({ state: 'attached' });
    assert.match(await page.locator('.where').innerText(), /^1 \D+ 1$/);
    await leave();
});

test('a board leaves nothing in the browser, and takes nothing from it', async () => {
    const visit = await visitors.visit('about:blank', { settings: { language: 'sw', theme: 'dark', wood: 'ebony' } });
    const { page, url } = visit;
    await page.goto(url);
    const kept = (): Promise<Record<string, string>> => page.evaluate(() => ({ ...localStorage }));
    await page.locator('svg.board').first().waitFor();
    const before = await kept();
    await page.goto(`${url}embed.html?${MOVES}&play=yes&theme=light&lang=en`);
    await page.locator('g.hole.playable').first().click();
    await where(page, '1 of 1');
    assert.deepEqual(await kept(), before);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.wood), 'mvule');
    assert.deepEqual(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)), []);
    assert.equal(await page.evaluate(async () => document.cookie), '');
    await visit.leave();
});

test('what an address asks for in vain is said in one sentence', async () => {
    const { page, url, leave } = await visitors.visit('about:blank', { width: 280, height: 320 });
    for (const [query, said] of [
        ['', 'This board has no game: its address needs game=… or record=….'],
        ['game=chess', /^There is no game 'chess'.*\.$/],
        ['game=kalah&position=1,2', /^\S.*\.$/],
        ['game=kalah&moves=C,Z', /^.*'?Z'?.*\.$/],
        ['game=kalah&options=a%3Db', /^\S.*\.$/],
        ['record=nothing', /^\S.*\.$/],
        ['game=kalah&side=west', 'In the address of this board “side” must be one of south, north, not “west”.'],
        [`game=kalah&theme=${'dark'.repeat(200)}`, /^In the address .*dark…”\.$/],
        [`game=${'kalah'.repeat(200)}`, /^There is no game .*\.$/],
        ['game=kalah&at=x', 'In the address of this board “at” must be a number of moves, not “x”.'],
    ] as const) {
        await page.goto('about:blank');
        await page.goto(`${url}embed.html#${query}`);
        const alert = await page.getByRole('alert').innerText();
        if (typeof said === 'string') assert.equal(alert, said, query);
        else assert.match(alert, said, query);
        assert.equal(await page.locator('svg.board').count(), 0, query);
        assert.deepEqual(await faultsOf(page, { within: ['[role="alert"]', 'header a'], apart: ['[role="alert"]', 'header'], still: true }), [], query);
        await page.getByRole('link', { name: OPENED }).waitFor();
    }
    await leave();
});

test('after a visit to the page, whose worker answers without a network, it is still the board', async () => {
    const { page, url, leave } = await visitors.visit('', { kept: true });
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.goto(`${url}embed.html?${MOVES}`);
    await where(page, '0 of 3');
    await page.goto(url);
    await page.locator('header.page').waitFor();
    await leave();
});

// ---- its size ------------------------------------------------------------------------------------

const LAW: Law = {
    within: ['.block', '.turn', 'header a', '.controls', '.controls button'],
    apart: ['.block', '.turn', 'header a', '.say', '.controls', 'h1'],
    still: true,
};
const SIZES = [[280, 320], [280, 400], [320, 480], [480, 400], [640, 320], [800, 600]] as const;
/** In smaller frames figures may be small: of boards of four rows or many columns, and where moves are tried. */
const READ_FROM = [320, 400] as const;
const SMALL = /is written in|pixels wide$/;
const LARGE = new Set(['kiswahili', 'kiothi', 'bulto', 'toguz-kumalak']);
const BOARDS = ['kalah', 'oware', 'kiswahili', 'kiothi', 'bulto'];
/** Their rules are texts, which the page alone has. */
const TEXTS = ['toguz-kumalak'];

test('board, turn and steps are in sight in frames of every size, however long the game is', async () => {
    const komwe = await openKomwe();
    const faults: string[] = [];
    const { page, url, leave } = await visitors.visit('about:blank', { still: true });
    for (const [i, game] of [...BOARDS, ...TEXTS].entries()) {
        const shown = TEXTS.includes(game) ? { game } : { record: (await playedGame(komwe, game, 60, 3)).record };
        for (const play of i < 3 ? ['no', 'yes'] : ['no']) {
            const query = new URLSearchParams({ ...shown, at: '40', play, lang: i % 2 === 0 ? 'en' : 'sw' });
            await page.goto('about:blank');
            await page.goto(`${url}embed.html#${query.toString()}`);
            await page.locator('svg.board').waitFor();
            for (const [width, height] of SIZES) {
                await page.setViewportSize({ width, height });
                await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
                const isSmall = (play === 'yes' || LARGE.has(game)) && (width < READ_FROM[0] || height < READ_FROM[1]);
                const found = (await faultsOf(page, LAW)).filter((fault) => !isSmall || !SMALL.test(fault));
                faults.push(...found.map((fault) => `${game} ${play} ${width}x${height}: ${fault}`));
            }
        }
    }
    await leave();
    assert.deepEqual(faults, []);
});

// ---- the way to it ---------------------------------------------------------------------------------

/** What the dialogue copies, put into the page of somebody else. */
async function snippetOf({ page }: Visit): Promise<string> {
    await pressMore(page, 'Share');
    await page.getByRole('dialog', { name: 'Share' }).locator('img').waitFor();
    return copied(page, 'Copy HTML to embed');
}

test('the dialogue that shares copies the HTML of a frame, which shows the game', async (context) => {
    const visit = await visitors.visit('#/play/kalah?position=start');
    const { page, url } = visit;
    await page.locator('svg.board').waitFor();
    await page.locator('[data-hole="5"]').click();
    await untilTurn(page);
    const html = await snippetOf(visit);
    const tag = /^<iframe src="([^"]+)" title="Kalah · komwe" width="560" height="(\d+)" style="border:0;max-width:100%" loading="lazy" referrerpolicy="no-referrer"><\/iframe>$/.exec(html);
    assert.ok(tag !== null, html);
    assert.ok(tag[1]!.startsWith(`${url}embed.html#record=Game%3A+kalah`));
    assert.ok(Number(tag[2]) >= 400 && Number(tag[2]) <= 560, tag[2]);
    const other = await visit.context.newPage();
    await other.goto(await foreign(context, html.replace('<iframe', '<iframe name="board"')));
    const board = await frameOf(other, 'board');
    await board.locator('svg.board').waitFor();
    await step(board, 'To the end').click();
    await board.locator('.turn', { hasText: 'to move.' }).waitFor();
    assert.deepEqual(await faultsOf(other, { within: ['iframe'], apart: [], still: false }), []);
    await visit.leave();
});
