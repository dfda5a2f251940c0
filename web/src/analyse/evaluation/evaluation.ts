// Values of positions and turns, compared.  What is a mistake the library says (docs/engine.md, the review).

import type { Analysis, TurnReview, Line, Player, Result, Evaluation, Value } from '../../engine/types.ts';

/** Hundredths of a seed or a point: an attempt that loses no more is as good as the best turn. */
export const LOSS_LEAST = 100;
/** So much more or less is no difference, unless it is proven. */
const LEVEL_MOST = 50;
export const levelMost = ({ proven }: Value): number => (proven ? 0 : LEVEL_MOST);

export const other = (player: Player): Player => (player === 'S' ? 'N' : 'S');

const turned = (evaluation: Evaluation): Evaluation => ({
    ...evaluation,
    score: -evaluation.score,
    won: -evaluation.won as Evaluation['won'],
});

function evaluationOfLine({ score, unit, proven }: Line): Evaluation {
    return { score, unit, proven, won: unit !== 'plies' ? 0 : score > 0 ? 1 : -1 };
}

/** What a search has found, for a player. */
export function evaluationFor(player: Player, { mover, lines }: Analysis): Evaluation | null {
    const best = lines[0];
    if (best === undefined) return null;
    return mover === player ? evaluationOfLine(best) : turned(evaluationOfLine(best));
}

/** The value of the end of a game to a player. */
export function evaluationOfEnd(player: Player, { outcome, score }: Result): Evaluation {
    if (score !== null) {
        const [south, north] = score;
        const ahead = player === 'S' ? south - north : north - south;
        return { score: ahead * 100, unit: 'seeds', proven: true, won: 0 };
    }
    if (outcome === 'draw') return { score: 0, unit: 'points', proven: true, won: 0 };
    return { score: 0, unit: 'plies', proven: true, won: outcome === player ? 1 : -1 };
}

/** How much less was played than could have been; Infinity: the game, or the win. */
export function lossOf(best: Evaluation, played: Evaluation): number {
    if (best.won > played.won) return Infinity;
    if (best.won < played.won || best.won !== 0) return 0;
    return best.score - played.score;
}

/** 1: ahead, -1: behind, 0: level. */
export function standing({ won, ...value }: Evaluation): -1 | 0 | 1 {
    const level = levelMost(value);
    return won !== 0 ? won : value.score > level ? 1 : value.score < -level ? -1 : 0;
}

export const isMistake = (reviewed: TurnReview): boolean => reviewed.class === 'mistake';


/** More than any loss that is counted. */
const LARGE = 1e9;

/** The mistakes of a player, the worst first; null: of both. */
export const mistakesOf = (
    reviews: readonly TurnReview[],
    player: Player | null,
): readonly TurnReview[] =>
    reviews
        .filter((reviewed) => (player ?? reviewed.mover) === reviewed.mover && isMistake(reviewed))
        .sort((a, b) => fallOf(b) - fallOf(a) || (b.loss ?? LARGE) - (a.loss ?? LARGE));

/** From ahead to behind is 2. */
const fallOf = ({ best, played }: TurnReview): number =>
    Math.max(0, standing(best) - standing(played));

/** The mean of a player's turns, in percent; null: none of his is reviewed. */
export function accuracyOf(reviews: readonly TurnReview[], player: Player): number | null {
    const own = reviews.filter(({ mover }) => mover === player);
    return own.length === 0 ? null : own.reduce((sum, { accuracy }) => sum + accuracy, 0) / own.length / 100;
}

const MOMENTS = 3;

const costliest = (reviews: readonly TurnReview[]): readonly TurnReview[] =>
    [...reviews]
        .sort((a, b) => a.accuracy - b.accuracy || (b.loss ?? LARGE) - (a.loss ?? LARGE))
        .slice(0, MOMENTS);

/** The mistakes that cost most of the expected result, and then most seeds, in the order of the game. */
export const momentsOf = (reviews: readonly TurnReview[]): readonly TurnReview[] =>
    [...costliest(reviews.filter(isMistake))].sort((a, b) => a.first - b.first);

/** Of the mistakes before which the mover stood better than after: few, since a game has few that decide it. */
export const turningPointsOf = (reviews: readonly TurnReview[]): ReadonlySet<TurnReview> =>
    new Set(costliest(reviews.filter((reviewed) => isMistake(reviewed) && fallOf(reviewed) > 0)));

/** Hundredths: who is ahead by so much has some nine tenths of the bar. */
const WIDE = 900;

/** South's share of the game, 0..1, of its value to a player; a win is all of it. */
export function shareOf(player: Player, { score, unit }: Value, won?: Evaluation['won']): number {
    const mine =
        unit === 'plies'
            ? (won ?? (score > 0 ? 1 : -1)) > 0
                ? 1
                : 0
            : 0.5 + 0.48 * Math.tanh(score / WIDE);
    return player === 'S' ? mine : 1 - mine;
}

/** Where a deeper search sees a turn otherwise than its review: what it says of what was played, or of what was best. */
export type Revision =
    | { readonly kind: 'cleared' | 'mistaken' | 'gives'; readonly move: string }
    /** It loses another amount, in hundredths of a unit. */
    | { readonly kind: 'loses'; readonly move: string; readonly now: number; readonly before: number; readonly unit: Value['unit'] }
    | { readonly kind: 'better'; readonly move: string; readonly before: string };

/** 1: a proven win, -1: a proven loss, of games that count no seeds. */
const wins = ({ unit, score }: Value): number => (unit !== 'plies' ? 0 : score > 0 ? 1 : -1);

const losesMuch = (best: Line, played: Line): boolean =>
    wins(best) !== wins(played)
        ? wins(best) > wins(played)
        : wins(best) === 0 && best.score - played.score > (best.proven && played.proven ? 0 : LOSS_LEAST);

/** null: it does not contradict the review, or has not looked at the whole turn that was played. */
export function revisionOf(reviewed: TurnReview, { lines }: Analysis): Revision | null {
    const [best] = lines;
    if (best === undefined || reviewed.proven) return null;
    const turn = reviewed.playedMoves.slice(0, reviewed.end - reviewed.first);
    const played = lines.find(({ moves }) => turn.every((move, i) => moves[i] === move));
    const mistaken = played !== undefined && losesMuch(best, played);
    if (played !== undefined && mistaken !== isMistake(reviewed))
        return { kind: mistaken ? 'mistaken' : 'cleared', move: turn.join(' ') };
    if (played !== undefined && isMistake(reviewed) && reviewed.loss !== null) {
        if (wins(best) > wins(played)) return { kind: 'gives', move: turn.join(' ') };
        const [lost, before] = [best.score - played.score, reviewed.loss];
        if (wins(best) === 0 && Math.abs(lost - before) > LOSS_LEAST)
            return { kind: 'loses', move: turn.join(' '), now: lost, before, unit: best.unit };
    }
    const [now, before] = [best.moves[0]!, reviewed.moves[0]!];
    return isMistake(reviewed) && now !== before && now !== turn[0] ? { kind: 'better', move: now, before } : null;
}
