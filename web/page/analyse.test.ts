// The page that analyses: links, lines, the editor, and what is to be learned from a game.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Komwe } from '../src/engine/komwe.ts';
import { KomweError } from '../src/engine/types.ts';
import { sentence } from '../src/words/narrate.ts';
import { openKomwe, playedGame } from './support/played.ts';
import { focusOf, pressByKey } from './support/focus.ts';
import { labelCounts, recordOf, shared, Visitors } from './support/visit.ts';

let visitors: Visitors;
let komwe: Komwe;
before(async () => {
    visitors = await Visitors.open();
    komwe = await openKomwe();
});
after(() => visitors.close());

const POSITION = '0,0,3,0,1,7/2,0,0,5,0,1 S 20/33';
const linkOf = (query: Readonly<Record<string, string>>): string =>
    `#/analyse?${new URLSearchParams(query).toString()}`;
/** The part of a link that is the page's own. */
/** What stands behind the place where it is served. */
const restOf = (link: string): string => link.slice(new URL(link).origin.length + 1);
const press = (page: Page, name: string): Promise<void> =>
    page.getByRole('button', { name, exact: true }).click();

/** What the library says lies there, as the board should be announced. */
async function counts(game: string, position: string): Promise<Record<string, number>> {
    const rules = await komwe.rules(game);
    const { position: read } = await komwe.position({ game, position });
    return Object.fromEntries(rules.board.flat().map((hole) => [rules.places[hole]!, read.hole[hole]!]));
}

const board = (page: Page) => page.locator('svg.board');
const turnCount = (page: Page): Promise<number> =>
    page.getByRole('region', { name: 'Moves' }).locator('li.turn').count();
/** Shows the box that games are pasted into. */
async function pasteBox(page: Page): Promise<void> {
    await press(page, 'More');
    await press(page, 'Paste or open');
}

test('a link brings a position, and the link that is copied there brings it again', async () => {
    const expected = await counts('giuthi', POSITION);
    const visit = await visitors.visit(linkOf({ game: 'giuthi', position: POSITION }));
    await board(visit.page).waitFor();
    assert.deepEqual(await labelCounts(visit.page), expected);
    assert.equal(await shared(visit.page, 'Copy the position'), POSITION);
    const link = await shared(visit.page, 'Copy the link to this position');
    await visit.leave();

    const again = await visitors.visit(restOf(link));
    await board(again.page).waitFor();
    assert.deepEqual(await labelCounts(again.page), expected);
    await again.leave();
});

test('a link that is pasted is followed, also that by which one came', async () => {
    const [hus, giuthi] = ['hus', 'giuthi'].map((game) => linkOf({ game, position: 'start' }));
    const visit = await visitors.visit(hus!);
    const { page, url } = visit;
    const plain = giuthi!.replace('#/analyse', ''); // as it is shared
    for (const [hash, name] of [[hus, 'Hus'], [giuthi, 'Giuthi'], [giuthi, 'Giuthi'], [hus, 'Hus'], [plain, 'Giuthi']] as const) {
        await pasteBox(page);
        await page.getByRole('textbox').fill(`see ${url}${hash!} here`);
        await press(page, 'Open it');
        await page.getByRole('heading', { name, exact: true }).waitFor();
        await board(page).waitFor();
    }
    await visit.leave();
});

test('a link brings a game, which is gone through by the arrow keys', async () => {
    const { record, end } = await playedGame(komwe, 'giuthi', 5);
    const visit = await visitors.visit(linkOf({ record }));
    const { page } = visit;
    await board(page).waitFor();
    assert.equal(await turnCount(page), 5);
    assert.deepEqual(await labelCounts(page), await counts('giuthi', 'start'));
    await page.locator('h1').click();
    for (let i = 0; i < 5; i++) {
        await page.keyboard.press('ArrowRight');
        await page.getByText(`${i + 1} of 5 played`).first().waitFor();
    }
    assert.deepEqual(await labelCounts(page), await counts('giuthi', end));
    await page.keyboard.press('ArrowLeft');
    await page.getByText('4 of 5 played').first().waitFor();
    assert.equal(await recordOf(page), record);
    const link = await shared(page, 'Copy the link to the game');
    await visit.leave();

    const again = await visitors.visit(restOf(link));
    await board(again.page).waitFor();
    assert.equal(await recordOf(again.page), record);
    await again.leave();
});

test('lines appear, go deeper, and can be played', async () => {
    const visit = await visitors.visit(linkOf({ game: 'giuthi', position: 'start' }));
    const { page } = visit;
    const engine = page.getByRole('region', { name: 'Engine' });
    const depth = async (): Promise<number> =>
        Number(/(\d+) plies/.exec(await engine.locator('.status').innerText())?.[1] ?? 0);
    await engine.locator('li').nth(2).waitFor();
    assert.equal(await engine.locator('li').count(), 3);
    const first = await depth();
    await page.waitForFunction(
        (least) => {
            const status = document.querySelector('.status')?.textContent ?? '';
            return Number(/(\d+) plies/.exec(status)?.[1] ?? 0) > least;
        },
        first,
    );
    assert.match((await page.getByRole('meter').getAttribute('aria-valuetext'))!, /ahead|Even|wins/);
    await engine.getByRole('combobox', { name: 'Lines' }).selectOption('5');
    await engine.locator('li').nth(4).waitFor();
    await engine.getByRole('button', { name: 'Stop' }).click();
    const stopped = await depth();
    assert.ok(stopped > 0);
    const move = await engine.locator('.step').first().innerText();
    await engine.locator('.step').first().click();
    await page.getByText('1 of 1 played').first().waitFor();
    assert.equal(
        await page.getByRole('region', { name: 'Moves' }).locator('li.turn').innerText(),
        move,
    );
    await visit.leave();
});

test('the editor says at once what the library says of a position', async () => {
    const visit = await visitors.visit(linkOf({ game: 'giuthi', position: POSITION }));
    const { page } = visit;
    const says = page.getByRole('status');
    const text = page.getByRole('textbox', { name: 'The position as text' });
    const refused = async (position: string): Promise<string> => {
        try {
            await komwe.position({ game: 'giuthi', position });
        } catch (error) {
            if (error instanceof KomweError) return sentence(error.message);
            throw error;
        }
        throw new Error(`${position} is possible`);
    };
    await press(page, 'Edit position');
    await says.getByText('This position is possible.').waitFor();
    await page.locator('g.hole[aria-label^="A,"]').click();
    const more = await text.inputValue();
    assert.notEqual(more, POSITION);
    await says.getByText(await refused(more)).waitFor();
    assert.ok(await page.getByRole('button', { name: 'Analyse this position' }).isDisabled());
    await text.fill('nonsense');
    await says.getByText(await refused('nonsense')).waitFor();
    await page.getByRole('button', { name: 'Start position' }).click();
    await says.getByText('This position is possible.').waitFor();
    await page.locator('g.hole[aria-label^="A,"]').focus();
    await page.keyboard.press('3'); // fewer seeds than the game has are in nobody's store
    await says.getByText('This position is possible.').waitFor();
    await says.getByText(/^\d+ of \d+ seeds$/).waitFor();
    await page.keyboard.press('6');
    assert.equal((await labelCounts(page)).A, 36);
    await says.getByText(await refused(await text.inputValue())).waitFor();
    await text.fill(POSITION);
    await says.getByText('This position is possible.').waitFor();
    await press(page, 'Analyse this position');
    await page.getByRole('button', { name: 'Edit position' }).waitFor();
    assert.deepEqual(await labelCounts(page), await counts('giuthi', POSITION));
    await visit.leave();
});

test('a record that is pasted is opened, and of several one is chosen', async () => {
    const [one, other] = [await playedGame(komwe, 'hus', 4), await playedGame(komwe, 'giuthi', 3)];
    const visit = await visitors.visit('#/analyse');
    const { page } = visit;
    const paste = async (text: string): Promise<void> => {
        await pasteBox(page);
        await page.getByRole('textbox').fill(text);
        await press(page, 'Open it');
    };
    await paste(one.record);
    await page.getByText('0 of 4 played').first().waitFor();
    await paste(`${one.record}\n${other.record}`);
    await page.getByRole('button', { name: /^2\. Giuthi/ }).click();
    await page.getByText('0 of 3 played').first().waitFor();
    assert.equal(await recordOf(page), other.record);
    await page.reload();
    await page.getByText('0 of 3 played').first().waitFor();
    await visit.leave();
});

/** Boards that can be open at a time. */
const BOARDS = 64;

test('what was being opened when it was left is closed', async () => {
    const { record } = await playedGame(komwe, 'giuthi', 3);
    const visit = await visitors.visit(linkOf({ record }));
    const { page } = visit;
    await page.getByText('0 of 3 played').first().waitFor();
    // The page is left sooner and later after it was asked for.
    await page.evaluate(
        async ({ times, hash }) => {
            const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
            for (let i = 0; i < times; i++) {
                location.hash = '#/nowhere'; // soon drawn
                await wait(0);
                location.hash = hash;
                await wait(i % 10);
            }
        },
        { times: 10 * BOARDS, hash: linkOf({ record }) },
    );
    await page.getByText('0 of 3 played').first().waitFor();
    const text = `${record}\n${record}`;
    await page.evaluate(
        async ({ times, pasted }) => {
            const button = (name: string): HTMLButtonElement | undefined =>
                [...document.querySelectorAll('button')].find(
                    (of) => !of.disabled && (of.textContent.trim() === name || of.ariaLabel === name),
                );
            const until = async <T>(find: () => T | null | undefined): Promise<T> => {
                for (;;) {
                    const found = find();
                    if (found != null) return found;
                    await new Promise(requestAnimationFrame);
                }
            };
            for (let i = 0; i < times; i++) {
                (await until(() => button('More'))).click();
                (await until(() => button('Paste or open'))).click();
                const box = await until(() => document.querySelector('textarea'));
                box.value = pasted;
                box.dispatchEvent(new Event('input', { bubbles: true }));
                (await until(() => button('Open it'))).click();
                button('Cancel')!.click();
                await until(() => (document.querySelector('textarea') === null ? true : null));
            }
        },
        { times: BOARDS, pasted: text },
    );
    await pasteBox(page);
    await page.getByRole('textbox').fill(text);
    await press(page, 'Open it');
    await page.getByRole('button', { name: /^2\. Giuthi/ }).click();
    await page.getByText('0 of 3 played').first().waitFor();
    await visit.leave();
});

test('a link that cannot be read leaves what was there last', async () => {
    const visit = await visitors.visit('#/analyse');
    const { page, url } = visit;
    await pasteBox(page);
    await page.getByRole('textbox').fill((await playedGame(komwe, 'hus', 4)).record);
    await press(page, 'Open it');
    await page.getByText('0 of 4 played').first().waitFor();
    await page.goto('about:blank');
    await page.goto(url + linkOf({ game: 'chess' }));
    await page.getByRole('alert').getByText('chess').waitFor();
    await page.getByText('0 of 4 played').first().waitFor();
    await page.reload();
    await page.getByText('0 of 4 played').first().waitFor();
    await visit.leave();
});

/** The game is reviewed as fast as can be chosen. */
async function reviewed(page: Page): Promise<void> {
    await page.getByRole('tab', { name: 'Review' }).click();
    const review = page.getByRole('region', { name: 'Review' });
    await review.getByRole('combobox', { name: 'How thorough' }).selectOption('quick');
    await review.getByRole('button', { name: 'Review the game' }).click();
    await review.getByRole('button', { name: 'Review it again' }).waitFor();
}

test('an attempt at which the engine fails is no loss', async () => {
    const { record } = await playedGame(komwe, 'oware', 16);
    const visit = await visitors.visit(linkOf({ record }));
    const { page } = visit;
    await reviewed(page);
    await press(page, 'South’s mistakes');
    const task = page.getByRole('region', { name: 'Learn from my mistakes' });
    const played = /played (\w)/.exec(await task.innerText())![1]!;
    await task.getByRole('button', { name: 'Hint' }).click();
    const hint = task.getByText('A better move begins at');
    const best = /at (\w)\./.exec(await hint.innerText())![1]!;
    await page.evaluate(() => {
        const post = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (this: Worker, message: { request?: string }): void {
            if (message.request?.startsWith('search') === true)
                queueMicrotask(() => this.onerror?.(new ErrorEvent('error', { message: 'lost' })));
            else post.call(this, message);
        } as typeof post;
    });
    const others = page.locator('g.hole.playable');
    const labels = await others.evaluateAll((all) => all.map((hole) => hole.getAttribute('aria-label')!));
    const other = labels.findIndex((label) => !label.startsWith(`${played},`) && !label.startsWith(`${best},`));
    await others.nth(other).click();
    await task.getByText('The engine could not look at it.').waitFor();
    await task.getByRole('button', { name: 'Try again' }).click();
    await page.locator('g.hole.playable').first().waitFor();
    await visit.leave();
});

test('a reviewed game is learned from, and the answer is not seen before', async () => {
    const { record } = await playedGame(komwe, 'kalah', 8);
    const visit = await visitors.visit(linkOf({ record }));
    const { page } = visit;
    await reviewed(page);
    await press(page, 'South’s mistakes');
    const task = page.getByRole('region', { name: 'Learn from my mistakes' });
    await task.getByText('Find a better move on the board.').waitFor();
    const engine = page.getByRole('region', { name: 'Engine' });
    await engine.getByText('Hidden while you look').waitFor();
    assert.equal(await engine.locator('li').count(), 0);
    assert.equal(await task.getByText('Better was').count(), 0);
    await task.getByRole('button', { name: 'Show it' }).click();
    await task.getByText('Better was').waitFor();
    await task.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('button', { name: 'Review it again' }).waitFor();
    assert.equal(await recordOf(page), record);
    await visit.leave();
});

test('the game stands in the address as it does elsewhere', async () => {
    const { page, leave } = await visitors.visit('#/analyse/giuthi', { engine: false });
    await page.locator('g.hole').nth(11).waitFor();
    assert.deepEqual(await labelCounts(page), await counts('giuthi', 'start'));
    await leave();
});

test('by keys, nothing that is pressed takes the focus away', async () => {
    const { record } = await playedGame(komwe, 'giuthi', 5);
    const visit = await visitors.visit(linkOf({ record }));
    const { page } = visit;
    await board(page).waitFor();
    const step = (name: string) => page.getByRole('group', { name: 'Go through the game' }).getByRole('button', { name, exact: true });
    for (const [name, where] of [['To the end', '5 of 5'], ['One move back', '4 of 5'], ['One move on', '5 of 5'], ['To the start', '0 of 5']] as const) {
        await pressByKey(page, step(name));
        await page.getByText(`${where} played`).waitFor();
        assert.match(await focusOf(page), new RegExp(`"${name}"`));
    }
    await page.keyboard.press('Enter'); // where it can do nothing
    await page.getByText('0 of 5 played').waitFor();
    await page.getByRole('tab', { name: 'Moves' }).press('End');
    await page.getByText('0 of 5 played').waitFor();

    const lines = page.getByRole('region', { name: 'Engine' }).locator('li');
    await lines.nth(2).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    assert.deepEqual(await lines.evaluateAll((all) => all.map((li) => li.querySelectorAll('[tabindex="0"]').length)), [1, 1, 1]);
    await lines.first().locator('.step').first().focus();
    await page.keyboard.press('ArrowRight');
    const second = lines.first().locator('.step').nth(1);
    assert.equal(await second.getAttribute('aria-label'), `Move 2: ${await second.innerText()}`);
    await page.getByText('0 of 5 played').waitFor();
    await pressByKey(page, second);
    await page.getByText('2 of 2 played').waitFor();
    for (const name of ['Delete', 'Undo']) await pressByKey(page, page.getByRole('button', { name, exact: true }));

    await pressByKey(page, page.getByRole('button', { name: 'Edit position', exact: true }));
    await page.locator('g.hole[aria-label^="A,"]').press('+');
    await page.getByRole('status').getByText(/^A\b.*: \d+ seeds?/).waitFor();
    await pressByKey(page, page.getByRole('button', { name: 'Cancel', exact: true }));
    await visit.leave();
});
