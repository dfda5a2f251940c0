// Which of the games that are kept are looked for.

import { ownOf, type KeptGame } from '../kept/kept.ts';

export const STATES = ['all', 'on', 'over', 'won', 'lost', 'drawn'] as const;
export type GameState = (typeof STATES)[number];

/** Games of two persons, or of none, are neither won nor lost. */
export function isIn({ result, seats }: Pick<KeptGame, 'result' | 'seats'>, state: GameState): boolean {
    if (state === 'all') return true;
    if (state === 'on') return result === null;
    if (result === null) return false;
    if (state === 'over') return true;
    if (state === 'drawn') return result.outcome === 'draw';
    const own = ownOf(seats);
    return own !== null && result.outcome !== 'draw' && (result.outcome === own) === (state === 'won');
}
