// What is asked of who learns from mistakes, and what is said of an answer.

import { describeAmount, describeMistake, playerName } from '../evaluation/describe.ts';
import { mainLine, turnsOf } from '../study/tree.ts';
import type { Study } from '../study/study.svelte.ts';
import type { Words } from '../words.ts';
import type { Practice } from './practice.svelte.ts';

/** Nothing is asked, or the review has found nothing more to ask yet. */
export const isOver = ({ stage }: Practice): boolean => stage === 'done' || stage === 'waiting';

/** A turn of several moves has been begun. */
export const isUnderWay = ({ study, item, stage }: Practice): boolean => study.ply > item.first && stage === 'looking';

/** "South played C. Find a better move on the board.", of the game in which it was played. */
export function taskOf(words: Words, { tree }: Study, { item }: Practice): string {
    const line = mainLine(tree);
    const played = turnsOf(tree, line).find(({ ids }) => ids[0] === line[item.first + 1])?.text ?? '';
    return words.analyse.practice.task(playerName(words, item.mover), played);
}

export const mistakeOf = (words: Words, { item }: Practice): string => `${describeMistake(words, item)}.`;

/** Of what was answered or asked for last; '': of nothing. */
export function feedbackOf(words: Words, practice: Practice): string {
    const of = words.analyse.practice;
    const { item, stage, study, hint, loss } = practice;
    switch (stage) {
        case 'looking':
            return isUnderWay(practice) ? of.goOn : hint === null ? '' : of.hinted(study.rules.places[hint]!);
        case 'wrong':
            return `✗ ${Number.isFinite(loss) ? of.wrong(describeAmount(words, loss, item.best)) : of.wrongGame}`;
        case 'right':
            return `✓ ${of.right}`;
        case 'shown':
            return of.shown(practice.answer.join(' '));
        case 'done':
            return of.done(practice.found, practice.items.length);
        case 'showing':
            return '';
        default:
            return of[stage];
    }
}

/** "Mistake 1 of 7" */
export const titleOf = (words: Words, practice: Practice): string =>
    isOver(practice)
        ? words.analyse.practice.learn
        : words.analyse.practice.title(practice.index + 1, practice.items.length, practice.more);
