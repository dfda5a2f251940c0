// What the engine thinks, in words.

import type { TurnReview, Player, Result, Evaluation, Value } from '../../engine/types.ts';
import { describeValue } from '../../words/narrate.ts';
import { decimal } from '../../words/numbers.ts';
import { isMistake, levelMost, other, standing, type Revision } from './evaluation.ts';
import type { Words } from '../words.ts';

export const playerName = (words: Words, player: Player): string =>
    words.players[player === 'S' ? 0 : 1]!;

/** "2.3 seeds": without a sign; proven ones are whole. */
export function describeAmount(words: Words, hundredths: number, { unit, proven }: Value): string {
    const { amount } = words.analyse;
    const number = decimal(words.code, Math.abs(hundredths) / 100, proven ? 0 : 1);
    return unit === 'seeds' ? amount.seeds(number) : amount.points(number);
}

/** Who is ahead, of the value of a position to a player. */
export function describeLead(words: Words, player: Player, value: Value): string {
    const { analyse } = words;
    const ahead = value.score > 0 ? player : other(player);
    if (value.unit === 'plies') {
        const name = playerName(words, ahead);
        return value.score === 0 ? analyse.hasWon(name) : analyse.willWin(name, Math.abs(value.score));
    }
    if (Math.abs(value.score) <= levelMost(value)) return analyse.level;
    return analyse.leads(playerName(words, ahead), describeAmount(words, value.score, value));
}

const describeEvaluation = (words: Words, evaluation: Evaluation): string =>
    evaluation.won !== 0 && evaluation.score === 0
        ? evaluation.won > 0
            ? words.analyse.review.won
            : words.analyse.review.lost
        : describeValue(words, evaluation);

const SHOWN = 4;

/** The first moves of a line. */
export const describeMoves = (moves: readonly string[]): string => moves.slice(0, SHOWN).join(' ');

/** What a turn lost, in few words; '' if nothing that matters. */
export function describeLoss(words: Words, reviewed: TurnReview): string {
    const { review } = words.analyse;
    const { best, played, loss, proven } = reviewed;
    if (!isMistake(reviewed)) return '';
    const what =
        loss === null
            ? played.won >= 0
                ? review.losesWin
                : best.won > 0
                  ? review.losesBoth
                  : review.losesGame
            : review.loses(describeAmount(words, loss, { ...best, proven }));
    return proven ? `${what}, ${words.value.proven}` : what;
}

/** All that is to be said of a mistake, without what would have been better. */
export function describeMistake(words: Words, reviewed: TurnReview): string {
    const { review } = words.analyse;
    const { best, played } = reviewed;
    const loss = describeLoss(words, reviewed);
    return `${loss} (${review.instead(describeEvaluation(words, played), describeEvaluation(words, best))})`;
}

export function describeTurningPoint(words: Words, reviewed: TurnReview): string {
    const { review } = words.analyse;
    const word = (evaluation: Evaluation): string =>
        review.standing[String(standing(evaluation)) as keyof typeof review.standing];
    const { mover, best, played } = reviewed;
    return review.turning(playerName(words, mover), word(best), word(played));
}

/** As it stands in the comments of a record. */
export function describeReview(words: Words, reviewed: TurnReview, turns: boolean): string {
    const better = words.analyse.review.better(describeMoves(reviewed.moves));
    return `${describeMistake(words, reviewed)}: ${better}.${turns ? ` ${describeTurningPoint(words, reviewed)}.` : ''}`;
}

/** What the end of a game means for the bar. */
export const leadOf = ({ outcome, score }: Result): { player: Player; value: Value } => ({
    player: outcome === 'N' ? 'N' : 'S',
    value:
        score !== null
            ? { score: Math.abs(score[0] - score[1]) * 100, unit: 'seeds', proven: true }
            : { score: 0, unit: outcome === 'draw' ? 'points' : 'plies', proven: true },
});

/** What a deeper search says against the review. */
export function describeRevision(words: Words, revision: Revision | null): string {
    const { revised } = words.analyse.review;
    if (revision === null) return '';
    if (revision.kind === 'better') return revised.better(revision.move, revision.before);
    if (revision.kind === 'loses') {
        const { move, now, before, unit } = revision;
        const amount = (of: number): string => describeAmount(words, of, { score: of, unit, proven: false });
        return revised.loses(move, amount(now), amount(before));
    }
    return revised[revision.kind](revision.move);
}
