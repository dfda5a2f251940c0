// What the home page and the way into a game say, in English.

import { many } from '../words/en.ts';

export const en = {
    title: 'Sow. Capture. Sow on.',
    /** What mancala is, and how one wins: one sentence. */
    lead: 'Mancala is played with seeds in the holes of a board: you lift those of one hole, sow them one by one into the next, and win by capturing more, or by leaving your opponent no move.',
    free: 'Free, offline, no account.',
    begin: 'Learn in five minutes',
    itself: (game: string) => `A game of ${game} that plays itself`,
    /** What the board shows now. */
    plants: (player: string, hole: string) => `${player} plants a seed in ${hole}.`,
    sows: (player: string, n: number, hole: string) =>
        `${player} sows ${many(n, 'seed', 'seeds')} from ${hole}.`,
    sowsOn: (player: string, n: number, hole: string) =>
        `The last seed met others in ${hole}: ${player} sows all ${n} on.`,
    takesOn: (player: string, n: number) =>
        `${player} has taken ${many(n, 'seed', 'seeds')} and sows ${n === 1 ? 'it' : 'them'} on.`,
    takes: (player: string, n: number) => `${player} has taken ${many(n, 'seed', 'seeds')}.`,
    ends: (player: string, laps: number, n: number) =>
        laps === 1
            ? `${player} sowed, and took ${n === 0 ? 'nothing' : many(n, 'seed', 'seeds')}.`
            : `${player} sowed ${laps === 2 ? 'twice' : `${laps} times`} in one move, and took ${n === 0 ? 'nothing' : many(n, 'seed', 'seeds')}.`,
    again: (player: string) => `The last seed fell into the store: ${player} moves again.`,

    now: {
        label: 'For you now',
        goOn: (moves: number) => `Go on after move ${moves}.`,
        first: 'Your first game',
        firstAbout: (game: string) => `${game}, against an easy opponent. You begin.`,
        puzzle: 'Today’s puzzle',
        puzzleAbout: 'One move turns the game. Find it.',
        lesson: 'Next lesson',
        firstLesson: 'First lesson',
        lessonAbout: (game: string, done: number, of: number) =>
            done === 0 ? `${game}: ${many(of, 'step', 'steps')}.` : `${game}: ${done} of ${many(of, 'step', 'steps')} done.`,
        allLearnt: 'All lessons are done',
        allLearntAbout: 'You know the whole way to Bao la Kiswahili.',
        more: (n: number) => `${n} more of your games`,
    },

    choose: 'Choose a game',
    chooseAbout: 'One press begins it.',
    players: {
        south: (level: number) => `You begin, against the engine at level ${level}.`,
        north: (level: number) => `The engine at level ${level} begins, and you answer.`,
        people: 'Two people play at this screen.',
        engines: 'The engine plays itself, and you watch.',
        change: 'Change',
    },
    another: 'All games',
    change: 'Opponent, sides and rules',
    groups: {
        start: 'Start here',
        startAbout: 'Kalah and Oware are known all over the world; each has its lesson',
        ladder: 'The way to Bao',
        ladderAbout: (steps: number) => `${steps} steps from Hus, one new rule each`,
        ladderOn: (step: string) => `Go on with ${step}`,
        step: (n: number) => `step ${n}`,
        stepDone: 'learnt',
        sources: 'Games of the sources',
        sourcesAbout: 'Every rule cites the text it comes from',
        more: 'More games',
        moreAbout: 'Bao for learners, two from Madagascar, and the game that was solved',
        all: 'All games',
    },
    learn: 'Learn',
    rules: 'Rules',
    rows: (rows: number, columns: number) => `${rows} × ${columns}`,
    /** One line of rule, and where it is played. */
    lines: {
        hus: 'Sow on from every hole that held seeds.',
        giuthi: 'Sow on from where you end, each time the other way.',
        oware: 'Make twos and threes, and leave your opponent a move.',
        kujifunza: 'The learner’s Bao: two in every hole, captures first.',
        kiswahili: 'Planting, the house, tax and blocking: the whole game.',
        kiothi: 'Place your warriors, shelter them, take prisoners.',
        bulto: 'Win holes in your opponent’s row and fill them.',
        'adji-boto': 'You sow once a move; ones, threes and fives are yours.',
        fandatsaka: 'Plant seeds from the start, and capture at once.',
        sakalava: 'Bao with a house in two halves.',
        kalah: 'Sow into your own store, and move again.',
        awari: 'Oware as computers play it: twos and threes are taken.',
    },
    origins: {
        hus: 'Namibia',
        giuthi: 'Kikuyu, Kenya',
        oware: 'Ghana',
        kujifunza: 'East Africa',
        kiswahili: 'Swahili coast',
        kiothi: 'Meru, Kenya',
        bulto: 'Borana',
        'adji-boto': 'Suriname',
        fandatsaka: 'Madagascar',
        sakalava: 'Madagascar',
        kalah: 'United States',
        awari: 'West Africa',
    },

    noPage: 'There is no such page.',
    noPageAbout: 'The address may be mistyped or out of date.',
    noGame: (name: string) => `There is no game called “${name}”.`,
};

export type ShelfWords = typeof en;
