// How far one has come in the lessons; kept in this browser alone.

import { keep, kept } from '../app/store.ts';
import { INTROS, isIntro, LADDER, LESSONS, wayTo, type Lesson } from './lessons.ts';

/** Ids of puzzles that have been solved. */
const SOLVED = 'solved';
/** By the ids of lessons. */
const LESSONS_STORED = 'lessons';

export interface Progress {
    /** The step that one is at; as many as there are steps: the game. */
    readonly at: number;
    /** The steps that have been done, which may be more. */
    readonly done: number;
    /** The game that was begun for it, as it is kept; it was won. */
    readonly game?: string;
    readonly won?: true;
}
const BEGUN: Progress = { at: 0, done: 0 };

/** Another page of the browser may have solved some too. */
function known(): readonly string[] {
    const ids = kept<unknown>(SOLVED);
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;

/** What cannot be read counts as not begun. */
function storedProgress(): Readonly<Record<string, Progress>> {
    const stored = kept<Readonly<Record<string, Partial<Progress> | null>>>(LESSONS_STORED);
    const all: Record<string, Progress> = {};
    for (const { id, steps } of LESSONS) {
        const one = stored?.[id];
        if (typeof one !== 'object' || one === null || !isCount(one.at) || !isCount(one.done)) continue;
        const { length } = steps;
        all[id] = {
            at: Math.min(one.at, length),
            done: Math.min(one.done, length),
            ...(typeof one.game === 'string' ? { game: one.game } : {}),
            ...(one.won === true ? { won: true } : {}),
        };
    }
    return all;
}

let solved: ReadonlySet<string> = $state.raw(new Set(known()));
let progress: Readonly<Record<string, Progress>> = $state.raw(storedProgress());

const isSolved = (puzzle: string): boolean => solved.has(puzzle);

export function noteSolved(puzzle: string): void {
    solved = new Set([...known(), ...solved, puzzle]);
    keep(SOLVED, [...solved]);
}

export const solvedOf = ({ puzzles }: Lesson): number => puzzles.filter(({ id }) => isSolved(id)).length;

export const progressOf = ({ id }: Lesson): Progress => progress[id] ?? BEGUN;

/** What is known of a lesson changes; what another tab has done meanwhile stays. */
export function noteProgress(lesson: Lesson, change: Partial<Progress>): void {
    const stored = storedProgress();
    const before = stored[lesson.id] ?? progressOf(lesson);
    const done = Math.max(before.done, progressOf(lesson).done, change.done ?? 0);
    progress = { ...progress, ...stored, [lesson.id]: { ...before, ...change, done } };
    keep(LESSONS_STORED, progress);
}

/**
 * All its steps have been done, or all its puzzles solved when there were no steps yet.  Who has
 * solved puzzles of a game needs no way into it.
 */
export function isCompleted(lesson: Lesson): boolean {
    if (progressOf(lesson).done >= lesson.steps.length) return true;
    if (progress[lesson.id] !== undefined) return false;
    return isIntro(lesson)
        ? LESSONS.some((one) => wayTo(one)[0]!.rules === lesson.rules && solvedOf(one) > 0)
        : solvedOf(lesson) === lesson.puzzles.length;
}

export const isBegun = (lesson: Lesson): boolean => progressOf(lesson).done > 0 || isCompleted(lesson);

export const isWon = (lesson: Lesson): boolean => progressOf(lesson).won === true;

/** Its game has not been tried; what was solved before there were games asks for none. */
const awaitsGame = (lesson: Lesson): boolean => {
    const { game, won, done } = progressOf(lesson);
    return done >= lesson.steps.length && game === undefined && won !== true;
};

/** Nothing is left to be done: its steps are, and its game is won or was not asked for. */
export const isDone = (lesson: Lesson): boolean =>
    isCompleted(lesson) && (isWon(lesson) || progressOf(lesson).done < lesson.steps.length);

/** In the order in which they are learnt; who is on the way to Bao already stays on it. */
function inOrder(): readonly Lesson[] {
    const way = [...INTROS, ...LADDER];
    return way.some(isBegun) ? [...way, ...LESSONS] : LESSONS;
}

/** Where to go on: a lost game keeps nobody from the next lesson. */
export function nextLesson(): Lesson | null {
    const all = inOrder();
    return all.find((lesson) => !isCompleted(lesson) || awaitsGame(lesson)) ?? all.find((lesson) => !isDone(lesson)) ?? null;
}
