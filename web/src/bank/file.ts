// The files of puzzles that `komwe mine` writes, read: a head of comments, then a puzzle a line.
//
//      # komwe puzzles 1
//      # rules: giuthi
//      id TAB position TAB answer TAB value TAB second TAB kind TAB rating TAB themes [TAB line]
//
// Files of older versions end with the rating; what stands further on in later ones is left out.

import type { Value } from '../engine/types.ts';

export interface Puzzle {
    /** Of the rule set, with the options that are not the defaults. */
    readonly game: string;
    readonly options: string;
    readonly id: string;
    readonly position: string;
    /** The best move. */
    readonly answer: string;
    /** Its value to the player to move, and that of the second best move. */
    readonly value: Value;
    readonly second: Value;
    /** The best move is proven to be better than every other. */
    readonly proven: boolean;
    readonly rating: number;
    /** What it is about, THEMES and perhaps others. */
    readonly themes: readonly string[];
    /** What follows the best move, the opponent's moves included, up to the last one to find. */
    readonly line: readonly string[];
}

/** Themes that can be asked for, with the lengths of solutions last. */
export const THEMES = [
    ...(['win', 'tripleCapture', 'house', 'starving', 'extraMove', 'quietMove', 'endgame'] as const),
    ...(['oneMove', 'short', 'long'] as const),
] as const;
export type Theme = (typeof THEMES)[number];
/** Puzzles of a theme, at least, for which it is worth asking for. */
const OFFERED_LEAST = 10;

export const hasTheme = ({ themes }: Pick<Puzzle, 'themes'>, theme: string): boolean => theme === '' || themes.includes(theme);

/** The themes of which puzzles have enough. */
export const themesOf = (all: readonly Puzzle[]): readonly Theme[] =>
    THEMES.filter((theme) => all.filter((puzzle) => hasTheme(puzzle, theme)).length >= OFFERED_LEAST);

/** A file that holds no puzzles in the form above. */
export class BadFile extends Error {}

const HEAD = '# komwe puzzles 1';
const RULES = /^# rules: (\S+) *(.*)$/m;
const SCORE = /^([+-]?\d+(?:\.\d+)?)( proven)?$/;
const END = /^(wins|loses) in (\d+) pl(?:y|ies)( proven)?$/;
const RATING_LEAST = 400;
const RATING_MOST = 2600;

/** A score as `komwe analyse` prints it; null: it is none. */
export function readValue(text: string): Value | null {
    const end = END.exec(text);
    if (end !== null) {
        const plies = Number(end[2]);
        return { score: end[1] === 'wins' ? plies : -plies, unit: 'plies', proven: end[3] !== undefined };
    }
    const score = SCORE.exec(text);
    if (score === null) return null;
    return { score: Math.round(100 * Number(score[1])), unit: 'points', proven: score[2] !== undefined };
}

function readPuzzle(game: string, options: string, line: string): Puzzle | null {
    const [id, position, answer, best, other, kind, rated, about = '', onward = ''] = line.split('\t');
    const split = (text: string): readonly string[] => text.split(' ').filter((word) => word !== '');
    const [value, second] = [readValue(best ?? ''), readValue(other ?? '')];
    const rating = Number(rated);
    if (!id || !position || !answer || value === null || second === null) return null;
    if (kind !== 'proven' && kind !== 'better') return null;
    if (!Number.isInteger(rating) || rating < RATING_LEAST || rating > RATING_MOST) return null;
    const [themes, after] = [split(about), split(onward)];
    return { game, options, id, position, answer, value, second, proven: kind === 'proven', rating, themes, line: after };
}

/** All puzzles of a file; fails with the line that is not one. */
export function readPuzzles(text: string): readonly Puzzle[] {
    const rules = RULES.exec(text);
    if (!text.startsWith(`${HEAD}\n`) || rules === null) throw new BadFile('no head');
    return text.split('\n').flatMap((line, i) => {
        if (line === '' || line.startsWith('#')) return [];
        const puzzle = readPuzzle(rules[1]!, rules[2]!.trim(), line);
        if (puzzle === null) throw new BadFile(`line ${i + 1}`);
        return puzzle;
    });
}
