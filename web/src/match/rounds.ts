// Games that are played in rounds: which round of the match one is, and how many each player has won
// before it.  Its record says so in a header, "Round: 3, won 1-1".

import type { Game } from '../engine/komwe.ts';
import type { Result } from '../engine/types.ts';

export interface Round {
    readonly number: number;
    /** Rounds won before this one by South and by North. */
    readonly won: readonly [number, number];
}

const FIRST: Round = { number: 1, won: [0, 0] };
const HEADER = 'Round';

/** The rounds won with this one, which has ended so. */
export function wonWith({ won: [south, north] }: Round, { outcome }: Pick<Result, 'outcome'>): readonly [number, number] {
    return [south + Number(outcome === 'S'), north + Number(outcome === 'N')];
}

export const noteRound = (game: Game, { number, won }: Round): Promise<void> =>
    game.setHeader(HEADER, `${number}, won ${won.join('-')}`);

/** What the headers of a record say; else it is the first. */
export function roundOf(headers: readonly (readonly [string, string])[]): Round {
    const value = headers.find(([name]) => name === HEADER)?.[1] ?? '';
    const [, number, south, north] = /^([1-9]\d{0,3}), won (\d{1,4})-(\d{1,4})$/.exec(value) ?? [];
    if (number === undefined) return FIRST;
    return { number: Number(number), won: [Number(south), Number(north)] };
}
