// The lessons: their steps are done, wrong answers show the true sowing, what was done is kept.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import english from '../lessons/en.json' with { type: 'json' };
import swahili from '../lessons/sw.json' with { type: 'json' };
import { Komwe } from '../src/engine/komwe.ts';
import { loadingGames } from '../src/engine/loaded-games.ts';
import { localPost } from '../src/engine/post.ts';
import type { Rules } from '../src/engine/types.ts';
import { demoOf, LESSONS, lessonOf, puzzleOf, type Lesson, type Puzzle } from '../src/lessons/lessons.ts';
import { whyOf } from '../src/learn/lesson/reason.ts';
import type { LessonText } from '../src/learn/texts.ts';
import { loadModule, MODULES } from '../test/support/load.ts';
import { findings, handlesOf, labelCounts, Visitors, type VisitOptions } from './support/visit.ts';

const textOfRules = (id: string): Promise<string> =>
    readFile(new URL(`../../rules/${id}.rules`, import.meta.url), 'utf8');

let visitors: Visitors;
let komwe: Komwe;
before(async () => {
    visitors = await Visitors.open();
    komwe = new Komwe(loadingGames(await localPost(await loadModule(MODULES[0])), textOfRules));
});
after(() => visitors.close());

const textOf = (id: string): LessonText => (english as Record<string, LessonText>)[id]!;

const stage = (page: Page, name: string): Locator => page.locator(`.task[data-stage="${name}"]`);
const panel = (page: Page): Locator => page.locator('.panel');
const main = (page: Page): Locator => page.locator('.foot .main');

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
    page.locator(`.lesson [data-hole="${hole}"] .cell`).click();

async function playMove(page: Page, rules: Rules, move: string): Promise<void> {
    await clickHole(page, holeOfMove(rules, move));
    if ((await handlesOf(page)) === undefined) return;
    const choice = page.locator(`.handle[data-move="${move}"]`);
    // The way comes first, then the house.
    if ((await choice.count()) === 0)
        await page.locator(`.handle[data-move="${move.replace('+', '')}"]`).click();
    await choice.click();
}

/** Gives an answer by mouse, whether it is right or not. */
async function giveAnswer(page: Page, rules: Rules, of: Puzzle, answer: readonly string[]): Promise<void> {
    if (of.choose) await page.locator(`.options [data-answer="${answer[0]!}"]`).click();
    else if (of.kind === 'why') await page.locator(`.options [data-clause="${answer[0]!}"]`).click();
    else if (of.kind === 'number')
        await panel(page).getByRole('button', { name: answer[0]!, exact: true }).click();
    else if (of.kind === 'move') await playMove(page, rules, answer[0]!);
    else {
        for (const name of answer) await clickHole(page, holeNamed(rules, name));
        if (of.kind === 'holes') await page.getByRole('button', { name: /^Check/ }).click();
    }
}

/** How far a visitor has come in a lesson before. */
async function visitAt(lesson: Lesson, at: number, options: VisitOptions = {}) {
    const visit = await visitors.visit('about:blank', options);
    const progress = JSON.stringify({ [lesson.id]: { at, done: at } });
    await visit.context.addInitScript((kept) => {
        if (localStorage.getItem('komwe.lessons') === null) localStorage.setItem('komwe.lessons', kept);
    }, progress);
    await visit.page.goto(`${visit.url}#/learn/${lesson.id}`);
    return visit;
}
const stepOf = (lesson: Lesson, puzzle: string): number =>
    lesson.steps.findIndex((step) => 'solve' in step && step.solve === puzzle);

async function openPuzzle(lesson: Lesson, id: string) {
    const visit = await visitAt(lesson, stepOf(lesson, id));
    await panel(visit.page).getByText(textOf(lesson.id).puzzles[id]!.ask, { exact: true }).waitFor();
    return { ...visit, puzzle: puzzleOf(lesson, id), rules: await komwe.rules(lesson.rules) };
}

/** Does a step as it is asked, from its question to the next one. */
async function doStep(page: Page, lesson: Lesson, rules: Rules, at: number): Promise<void> {
    const step = lesson.steps[at]!;
    await page.getByRole('button', { name: `Step ${at + 1} of` }).and(page.locator('[aria-current]')).waitFor();
    await page.locator('.lesson g.hole').first().waitFor();
    if ('do' in step) {
        if (step.says !== undefined) await panel(page).locator('.body p').nth(1).waitFor();
        await playMove(page, rules, demoOf(lesson, step.do).moves[0]!);
        await stage(page, 'right').waitFor();
    } else if (!('solve' in step)) {
        if (step.find) for (const name of step.lit!) await clickHole(page, holeNamed(rules, name));
    } else {
        const puzzle = puzzleOf(lesson, step.solve);
        await giveAnswer(page, rules, puzzle, puzzle.answer);
        await stage(page, 'right').waitFor();
        await panel(page).getByText(textOf(lesson.id).puzzles[puzzle.id]!.explain).waitFor();
        if (puzzle.kind === 'move') {
            const place = { game: lesson.rules, position: puzzle.position };
            const why = whyOf(rules, lesson.clauses, await komwe.trace(place, puzzle.answer[0]!));
            assert.ok(why !== null, `${puzzle.id} asks for no reason`);
            await page.getByRole('button', { name: 'And why?' }).click();
            const wrong = why.clauses.find(({ id }) => id !== why.answer)!;
            await page.locator(`[data-clause="${wrong.id}"]`).click();
            await panel(page).getByText('That rule plays no part in this move.').waitFor();
            assert.ok(await main(page).isDisabled());
            await page.locator(`[data-clause="${why.answer}"]`).click();
        }
    }
    await main(page).click();
}

test('the first lesson is done by clicks, and a game at its end counts when it is won', async () => {
    const visit = await visitors.visit('#/learn');
    const { page } = visit;
    const lesson = lessonOf('first')!;
    const rules = await komwe.rules('hus');
    await page.getByRole('link', { name: /^First steps/ }).click();
    for (let at = 0; at < lesson.steps.length; at++) {
        await doStep(page, lesson, rules, at);
        if (at === 4) await page.reload(); // in the middle of it
    }
    await page.getByRole('button', { name: 'Begin the game' }).click();
    // As the lesson says: the move that captures most.
    for (;;) {
        const game = page.locator('.game:is([data-turn="person"], [data-turn="over"])');
        await game.waitFor();
        if ((await game.getAttribute('data-turn')) === 'over') break;
        const label = await page.locator('.game svg.board').getAttribute('aria-label');
        assert.ok(label !== null);
        const counts = await labelCounts(page, '.game');
        const rows = rules.board.map((row) => row.map((hole) => counts[rules.places[hole]!]!));
        const text = `${rows.map((row) => row.join(',')).join('/')} S 0/0`;
        const { moves } = await komwe.position({ game: 'hus', position: text });
        const taken = await Promise.all(
            moves.map(async (move) => {
                const plies = await komwe.trace({ game: 'hus', position: text }, move.text);
                const events = plies.flatMap((ply) => ply.events);
                const sum = events.reduce((all, of) => all + (of.kind === 'capture' ? of.count : 0), 0);
                return { move, sum };
            }),
        );
        const best = taken.reduce((one, other) => (other.sum > one.sum ? other : one));
        await page.locator(`.game [data-hole="${best.move.hole}"] .cell`).click();
    }
    await page.locator('.end').waitFor();
    const won = await page.getByText('That completes the lesson.').isVisible();
    if (!won) await page.getByText('Nothing is lost').first().waitFor();
    assert.ok(won, 'the plan of the lesson loses this game');
    await page.getByRole('link', { name: 'All lessons' }).click();
    await page.getByRole('link', { name: /First steps.*Done, and its game won/ }).waitFor();
    await page.getByRole('link', { name: /^Continue Hus/ }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: /First steps.*Done, and its game won/ }).waitFor();
    await visit.leave();
});

for (const [id, holes] of [['kalah', 8], ['toguz-kumalak', 10]] as const) {
    test(`the game at the end of ${id} is a small one, and is kept with its options`, async () => {
        const lesson = lessonOf(id)!;
        const visit = await visitAt(lesson, lesson.steps.length);
        const { page } = visit;
        await page.getByText(`with ${holes / 2} holes a side`).first().waitFor();
        assert.equal(await page.locator('.lesson g.hole').count(), holes);
        await page.getByRole('button', { name: 'Begin the game' }).click();
        const playable = page.locator('.game[data-turn="person"] g.hole.playable');
        await playable.first().waitFor();
        assert.equal(await page.locator('.game g.hole').count(), holes);
        await playable.first().locator('.cell').click();
        await page.reload(); // it goes on where it was
        await page.locator('.game[data-turn="person"] g.hole').nth(holes - 1).waitFor();
        assert.equal(await page.locator('.game g.hole').count(), holes);
        await visit.leave();
    });
}

test('the first puzzle of each lesson is solved by mouse', async (t) => {
    const visit = await visitors.visit('about:blank');
    const { page } = visit;
    const progress = LESSONS.map((lesson) => {
        const at = stepOf(lesson, lesson.puzzles[0]!.id);
        return [lesson.id, { at, done: at }] as const;
    });
    await visit.context.addInitScript(
        (kept) => localStorage.setItem('komwe.lessons', kept),
        JSON.stringify(Object.fromEntries(progress)),
    );
    for (const lesson of LESSONS) {
        await t.test(lesson.id, async () => {
            const [first] = lesson.puzzles;
            const { ask, explain } = textOf(lesson.id).puzzles[first!.id]!;
            await page.goto(`${visit.url}#/learn/${lesson.id}`);
            await panel(page).getByText(ask, { exact: true }).waitFor();
            await giveAnswer(page, await komwe.rules(lesson.rules), first!, first!.answer);
            await stage(page, 'right').waitFor();
            assert.ok((await panel(page).getByRole('status').first().innerText()).includes(explain));
        });
    }
    await visit.leave();
});

/** A wrong answer to each kind of puzzle, and what is said of it. */
const WRONG: readonly (readonly [string, string, readonly string[], RegExp])[] = [
    ['bao2', 'bao2-1', ['A2'], /No\. No seed falls into A2\. By the rules before, that would be right\. Remember: Only the facing hole is captured\. The true sowing ends in .* and at last in A3\.$/],
    ['bao2', 'bao2-1', ['A7'], /A seed falls into A7, but it is not the last one\. The true sowing ends in .* A3\.$/],
    ['bao2', 'bao2-2', ['3'], /No\. The other rules would do that.*By the rules before, that would be right.*The true sowing/],
    ['adji-boto', 'adji-boto-2', ['0'], /It is more\./],
    ['first', 'first-1', ['A1'], /The last seed really falls into B2\.$/], // before it is said what a lap is
    ['bao2', 'bao2-3', ['A4'], /A4\. .*[Tt]akes \d.*Another move captures more\. By the rules before/],
    ['hus', 'hus-1', ['A2', 'A8'], /A8 may not be played: .*\n+.*\(the source, sentences? .*\)/],
    ['hus', 'hus-1', ['A2', 'A4', 'B2', 'B3', 'B5'], /One hole is missing\.$/],
    ['kujifunza', 'kujifunza-3', ['A2<'], /capture is possible.*By the rules before/],
    ['bao12', 'bao12-4', ['A7>'], /[Tt]akes 4.*By the rules before, that would be right\. Remember: When a lap .* \(safari\)/],
];
for (const [id, of, answer, text] of WRONG) {
    test(`${of}: it is said what is wrong with ${answer.join(' ')}`, async () => {
        const { page, leave, puzzle, rules } = await openPuzzle(lessonOf(id)!, of);
        await giveAnswer(page, rules, puzzle, answer);
        await panel(page).locator('.feedback').first().waitFor();
        assert.match(await panel(page).getByRole('status').innerText(), text);
        assert.equal(await stage(page, 'right').count(), 0);
        await leave();
    });
}

test('a wrong answer sows the true way with its laps numbered, and is asked again', async () => {
    const { page, leave, puzzle: of, rules } = await openPuzzle(lessonOf('hus')!, 'hus-2');
    const counts = await labelCounts(page, '.lesson');
    await giveAnswer(page, rules, of, ['B6']);
    await stage(page, 'wrong').waitFor();
    const [ply] = await komwe.trace({ game: 'hus', position: of.position }, 'B1');
    assert.equal((await labelCounts(page, '.lesson')).A7, ply!.after.hole[holeNamed(rules, 'A7')]);
    assert.deepEqual((await page.locator('.lap text').allTextContents()).sort(), ['1', '2', '3']);
    await page.keyboard.press('Enter'); // "Try again" has the focus
    await stage(page, 'asked').waitFor();
    assert.deepEqual(await labelCounts(page, '.lesson'), counts);
    await page.getByRole('button', { name: 'Hint' }).click();
    await panel(page).getByText(textOf('hus').puzzles[of.id]!.hint).waitFor();
    await giveAnswer(page, rules, of, of.answer);
    await stage(page, 'right').waitFor();
    await leave();
});

test('what was wrong is asked again after a day, and what was right then rests', async () => {
    const { page, leave, puzzle: of, rules, url } = await openPuzzle(lessonOf('hus')!, 'hus-2');
    await page.clock.install({ time: Date.now() });
    await giveAnswer(page, rules, of, ['B6']);
    await stage(page, 'wrong').waitFor();
    await page.goto(`${url}#/learn`);
    await page.getByRole('heading', { name: 'The way to Bao la Kiswahili' }).waitFor();
    assert.equal(await page.getByRole('link', { name: /^Review today/ }).count(), 0);
    await page.clock.install({ time: Date.now() + 25 * 60 * 60 * 1000 });
    await page.reload();
    await page.getByRole('link', { name: 'Review today: 1 puzzle' }).click();
    await panel(page).getByText(textOf('hus').puzzles[of.id]!.ask).waitFor();
    await giveAnswer(page, rules, of, of.answer);
    await stage(page, 'right').waitFor();
    await main(page).click();
    await page.getByText('That was all for today.').first().waitFor();
    await page.getByRole('link', { name: 'All lessons' }).click();
    await page.getByRole('heading', { name: 'The way to Bao la Kiswahili' }).waitFor();
    assert.equal(await page.getByRole('link', { name: /^Review today/ }).count(), 0);
    await leave();
});

test('choices of a puzzle show their way, and not what they come to', async () => {
    const { page, leave, rules } = await openPuzzle(lessonOf('bao12')!, 'bao12-4');
    await clickHole(page, holeNamed(rules, 'A7'));
    const choices = page.locator('.handle');
    await choices.nth(1).waitFor();
    assert.deepEqual(await choices.evaluateAll((all) => all.map((of) => of.getAttribute('aria-label'))), [
        'to your left; the first lap ends in your A5, goes on at your A5',
        'stays there; the first lap ends in your A5, stays at your A5',
    ]);
    assert.equal(await page.locator('.lesson :is(g.hole.path, .chip)').count(), 0);
    await leave();
});

test('a solution that was shown does not count, and the old rule can be seen', async () => {
    const { page, leave, puzzle: of } = await openPuzzle(lessonOf('bao2')!, 'bao2-3');
    await page.getByRole('button', { name: 'Solution' }).click();
    await stage(page, 'shown').waitFor();
    await panel(page).getByText(textOf('bao2').puzzles[of.id]!.explain).waitFor();
    const after = async (game: string) =>
        (await komwe.trace({ game, position: of.position }, of.answer[0]!))[0]!.after.hole;
    const [now, old] = [await after('bao2'), await after('bao1')];
    const rules = await komwe.rules('bao2');
    const shows = async (holes: readonly number[], part: string): Promise<void> => {
        const counts = await labelCounts(page, part);
        for (const hole of rules.board.flat()) assert.equal(counts[rules.places[hole]!], holes[hole]);
    };
    await shows(now, '.lesson');
    await page.getByRole('button', { name: 'By the rules before' }).click();
    await page.locator('.field.old').waitFor();
    await shows(old, '.field.old figure:first-child');
    await shows(now, '.field.old figure.new');
    assert.equal(await page.evaluate(() => localStorage.getItem('komwe.solved')), null);
    await leave();
});

test('what was solved before there were steps is kept', async () => {
    const visit = await visitors.visit('about:blank');
    const { page } = visit;
    const ids = ['hus', 'bao1'].flatMap((id) => lessonOf(id)!.puzzles.map((of) => of.id));
    await visit.context.addInitScript((kept) => localStorage.setItem('komwe.solved', kept), JSON.stringify(ids));
    await page.goto(`${visit.url}#/learn`);
    await page.getByRole('link', { name: /Step 1: .*Done/ }).waitFor();
    await page.getByRole('link', { name: /^Continue Step 2/ }).waitFor();
    await page.getByRole('progressbar', { name: '3 of ' }).waitFor();
    await visit.leave();
});

test('a step is done by keys', async () => {
    const { page, leave, rules } = await openPuzzle(lessonOf('bao2')!, 'bao2-1');
    const at = page.locator('.lesson g.hole:focus');
    for (let presses = 0; (await at.count()) === 0; presses++) {
        assert.ok(presses < 60, 'the board is not reached by Tab');
        await page.keyboard.press('Tab');
    }
    await page.locator(`.lesson [data-hole="${holeNamed(rules, 'A1')}"]`).focus();
    for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter'); // A3
    await stage(page, 'right').waitFor();
    await page.keyboard.press('Enter'); // "Continue" has the focus
    await panel(page).getByText(textOf('bao2').puzzles['bao2-2']!.ask).waitFor();
    await leave();
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
    await page.locator('.meaning:focus').waitFor(); // it is announced first
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter'); // "In the glossary"
    await page.getByRole('heading', { name: 'Glossary' }).waitFor();
    await page.locator('li.here').getByText('head').first().waitFor();
    await page.getByText('Mancala World, Kiothi').first().waitFor();
    await visit.leave();
});

test('a lesson speaks Swahili', async () => {
    const lesson = lessonOf('bao12')!;
    const visit = await visitAt(lesson, stepOf(lesson, 'bao12-1'), { language: 'sw' });
    const { page } = visit;
    const { bao12 } = swahili;
    await page.getByRole('heading', { level: 1, name: bao12.title }).waitFor();
    await page.getByText(bao12.puzzles['bao12-1'].ask).first().waitFor();
    await page.getByRole('combobox', { name: 'Lugha' }).selectOption('en');
    await page.getByRole('heading', { level: 1, name: textOf('bao12').title }).waitFor();
    await visit.leave();
});

test('a lesson that does not exist is reported', async () => {
    const visit = await visitors.visit('#/learn/chess');
    await visit.page.getByText('There is no such lesson.').first().waitFor();
    await visit.page.getByRole('link', { name: 'All lessons' }).click();
    await visit.page.getByRole('heading', { name: 'The way to Bao la Kiswahili' }).waitFor();
    await visit.leave();
});

const LOOKS: readonly (readonly [string, string, VisitOptions])[] = [
    ['hus', 'hus-3', {}],
    ['hus', 'hus-4', { width: 360, height: 640, phone: true, dark: true }],
    ['kiswahili', 'kiswahili-1', { dark: true }],
    ['kiothi', 'kiothi-2', { width: 360, height: 640, phone: true }],
];
for (const [id, puzzle, options] of LOOKS) {
    test(`axe finds nothing in ${puzzle}, ${JSON.stringify(options)}, and nothing scrolls`, async () => {
        const lesson = lessonOf(id)!;
        const visit = await visitAt(lesson, stepOf(lesson, puzzle), options);
        const { page } = visit;
        await page.locator('.lesson g.hole').first().waitFor();
        assert.deepEqual(await findings(page), []);
        await page.getByRole('button', { name: 'Solution' }).click();
        await stage(page, 'shown').waitFor();
        assert.deepEqual(await findings(page), []);
        const over = await page.evaluate(() => {
            const { scrollWidth, scrollHeight } = document.documentElement;
            return [scrollWidth - innerWidth, scrollHeight - innerHeight];
        });
        assert.deepEqual(over.map((by) => Math.max(0, by)), [0, 0]);
        await visit.leave();
    });
}
for (const dark of [false, true]) {
    test(`axe finds nothing in the glossary, ${dark ? 'dark' : 'light'}`, async () => {
        const visit = await visitors.visit('#/learn/glossary', { dark });
        await visit.page.locator('main li').first().waitFor();
        assert.deepEqual(await findings(visit.page), []);
        await visit.leave();
    });
}
