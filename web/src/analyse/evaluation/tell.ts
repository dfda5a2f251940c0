// What the engine thinks, in words.

import type { TurnReview, Player, Result, Evaluation, Worth } from '../../engine/types.ts';
import { tellWorth } from '../../words/narrate.ts';
import { isMistake, isTurningPoint, levelMost, other, standing } from './evaluation.ts';
import type { Words } from '../words.ts';

export const playerName = (words: Words, player: Player): string =>
    words.players[player === 'S' ? 0 : 1]!;

/** "2.3 seeds": without a sign; proven ones are whole. */
export function tellAmount(words: Words, hundredths: number, { unit, proven }: Worth): string {
    const { amount } = words.analyse;
    const number = (Math.abs(hundredths) / 100).toFixed(proven ? 0 : 1);
    return unit === 'seeds' ? amount.seeds(number) : amount.points(number);
}

/** Who is ahead, of what a position is worth to a player. */
export function tellLead(words: Words, player: Player, worth: Worth): string {
    const { analyse } = words;
    const ahead = worth.score > 0 ? player : other(player);
    if (worth.unit === 'plies') {
        const name = playerName(words, ahead);
        return worth.score === 0 ? analyse.hasWon(name) : analyse.willWin(name, Math.abs(worth.score));
    }
    if (Math.abs(worth.score) <= levelMost(worth)) return analyse.level;
    return analyse.leads(playerName(words, ahead), tellAmount(words, worth.score, worth));
}

const tellEvaluation = (words: Words, evaluation: Evaluation): string =>
    evaluation.won !== 0 && evaluation.score === 0
        ? evaluation.won > 0
            ? words.analyse.judge.won
            : words.analyse.judge.lost
        : tellWorth(words, evaluation);

const SHOWN = 4;

/** The first moves of a line. */
export const tellMoves = (moves: readonly string[]): string => moves.slice(0, SHOWN).join(' ');

/** What a turn lost, in few words; '' if nothing that matters. */
export function tellLoss(words: Words, judgement: TurnReview): string {
    const { judge } = words.analyse;
    const { best, played, loss } = judgement;
    if (!isMistake(judgement)) return '';
    if (loss === null) return played.won < 0 ? judge.losesGame : judge.losesWin;
    return judge.loses(tellAmount(words, loss, { ...best, proven: best.proven && played.proven }));
}

/** All that is to be said of a mistake, without what would have been better. */
export function tellMistake(words: Words, judgement: TurnReview): string {
    const { judge } = words.analyse;
    const { best, played } = judgement;
    const loss = tellLoss(words, judgement);
    return `${loss} (${judge.instead(tellEvaluation(words, played), tellEvaluation(words, best))})`;
}

export function tellTurningPoint(words: Words, judgement: TurnReview): string {
    const { judge } = words.analyse;
    if (!isTurningPoint(judgement)) return '';
    const word = (evaluation: Evaluation): string =>
        judge.standing[String(standing(evaluation)) as keyof typeof judge.standing];
    const { mover, best, played } = judgement;
    return judge.turning(playerName(words, mover), word(best), word(played));
}

/** As it stands in the comments of a record. */
export function tellReview(words: Words, judgement: TurnReview): string {
    const better = words.analyse.judge.better(tellMoves(judgement.moves));
    const turning = tellTurningPoint(words, judgement);
    return `${tellMistake(words, judgement)}: ${better}.${turning === '' ? '' : ` ${turning}.`}`;
}

/** What the end of a game means for the bar. */
export const leadOf = ({ outcome, score }: Result): { player: Player; worth: Worth } => ({
    player: outcome === 'N' ? 'N' : 'S',
    worth:
        score !== null
            ? { score: Math.abs(score[0] - score[1]) * 100, unit: 'seeds', proven: true }
            : { score: 0, unit: outcome === 'draw' ? 'points' : 'plies', proven: true },
});
