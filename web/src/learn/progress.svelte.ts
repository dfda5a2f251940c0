// Which puzzles have been solved; kept in this browser alone.

import { keep, kept } from '../app/store.ts';
import { LESSONS, type Lesson } from './lessons.ts';

const STORED = 'solved';

/** Another page of the browser may have solved some too. */
function known(): readonly string[] {
    const ids = kept<unknown>(STORED);
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

let solved: ReadonlySet<string> = $state.raw(new Set(known()));

export const isSolved = (puzzle: string): boolean => solved.has(puzzle);

export function noteSolved(puzzle: string): void {
    solved = new Set([...known(), ...solved, puzzle]);
    keep(STORED, [...solved]);
}

export const solvedOf = ({ puzzles }: Lesson): number =>
    puzzles.filter(({ id }) => isSolved(id)).length;

export const isDone = (lesson: Lesson): boolean => solvedOf(lesson) === lesson.puzzles.length;

/** The first lesson that has something left; null: all has been solved. */
export const nextLesson = (): Lesson | null => LESSONS.find((lesson) => !isDone(lesson)) ?? null;
