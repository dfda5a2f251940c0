// What is said of opening moves, in English.

import { many } from '../words/en.ts';

export const en = {
    title: 'Openings',
    source: (n: string, player: string) => `${player}’s moves in ${n} games of the engine with itself`,
    loading: 'The games are being loaded …',
    none: 'No game came here.',
    options: 'There are no games with these options of the rules.',
    move: 'Move',
    games: 'Games',
    went: 'Won, drawn, lost',
    success: 'Score',
    margin: (n: string) => `${n} seeds`,
    heard: (games: number, won: string, drawn: string, lost: string) =>
        `${many(games, 'game', 'games')}, won ${won} %, drawn ${drawn} %, lost ${lost} %`,
};

export type OpeningWords = typeof en;
