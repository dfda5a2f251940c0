// Games that are written: the editor with its faults, the board beside it, what a change changes, links,
// drafts that outlive a reload, and texts that mean harm.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { packText } from '../src/texts/link.ts';
import { copied, findings, labelCounts, playOne, shared, untilTurn, Visitors, type Visit } from './support/visit.ts';

let visitors: Visitors;
before(async () => {
    visitors = await Visitors.open();
});
after(() => visitors.close());

const SIZES = [[1280, 800], [390, 844], [740, 360]] as const;
const area = (page: Page) => page.getByRole('textbox', { name: 'The rules as text' });
const state = (page: Page) => page.locator('#write-state');

/** A new text from an example. */
async function begin(page: Page, example: RegExp): Promise<string> {
    await page.evaluate(() => void (location.hash = '#/write'));
    await page.getByRole('button', { name: example }).click();
    await page.locator('#write-board svg.board').waitFor();
    await state(page).getByText('It can be played').waitFor();
    return area(page).inputValue();
}

test('each example can be played, and every view is for everybody', async () => {
    const visit = await visitors.visit('#/write');
    const { page } = visit;
    for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        for (const example of [/^Kalah/, /^Oware/, /^Giuthi/, /^An empty game/]) await begin(page, example);
        for (const hash of [await page.evaluate(() => location.hash), '#/write', '#/write/words']) {
            await page.evaluate((to) => void (location.hash = to), hash);
            await page.locator('main h1').waitFor();
            const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            assert.ok(wide <= 0, `${hash} at ${width}: ${wide} pixels too wide`);
            assert.deepEqual(await findings(page), [], `${hash} at ${width}`);
        }
    }
    await visit.leave();
});

test('a fault is shown in its line, and the board goes on with the last good text', async () => {
    const visit = await visitors.visit('#/write');
    const { page } = visit;
    const text = await begin(page, /^An empty game/);
    await page.locator('g.hole.playable').first().click();
    await page.locator('#write-board').getByRole('button', { name: /^A, South’s: 0/ }).waitFor();
    const before = await labelCounts(page, '#write-board');
    const broken = text.replace('sow counterclockwise', 'sow widdershins');
    const line = broken.split('\n').indexOf('sow widdershins') + 1;
    await area(page).fill(broken);
    await state(page).getByText(`Line ${line}:`).waitFor();
    assert.equal(await page.locator('.line.wrong').count(), 1);
    assert.equal(await page.locator('.line').nth(line - 1).getAttribute('class').then((of) => /wrong/.test(of!)), true);
    assert.equal(await page.locator('.fault').innerText(), 'widdershins');
    assert.equal(await area(page).getAttribute('aria-invalid'), 'true');
    assert.ok(await page.getByRole('button', { name: 'Play it against the engine' }).isDisabled());
    assert.deepEqual(await labelCounts(page, '#write-board'), before);
    await page.getByRole('button', { name: `Go to line ${line}` }).click();
    await page.keyboard.press('Shift+End');
    await page.keyboard.type('clockwise');
    await state(page).getByText('It can be played').waitFor();
    assert.deepEqual(await labelCounts(page, '#write-board'), before, 'the position is kept');
    await area(page).fill(text.replace('2 x 6', '2 x 4'));
    await page.waitForFunction(() => document.querySelectorAll('#write-board g.hole').length === 8);
    await visit.leave();
});

test('a sentence that stays while its rule changes is asked about', async () => {
    const visit = await visitors.visit('#/write');
    const { page } = visit;
    const text = await begin(page, /^Oware/);
    const question = state(page).getByText('Does this sentence still say what happens?');
    assert.equal(await question.count(), 0);
    const changed = text.replace('sow counterclockwise', 'sow clockwise');
    await area(page).fill(changed);
    await question.waitFor();
    assert.match(await question.innerText(), /A move takes all seeds of an own pit and sows them\s+counterclockwise/);
    await area(page).fill(changed.replace(/counterclockwise over/, 'clockwise over'));
    await question.waitFor({ state: 'detached' });
    await state(page).getByText('It can be played').waitFor();
    await visit.leave();
});

test('what a change changes is found, shown side by side and on the board', async () => {
    const visit = await visitors.visit('#/write');
    const { page } = visit;
    const text = await begin(page, /^An empty game/);
    await page.getByText('Nothing has been changed yet.').first().waitFor();
    await area(page).fill(text.replace('capture facing; bank here', 'capture facing'));
    await state(page).getByText('It can be played').waitFor();
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByText(/^\s*\d+ of 10000 positions differ/).first().waitFor();
    await page.getByRole('heading', { name: 'A move with another result' }).waitFor();
    const [old, now] = [page.locator('.sides figure').first(), page.locator('.sides figure').last()];
    assert.notEqual(await old.innerText(), '');
    assert.equal(await old.locator('svg').count(), 2);
    assert.equal(await now.locator('svg').count(), 2);
    await page.getByRole('button', { name: 'Show it on the board' }).click();
    await page.getByRole('button', { name: 'Take back', exact: true }).click();
    await page.getByRole('button', { name: 'Go back to the text before' }).click();
    assert.equal(await area(page).inputValue(), text);
    await page.getByText('Nothing has been changed yet.').first().waitFor();
    await page.keyboard.press('Control+z');
    assert.notEqual(await area(page).inputValue(), text, 'it can be undone');
    await visit.leave();
});

test('drafts outlive a reload, are listed, and are deleted only when one is sure', async () => {
    const visit = await visitors.visit('#/write');
    const { page } = visit;
    const text = await begin(page, /^An empty game/);
    await area(page).fill(text.replace('name My game', 'name Mchezo wa Juma'));
    await state(page).getByText('It can be played').waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Mchezo wa Juma' }).waitFor();
    assert.match(await area(page).inputValue(), /^name Mchezo wa Juma$/m);
    await page.getByRole('link', { name: 'My texts' }).click();
    await page.getByRole('button', { name: 'Delete: Mchezo wa Juma' }).click();
    await page.getByRole('button', { name: 'No', exact: true }).click();
    await page.getByRole('button', { name: 'Delete: Mchezo wa Juma' }).click();
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
    await page.getByText('“Mchezo wa Juma” is deleted.').first().waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: /Mchezo wa Juma/ }).click();
    await area(page).waitFor();
    await visit.leave();
});

test('a text becomes a file and a link, and both bring it back', async () => {
    const visit = await visitors.visit('#/write');
    const { page } = visit;
    const text = await begin(page, /^Oware/);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download the file' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'my-oware.rules');
    assert.equal(await readFile(await download.path(), 'utf8'), text);
    const link = await copied(page, 'Copy the link');
    assert.match(link, /#\/shared\?text=[\w-]+$/);

    await page.goto('about:blank');
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: 'My Oware' }).waitFor();
    await page.getByText('Somebody wrote these rules').first().waitFor();
    await page.locator('g.hole.playable').first().click();
    await page.getByText('The text', { exact: true }).click();
    assert.equal(await page.locator('pre').innerText(), text);
    assert.deepEqual(await findings(page), []);
    await page.getByRole('button', { name: 'Keep and edit it' }).click();
    await area(page).waitFor();
    assert.equal(await area(page).inputValue(), text);

    const file = join(tmpdir(), `komwe-page-${process.pid}.rules`);
    await writeFile(file, text.replace('My Oware', 'From a file'));
    await page.evaluate(() => void (location.hash = '#/write'));
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('heading', { level: 1, name: 'From a file' }).waitFor();
    await page.goto(`${visit.url}#/shared?text=AAAA`);
    await page.getByText('This link holds no rules').first().waitFor();
    await visit.leave();
});

test('a game of one’s own is played against the engine, kept, and changed without harm to that', async () => {
    const visit = await visitors.visit('#/write');
    const { page } = visit;
    const text = await begin(page, /^An empty game/);
    await page.getByRole('button', { name: 'Play it against the engine' }).click();
    await page.getByRole('heading', { level: 1, name: 'My game' }).waitFor();
    await page.locator('main form').getByRole('button', { name: 'Play', exact: true }).click();
    await untilTurn(page);
    await playOne(page, () => 0);
    await page.evaluate(() => void (location.hash = '#/write'));
    await page.getByRole('main').getByRole('link', { name: /My game/ }).click();
    await area(page).fill(text.replace('start 4', 'start 3'));
    await state(page).getByText('It can be played').waitFor();
    await page.getByRole('button', { name: 'Play it against the engine' }).click();
    await page.waitForFunction(() => location.hash === '#/play/my-game-2');
    await page.reload();
    await page.evaluate(() => void (location.hash = '#/games'));
    await page.getByRole('main').getByRole('link', { name: /My game/ }).first().click();
    await untilTurn(page);
    assert.equal(await page.getByRole('heading', { level: 1, name: 'My game' }).count(), 1);
    await page.evaluate(() => void (location.hash = '#/analyse?game=my-game'));
    await page.locator('svg.board').waitFor();
    await page.evaluate(() => void (location.hash = '#/rules/my-game'));
    await page.locator('.game-head').waitFor();
    await visit.leave();
});

/** A game of one's own, of which a move is played and the board analysed; what links there are to it. */
async function ownLinks({ page }: Visit) {
    await page.getByRole('button', { name: 'Play it against the engine' }).click();
    await page.locator('main form').getByRole('button', { name: 'Play', exact: true }).click();
    await untilTurn(page);
    await playOne(page, () => 0);
    const counts = await labelCounts(page);
    const position = await shared(page, 'Copy the link to this position');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('link', { name: 'Analyse this game' }).click();
    await page.waitForFunction(() => /[?&]text=[\w.-]+/.test(location.hash));
    const address = page.url();
    const game = await shared(page, 'Copy the link to the game');
    const links = { game, position, address };
    for (const link of Object.values(links)) assert.match(link, /#\/analyse\?.*text=[\w.-]+/);
    return { links, counts };
}

test('links to a game of one’s own carry its rules, which a browser that has never seen them plays', async () => {
    const visit = await visitors.visit('#/write', { engine: false });
    const text = await begin(visit.page, /^An empty game/);
    const { links, counts } = await ownLinks(visit);
    await visit.leave();
    for (const link of Object.values(links)) {
        const other = await visitors.visit('about:blank', { engine: false });
        const { page } = other;
        await page.goto(link);
        await page.getByRole('heading', { level: 1, name: 'My game' }).waitFor();
        await page.getByText('Somebody wrote the rules of this game').first().waitFor();
        const end = page.getByRole('button', { name: 'To the end' });
        if (link !== links.position && (await end.getAttribute('aria-disabled')) !== 'true') await end.click();
        assert.deepEqual(await labelCounts(page), counts, link);
        await page.evaluate(() => void (location.hash = '#/rules/my-game'));
        await page.locator('.game-head').waitFor();
        await other.leave();
    }
    // Where another game has that name, this one takes the next.
    const other = await visitors.visit('#/write', { engine: false });
    const { page } = other;
    await begin(page, /^An empty game/);
    await area(page).fill(text.replace('2 x 6', '2 x 4'));
    await state(page).getByText('It can be played').waitFor();
    await page.getByRole('button', { name: 'Play it against the engine' }).click();
    await page.locator('main form').waitFor();
    for (const link of [links.game, links.position]) {
        await page.goto('about:blank');
        await page.goto(link);
        await page.waitForFunction(() => document.querySelectorAll('g.hole').length === 12);
    }
    await page.evaluate(() => void (location.hash = '#/rules/my-game'));
    await page.getByText('2 rows of 4 holes').first().waitFor();
    await page.evaluate(() => void (location.hash = '#/rules/my-game-2'));
    await page.getByText('2 rows of 6 holes').first().waitFor();
    await page.goto(`${visit.url}#/analyse?game=my-game&text=AAAA`);
    await page.getByText('The rules in this link are damaged.').first().waitFor();
    await other.leave();
});

test('a link carries the game that its own extends, too', async () => {
    const visit = await visitors.visit('#/write', { engine: false });
    const { page } = visit;
    await begin(page, /^An empty game/);
    await page.getByRole('button', { name: 'Play it against the engine' }).click();
    await page.locator('main form').waitFor();
    await begin(page, /^An empty game/);
    await area(page).fill('extends my-game\ngame mine-of-three\nname Mine of three\nstart 3\n');
    await state(page).getByText('It can be played').waitFor();
    const text = await copied(page, 'Copy the link');
    const { links } = await ownLinks(visit);
    await visit.leave();
    for (const link of [text, links.game]) {
        const other = await visitors.visit('about:blank', { engine: false });
        await other.page.goto(link);
        await other.page.getByRole('heading', { level: 1, name: 'Mine of three' }).waitFor();
        await other.page.locator('g.hole').nth(11).waitFor();
        assert.equal((await labelCounts(other.page)).F, 3);
        await other.leave();
    }
});

const HOSTILE = `game evil
name <img src=x onerror="document.title='caught'"><script>document.title='caught'</script>
summary </textarea><svg onload="document.title='caught'">
where javascript:document.title='caught'
source ${'W'.repeat(500)}
literature "><iframe src="javascript:document.title='caught'">
term <b>bold</b> | <i>x</i> | {@html '<script>document.title=1</script>'}
board 2 x 6
start 4
stores captured
sow counterclockwise
clause end: <a href="javascript:document.title='caught'">The end</a>.
end anywhere: stop
over either empty: rest to owner
repetition third: rest to owner
`;

test('a hostile text is a game and nothing more', async () => {
    const visit = await visitors.visit('about:blank');
    const { page } = visit;
    await page.goto(`${visit.url}#/shared?text=${await packText(HOSTILE)}`);
    await page.getByText('Somebody wrote these rules').first().waitFor();
    await page.locator('g.hole.playable').first().click();
    const isClean = async (): Promise<void> => {
        const strange = await page.locator('main :is(script, iframe, img[src="x"], a[href^="javascript"], svg[onload])').count();
        assert.equal(strange, 0);
        assert.ok(!['caught', '1'].includes(await page.title()));
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${await page.evaluate(() => location.hash)}: ${wide} pixels too wide`);
    };
    await isClean();
    await page.getByRole('button', { name: 'Keep and edit it' }).click();
    await area(page).waitFor();
    await isClean();
    await page.getByRole('button', { name: 'Play it against the engine' }).click();
    await page.locator('main form').waitFor();
    await isClean();
    for (const hash of ['#/rules/evil', '#/analyse?game=evil', '#/write', '#/games']) {
        await page.evaluate((to) => void (location.hash = to), hash);
        await page.locator('main h1, main .board').first().waitFor();
        await isClean();
    }
    for (const text of ['game x\n'.repeat(9000), '\u0000'.repeat(500), 'if '.repeat(20_000), '['.repeat(60_000)]) {
        await page.goto('about:blank');
        await page.goto(`${visit.url}#/shared?text=${await packText(text)}`);
        await page.getByText(/^These rules cannot be read/).first().waitFor();
    }
    await visit.leave();
});
