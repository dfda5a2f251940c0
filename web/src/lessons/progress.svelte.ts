// How far one has come in the lessons; kept in this browser alone.

import { keep, kept } from '../app/store.ts';
import { isIntro, LESSONS, type Lesson } from './lessons.ts';

/** Ids of puzzles that have been solved. */
const SOLVED = 'solved';
/** By the ids of lessons. */
const WALKED = 'lessons';

export interface Walk {
    /** The step that one is at; as many as there are steps: the game. */
    readonly at: number;
    /** The steps that have been done, which may be more. */
    readonly done: number;
    /** The game that was begun for it, as it is kept; it was won. */
    readonly game?: string;
    readonly won?: true;
}
const BEGUN: Walk = { at: 0, done: 0 };

/** Another page of the browser may have solved some too. */
function known(): readonly string[] {
    const ids = kept<unknown>(SOLVED);
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;

/** What cannot be read counts as not begun. */
function walked(): Readonly<Record<string, Walk>> {
    const stored = kept<Readonly<Record<string, Partial<Walk> | null>>>(WALKED);
    const all: Record<string, Walk> = {};
    for (const { id, steps } of LESSONS) {
        const walk = stored?.[id];
        if (typeof walk !== 'object' || walk === null || !isCount(walk.at) || !isCount(walk.done)) continue;
        const { length } = steps;
        all[id] = {
            at: Math.min(walk.at, length),
            done: Math.min(walk.done, length),
            ...(typeof walk.game === 'string' ? { game: walk.game } : {}),
            ...(walk.won === true ? { won: true } : {}),
        };
    }
    return all;
}

let solved: ReadonlySet<string> = $state.raw(new Set(known()));
let walks: Readonly<Record<string, Walk>> = $state.raw(walked());

export const isSolved = (puzzle: string): boolean => solved.has(puzzle);

export function noteSolved(puzzle: string): void {
    solved = new Set([...known(), ...solved, puzzle]);
    keep(SOLVED, [...solved]);
}

export const solvedOf = ({ puzzles }: Lesson): number => puzzles.filter(({ id }) => isSolved(id)).length;

export const walkOf = ({ id }: Lesson): Walk => walks[id] ?? BEGUN;

/** What is known of a lesson changes; what another tab has done meanwhile stays. */
export function noteWalk(lesson: Lesson, change: Partial<Walk>): void {
    const stored = walked();
    const before = stored[lesson.id] ?? walkOf(lesson);
    const done = Math.max(before.done, walkOf(lesson).done, change.done ?? 0);
    walks = { ...walks, ...stored, [lesson.id]: { ...before, ...change, done } };
    keep(WALKED, walks);
}

/**
 * All its steps have been done, or all its puzzles solved when there were no steps yet.  Who has
 * solved puzzles of a game needs no way into it.
 */
export function isWalked(lesson: Lesson): boolean {
    if (walkOf(lesson).done >= lesson.steps.length) return true;
    if (walks[lesson.id] !== undefined) return false;
    return isIntro(lesson) ? solved.size > 0 : solvedOf(lesson) === lesson.puzzles.length;
}

export const isWon = (lesson: Lesson): boolean => walkOf(lesson).won === true;

/** Its game has not been tried; what was solved before there were games asks for none. */
const awaitsGame = (lesson: Lesson): boolean => {
    const { game, won, done } = walkOf(lesson);
    return done >= lesson.steps.length && game === undefined && won !== true;
};

/** Nothing is left to be done: its steps are, and its game is won or was not asked for. */
export const isDone = (lesson: Lesson): boolean =>
    isWalked(lesson) && (isWon(lesson) || walkOf(lesson).done < lesson.steps.length);

/** Where to go on: a lost game keeps nobody from the next lesson. */
export const nextLesson = (): Lesson | null =>
    LESSONS.find((lesson) => !isWalked(lesson) || awaitsGame(lesson)) ??
    LESSONS.find((lesson) => !isDone(lesson)) ??
    null;
