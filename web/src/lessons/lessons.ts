// The lessons as they stand in web/lessons/lessons.json: rule sets, positions, moves and answers.
// What they say in a language is in texts.ts.  docs/lessons.md describes the format.

import all from '../../lessons/lessons.json' with { type: 'json' };
import type { EventKind } from '../engine/types.ts';

/** Of a rule set: a position, and moves to be played there. */
export interface Scene {
    readonly game: string;
    readonly position: string;
    readonly moves: readonly string[];
}

export interface Demo {
    readonly id: string;
    readonly position: string;
    readonly moves: readonly string[];
    readonly before?: { readonly position?: string; readonly moves: readonly string[] };
}

export type Goal = EventKind | 'most' | 'legal' | 'wins' | 'best';

/** A text with the holes that it speaks of, which are lit or (find) are to be found, and (aim) the clauses of
    which it says how one wins; a demonstration whose first move is to be played, after a text; a puzzle. */
export type Step =
    | { readonly says: number; readonly lit?: readonly string[]; readonly find?: true; readonly aim?: readonly string[] }
    | { readonly do: string; readonly says?: number }
    | { readonly solve: string };

interface AnyPuzzle {
    readonly id: string;
    /** One of two outcomes is to be chosen: by these rules, and by those before. */
    readonly choose?: true;
    /** Who is to move; left out: South. */
    readonly player?: 'N';
    readonly position: string;
    readonly answer: readonly string[];
    /** By the rules before; empty: nothing there does what is asked. */
    readonly before?: { readonly position?: string; readonly answer: readonly string[] };
}
export type Puzzle = AnyPuzzle &
    (
        | {
              readonly kind: 'move';
              readonly goal: Goal;
              /** 2: it is to happen in the next turn of the same player, whatever is answered. */
              readonly turns?: 2;
          }
        | { readonly kind: 'end'; readonly move: string }
        | { readonly kind: 'number'; readonly goal: 'captured'; readonly move: string }
        | {
              readonly kind: 'number';
              readonly goal: 'seeds';
              readonly move: string;
              readonly hole: string;
          }
        | { readonly kind: 'holes' }
        /** The clause by which the first event of a kind happens in a move. */
        | { readonly kind: 'why'; readonly goal: EventKind; readonly move: string }
    );

export interface Lesson {
    readonly id: string;
    readonly rules: string;
    /** The rule set that it is compared with. */
    readonly before?: string;
    readonly clauses: readonly string[];
    readonly demos: readonly Demo[];
    readonly puzzles: readonly Puzzle[];
    /** What is gone through, in order; a game by its rules comes last. */
    readonly steps: readonly Step[];
    /** The options of that game, for a smaller board; left out: those of the rules. */
    readonly game?: string;
}

/** In the order in which they are learnt. */
export const LESSONS = (all as unknown as { readonly lessons: readonly Lesson[] }).lessons;

export const lessonOf = (id: string | undefined): Lesson | undefined =>
    LESSONS.find((lesson) => lesson.id === id);

// ---- the ladder ------------------------------------------------------------------------------

/** A lesson and those before it, the first one first. */
export function wayTo(lesson: Lesson): Lesson[] {
    const before = lessonOf(lesson.before);
    return before === undefined ? [lesson] : [...wayTo(before), lesson];
}

/** A way into a game that has a lesson of its own: what comes before all others. */
export const isIntro = ({ id, rules }: Lesson): boolean => id !== rules;
export const INTROS: readonly Lesson[] = LESSONS.filter(isIntro);

/** Of games that many people know, which come before all others. */
export const KNOWN: readonly Lesson[] = LESSONS.slice(0, LESSONS.findIndex(isIntro));

/** The longest way; what leaves it is a side branch, and what has no way stands for itself. */
export const LADDER: readonly Lesson[] = LESSONS.filter((of) => !isIntro(of)).map(wayTo).reduce((longest, way) =>
    way.length > longest.length ? way : longest,
);
export const branchesOf = ({ rules }: Lesson): readonly Lesson[] =>
    LESSONS.filter((lesson) => lesson.before === rules && !LADDER.includes(lesson));
export const OTHERS: readonly Lesson[] = LESSONS.filter(
    (lesson) =>
        lesson.before === undefined && !LADDER.includes(lesson) && !isIntro(lesson) && !KNOWN.includes(lesson),
);

// ---- demonstrations and puzzles --------------------------------------------------------------

export const sceneOf = ({ rules }: Lesson, { position, moves }: Demo): Scene => ({
    game: rules,
    position,
    moves,
});

/** The same by the rules before; null: there is nothing to compare with. */
export const sceneBefore = (lesson: Lesson, demo: Demo): Scene | null =>
    lesson.before === undefined || demo.before === undefined
        ? null
        : { game: lesson.before, position: demo.position, ...demo.before };

export const demoOf = ({ demos }: Lesson, id: string): Demo => demos.find((of) => of.id === id)!;
export const puzzleOf = ({ puzzles }: Lesson, id: string): Puzzle => puzzles.find((of) => of.id === id)!;

/** What lies on the board while a text is said: the board of the step that follows, or of the last. */
export function boardAt(lesson: Lesson, at: number): string {
    const { steps } = lesson;
    const near = [...steps.slice(at), ...steps.slice(0, at).reverse()].find((step) => 'do' in step || 'solve' in step)!;
    const { position } =
        'do' in near ? demoOf(lesson, near.do) : puzzleOf(lesson, (near as { readonly solve: string }).solve);
    return position;
}

/** The lesson that a puzzle belongs to. */
export const lessonWith = (puzzle: string): Lesson | undefined =>
    LESSONS.find(({ puzzles }) => puzzles.some(({ id }) => id === puzzle));

/** The numbers that can be chosen are the same for all puzzles, so that they give nothing away. */
export const NUMBER_MOST = LESSONS.flatMap(({ puzzles }) => puzzles)
    .filter(({ kind, choose }) => kind === 'number' && !choose)
    .flatMap(({ answer, before }) => [...answer, ...(before?.answer ?? [])])
    .reduce((most, number) => Math.max(most, Number(number)), 0);
