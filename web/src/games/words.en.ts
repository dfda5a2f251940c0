// What the page of the games that are kept says, in English.

import { many } from '../words/en.ts';

export const en = {
    search: 'Search',
    searched: 'Name or game',
    state: 'Which games',
    states: { all: 'all', on: 'going on', over: 'ended', won: 'won', lost: 'lost', drawn: 'drawn' },
    found: (n: number) => many(n, 'game', 'games'),
    none: 'No games yet. Every game that you begin is kept here.',
    noneFound: 'None of your games matches.',
    name: 'Name of the game',
    versus: (south: string, north: string) => `${south} and ${north}`,
    person: 'a person',
    level: (n: number) => `the engine, level ${n}`,
    turn: (player: string) => `${player} to move`,
    moves: (n: number) => many(n, 'move', 'moves'),
    begun: (when: string) => `begun ${when}`,
    played: (when: string) => `played ${when}`,
    resume: 'Go on',
    look: 'Look at it',
    delete: 'Delete',
    deleted: (name: string) => `${name} is deleted.`,
    undo: 'Undo',
    export: 'Save all as a file',
    exported: (n: number) => `${many(n, 'game', 'games')} saved.`,
    file: 'komwe-games.txt',
    import: 'Add games from files',
    imported: (n: number) => `${many(n, 'game', 'games')} added.`,
    known: (n: number) => `${many(n, 'game was', 'games were')} here already.`,
    fault: (file: string, line: number, why: string) => `${file}, line ${line}: ${why} Nothing of this file was added.`,
    noGame: (file: string) => `${file} holds no record of a game.`,
    unread: (file: string) => `${file} could not be read.`,
};

export type GamesWords = typeof en;
