// What every page says, in English.  The other languages have the same entries: see Words.  What one
// page alone says comes with it: see analyse/words.en.ts.

export const many = (n: number, one: string, more: string): string => `${n} ${n === 1 ? one : more}`;

export const en = {
    code: 'en',

    app: {
        title: 'komwe',
        skip: 'To the content',
        pages: { play: 'Play', learn: 'Learn', analyse: 'Analyse', rules: 'Rules' },
        language: 'Language',
        theme: 'Colours',
        themes: { auto: 'as the device', light: 'light', dark: 'dark' },
        opening: 'Opening …',
        failed: (why: string) => `Something went wrong: ${why}.`,
        again: 'Try again',
        copied: 'Copied.',
        copyByHand: 'The browser does not let the page copy; here is the text.',
        offline: 'You are offline; this page works without a network once it has been opened.',
    },

    players: ['South', 'North'] as readonly string[],
    /** A hole, a store or the hand, by the library's name for it. */
    place: (name: string) => name,

    board: {
        label: (game: string, player: string) => `${game}: the board, ${player} at the bottom`,
        hole: (name: string, count: number) => `${name}: ${many(count, 'seed', 'seeds')}`,
        store: (name: string, count: number) => `${name}: ${many(count, 'seed', 'seeds')}`,
        marked: (mark: string) => `marked ${mark}`,
        playable: 'can be played',
    },

    playback: {
        label: 'The sowing',
        play: 'Play',
        pause: 'Pause',
        skip: 'To the end',
        back: { seed: 'Back a seed', lap: 'Back a lap', move: 'Back a move' },
        on: { seed: 'On a seed', lap: 'On a lap', move: 'On a move' },
        where: (at: number, of: number) => `${at} of ${of}`,
        scrub: 'Place in the move',
        speed: 'Speed',
        speeds: (speed: 'adaptive' | number) =>
            speed === 'adaptive' ? 'adaptive' : speed === 0 ? 'at once' : `${speed}×`,
    },

    tell: {
        plant: (n: number, to: string) => `${many(n, 'seed', 'seeds')} planted in ${to}`,
        lift: (n: number, from: string) => `${many(n, 'seed', 'seeds')} lifted from ${from}`,
        drop: (to: string, n: number) => `one into ${to}, now ${n}`,
        skip: (to: string) => `${to} is passed over`,
        relay: (to: string) => `goes on from ${to}`,
        turn: 'turns round',
        capture: (n: number, from: string) => `${n} captured from ${from}`,
        bank: (n: number, to: string) => `${n} into ${to}`,
        place: (n: number, to: string) => `${n} placed in ${to}`,
        tax: (n: number, from: string) => `tax: ${n} from ${from}`,
        mark: (mark: string, to: string) => `${to} is marked ${mark}`,
        unmark: (mark: string, to: string) => `${to} loses its mark ${mark}`,
        block: (to: string) => `${to} is blocked`,
        head: (to: string) => `enters at ${to}`,
        choice: 'a choice',
        stop: (to: string) => `ends in ${to}`,
        stopped: 'ends',
        pass: 'passes',
        next: (player: string) => `${player} to move`,
        over: 'the game is over',
        move: (player: string, move: string) => `${player}: ${move}.`,
        laps: (n: number) => many(n, 'lap', 'laps'),
        took: (n: number) => `takes ${n}`,
        tookNothing: 'takes nothing',
        ended: (to: string) => `ends in ${to}`,
        again: 'moves again',
    },

    play: {
        game: 'Game',
        newGame: 'New game',
        start: 'Begin',
        options: 'Options of the rules',
        seat: { S: 'South (begins)', N: 'North' },
        human: 'a person at this screen',
        level: (n: number) => `the engine, level ${n}`,
        levels: 'Level 1 is for a first game, 10 is as strong as it gets.',
        turn: (player: string) => `${player} to move`,
        thinking: (player: string) => `${player} is thinking …`,
        moves: 'Moves',
        noMoves: 'No move has been played yet.',
        undo: 'Take back',
        hint: 'Hint',
        hinted: (move: string, why: string) => `${move} looks best: ${why}.`,
        resign: 'Resign',
        resignSure: 'Resign this game?',
        draw: 'Offer a draw',
        drawAsked: (player: string) => `${player} is offered a draw.`,
        accept: 'Accept',
        decline: 'Decline',
        declined: (player: string) => `${player} declines the draw.`,
        yes: 'Yes',
        no: 'No',
        turnBoard: 'Turn the board',
        previews: 'Show where a move ends before it is played',
        typed: 'Type a move',
        typedHelp: 'as in the list of moves; Enter plays it',
        enter: 'Play it',
        choose: (hole: string) => `${hole}: which way?`,
        cancel: 'Cancel',
        more: (n: number) => `and ${n} more: type them`,
        toLeft: 'to your left',
        toRight: 'to your right',
        analyse: 'Analyse this game',
        record: 'Copy the game',
        kinds: { pass: 'Pass', keep: 'Keep the rest', lift: 'Lift', place: 'Place', sow: '', plant: '' },
        dragHand: 'Drag warriors from the hand to a hole, or choose a hole.',
    },

    result: {
        wins: (player: string) => `${player} wins`,
        draw: 'The game is drawn',
        ending: {
            rules: '',
            repetition: 'by repetition',
            resignation: 'by resignation',
            agreement: 'by agreement',
        },
        score: (south: number, north: number) => `${south} : ${north}`,
        narrow: 'a narrow win',
    },

    why: {
        button: 'Why?',
        clause: 'The rule',
        source: 'from the source',
        reading: 'a reading of the source',
    },

    worth: {
        seeds: (n: string) => `${n} seeds`,
        points: (n: string) => `${n}`,
        wins: (n: number) => `wins in ${n}`,
        loses: (n: number) => `loses in ${n}`,
        proven: 'proven',
    },
};

export type Words = typeof en;
