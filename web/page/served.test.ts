// The page as others serve it: `komwe serve`, whose engine can think where a game is analysed, and
// plain servers of files; and as a program of the phone, once it is installed.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { HEADER_POLICY, POLICY } from '../policy.ts';
import { treePath } from '../test/support/load.ts';
import { BOARDS, load } from './support/loads.ts';
import { root, serveSite } from './support/site.ts';
import type { Page } from 'playwright-core';
import { beginGame, chance, findings, playOne, shared, untilTurn, Visitors } from './support/visit.ts';

const command = process.env.KOMWE_COMMAND ?? treePath('build/release/komwe');
const ANALYSIS = '#/analyse?game=giuthi&position=start';

let visitors: Visitors;
before(async () => {
    visitors = await Visitors.open();
});
after(() => visitors.close());

/** Where it serves until the test is over, which fails if it does not end well. */
async function serve(context: TestContext, ...flags: readonly string[]): Promise<string> {
    const child = spawn(command, ['serve', '--port', '0', '--dir', root, ...flags], {
        stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    context.after(async () => {
        child.kill();
        assert.deepEqual(await ended, [0, null]);
    });
    const [said] = (await Promise.race([once(child.stdout, 'data'), ended])) as [unknown];
    return String(said).trim();
}

test('the engine of the machine that serves the page thinks, if it is asked to', async (context) => {
    const url = await serve(context);
    const visit = await visitors.visit(ANALYSIS, { at: url });
    const { page } = visit;
    const engine = page.getByRole('region', { name: 'Engine' });
    const talks: string[] = [];
    page.on('websocket', (socket) => talks.push(socket.url()));
    await engine.locator('li').nth(2).waitFor();
    assert.deepEqual(talks, []);
    await engine.getByRole('checkbox').check();
    await engine.locator('li').nth(2).waitFor();
    assert.deepEqual(talks, [`${url.replace('http', 'ws')}engine`]);
    await engine.locator('.status').getByText(/^\d+ plies/).waitFor();
    await engine.getByRole('button', { name: 'Stop' }).click();
    const move = await engine.locator('.step').first().innerText();
    await engine.locator('.step').first().click();
    await page.getByText('1 of 1 played').waitFor();
    assert.equal(await page.getByRole('region', { name: 'Moves' }).locator('li.turn').innerText(), move);
    await engine.getByRole('button', { name: 'Start' }).click();
    await engine.locator('li').nth(2).waitFor(); // of the position that this has made
    assert.equal(talks.length, 2);
    await visit.leave();
});

test('endgame tables of the server show what each move comes to', async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'komwe-'));
    context.after(() => rm(folder, { recursive: true }));
    const build = spawn(command, ['table', 'build', 'awari', '--seeds', '5', '--dir', folder], { stdio: 'ignore' });
    assert.deepEqual(await once(build, 'exit'), [0, null]);
    const url = await serve(context, '--tables', folder);
    const position = '0,0,0,0,1,1/0,0,1,0,1,1 S 20/23';
    const visit = await visitors.visit(`#/analyse?${new URLSearchParams({ game: 'awari', position }).toString()}`, {
        at: url,
        engine: false,
    });
    const { page } = visit;
    await page.getByRole('tab', { name: 'Endgame' }).click();
    const table = page.getByRole('region', { name: 'Endgame' });
    assert.deepEqual(await table.getByRole('button').allInnerTexts().then((all) => all.map(plain)), [
        'F −4 seeds',
        'C −8 seeds',
        'E −8 seeds',
    ]);
    await table.getByRole('button').first().click();
    await page.getByText('1 of 1 played').waitFor();
    await table.getByRole('button', { name: /^Play [a-f]: \+4 / }).waitFor();
    await visit.leave();
});
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

test('what is named by what it holds is kept by browsers for good', async (context) => {
    const url = await serve(context);
    const controlOf = async (file: string): Promise<string | null> =>
        (await fetch(url + file, { method: 'HEAD' })).headers.get('Cache-Control');
    const { first, rest } = (await (await fetch(`${url}files.json`)).json()) as Record<string, string[]>;
    const assets = [...first!, ...rest!].filter((file) => file.startsWith('assets/'));
    assert.ok(assets.length > 0);
    for (const file of assets) assert.match((await controlOf(file)) ?? '', /immutable/, file);
    for (const file of ['', 'sw.js', 'files.json']) assert.equal(await controlOf(file), 'no-cache', file);
});

/** Each costs a round trip on a slow network, and six are under way at once. */
const REQUESTS_MOST = 12;

for (const board of BOARDS)
    test(`a first visitor asks for at most ${REQUESTS_MOST} files until ${board.name} can be used`, async (context) => {
        const visit = await visitors.visit('about:blank', { at: await serve(context), settings: { speed: 'adaptive' } });
        const { asked } = await load(visit, board);
        context.diagnostic(asked.join(' '));
        assert.ok(asked.length > 4 && asked.length <= REQUESTS_MOST, `${asked.length}: ${asked.join(' ')}`);
        await visit.leave();
    });

test('the page and its server say alike what it may do', async (context) => {
    const url = await serve(context);
    const response = await fetch(url);
    assert.equal(response.headers.get('Content-Security-Policy'), HEADER_POLICY);
    assert.match(response.headers.get('Permissions-Policy') ?? '', /camera=\(\)/);
    const visit = await visitors.visit('', { at: url, kept: true });
    const meta = visit.page.locator('meta[http-equiv="Content-Security-Policy"]');
    assert.equal(await meta.getAttribute('content'), POLICY);
    await visit.leave();
});

test('an engine of the machine that has no memory left says so', async (context) => {
    const url = await serve(context, '--hash', '1');
    const visit = await visitors.visit(ANALYSIS, { at: url });
    const engine = visit.page.getByRole('region', { name: 'Engine' });
    await engine.getByRole('checkbox').check();
    await engine.getByText('There is not enough memory.').waitFor();
    await engine.getByRole('checkbox').uncheck();
    await engine.locator('li').nth(2).waitFor();
    await visit.leave();
});

test('any static file server will do, below any folder', async (context) => {
    const site = await serveSite(true);
    context.after(() => site.close());
    const visit = await visitors.visit('', { at: site.url, kept: true });
    const { page } = visit;
    assert.equal(await page.evaluate(() => crossOriginIsolated), false);
    // Its own policy holds: what comes from elsewhere, or stands in the page, is not used.
    visit.forgive(/Content Security Policy/);
    const refused = await page.evaluate(async () => {
        const directives = new Set<string>();
        const both = new Promise<void>((resolve) => {
            document.addEventListener('securitypolicyviolation', (event) => {
                if (directives.add(event.effectiveDirective).size === 2) resolve();
            });
        });
        const script = document.createElement('script');
        script.textContent = 'document.title = "run"';
        document.head.append(script);
        if (document.title === 'run') return { directives: [], title: document.title };
        await fetch('http://127.0.0.1:1/').catch(() => undefined);
        await both;
        return { directives: [...directives].sort(), title: document.title };
    });
    assert.deepEqual(refused.directives, ['connect-src', 'script-src-elem']);
    assert.notEqual(refused.title, 'run');
    await beginGame(page, 'giuthi', 2);
    await untilTurn(page);
    await playOne(page, chance(2));
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('link', { name: 'Analyse this game' }).click();
    const engine = page.getByRole('region', { name: 'Engine' });
    await page.getByText('2 of 2 played').first().waitFor();
    for (const lines of ['5', '1', '4']) {
        await engine.getByRole('combobox', { name: 'Lines' }).selectOption(lines); // what is at work is thrown away
        await engine.locator('li').nth(Number(lines) - 1).waitFor();
    }
    assert.equal(await engine.getByRole('checkbox').count(), 0);
    await visit.leave();
});

test('the page can be installed', async () => {
    const visit = await visitors.visit('', { kept: true });
    const { page, context } = visit;
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const session = await context.newCDPSession(page);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    const errors = installabilityErrors.map(({ errorId }) => errorId);
    assert.deepEqual(errors.filter((of) => of !== 'in-incognito'), []); // as all visitors here are
    const { errors: faults, url } = await session.send('Page.getAppManifest');
    assert.deepEqual(faults, []);
    assert.match(url, /manifest\.webmanifest$/);
    await visit.leave();
});

// ---- links that are shared -----------------------------------------------------------------------

test('a link that is shared has a picture, and leads to what it shows', async (context) => {
    const url = await serve(context);
    const position = '4,4,0,5,5,5/5,4,4,4,4,4 N 0/0';
    const visit = await visitors.visit(`?${new URLSearchParams({ game: 'oware', position }).toString()}`, { at: url, engine: false });
    const { page } = visit;
    await page.locator('svg.board').waitFor();
    assert.equal(page.url(), `${url}#/analyse?${new URLSearchParams({ game: 'oware', position }).toString()}`);
    const of = (name: string): Promise<string | null> => page.locator(`meta[property="${name}"]`).getAttribute('content');
    assert.equal(await of('og:title'), 'Oware (Abapa): North to move');
    const link = await shared(page, 'Copy the link to this position');
    assert.equal(link, `${url}?${new URLSearchParams({ game: 'oware', position }).toString()}`);
    const drawn = await page.evaluate(async (source) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        return [image.naturalWidth, image.naturalHeight];
    }, await of('og:image').then((source) => source!.replace(/^http:\/\/[^/]+\//, './')));
    assert.deepEqual(drawn, [800, 420]);
    await visit.leave();
});

test('a puzzle that is shared leads to the puzzle, also on a plain server of files', async (context) => {
    const site = await serveSite(true);
    context.after(() => site.close());
    const visit = await visitors.visit('#/puzzles/oware', { at: site.url, engine: false });
    const { page } = visit;
    await page.locator('g.hole.playable').first().waitFor();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('button', { name: 'Copy the link', exact: true }).click();
    await page.getByText('Copied.').waitFor();
    const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
    assert.match(link.searchParams.get('page')!, /^puzzles\/oware\/\w+$/);
    assert.equal(link.searchParams.get('game'), 'oware');
    await page.goto('about:blank');
    await page.goto(link.href);
    await page.locator('g.hole.playable').first().waitFor();
    assert.equal(page.url(), `${site.url}#/${link.searchParams.get('page')!}`);
    await visit.leave();
});

// ---- installed -------------------------------------------------------------------------------------

const PHONE = { width: 360, height: 640, phone: true };
const menu = (page: Page) => page.getByRole('button', { name: 'Menu' });
const nav = (page: Page) => page.locator('nav#pages');
const entry = (page: Page) => nav(page).getByRole('button', { name: 'Install on this device' });

/** What Chromium tells a page, which no browser without a head does; counts how often it is asked. */
const offer = (page: Page): Promise<boolean> =>
    page.evaluate(() => {
        const event = new Event('beforeinstallprompt', { cancelable: true });
        Object.assign(event, { prompt: () => Promise.resolve((document.body.dataset.asked = `${Number(document.body.dataset.asked ?? 0) + 1}`)) });
        return !dispatchEvent(event);
    });
const asked = (page: Page): Promise<string | undefined> => page.evaluate(() => document.body.dataset.asked);

test('the menu has an entry that installs the page, once the browser offers it', async () => {
    const { page, leave } = await visitors.visit('', PHONE);
    await menu(page).click();
    await nav(page).getByRole('link', { name: 'Puzzles' }).waitFor();
    assert.equal(await page.locator('button.install').count(), 0);
    assert.ok(await offer(page), 'the browser shows something of its own');
    await entry(page).waitFor();
    assert.deepEqual(await findings(page), []);
    await entry(page).click();
    assert.equal(await asked(page), '1');
    await menu(page).click();
    assert.equal(await page.locator('button.install').count(), 0); // an offer is taken up once
    await offer(page);
    await entry(page).waitFor();
    await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
    await entry(page).waitFor({ state: 'detached' });
    await leave();
});

test('nothing is offered unasked, and nothing where all pages stand in a row', async () => {
    const { page, leave } = await visitors.visit('', { width: 1280, height: 720 });
    await offer(page);
    await page.locator('svg.board').first().waitFor();
    assert.equal(await page.locator('.install').count(), 0);
    await leave();
});

test('on iOS a sentence says how, and in Swahili too', async () => {
    for (const [language, name, how] of [['en', 'Menu', 'To install: Share, then Add to Home Screen.'], ['sw', 'Orodha ya kurasa', 'Ili kusakinisha: Shiriki, kisha Ongeza kwenye Skrini ya Mwanzo.']] as const) {
        const { page, url, leave } = await visitors.visit('about:blank', { ...PHONE, language });
        await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: false }));
        await page.goto(url);
        await page.getByRole('button', { name }).click();
        await nav(page).getByText(how).waitFor();
        await leave();
    }
});

test('a page that runs by itself says that it is installed', async () => {
    const { page, url, leave } = await visitors.visit('about:blank', PHONE);
    await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }));
    await page.goto(url);
    await menu(page).click();
    await nav(page).getByText('Installed on this device').waitFor();
    await leave();
});
