// The puzzles: solved, missed, begun and come back to; today's; moves against the clock; without a network.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { Komwe } from '../src/engine/komwe.ts';
import { localPost } from '../src/engine/post.ts';
import { DAILY_GAMES, dayOf, pickOfRound, turnOf } from '../src/bank/days.ts';
import { readPuzzles, type Puzzle } from '../src/bank/file.ts';
import { loadModule, MODULES, treePath } from '../test/support/load.ts';
import { chooseFirst, filesOf, findings, untilKept, Visitors } from './support/visit.ts';

const folder = treePath('data/puzzles/');
const puzzlesOf = (game: string): readonly Puzzle[] => readPuzzles(readFileSync(`${folder}${game}.tsv`, 'utf8'));
/** Its moves are holes alone, which one press plays. */
const KALAH = puzzlesOf('kalah')[0]!;

let visitors: Visitors;
let komwe: Komwe;
before(async () => {
    visitors = await Visitors.open();
    komwe = new Komwe(await localPost(await loadModule(MODULES[0])));
});
after(() => visitors.close());

const stage = (page: Page, name: string) => page.locator(`.puzzle[data-stage="${name}"]`).waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const rating = async (page: Page): Promise<number> => Number(await page.locator('dd.rating').textContent());

async function playAt(page: Page, puzzle: Puzzle, right: boolean): Promise<void> {
    const [situation] = await Promise.all([komwe.position(puzzle), stage(page, 'asked')]);
    const answer = situation.moves.find(({ text }) => text === puzzle.answer)!;
    const move = right ? answer : situation.moves.find(({ hole }) => hole !== answer.hole)!;
    await page.locator(`g.hole.playable[data-hole="${move.hole}"]`).click();
    if (right) {
        while ((await page.locator('.playing[data-asking]').count()) > 0) {
            await page.locator(`.handle[data-move="${puzzle.answer}"]`).click();
            await page.locator('.playing:not([data-asking])').waitFor();
        }
    } else await chooseFirst(page);
}

test('a right answer is rewarded and explained, and another puzzle follows', async () => {
    const { page, leave } = await visitors.visit(`#/puzzles/kalah/${KALAH.id}`);
    await playAt(page, KALAH, true);
    await stage(page, 'right');
    assert.ok((await rating(page)) > 1000);
    await page.getByText(`Right: ${KALAH.answer} is the best move.`).first().waitFor();
    await page.getByText(/The best move: .+ The next best: .+/).first().waitFor();
    assert.equal(await page.locator('.week .won').count(), 1);
    await press(page, 'Next puzzle');
    await stage(page, 'asked');
    assert.match(page.url(), /#\/puzzles$/);
    await page.reload();
    await stage(page, 'asked');
    assert.ok((await rating(page)) > 1000);
    await leave();
});

/** Of two moves, with a reply of the opponent between them. */
const SEVERAL = puzzlesOf('lines/kalah').find(({ line }) => line.length === 2 && /^[a-f] [A-F]$/.test(line.join(' ')))!;

/** The puzzle that is left once its first move was found. */
async function restOf(puzzle: Puzzle): Promise<Puzzle> {
    const game = await komwe.play(puzzle);
    for (const word of [puzzle.answer, puzzle.line[0]!]) await game.enter(word);
    const { position } = await game.at(2);
    await game.close();
    return { ...puzzle, position: position.text, answer: puzzle.line[1]!, line: [] };
}

test('a puzzle of several moves is played move by move, and counts once', async () => {
    const { page, leave } = await visitors.visit(`#/puzzles/kalah/${SEVERAL.id}`);
    const rest = await restOf(SEVERAL);
    const [reply] = SEVERAL.line;
    await stage(page, 'asked');
    await page.getByText('Move 1 of 2').first().waitFor();
    assert.equal(await page.locator('.themes li').count(), 0, 'themes would give it away');
    await playAt(page, SEVERAL, true);
    await page.getByText('Move 2 of 2').first().waitFor();
    await page.getByText(`Right: ${SEVERAL.answer} is the best move. Your opponent answers ${reply}`).first().waitFor();
    assert.equal(await rating(page), 1000, 'half a puzzle counts nothing');
    await playAt(page, rest, false);
    await stage(page, 'wrong');
    const missed = await rating(page);
    assert.ok(missed < 1000);
    await press(page, 'Try again');
    await page.getByText('Move 2 of 2').first().waitFor();
    await press(page, 'Hint');
    await page.locator('g.hole.pointed').waitFor();
    await playAt(page, rest, true);
    await stage(page, 'right');
    assert.equal(await rating(page), missed);
    await page.getByText(/The first move: .+ The next best: .+/).first().waitFor();
    assert.ok((await page.locator('.themes li').allTextContents()).includes('two moves'));
    await leave();
});

test('of several moves the whole answer is shown, ply by ply, and right ones are worth a rating', async () => {
    const { page, leave } = await visitors.visit(`#/puzzles/kalah/${SEVERAL.id}`);
    await stage(page, 'asked');
    await press(page, 'Show the answer');
    await stage(page, 'shown');
    assert.ok((await rating(page)) < 1000);
    await page.getByText(`The best moves: ${SEVERAL.answer}, then ${SEVERAL.line[1]}.`).first().waitFor();
    await page.getByText(new RegExp(`You: ${SEVERAL.answer}\\. .+ Your opponent: ${SEVERAL.line[0]}\\. .+ You: ${SEVERAL.line[1]}\\. `)).first().waitFor();
    assert.equal(await page.locator('.week .won').count(), 0);
    await leave();

    const other = await visitors.visit(`#/puzzles/kalah/${SEVERAL.id}`);
    await playAt(other.page, SEVERAL, true);
    await other.page.getByText('Move 2 of 2').first().waitFor();
    await other.page.reload(); // it goes on where it was
    await other.page.getByText('Move 2 of 2').first().waitFor();
    await playAt(other.page, await restOf(SEVERAL), true);
    await stage(other.page, 'right');
    assert.ok((await rating(other.page)) > 1000);
    assert.equal(await other.page.locator('.week .won').count(), 1);
    await other.leave();
});

test('a theme is chosen, explained, and asked for', async () => {
    const { page, leave } = await visitors.visit('#/puzzles/kalah');
    await stage(page, 'asked');
    await page.getByLabel('Theme').selectOption({ label: 'three moves' });
    await page.getByText('Three moves are to be found').first().waitFor();
    await page.getByText('Move 1 of 3').first().waitFor();
    await page.reload();
    await page.getByText('Move 1 of 3').first().waitFor();
    await page.getByLabel('Theme').selectOption({ label: 'any theme' });
    await page.getByText('Three moves are to be found').waitFor({ state: 'detached' });
    const offered = page.getByLabel('Theme').locator('option');
    await offered.getByText('house').waitFor({ state: 'detached' }); // Kalah has none
    await offered.getByText('extra move').waitFor({ state: 'attached' });
    await leave();
});

test('a wrong answer counts once, shows the reply, and stays counted after a reload', async () => {
    const { page, leave } = await visitors.visit('about:blank');
    // one move alone is asked for, which one press plays
    await page.goto(visitors.site.url);
    await page.evaluate(() => localStorage.setItem('komwe.puzzles', JSON.stringify({ game: 'kalah', theme: 'oneMove' })));
    await page.goto(`${visitors.site.url}#/puzzles/kalah`);
    await stage(page, 'asked');
    const begun = async (): Promise<string> =>
        page.evaluate(() => (JSON.parse(localStorage.getItem('komwe.puzzles')!) as { begun: Record<string, string> }).begun['kalah/oneMove']!);
    const key = await begun();
    const singles = [...puzzlesOf('kalah'), ...puzzlesOf('themes/kalah')];
    const puzzle = singles.find(({ id }) => key === `kalah:${id}`)!;
    await playAt(page, puzzle, false);
    await stage(page, 'wrong');
    await page.getByText(/After it: .+ After the best move: .+/).first().waitFor();
    const missed = await rating(page);
    assert.ok(missed < 1000);

    await page.reload();
    await stage(page, 'asked');
    assert.equal(await begun(), key, 'the same puzzle');
    await page.getByText('Your first attempt has counted.').first().waitFor();
    await playAt(page, puzzle, false);
    await stage(page, 'wrong');
    await press(page, 'Try again');
    await playAt(page, puzzle, true);
    await stage(page, 'right');
    assert.equal(await rating(page), missed, 'only the first attempt counts');

    // It comes back another day.
    const stored = await page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem('komwe.reviews')!) as object));
    assert.deepEqual(stored, [`puzzle:${key}`]);
    await page.evaluate((id) => {
        const all = JSON.parse(localStorage.getItem('komwe.reviews')!) as Record<string, { due: number; last_review: number }>;
        all[id]!.due -= 9e9;
        all[id]!.last_review -= 9e9;
        localStorage.setItem('komwe.reviews', JSON.stringify(all));
    }, `puzzle:${key}`);
    await page.reload();
    await page.getByRole('link', { name: 'Missed puzzles 1 is due today' }).click();
    await page.getByRole('heading', { name: 'Missed puzzles' }).waitFor();
    await playAt(page, puzzle, true);
    await stage(page, 'right');
    await press(page, 'Next puzzle');
    await page.getByText('No missed puzzle is due today.').first().waitFor();
    await leave();
});

test('a hint points at the hole and leaves the rating; an unknown link is said', async () => {
    const { page, leave } = await visitors.visit(`#/puzzles/kalah/${KALAH.id}`);
    await stage(page, 'asked');
    await press(page, 'Hint');
    await page.locator('g.hole.pointed').waitFor(); // the only one
    await page.reload(); // the hint is not forgotten
    await page.locator('g.hole.pointed').waitFor();
    await playAt(page, KALAH, true);
    await stage(page, 'right');
    assert.equal(await rating(page), 1000);
    for (const unknown of ['kalah/00000000', 'chess', 'chess/1', '%00/%']) {
        await page.goto(`${visitors.site.url}#/puzzles/${unknown}`);
        await page.getByRole('alert').getByText('This link leads to no puzzle').waitFor();
        await page.getByRole('link', { name: 'Solve puzzles' }).waitFor();
        await page.goto(`${visitors.site.url}#/puzzles/kalah/${KALAH.id}`);
        await stage(page, 'asked');
    }
    await leave();
});

test("today's puzzle is the same for everybody, is done once a day, and can be shared", async () => {
    const { page, leave } = await visitors.visit('about:blank', { language: 'sw' });
    const date = new Date(2026, 10, 23, 12);
    await page.clock.setFixedTime(date);
    await page.goto(`${visitors.site.url}#/puzzles/today`);
    const { game, round } = turnOf(dayOf(date), DAILY_GAMES);
    const puzzle = pickOfRound(puzzlesOf(game), round)!;
    await page.getByRole('heading', { name: 'Fumbo la leo' }).waitFor();
    await playAt(page, puzzle, true);
    await stage(page, 'right');
    await press(page, 'Nakili matokeo yangu');
    await page.getByText(/nakiliwa/i).first().waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(text, /fumbo la leo, 23 Novemba 2026/);
    assert.ok(text.endsWith(`#/puzzles/${game}/${puzzle.id}`), text);
    await page.goto(`${visitors.site.url}#/puzzles`);
    await page.getByRole('link', { name: 'Fumbo la leo Limefumbuliwa' }).waitFor();
    await page.clock.setFixedTime(new Date(2026, 10, 24, 12));
    await page.reload();
    await page.getByRole('link', { name: 'Fumbo la leo Jipya kila siku' }).waitFor();
    await leave();
});

/** Where the move that is asked about ends, by the library. */
async function endOf(page: Page): Promise<{ right: number; wrong: number }> {
    const position = (await page.locator('.ends').getAttribute('data-position'))!;
    const move = (await page.locator('.ends').getAttribute('data-move'))!;
    const [ply] = await komwe.trace({ game: 'kalah', position }, move, 4096);
    const right = ply!.events.filter(({ kind }) => kind === 'drop').at(-1)!.to;
    return { right, wrong: right === 0 ? 1 : 0 };
}
const answer = (page: Page, hole: number) => page.locator(`g.hole[data-hole="${hole}"]`).click();
const phase = (page: Page, name: string) => page.locator(`.ends[data-phase="${name}"]`).waitFor();
const counts = (page: Page) => page.locator('.frame dd').allTextContents();

test('where it ends: against the clock, which stands while an answer is shown', async () => {
    const { page, leave } = await visitors.visit('about:blank', { settings: {} });
    await page.addInitScript(() => localStorage.setItem('komwe.puzzles', JSON.stringify({ game: 'kalah' })));
    await page.clock.install({ time: new Date(2026, 10, 23, 12) });
    await page.goto(`${visitors.site.url}#/puzzles/ends`);
    await press(page, 'Start the clock');
    await phase(page, 'asking');
    await answer(page, (await endOf(page)).right);
    await page.getByText('Right:').first().waitFor();
    await phase(page, 'asking');
    assert.deepEqual(await counts(page), ['1', '1', '0']);
    await answer(page, (await endOf(page)).wrong);
    await phase(page, 'telling');
    const clock = page.getByRole('timer');
    const before = await clock.textContent();
    await page.clock.runFor(60_000);
    assert.equal(await clock.textContent(), before, 'it stands');
    await press(page, 'Next');
    await phase(page, 'asking');
    await page.clock.runFor(100_000);
    await press(page, 'Pause');
    await phase(page, 'paused');
    await page.clock.runFor(600_000);

    await page.reload(); // nothing is lost
    await page.getByText('A round waits for you at 1 point.').first().waitFor();
    await press(page, 'Go on');
    await phase(page, 'asking');
    assert.deepEqual(await counts(page), ['1', '2', '0']);
    await page.clock.runFor(100_000);
    await phase(page, 'over');
    await page.getByText('Time is up: 1 right.').first().waitFor();
    await page.getByText('That is your best round.').first().waitFor();
    assert.deepEqual(await counts(page), ['1', '2', '1']);

    await page.reload();
    await press(page, 'Practise without a clock');
    await phase(page, 'asking');
    assert.equal(await page.getByRole('timer').count(), 0);
    await answer(page, (await endOf(page)).right);
    await page.getByText('Right:').first().waitFor();
    await press(page, 'End the round');
    await page.getByText('1 of 1 right.').first().waitFor();
    await leave();
});

test('for everybody: axe, no scrolling to what is asked, at several sizes', async () => {
    const sizes = [
        [1280, 720, false],
        [360, 640, true],
        [740, 360, true],
        [768, 1024, false],
        [640, 360, false], // 1280 x 720 at twice its size
    ] as const;
    for (const [width, height, phone] of sizes) {
        const { page, leave } = await visitors.visit('#/puzzles/kiswahili', { width, height, phone, dark: phone });
        await stage(page, 'asked');
        for (const part of ['.board', '.task', '.say', '.actions']) {
            const box = (await page.locator(`.stage ${part}`).first().boundingBox())!;
            assert.ok(box.y >= 0 && box.y + box.height <= height, `${part} at ${width} x ${height}`);
        }
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${width}: ${wide} too wide`);
        if (height === 720 || height === 640) {
            assert.deepEqual(await findings(page), []);
            await page.goto(`${visitors.site.url}#/puzzles/ends`);
            await press(page, 'Practise without a clock');
            await phase(page, 'asking');
            assert.deepEqual(await findings(page), []);
        }
        await leave();
    }
});

test('by keys, and without a network', async () => {
    const { page, context, url, leave } = await visitors.visit('#/puzzles/kalah', { kept: true });
    await stage(page, 'asked');
    const { first, rest } = await filesOf(url);
    await untilKept(page, first.length + rest.length);
    await context.setOffline(true);
    await page.goto(`${url}#/puzzles/kalah/${KALAH.id}`);
    await page.reload();
    await stage(page, 'asked');
    const { moves } = await komwe.position(KALAH);
    const { hole } = moves.find(({ text }) => text === KALAH.answer)!;
    await page.locator('g.hole[tabindex="0"]').focus();
    await page.locator(`g.hole[data-hole="${hole}"]`).focus();
    await page.keyboard.press('Enter');
    await stage(page, 'right');
    assert.equal(await page.locator('button:focus').textContent(), 'Next puzzle');
    await page.keyboard.press('Enter');
    await stage(page, 'asked');
    await leave();
});
