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
    onward: 'Go on here',
    standing: 'How far you have come',
    others: 'Side branches and other games',
    othersAbout: 'The two Katra follow the steps they branch from; you can begin with any of the others.',
    begin: 'Begin',
    next: 'Continue',
    all: 'You have done all lessons.',
    completed: (n: number, of: number) => `${n} of ${many(of, 'lesson', 'lessons')} done`,
    steps: (n: number, of: number) => `${n} of ${many(of, 'step', 'steps')}`,
    done: 'Done',
    toWin: 'Done; a game is to be won',
    won: 'Done, and its game won',
    noLesson: 'There is no such lesson.',
    toLadder: 'All lessons',

    step: {
        of: (n: number, of: number) => `step ${n} of ${of}`,
        number: (n: number, of: number) => `Step ${n} of ${of}`,
        game: 'The game',
        done: 'done',
        bar: 'Steps',
        lit: 'lit',
        find: (holes: string) => `Tap ${holes} on the board.`,
        notThat: (hole: string) => `That is ${hole}.`,
        on: 'Continue',
        play: (move: string) => `Play ${move}: tap the brightest hole.`,
        watch: 'Watch it',
        old: 'By the rules before',
        now: 'By the new rules',
        before: 'By the rules before',
        outcomes: 'Choose what happens.',
        reasons: 'Choose the rule.',
        reasonsLabel: 'Rules',
        why: 'And why?',
        whyCapture: 'Right. By which rule does it capture?',
        whyStop: 'Right. Which rule ends the move?',
    },
    game: {
        title: 'Now a game',
        wonTitle: 'You have won this game; play another',
        about: 'You play South against the easiest opponent. Winning completes the lesson; losing costs nothing.',
        advice: 'A good plan for a start: in each turn choose the move that captures most.',
        begin: 'Begin the game',
        later: 'Not now',
        won: 'That completes the lesson.',
        lost: 'Nothing is lost: look for captures, and try again whenever you like.',
        onward: 'Next lesson',
    },
    repetition: {
        title: 'Review',
        due: (n: number) => `Review today: ${many(n, 'puzzle', 'puzzles')}`,
        nothing: 'Nothing to review today.',
        none: 'Nothing is due today. What you answer wrongly comes again on another day.',
        done: 'That was all for today.',
    },

    puzzle: {
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
        solve: 'Solution',
        again: 'Try again',
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
        outcome: 'The other rules would do that; watch where the sowing really goes.',
        lapEnd: (lap: number, hole: string) => `lap ${lap} ends in ${hole}`,
        laps: (ends: string) => `The true sowing: ${ends}.`,
        uncited: 'That rule plays no part in this move.',
        other: (move: string) => `That is another hole: play ${move}.`,
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
