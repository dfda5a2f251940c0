// How fast a move is shown.

/** 'adaptive': a whole move within about four seconds, later laps faster; 0: at once. */
export type Speed = 'adaptive' | number;

export const SPEEDS: readonly Speed[] = ['adaptive', 0.25, 0.5, 1, 2, 4, 8, 0];
