// Puzzles: files that are read, which one is asked, what an answer counts for, the day's.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Komwe } from '../../src/engine/komwe.ts';
import { loadingGames } from '../../src/engine/loaded-games.ts';
import { localPost } from '../../src/engine/post.ts';
import { choosePuzzle } from '../../src/puzzles/train/choose.ts';
import { dayOf, daysInARow, pickOfRound, turnOf, weekOf } from '../../src/bank/days.ts';
import { BadFile, hasTheme, readPuzzles, THEMES, readValue, themesOf, type Puzzle } from '../../src/bank/file.ts';
import { keyOf, NEW, noteClosed, noteDaily, noteFirst, noteHint, noteReached, noteSolved, readJournal } from '../../src/puzzles/journal/journal.ts';
import { ask } from '../../src/puzzles/ends/questions.ts';
import { newRating } from '../../src/puzzles/journal/rating.ts';
import { Clock, newScore, readEnds, ROUND_MILLISECONDS, seedsWanted } from '../../src/puzzles/ends/round.ts';
import { chance } from '../../page/support/visit.ts';
import { loadModule, MODULES, treePath } from '../support/load.ts';

const HEAD = '# komwe puzzles 1\n# rules: hus width=8\n# made by: a test\n';
const LINE = 'ab12\t1,2/3,4 S 0/0\tB4\twins in 15 plies proven\t-8.5\tproven\t706';

const puzzle = (id: string, rating: number, game = 'hus'): Puzzle => ({
    ...readPuzzles(`${HEAD}${LINE}\n`)[0]!,
    game,
    id,
    rating,
});

test('a file is read, and one that is damaged is refused with its line', () => {
    const [one, ...rest] = readPuzzles(`${HEAD}\n${LINE}\n`);
    assert.equal(rest.length, 0);
    assert.deepEqual(one, {
        ...{ game: 'hus', options: 'width=8', id: 'ab12', position: '1,2/3,4 S 0/0', answer: 'B4' },
        value: { score: 15, unit: 'plies', proven: true },
        second: { score: -850, unit: 'points', proven: false },
        ...{ proven: true, rating: 706, themes: [], line: [] },
    });
    const [several] = readPuzzles(`${HEAD}${LINE}\tshort win\tb1 B2\twhat a later version adds\n`);
    assert.deepEqual([several!.themes, several!.line], [['short', 'win'], ['b1', 'B2']]);
    assert.ok(hasTheme(several!, 'win') && hasTheme(several!, '') && !hasTheme(several!, 'quietMove'));
    const bad = [
        ['', 'no head'],
        [LINE, 'no head'],
        ['# komwe puzzles 2\n# rules: hus\n', 'no head'],
        [`${HEAD}${LINE}\nab12\t1,2`, 'line 5'],
        [HEAD + LINE.replace('706', '70'), 'line 4'],
        [HEAD + LINE.replace('706', 'hard'), 'line 4'],
        [HEAD + LINE.replace('-8.5', 'lost'), 'line 4'],
        [HEAD + LINE.replace('\tproven\t', '\tbest\t'), 'line 4'],
        [HEAD + LINE.replace('B4', ''), 'line 4'],
        ['<!doctype html>', 'no head'],
    ] as const;
    for (const [text, why] of bad) assert.throws(() => readPuzzles(text), new BadFile(why), text);
});

test('scores are read as they are printed', () => {
    assert.deepEqual(readValue('+12 proven'), { score: 1200, unit: 'points', proven: true });
    assert.deepEqual(readValue('0 proven'), { score: 0, unit: 'points', proven: true });
    assert.deepEqual(readValue('loses in 14 plies proven'), { score: -14, unit: 'plies', proven: true });
    assert.deepEqual(readValue('wins in 1 ply proven'), { score: 1, unit: 'plies', proven: true });
    for (const text of ['', 'wins', '+', '1e3', 'wins in 3']) assert.equal(readValue(text), null, text);
});

test('each puzzle that ships has a legal answer, and its file is in order', async () => {
    const textOf = async (id: string): Promise<string> => readFileSync(treePath(`rules/${id}.rules`), 'utf8');
    const komwe = new Komwe(loadingGames(await localPost(await loadModule(MODULES[0])), textOf));
    const folder = treePath('data/puzzles/');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsv'));
    assert.ok(files.some((file) => file.startsWith('lines')));
    for (const file of files) {
        const puzzles = readPuzzles(readFileSync(folder + file, 'utf8'));
        assert.ok(puzzles.length > 0, file);
        assert.equal(new Set(puzzles.map(({ id }) => id)).size, puzzles.length, file);
        for (const one of puzzles) {
            assert.equal(`${one.game}.tsv`, file.split('/').at(-1));
            const { moves } = await komwe.position(one);
            assert.ok(moves.some(({ text }) => text === one.answer), `${file}: ${one.id}`);
            assert.equal(one.line.length > 0, file.startsWith('lines'), `${file}: ${one.id}`);
            for (const theme of one.themes) assert.ok((THEMES as readonly string[]).includes(theme), `${file}: ${theme}`);
        }
    }
});

test('a theme is offered from ten puzzles, and the games named in docs/lessons.md offer these', () => {
    const ones = (n: number): Puzzle[] => Array.from({ length: n }, () => ({ ...puzzle('1', 1000), themes: ['win'] }));
    assert.deepEqual([themesOf(ones(9)), themesOf(ones(10))], [[], ['win']]);
    const folder = treePath('data/puzzles/');
    const text = readFileSync(treePath('docs/lessons.md'), 'utf8');
    const names = [...(/^\| +\| (win \|.*) \|$/m.exec(text)?.[1] ?? '').matchAll(/\w+/g)].map(([name]) => name);
    assert.deepEqual([...names, 'oneMove'].sort(), [...THEMES].sort());
    const games = [...text.matchAll(/^\| `([\w-]+)` \|((?: \d+ \|)+)$/gm)];
    const lines = readdirSync(`${folder}lines`).map((file) => file.replace('.tsv', ''));
    assert.deepEqual(games.map(([, game]) => game!).sort(), lines.sort());
    for (const [, game, row] of games) {
        const byId = new Map<string, Puzzle>();
        for (const file of [`${game}.tsv`, `themes/${game}.tsv`, `lines/${game}.tsv`].filter((name) => existsSync(folder + name)))
            for (const one of readPuzzles(readFileSync(folder + file, 'utf8'))) byId.set(one.id, one);
        const all = [...byId.values()];
        const counts = names.map((name) => all.filter((one) => hasTheme(one, name)).length);
        assert.deepEqual([...row!.matchAll(/\d+/g)].map(Number), counts, game);
        for (const [i, name] of names.entries())
            assert.equal(themesOf(all).some((theme) => theme === name), counts[i]! >= 10, `${game}: ${name}`);
    }
});

test('the rating goes up and down by less and less', () => {
    assert.equal(newRating(1000, 0, 1000, true), 1032);
    assert.equal(newRating(1000, 0, 1000, false), 968);
    assert.equal(newRating(1000, 12, 1000, true), 1020);
    assert.equal(newRating(1000, 100, 1000, true), 1008);
    assert.equal(newRating(1000, 100, 2600, true), 1016);
    assert.equal(newRating(2000, 100, 400, true), 2001, 'what is right is worth something');
    assert.equal(newRating(101, 0, 2600, false), 100);
});

test('first attempts count, once; a hint leaves the rating', () => {
    const [one, two, three] = [puzzle('1', 1000), puzzle('2', 1000), puzzle('3', 1000)];
    let journal = noteFirst(NEW, one, true, 7);
    assert.deepEqual([journal.rating, journal.run, journal.played], [1032, 1, 1]);
    assert.equal(noteFirst(journal, one, false, 7), journal);
    journal = noteFirst(noteHint(journal, two), two, true, 7);
    assert.deepEqual([journal.rating, journal.run, journal.runMost], [1032, 0, 1]);
    assert.deepEqual(journal.entries.at(-1), { key: 'hus:2', outcome: 'hinted', rating: 1032, change: 0, day: 7 });
    assert.deepEqual(journal.hinted, []);
    journal = noteFirst(journal, three, false, 7);
    assert.ok(journal.rating < 1032);
    assert.deepEqual(journal.entries.map(({ outcome }) => outcome), ['right', 'hinted', 'wrong']);
});

test('a puzzle that is begun waits until it is solved, and a day counts once', () => {
    const one = puzzle('1', 1000);
    const begun = { ...NEW, begun: { '': keyOf(one), giuthi: 'giuthi:9' } };
    const solved = noteSolved(noteSolved(begun, one, 5), one, 5);
    assert.deepEqual(solved.begun, { giuthi: 'giuthi:9' });
    assert.deepEqual(solved.days, [5]);
    const daily = noteDaily(NEW, 5, 'wrong');
    assert.equal(noteDaily(daily, 5, 'right'), daily);
    assert.deepEqual(noteDaily(daily, 6, 'right').daily, { day: 6, outcome: 'right' });
});

test('how far a solution has been played is kept until it is closed', () => {
    const [one, two] = [puzzle('1', 900), puzzle('2', 900)];
    const journal = noteReached(NEW, one, 2);
    assert.deepEqual(readJournal(JSON.parse(JSON.stringify(journal))).reached, { key: keyOf(one), ply: 2 });
    assert.equal(noteClosed(journal, two).reached, journal.reached);
    assert.equal(noteClosed(journal, one).reached, null);
    assert.equal(readJournal({ reached: { key: 1, ply: 2 } }).reached, null);
});

test('what is kept is read again, and what is damaged is left out', () => {
    const journal = noteDaily(noteSolved(noteFirst(NEW, puzzle('1', 900), true, 7), puzzle('1', 900), 7), 7, 'right');
    assert.deepEqual(readJournal(JSON.parse(JSON.stringify(journal))), journal);
    for (const bad of [null, 'x', 3, [], { entries: 3, days: 'x', begun: null, daily: 1, rating: 'high' }])
        assert.deepEqual(readJournal(bad), NEW);
    assert.deepEqual(readJournal({ entries: [null, { key: 'a' }], days: [1, 'x'] }).days, [1]);
});

test('the next puzzle is near the rating and was not answered', () => {
    const all = Array.from({ length: 40 }, (_, i) => puzzle(String(i), 600 + 50 * i));
    const near = choosePuzzle(all, 1000, [], () => 0)!;
    assert.equal(near.rating, 1000);
    const other = choosePuzzle(all, 1000, [keyOf(near)], () => 0)!;
    assert.equal(Math.abs(other.rating - 1000), 50);
    const answered = all.map(keyOf);
    assert.ok(answered.slice(0, 20).includes(keyOf(choosePuzzle(all, 1000, answered, () => 0)!)));
    assert.equal(choosePuzzle(all.slice(0, 1), 1000, ['hus:0'], () => 0)?.id, '0');
    assert.equal(choosePuzzle([], 1000, [], () => 0), undefined);
});

test('the day is that of the calendar, and games take turns', () => {
    const morning = new Date(2026, 10, 23, 0, 5);
    const night = new Date(2026, 10, 23, 23, 55);
    assert.equal(dayOf(morning), dayOf(night));
    assert.equal(dayOf(new Date(2026, 10, 24)), dayOf(night) + 1);
    assert.deepEqual(weekOf(dayOf(night))[0], dayOf(night), 'a Monday');
    assert.equal(weekOf(dayOf(new Date(2026, 10, 29))).at(-1), dayOf(new Date(2026, 10, 29)), 'a Sunday');
    const games = ['a', 'b', 'c'];
    assert.deepEqual([9, 10, 11, 12].map((day) => turnOf(day, games).game), ['a', 'b', 'c', 'a']);
    const all = Array.from({ length: 30 }, (_, i) => puzzle(`${(i * 7) % 30}`, 600 + 10 * i));
    const picked = Array.from({ length: 10 }, (_, round) => pickOfRound(all, round)!);
    assert.equal(new Set(picked).size, 10);
    for (const { rating } of picked) assert.ok(rating >= 700 && rating < 800);
    assert.equal(pickOfRound([], 3), undefined);
});

test('days in a row end today or yesterday', () => {
    assert.equal(daysInARow([], 9), 0);
    assert.equal(daysInARow([3, 7, 8, 9], 9), 3);
    assert.equal(daysInARow([7, 8], 9), 2);
    assert.equal(daysInARow([6, 7], 9), 0);
});

test('the clock counts while it runs', () => {
    let now = 1000;
    const clock = new Clock(ROUND_MILLISECONDS, () => now);
    now = 5000;
    assert.equal(clock.left, ROUND_MILLISECONDS);
    clock.run();
    clock.run();
    now = 65_000;
    assert.equal(clock.left, 120_000);
    clock.pause();
    now = 99_000;
    assert.equal(clock.left, 120_000);
    clock.run();
    now = 1e9;
    assert.equal(clock.left, 0);
});

test('a round is read again, and a damaged one is left out', () => {
    const round = { ...newScore(true), right: 2, asked: 3, left: 1000 };
    assert.deepEqual(readEnds({ best: 4, round }), { best: 4, round });
    for (const bad of [{ right: 4 }, { left: -1 }, { left: 1e9 }, { timed: 1 }, { asked: 2.5 }])
        assert.equal(readEnds({ best: 4, round: { ...round, ...bad } }).round, null);
    assert.deepEqual(readEnds('x'), { best: 0, round: null });
    assert.ok(seedsWanted(0) < seedsWanted(5) && seedsWanted(100) <= 40);
});

test('moves that are asked about end in a hole, the longer the more is wanted', async () => {
    const komwe = new Komwe(await localPost(await loadModule(MODULES[0])));
    const below = chance(7);
    for (const game of ['kiswahili', 'kalah', 'kiothi']) {
        const puzzles = readPuzzles(readFileSync(treePath(`data/puzzles/${game}.tsv`), 'utf8'));
        const sums = [0, 0];
        for (let i = 0; i < 12; i++) {
            const wanted = [3, 20][i % 2]!;
            const asked = (await ask(komwe, puzzles, wanted, below))!;
            const drops = asked.ply.events.filter(({ kind }) => kind === 'drop');
            assert.equal(drops.at(-1)!.to, asked.end);
            assert.ok(asked.rules.board.flat().includes(asked.end));
            sums[i % 2]! += asked.seeds;
        }
        assert.ok(sums[0]! < sums[1]!, `${game}: ${sums.join(' ')}`);
    }
});
