// What is said of opening moves, in English.

import { many, measured } from '../words/en.ts';

export const en = {
    title: 'Openings',
    book: {
        title: 'Opening book',
        source: (player: string) => `What ${player}’s moves are worth, by long searches; levels 9 and 10 play by it`,
        loading: 'The book is being loaded …',
        value: 'Value',
        positions: 'Positions',
        label: (value: string, positions: number) =>
            `${value}, ${positions === 0 ? 'the last of the book' : `${many(positions, 'position', 'positions')} of the book behind it`}`,
        left: (plies: number) => `Out of the book after ${many(plies, 'move', 'moves')}.`,
        never: 'This position is not in the book.',
    },
    source: (n: string, player: string) => `${player}’s moves in ${n} games of the engine with itself`,
    loading: 'The games are being loaded …',
    none: 'No game came here.',
    options: 'There are no games with these options of the rules.',
    move: 'Move',
    games: 'Games',
    went: 'Won, drawn, lost',
    success: 'Score',
    margin: (n: string) => measured(n, 'seed', 'seeds'),
    label: (games: number, won: string, drawn: string, lost: string) =>
        `${many(games, 'game', 'games')}, won ${won}, drawn ${drawn}, lost ${lost}`,
};

export type OpeningWords = typeof en;
