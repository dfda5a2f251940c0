// <komwe-board> of the packed package in Chromium, in pages that share memory with Workers and in others.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { KomweBoard } from '../src/element/board.ts';
import { newProject, openBrowser, serve, type Project } from './project.ts';

let project: Project;
let browser: Browser;
before(async () => {
    project = newProject();
    browser = await openBrowser();
});
after(async () => {
    await browser.close();
    project.close();
});

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Visit {
    readonly page: Page;
    leave(): Promise<void>;
}

/** A page with these elements; moves are shown at once, unless it says another speed. */
async function visit(body: string, { isolated = false, width = 1280 } = {}): Promise<Visit> {
    project.write('page.html', `<!doctype html><html lang="en"><title>page</title><script type="module" src="node_modules/komwe/dist/board.js"></script><main><h1>page</h1>${body}</main></html>`);
    const site = await serve(project.folder, isolated);
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    const complaints: string[] = [];
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
    await page.addInitScript(() => {
        const received: unknown[] = [];
        Object.assign(globalThis, { received });
        for (const name of ['komwe-move', 'komwe-end', 'komwe-error'])
            addEventListener(name, (event) => {
                const { error, ...detail } = (event as CustomEvent<{ error?: Error }>).detail;
                received.push([name, { ...detail, ...(error === undefined ? {} : { message: error.message }) }]);
            });
    });
    await page.goto(`${site.url}page.html`);
    return {
        page,
        leave: async () => {
            assert.deepEqual(complaints, []);
            await page.close();
            await site.close();
        },
    };
}

const hole = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}[,:]`) });
const received = (page: Page): Promise<[string, Record<string, unknown>][]> => page.evaluate(() => (globalThis as never as { received: never }).received);
const board = <T>(page: Page, work: (of: KomweBoard) => T | Promise<T>): Promise<T> =>
    page.evaluate(`(${String(work)})(document.querySelector('komwe-board'))`) as Promise<T>;
const untilMoves = (page: Page, count: number): Promise<unknown> =>
    page.waitForFunction((wanted) => document.querySelector('komwe-board')!.moves.length >= wanted, count);

for (const isolated of [false, true])
    test(`a click plays, the engine answers, and events say so${isolated ? ', with shared memory' : ''}`, async () => {
        const { page, leave } = await visit('<komwe-board game="oware" playable="south" level="2" speed="0"></komwe-board>', { isolated });
        await hole(page, 'C').click();
        await untilMoves(page, 2);
        const [mine, answer] = await received(page);
        assert.deepEqual([mine![0], mine![1].move, mine![1].mover], ['komwe-move', 'C', 'south']);
        assert.deepEqual([answer![0], answer![1].mover], ['komwe-move', 'north']);
        assert.equal(answer![1].position, await board(page, (of) => of.current));
        assert.equal(await board(page, (of) => of.mover), 'south');
        assert.equal(await board(page, (of) => of.undo()), true);
        assert.deepEqual(await board(page, (of) => [...of.moves]), [], 'the answer is taken back with the move');
        await leave();
    });

test('keys move and play, what is refused says why with its rule', async () => {
    const { page, leave } = await visit('<komwe-board game="kalah" speed="0"></komwe-board>');
    await hole(page, 'A').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await untilMoves(page, 1);
    assert.deepEqual(await board(page, (of) => [...of.moves]), ['B']);
    await hole(page, 'B').click();
    await page.getByRole('status').getByText(/Rule:|rule/i).first().waitFor();
    assert.equal((await received(page)).length, 1);
    assert.equal(await board(page, (of) => of.play('Z')), false);
    await leave();
});

test('attributes change the game, the moves, the sides and the look', async () => {
    const { page, leave } = await visit('<komwe-board game="kalah" options="pits=3 seeds=2" moves="A" steps></komwe-board>');
    await hole(page, 'C').waitFor();
    assert.equal(await page.locator('g.hole').count(), 6);
    await page.getByRole('slider').waitFor();
    await board(page, (of) => of.setAttribute('moves', 'A b'));
    await untilMoves(page, 2);
    assert.equal((await received(page)).filter(([name]) => name === 'komwe-move').length, 1, 'the new move alone is played');
    await board(page, (of) => {
        of.game = 'kiswahili';
        of.options = '';
        of.moves = [];
        of.wood = 'ebony';
        of.theme = 'dark';
        of.flipped = true;
    });
    await page.waitForFunction(() => document.querySelector('komwe-board')!.shadowRoot!.querySelectorAll('g.hole').length === 32);
    assert.equal(await board(page, (of) => getComputedStyle(of).colorScheme), 'dark');
    assert.equal(await page.locator('[data-wood=ebony]').count(), 1);
    await board(page, (of) => (of.game = 'chess'));
    await page.waitForFunction(() => (globalThis as never as { received: string[][] }).received.some(([name]) => name === 'komwe-error'));
    const [, { message }] = (await received(page)).at(-1)!;
    assert.equal(message, "there is no game 'chess'");
    assert.equal(await page.locator('g.hole').count(), 32, 'the board stays');
    await leave();
});

test('what the engine is thinking about can be left', async () => {
    const { page, leave } = await visit('<komwe-board game="kiswahili" playable="none" level="10" speed="0"></komwe-board>');
    await hole(page, 'A6').waitFor();
    await board(page, (of) => {
        of.playable = 'south';
        of.game = 'kalah';
        of.level = 1;
    });
    await page.waitForFunction(() => document.querySelector('komwe-board')!.shadowRoot!.querySelectorAll('g.hole').length === 12);
    await hole(page, 'A').click();
    await page.waitForFunction(() => {
        const { moves, mover } = document.querySelector('komwe-board')!;
        return moves.length > 1 && mover === 'south';
    });
    await leave();
});

test('a game is played to its end by two engines', async () => {
    const { page, leave } = await visit('<komwe-board game="kalah" options="pits=2 seeds=2" playable="none" level="1" speed="0"></komwe-board>');
    await page.waitForFunction(() => document.querySelector('komwe-board')!.result !== null);
    const end = (await received(page)).at(-1)!;
    assert.equal(end[0], 'komwe-end');
    assert.deepEqual(end[1].result, await board(page, (of) => of.result));
    await leave();
});

test('it is for everybody, at any width, and leaves the page around alone', async () => {
    for (const width of [1280, 390]) {
        const { page, leave } = await visit('<komwe-board game="kiswahili" steps></komwe-board><komwe-board game="oware" theme="dark" wood="olive"></komwe-board>', { width });
        await page.locator('komwe-board').nth(1).locator('g.hole').nth(11).waitFor();
        const found = (await page.evaluate(`${axe}; axe.run().then((of) => of.violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`)) as string[];
        assert.deepEqual(found, []);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        assert.deepEqual(await page.evaluate(() => [localStorage.length, document.documentElement.getAttributeNames(), document.head.querySelectorAll('style').length, document.body.children.length]), [0, ['lang'], 0, 1]);
        await leave();
    }
});

test('it is taken out and put back while it loads, and shows the same', async () => {
    const { page, leave } = await visit('<komwe-board game="hus" moves="A5"></komwe-board>');
    await board(page, (of) => {
        const parent = of.parentElement!;
        for (let i = 0; i < 5; i++) {
            of.remove();
            parent.append(of);
        }
    });
    await untilMoves(page, 1);
    await page.locator('g.hole').nth(31).waitFor();
    assert.equal(await page.locator('svg.board').count(), 1);
    await leave();
});

test('without motion a move is there at once', async () => {
    const { page, leave } = await visit('');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.evaluate(() => document.querySelector('main')!.insertAdjacentHTML('beforeend', '<komwe-board game="giuthi"></komwe-board>'));
    await page.locator('g.hole').first().waitFor();
    await page.evaluate(async () => {
        const of = document.querySelector('komwe-board')!;
        await of.play(of.legalMoves[0]!);
    });
    const shown = await page.locator('g.hole').evaluateAll((all) => all.reduce((sum, of) => sum + Number(/: (\d+)/.exec(of.getAttribute('aria-label')!)![1]), 0));
    const text = await board(page, (of) => of.current);
    const held = text.split(' ')[0]!.split(/[,/]/).reduce((sum, count) => sum + parseInt(count, 10), 0);
    assert.equal(shown, held);
    await leave();
});

test('the examples show what they say', async () => {
    const site = await serve(`${project.folder}/node_modules/komwe`, false);
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${site.url}examples/board.html`);
    for (const of of await page.locator('komwe-board').all()) await of.locator('g.hole').first().waitFor();
    assert.ok((await page.locator('pre').first().innerText()).startsWith('<komwe-board game="oware"'));
    await page.locator('#events').locator('g.hole.playable').first().click();
    await page.locator('output').getByText('south played').waitFor();
    assert.deepEqual(complaints, []);
    await page.close();
    await site.close();
});
