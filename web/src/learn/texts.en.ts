// What the page of the lessons says, in English.  The other languages have the same entries: see
// Phrases.

import lessons from '../../lessons/en.json' with { type: 'json' };
import { many } from '../words/en.ts';
import type { Texts } from './texts.ts';

export const phrases = {
    title: 'Learn',
    intro: (lessons: number) =>
        `From Hus to Bao la Kiswahili in ${lessons} lessons: each adds a rule or two, shows what it changes, and asks a few puzzles.`,
    ladder: 'The way to Bao la Kiswahili',
    branch: 'A side branch',
    others: 'Other games',
    othersAbout: 'You can begin with any of these.',
    begin: 'Begin',
    next: 'Go on with',
    all: 'All puzzles are solved.',
    solved: (n: number, of: number) => `${n} of ${many(of, 'puzzle', 'puzzles')} solved`,
    noLesson: 'There is no such lesson.',
    toLadder: 'All lessons',

    why: 'What for?',
    clauses: 'The rules in full',

    demo: {
        title: 'See it',
        now: 'Now',
        before: 'Before',
        together: 'Both boards in step',
        lone: (board: string) => `Controls: ${board}`,
        differ: 'Where the boards end differently, the holes are lit.',
    },

    puzzle: {
        title: 'Puzzles',
        number: (n: number, of: number) => `Puzzle ${n} of ${of}`,
        isSolved: 'solved',
        how: {
            holes: 'Choose holes on the board; a second time takes one away again.',
            end: 'Choose the hole on the board.',
            number: 'Choose a number.',
            move: 'Choose a move on the board.',
        },
        marked: 'marked',
        check: (n: number) => (n === 0 ? 'Check' : `Check ${many(n, 'hole', 'holes')}`),
        numbers: 'The number',
        hint: 'Hint',
        solve: 'Show the solution',
        again: 'Try again',
        next: 'Next puzzle',
        onward: 'On to the next lesson',
        right: 'Right.',
        wrong: 'No.',
        forgotten: (rule: string) => `By the rules before, that would be right. Remember: ${rule}`,
        passes: (hole: string) => `A seed falls into ${hole}, but it is not the last one.`,
        misses: (hole: string) => `No seed falls into ${hole}.`,
        fewer: 'It is fewer.',
        more: 'It is more.',
        missing: (n: number) =>
            n === 1 ? 'One hole is missing.' : `${n} holes are missing.`,
        barred: (hole: string) => `${hole} may not be played:`,
        goal: {
            capture: 'That is no capture.',
            most: 'Another move captures more.',
            wins: 'That does not win.',
            best: 'Another move is better.',
            block: 'That blocks nothing.',
            mark: 'That wins no hole.',
            later: 'Your opponent has an answer to that.',
            over: 'The game goes on.',
        } as Readonly<Record<string, string>>,
    },

    finish: {
        title: 'Go on',
        playStep: 'Play this step',
        playGame: 'Play this game',
        playAbout: 'Against the engine, by the rules of this lesson.',
        previous: 'Previous lesson',
        following: 'Next lesson',
    },

    glossary: {
        title: 'Glossary',
        about: 'The words of the games, in their own languages, and where they come from.',
        ours: 'Plain words',
        oursAbout: 'Words of this page.',
        lesson: 'Lesson',
    },
};

export type Phrases = typeof phrases;
export const texts: Texts = { phrases, lessons };
