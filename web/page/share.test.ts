// Sharing: links, texts, pictures and animations that can be looked at elsewhere; and opening moves.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Download, Page } from 'playwright-core';
import { copied, findings, pressMore, untilTurn, Visitors } from './support/visit.ts';

let visitors: Visitors;
before(async () => (visitors = await Visitors.open()));
after(() => visitors.close());

/** What puts the frames of an animation together. */
const GIF_WORKER = /\/assets\/gif-worker-/;

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Share' });
const start = (game: string): string => `#/play/${game}?position=start`;

async function saved(page: Page, name: string): Promise<{ file: string; bytes: Buffer }> {
    const button = dialogOf(page).getByRole('button', { name, exact: true });
    const [download]: [Download, unknown] = await Promise.all([page.waitForEvent('download'), button.click()]);
    return { file: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** The moves of a GIF: its size, and how long each frame stands, in hundredths of a second. */
function framesIn(gif: Buffer): { width: number; delays: number[] } {
    assert.equal(gif.subarray(0, 6).toString('latin1'), 'GIF89a');
    const delays: number[] = [];
    let at = 13 + 3 * 2 ** ((gif[10]! & 7) + 1); // behind the header and its colours
    const skipBlocks = (): void => {
        while (gif[at] !== 0) at += gif[at]! + 1;
        at++;
    };
    for (; gif[at] !== 0x3b; ) {
        if (gif[at] === 0x21) {
            if (gif[at + 1] === 0xf9) delays.push(gif.readUInt16LE(at + 4));
            at += 2;
        } else {
            assert.equal(gif[at], 0x2c);
            assert.equal(gif[at + 9]! & 0x80, 0, 'all frames have the colours of the first');
            at += 11;
        }
        skipBlocks();
    }
    return { width: gif.readUInt16LE(6), delays };
}

test('what is on the board is copied as links and texts', async () => {
    const { page, url, leave } = await visitors.visit(start('kalah'));
    await page.locator('svg.board').waitFor();
    await pressMore(page, 'Share');
    const dialog = dialogOf(page);
    await dialog.locator('img').waitFor();
    const position = await copied(page, 'Copy the position');
    assert.equal(position, '4,4,4,4,4,4/4,4,4,4,4,4 S 0/0');
    const link = new URL(await copied(page, 'Copy the link to this position'));
    assert.equal(link.searchParams.get('position'), position);
    assert.equal(link.href, `${url}?game=kalah&position=${encodeURIComponent(position).replaceAll('%20', '+')}`);
    const whole = new URL(await copied(page, 'Copy the link to the game'));
    assert.match(whole.search, /^\?record=Game%3A\+kalah/);
    assert.equal(whole.searchParams.get('position'), position); // what a picture of it shows
    assert.match(await copied(page, 'Copy the description'), /^Kalah\. South to move\. f to a, from the left: 4, 4/);
    assert.deepEqual(await findings(page), []);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await page.evaluate(() => document.activeElement?.textContent?.trim()), 'Share');
    await leave();
});

test('a picture stands alone: small, with title, description and its own font', async () => {
    const { page, context, leave } = await visitors.visit(start('kiswahili'), { dark: true });
    await page.locator('svg.board').waitFor();
    await pressMore(page, 'Share');
    await dialogOf(page).locator('img').waitFor();
    const { file, bytes } = await saved(page, 'Save as SVG');
    assert.equal(file, 'komwe-kiswahili.svg');
    assert.ok(bytes.length < 150_000, `${bytes.length} bytes`);
    const text = bytes.toString();
    assert.doesNotMatch(text, /class=|var\(|https?:\/\/(?!www\.w3\.org)/);
    const elsewhere = await context.newPage();
    const seen = await elsewhere.evaluate((svg) => {
        const read = new DOMParser().parseFromString(svg, 'image/svg+xml');
        const ids = new Set([...read.querySelectorAll('[id]')].map(({ id }) => id));
        const asked = [...svg.matchAll(/(?:href="|url\()#([\w-]+)/g)].map(([, id]) => id!);
        return {
            broken: read.querySelector('parsererror')?.textContent ?? null,
            title: read.querySelector('title')?.textContent,
            said: read.querySelector('desc')?.textContent,
            missing: asked.filter((id) => !ids.has(id)),
            numbers: [...read.querySelectorAll('text')].filter(({ textContent }) => /^\d+$/.test(textContent!)).length,
        };
    }, text);
    assert.equal(seen.broken, null);
    assert.equal(seen.title, 'Bao la Kiswahili: South to move.');
    assert.match(seen.said!, /A1 to A8, from the left: 0, 0, 0, 0, 6, 2, 2, 0\./);
    assert.deepEqual(seen.missing, []);
    assert.ok(seen.numbers >= 34, `${seen.numbers} numbers`);
    const { bytes: png } = await saved(page, 'Save as PNG');
    assert.deepEqual([png.readUInt32BE(16), png.subarray(1, 4).toString()], [1600, 'PNG']);
    assert.ok(png.length < 1_500_000, `${png.length} bytes`);
    await leave();
});

test('the last move as an animation, and that of the game given up', async () => {
    const { page, leave } = await visitors.visit(start('kalah'));
    await page.locator('svg.board').waitFor();
    await page.locator('[data-hole="0"]').click();
    await untilTurn(page);
    await pressMore(page, 'Share');
    const dialog = dialogOf(page);
    await dialog.locator('img').waitFor();
    await page.context().route(GIF_WORKER, () => {}); // it is never ready before Cancel is pressed
    await dialog.getByRole('button', { name: 'The whole game' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByRole('progressbar').waitFor({ state: 'detached' });
    await page.context().unroute(GIF_WORKER);
    await dialog.getByRole('button', { name: 'The last move' }).click();
    await dialog.getByText('The animation is ready').waitFor();
    const { file, bytes } = await saved(page, 'Save as GIF');
    assert.equal(file, 'komwe-kalah.gif');
    assert.ok(bytes.length < 2_000_000, `${bytes.length} bytes`);
    const { width, delays } = framesIn(bytes);
    assert.equal(width, 720);
    assert.ok(delays.length >= 5, `${delays.length} frames`);
    assert.equal(delays.at(-1), 200);
    assert.ok(delays.reduce((sum, of) => sum + of) <= 3000);
    await dialog.getByRole('button', { name: 'Show the picture again' }).click();
    await dialog.locator('img[width="1200"]').waitFor();
    await leave();
});

test('the moves of the opening book are played, and where it ends one line says so', async () => {
    const { page, leave } = await visitors.visit('#/analyse?game=awari', { engine: false });
    const fetched: string[] = [];
    page.on('request', (request) => request.url().endsWith('.book') && fetched.push(request.url()));
    await page.getByRole('tab', { name: 'Opening' }).click();
    const book = page.getByRole('region', { name: 'Opening book' });
    const best = book.getByRole('button', { name: /^[A-F] [+−]\d+\.\d seeds.*, \d+ positions? of the book behind it$/ }).first();
    await best.waitFor();
    assert.deepEqual(await findings(page), []);
    await best.focus();
    await page.keyboard.press('Enter');
    await book.getByText('What North’s moves are worth').waitFor();
    const last = book.getByRole('button', { name: /, the last of the book$/ }).last();
    for (let plies = 1; plies < 12 && (await book.getByText(/^Out of the book/).count()) === 0; plies++) {
        const mover = plies % 2 === 0 ? 'South' : 'North';
        await book.getByText(`What ${mover}’s moves are worth`).waitFor();
        await ((await last.count()) > 0 ? last : book.getByRole('button').last()).click();
        await book.getByText(plies % 2 === 0 ? 'What North’s' : 'What South’s').or(book.getByText(/^Out of the book/)).waitFor();
    }
    await book.getByText(/^Out of the book after \d+ moves\.$/).waitFor();
    assert.equal(await book.getByRole('button').count(), 0);
    assert.equal(fetched.length, 1, fetched.join(' '));
    const here = page.url().split('#')[0];
    await page.goto(`${here}#/analyse?game=awari&position=${encodeURIComponent('0,0,0,0,0,1/0,0,0,0,0,1 S 23/23')}`);
    await book.getByText('This position is not in the book.').waitFor();
    await page.goto(`${here}#/analyse?game=fandatsaka`);
    await book.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Openings' }).getByText(/moves in \d+ games/).waitFor();
    assert.equal(await book.count(), 0);
    await leave();
});

test('opening moves are played by a click, and unknown positions say so', async () => {
    const { page, leave } = await visitors.visit('#/analyse?game=kalah', { engine: false });
    await page.getByRole('tab', { name: 'Opening' }).click();
    const openings = page.getByRole('region', { name: 'Openings' });
    const first = openings.getByRole('button', { name: /^[A-F] \d+ games, won \d+%/ }).first();
    await first.waitFor();
    assert.deepEqual(await findings(page), []);
    await first.focus();
    await page.keyboard.press('Enter');
    await page.getByText(/ · 1 of 1 played$/).waitFor();
    await openings.getByText(/moves in 800 games/).waitFor();
    await page.goto(`${page.url().split('#')[0]}#/analyse?game=kalah&position=${encodeURIComponent('0,0,0,0,0,1/0,0,0,0,0,1 S 23/23')}`);
    await openings.getByText('No game came here.').waitFor();
    await page.goto(`${page.url().split('#')[0]}#/analyse?game=kalah&options=seeds%3D3`);
    await openings.getByText('There are no games with these options of the rules.').waitFor();
    await leave();
});
