// The lessons: their puzzles are solved, wrong answers are told, what was solved is kept.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import english from '../lessons/en.json' with { type: 'json' };
import swahili from '../lessons/sw.json' with { type: 'json' };
import { Komwe } from '../src/engine/komwe.ts';
import { localPost } from '../src/engine/post.ts';
import type { Rules } from '../src/engine/types.ts';
import { LESSONS, lessonOf, type Lesson, type Puzzle } from '../src/learn/lessons.ts';
import type { LessonText } from '../src/learn/texts.ts';
import { loadModule, MODULES } from '../test/load.ts';
import { findings, heardCounts, Visitors } from './visit.ts';

let visitors: Visitors;
let komwe: Komwe;
before(async () => {
    visitors = await Visitors.open();
    komwe = new Komwe(await localPost(await loadModule(MODULES[0])));
});
after(() => visitors.close());

const textOf = (id: string): LessonText => (english as Record<string, LessonText>)[id]!;

const puzzle = (page: Page): Locator => page.locator('.puzzle');
const stage = (page: Page, name: string): Locator => page.locator(`.puzzle[data-stage="${name}"]`);
const line = (page: Page): Locator => puzzle(page).locator('.answer').getByRole('status');

function holeNamed(rules: Rules, name: string): number {
    const hole = rules.board.flat().find((of) => rules.places[of] === name);
    assert.ok(hole !== undefined, `there is no hole ${name}`);
    return hole;
}

/** The hole of a move: the longest name that it begins with. */
function holeOfMove(rules: Rules, move: string): number {
    const holes = rules.board.flat().filter((hole) => move.startsWith(rules.places[hole]!));
    holes.sort((a, b) => rules.places[b]!.length - rules.places[a]!.length);
    return holes[0]!;
}

const clickHole = (page: Page, hole: number): Promise<void> =>
    puzzle(page).locator(`[data-hole="${hole}"] .cell`).click();

/** Gives an answer by mouse, whether it is right or not. */
async function giveAnswer(page: Page, rules: Rules, of: Puzzle, answer: readonly string[]): Promise<void> {
    if (of.kind === 'number') {
        await puzzle(page).getByRole('button', { name: answer[0]!, exact: true }).click();
    } else if (of.kind === 'move') {
        await clickHole(page, holeOfMove(rules, answer[0]!));
        const told = line(page).locator('p').first();
        await page.locator('.handle').or(told).first().waitFor();
        if ((await page.locator('.handle').count()) === 0) return;
        const choice = page.locator(`.handle[data-move="${answer[0]!}"]`);
        // The way comes first, then the house.
        if ((await choice.count()) === 0)
            await page.locator(`.handle[data-move="${answer[0]!.replace('+', '')}"]`).click();
        await choice.click();
    } else {
        for (const name of answer) await clickHole(page, holeNamed(rules, name));
        if (of.kind === 'holes') await page.getByRole('button', { name: /^Check/ }).click();
    }
}

test('the first puzzle of each lesson is solved by mouse', async (t) => {
    const visit = await visitors.visit('#/learn');
    const { page } = visit;
    for (const lesson of LESSONS) {
        await t.test(lesson.id, async () => {
            await page.goto(`${visit.url}#/learn/${lesson.id}`);
            const [first] = lesson.puzzles;
            const { ask, explain } = textOf(lesson.id).puzzles[first!.id]!;
            await page.locator('h1').getByText(textOf(lesson.id).title, { exact: true }).waitFor();
            await stage(page, 'asked').locator('.ask').getByText(ask, { exact: true }).waitFor();
            await giveAnswer(page, await komwe.rules(lesson.rules), first!, first!.answer);
            await stage(page, 'right').waitFor();
            assert.ok((await line(page).innerText()).includes(explain));
            await page.getByRole('button', { name: /^Puzzle 1 of .*solved$/ }).waitFor();
        });
    }
    await visit.leave();
});

/** Opens a lesson at one of its puzzles. */
async function openPuzzle(lesson: Lesson, id: string) {
    const visit = await visitors.visit(`#/learn/${lesson.id}`);
    const index = lesson.puzzles.findIndex((of) => of.id === id);
    await visit.page.getByRole('button', { name: `Puzzle ${index + 1} of` }).click();
    await visit.page.getByRole('heading', { name: `Puzzle ${index + 1} of` }).waitFor();
    await visit.page.locator('.ask').getByText(textOf(lesson.id).puzzles[id]!.ask).waitFor();
    return { ...visit, puzzle: lesson.puzzles[index]!, rules: await komwe.rules(lesson.rules) };
}

/** A wrong answer to each kind of puzzle, and what is said of it. */
const WRONG: readonly (readonly [string, string, readonly string[], RegExp])[] = [
    ['bao2', 'bao2-1', ['A2'], /^✗ No\. No seed falls into A2\. By the rules before, that would be right\. Remember: Only the facing hole is captured\.$/],
    ['bao2', 'bao2-1', ['A7'], /A seed falls into A7, but it is not the last one\.$/],
    ['bao2', 'bao2-2', ['3'], /It is more\. By the rules before/],
    ['bao2', 'bao2-2', ['9'], /It is fewer\.$/],
    ['bao2', 'bao2-3', ['A4'], /A4\. .*takes \d.*Another move captures more\. By the rules before/],
    ['hus', 'hus-1', ['A2', 'A8'], /A8 may not be played: .*\n+.*\(from the source\)/],
    ['hus', 'hus-1', ['A2', 'A4', 'B2', 'B3', 'B5'], /One hole is missing\.$/],
    ['kujifunza', 'kujifunza-3', ['A2<'], /capture is possible.*By the rules before/],
    ['bao12', 'bao12-4', ['A7>'], /takes 4.*By the rules before, that would be right\. Remember: When a lap .* \(safari\)/],
];
for (const [id, of, answer, told] of WRONG) {
    test(`${of}: it is told what is wrong with ${answer.join(' ')}`, async () => {
        const { page, leave, puzzle, rules } = await openPuzzle(lessonOf(id)!, of);
        await giveAnswer(page, rules, puzzle, answer);
        await line(page).locator('p').first().waitFor();
        assert.match(await line(page).innerText(), told);
        assert.equal(await stage(page, 'right').count(), 0);
        assert.equal(await page.getByLabel(/solved$/).count(), 0);
        await leave();
    });
}

test('choices of a puzzle tell their way, and not what they come to', async () => {
    const { page, leave, rules } = await openPuzzle(lessonOf('bao12')!, 'bao12-4');
    await clickHole(page, holeNamed(rules, 'A7'));
    const choices = page.locator('.handle');
    await choices.nth(1).waitFor();
    assert.deepEqual(await choices.evaluateAll((all) => all.map((of) => of.getAttribute('aria-label'))), [
        'A7>+: to your left; the first lap ends in A5, goes on at A5',
        'A7>: the first lap ends in A5, stays at A5',
    ]);
    assert.equal(await puzzle(page).locator('g.hole.path, .chip').count(), 0);
    await leave();
});

test('after a wrong move the board is set up again, and a hint and the solution are given', async () => {
    const { page, leave, puzzle: of, rules } = await openPuzzle(lessonOf('bao2')!, 'bao2-3');
    const counts = await heardCounts(page, '.puzzle');
    await giveAnswer(page, rules, of, ['A4']);
    await stage(page, 'wrong').waitFor();
    assert.notDeepEqual(await heardCounts(page, '.puzzle'), counts);
    await page.keyboard.press('Enter'); // "Try again" has the focus
    await stage(page, 'asked').waitFor();
    assert.deepEqual(await heardCounts(page, '.puzzle'), counts);
    await page.getByRole('button', { name: 'Hint' }).click();
    await line(page).getByText(textOf('bao2').puzzles[of.id]!.hint).waitFor();
    await page.getByRole('button', { name: 'Show the solution' }).click();
    await stage(page, 'shown').waitFor();
    await line(page).getByText(textOf('bao2').puzzles[of.id]!.explain).waitFor();
    const [ply] = await komwe.trace({ game: 'bao2', position: of.position }, of.answer[0]!);
    assert.equal((await heardCounts(page, '.puzzle')).A1, ply!.after.hole[holeNamed(rules, 'A1')]);
    assert.equal(await page.getByLabel(/solved$/).count(), 0, 'a solution that was shown counts');
    await leave();
});

test('what was solved is kept over a reload', async () => {
    const visit = await visitors.visit('#/learn/bao1');
    const { page } = visit;
    const lesson = lessonOf('bao1')!;
    const rules = await komwe.rules('bao1');
    for (const of of lesson.puzzles) {
        await page.locator('.ask').getByText(textOf('bao1').puzzles[of.id]!.ask).waitFor();
        await giveAnswer(page, rules, of, of.answer);
        await stage(page, 'right').waitFor();
        if (of !== lesson.puzzles.at(-1)) await page.keyboard.press('Enter'); // "Next puzzle"
    }
    await page.getByText('3 of 3 puzzles solved').waitFor();
    await page.reload();
    await page.getByText('3 of 3 puzzles solved').waitFor();
    await page.getByRole('link', { name: 'All lessons' }).click();
    await page.getByRole('link', { name: /Step 1: .*3 of 3 puzzles solved/ }).waitFor();
    await page.getByRole('progressbar', { name: '3 of ' }).waitFor();
    await visit.leave();
});

test('a puzzle is solved by keys', async () => {
    const { page, leave, rules } = await openPuzzle(lessonOf('bao2')!, 'bao2-1');
    const at = puzzle(page).locator('g.hole:focus');
    for (let presses = 0; (await at.count()) === 0; presses++) {
        assert.ok(presses < 60, 'the board is not reached by Tab');
        await page.keyboard.press('Tab');
    }
    await puzzle(page).locator(`[data-hole="${holeNamed(rules, 'A1')}"]`).focus();
    for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter'); // A3
    await stage(page, 'right').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Puzzle 2 of 3' }).waitFor();
    await leave();
});

test('a demonstration goes in step on both boards, or each by itself', async () => {
    const visit = await visitors.visit('#/learn/bao5');
    const { page } = visit;
    const demo = lessonOf('bao5')!.demos[0]!;
    const [now, old] = await Promise.all(
        ['bao5', 'bao4'].map((game) => komwe.trace({ game, position: demo.position }, demo.moves[0]!)),
    );
    const boards = page.locator('figure');
    await boards.nth(1).waitFor();
    assert.equal(await page.locator('.part').first().getByRole('slider').count(), 1);
    const slider = page.locator('.part').first().getByRole('slider').first();
    await boards.first().scrollIntoViewIfNeeded();
    await page.waitForFunction(() => {
        const range = document.querySelector<HTMLInputElement>('.part input[type="range"]')!;
        return Number(range.value) > 0 && range.value === range.max; // it has played itself
    });
    const most = Math.max(now![0]!.events.length, old![0]!.events.length);
    assert.equal(await slider.getAttribute('max'), String(most));
    for (const at of [0, 3, most - 1, most]) {
        await slider.fill(String(at));
        for (const [i, game, ply] of [[0, 'bao5', now![0]!], [1, 'bao4', old![0]!]] as const) {
            const events = Math.min(at, ply.events.length);
            const place = { game, position: demo.position };
            const bytes = await komwe.stage(place, demo.moves[0]!, events);
            const rules = await komwe.rules(game);
            const counts = await heardCounts(page, `figure >> nth=${i}`);
            for (const hole of rules.board.flat())
                assert.equal(
                    counts[rules.places[hole]!],
                    parseInt(bytes.slice(2 * hole, 2 * hole + 2), 16),
                    `${game} after ${at}: ${rules.places[hole]}`,
                );
        }
    }
    await page.getByRole('checkbox', { name: 'Both boards in step' }).uncheck();
    await boards.nth(1).getByRole('slider').fill('0');
    assert.equal((await heardCounts(page, 'figure >> nth=1')).A8, now![0]!.before.hole[7]);
    assert.notDeepEqual(await heardCounts(page, 'figure >> nth=0'), await heardCounts(page, 'figure >> nth=1'));
    await visit.leave();
});

test('a game word is explained by keys where it stands, and in the glossary', async () => {
    const visit = await visitors.visit('#/learn/bao5');
    const { page } = visit;
    const word = page.getByRole('button', { name: 'kichwa' });
    await word.focus();
    await page.keyboard.press('Enter');
    const meaning = page.getByRole('note', { name: 'kichwa' });
    await meaning.waitFor();
    assert.match(await meaning.innerText(), /^head kichwa, Swahili\s+The first or the last hole/);
    await page.keyboard.press('Escape');
    await meaning.waitFor({ state: 'hidden' });
    assert.ok(await word.evaluate((of) => of === document.activeElement));
    await page.keyboard.press('Enter');
    await page.locator('.meaning:focus').waitFor(); // it is heard first
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter'); // "In the glossary"
    await page.getByRole('heading', { name: 'Glossary' }).waitFor();
    await page.locator('li.here').getByText('head').first().waitFor();
    await page.getByText('Mancala World, Kiothi').waitFor();
    await visit.leave();
});

test('a lesson speaks Swahili', async () => {
    const visit = await visitors.visit('#/learn/bao12', { settings: { speed: 0, language: 'sw' } });
    const { page } = visit;
    const { bao12 } = swahili;
    await page.getByRole('heading', { level: 1, name: bao12.title }).waitFor();
    await page.getByText(bao12.puzzles['bao12-1'].ask).waitFor();
    await page.getByRole('heading', { name: 'Mafumbo' }).waitFor();
    await page.locator('main select').first().waitFor();
    await page.getByRole('combobox', { name: 'Lugha' }).selectOption('en');
    await page.getByRole('heading', { level: 1, name: textOf('bao12').title }).waitFor();
    await visit.leave();
});

test('a lesson that there is not is told', async () => {
    const visit = await visitors.visit('#/learn/chess');
    await visit.page.getByText('There is no such lesson.').waitFor();
    await visit.page.getByRole('link', { name: 'All lessons' }).click();
    await visit.page.getByRole('heading', { name: 'The way to Bao la Kiswahili' }).waitFor();
    await visit.leave();
});

for (const id of ['hus', 'kiswahili', 'kiothi', 'glossary']) {
    for (const dark of [false, true]) {
        test(`axe finds nothing on #/learn/${id}, ${dark ? 'dark' : 'light'}`, async () => {
            const visit = await visitors.visit(`#/learn/${id}`, { dark });
            const { page } = visit;
            await page.locator(id === 'glossary' ? 'main li' : '.puzzle .answer .actions').first().waitFor();
            for (const details of await page.locator('main summary').all()) await details.click();
            if (id !== 'glossary') {
                await page.getByRole('button', { name: 'Show the solution' }).click();
                await stage(page, 'shown').waitFor();
                await page.locator('.term').first().click();
            }
            assert.deepEqual(await findings(page), []);
            await visit.leave();
        });
    }
}
