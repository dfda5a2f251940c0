// The player's rating after a puzzle: Elo (Arpad Elo, The Rating of Chessplayers, 1978), the puzzle being
// an opponent whose rating is fixed.
//
//      expected = 1 / (1 + 10^((puzzle - player) / 400))
//      change   = K (result - expected)
//
// K falls from 64 to 16 over the first 24 puzzles: a new player's level is found soon, and one puzzle
// matters less once it is known.  Glicko's second number would say the same of a player who is only
// rated here, against ratings that never change.

export const RATING_FIRST = 1000;
const RATING_LEAST = 100;
const K_FIRST = 64;
const K_LAST = 16;
const K_STEP = 2;

export const expected = (player: number, puzzle: number): number => 1 / (1 + 10 ** ((puzzle - player) / 400));

/** `played`: rated puzzles before this one. */
export function newRating(player: number, played: number, puzzle: number, right: boolean): number {
    const k = Math.max(K_LAST, K_FIRST - K_STEP * played);
    const change = Math.round(k * (Number(right) - expected(player, puzzle)));
    return Math.max(RATING_LEAST, player + (right ? Math.max(1, change) : Math.min(-1, change)));
}
