// What every page says, in English.  The other languages have the same entries: see Words.  What one
// page alone says comes with it: see analyse/words.en.ts.

export const many = (n: number, one: string, more: string): string => `${n} ${n === 1 ? one : more}`;
/** Of a number that has been written already: 1, +1.0, −2.5. */
export const measured = (n: string, one: string, more: string): string => `${n} ${/^[+−]?1(\.0)?$/.test(n) ? one : more}`;

export const en = {
    code: 'en',

    app: {
        title: 'komwe',
        skip: 'Skip to the content',
        pages: { home: 'Home', play: 'Play', games: 'My games', learn: 'Learn', puzzles: 'Puzzles', analyse: 'Analyse', rules: 'Rules', write: 'Write' },
        about: 'The people and the game',
        inGlossary: 'In the glossary',
        menu: 'Menu',
        language: 'Language',
        theme: 'Colours',
        look: 'Look',
        sound: 'Sound',
        sounds: { on: 'Sound on.', off: 'Sound off.' },
        themes: { auto: 'automatic', light: 'light', dark: 'dark' },
        opening: 'Opening …',
        failed: (why: string) => `Something went wrong: ${why}.`,
        again: 'Try again',
        install: {
            offer: 'Install on this device',
            'by hand': 'To install: Share, then Add to Home Screen.',
            no: 'To install: the browser’s menu, then Add to Home Screen.',
            installed: 'Installed on this device',
        },
        copied: 'Copied.',
        copyByHand: 'Your browser does not let the page copy. Copy the text yourself:',
        missing:
            'This part of the page could not be loaded: you are offline, or there is a new version of the page.',
    },

    players: ['South', 'North'] as readonly string[],
    /** A hole, a store or the hand, by the library's name for it. */
    place: (name: string) => name,

    board: {
        label: (game: string, player: string) => `${game}: the board, ${player} at the bottom`,
        hole: (name: string, count: number, whose: string) => `${name}, ${whose}: ${many(count, 'seed', 'seeds')}`,
        store: (name: string, count: number) => `${name}: ${many(count, 'seed', 'seeds')}`,
        /** With those in the holes that the player owns. */
        won: (count: number) => `${count} won`,
        /** What the letter of a mark stands for. */
        marks: {
            h: 'a house',
            t: 'blocked',
            k: 'a nki',
            b: 'a bulto',
            m: 'a miné',
            u: 'still to be played',
            s: 'a child of South',
            n: 'a child of North',
            x: 'closed',
        },
        playable: 'can be played',
        /** The side that a hole is on: its player’s, or as the one who reads it is called. */
        whose: { S: 'South’s', N: 'North’s', own: 'yours', other: 'your opponent’s' },
        /** A hole in a sentence that is announced, where its letter alone could be either’s. */
        of: {
            S: (hole: string) => `South’s ${hole}`,
            N: (hole: string) => `North’s ${hole}`,
            own: (hole: string) => `your ${hole}`,
            other: (hole: string) => `your opponent’s ${hole}`,
        },
        /** A task or a hint is about it. */
        pointed: 'pointed out',
        /** All that lies on it is said. */
        read: 'Read the board',
        row: (first: string, last: string, counts: string) => `${first} to ${last}, from the left: ${counts}.`,
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

    describe: {
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
        mark: (mark: string, to: string) => `${to} becomes ${mark}`,
        unmark: (mark: string, to: string) => `${to} is no longer ${mark}`,
        block: (to: string) => `${to} is blocked`,
        head: (to: string) => `enters at ${to}`,
        choice: 'a choice',
        stop: (to: string) => `ends in ${to}`,
        stopped: 'ends',
        pass: 'passes',
        swap: 'changes sides',
        next: (player: string) => `${player} to move`,
        over: 'the game is over',
        move: (player: string, move: string) => `${player}: ${move}.`,
        laps: (n: number) => many(n, 'lap', 'laps'),
        took: (n: number) => `takes ${n}`,
        tookFrom: (n: number, holes: string) => `takes ${n} from ${holes}`,
        tookNothing: 'takes nothing',
        stored: (n: number) => `${n} into the store`,
        refuses: (holes: string) => `makes no bulto in ${holes}`,
        ended: (to: string) => `ends in ${to}`,
        again: 'moves again',
        firstLap: (to: string) => `the first lap ends in ${to}`,
        staysAt: (to: string) => `stays at ${to}`,
        goesOnAt: (to: string) => `goes on at ${to}`,
    },

    play: {
        game: 'Game',
        newGame: 'New game',
        start: 'Play',
        options: 'Options of the rules',
        range: (least: number, most: number) => `It goes from ${least} to ${most}.`,
        seat: { S: 'South (begins)', N: 'North' },
        human: 'Another person at this screen',
        level: (n: number) => `The engine, level ${n}`,
        levels: 'Level 1 suits a first game; level 10 is the strongest.',
        you: 'You',
        opponent: 'Your opponent',
        yourTurn: 'Your turn',
        toMove: 'to move',
        isThinking: 'thinking …',
        moves: 'Moves',
        noMoves: 'No moves yet.',
        undo: 'Take back',
        takenBack: (moves: string) => `Taken back: ${moves}.`,
        score: (south: number, north: number) => `Score: ${south} to ${north}.`,
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
        pause: 'Pause the game',
        goOn: 'Go on with the game',
        ringed: 'Choose a hole with a gold ring.',
        keys: 'By keys: the arrows and Enter.',
        taps: 'Tap it to see where it ends; tap again to play it.',
        turnBoard: 'Turn the board',
        previews: 'Show where a move ends before it is played',
        typed: 'Type a move',
        typedHelp: 'as in the list of moves; Enter plays it',
        enter: 'Play it',
        choose: (hole: string) => `${hole}: which one?`,
        ask: {
            way: (hole: string) => `${hole}: which way? Tap an arrow.`,
            end: (hole: string) => `${hole} captures. At which end do the seeds enter?`,
            house: (hole: string) => `${hole}: stay at the house, or sow it?`,
            bulto: (hole: string) => `${hole}: a bulto at which chance? The sign – makes none.`,
            hand: (hole: string) => `${hole}: lift its warriors, or place one?`,
        },
        askNumber: (n: number, hole: string) =>
            `How many of the ${n} in ${hole}? Tap where the first lap ends.`,
        tapAgain: 'Tap again to play it.',
        askLift:
            'First turn: choose up to two of your own holes to lift their warriors, or keep all as they are.',
        askPlace: (n: number) =>
            `${many(n, 'warrior', 'warriors')} in the hand: tap a hole for each, from your left to your right, then on your opponent’s side.`,
        cancel: 'Cancel',
        close: 'Close',
        gone: 'This game is not in this browser: it was deleted, or begun in another browser.',
        elsewhere: 'You have played on in another tab.',
        parted:
            'You have played on in another tab. Your moves here are kept as a second game, which you see now.',
        load: 'Show the latest moves',
        unkept: {
            full: 'There is no room left in this browser: this game is kept in this tab only, and is lost when you close it. Delete games that you no longer want.',
            unavailable:
                'This browser does not let the page keep games, as in a private window: this game is kept in this tab only, and is lost when you close it.',
        },
        more: (n: number) => `and ${n} more: type them`,
        ways: {
            left: 'to your left',
            right: 'to your right',
            up: 'lifted',
            down: 'placed',
            stay: 'stays there',
            /** Of Bao's captured seeds: where they enter, and which way. */
            fromLeft: 'left end, sowing to your right',
            fromRight: 'right end, sowing to your left',
        },
        menu: 'More',
        analyse: 'Analyse this game',
        kinds: { pass: 'Pass', swap: 'Change sides', keep: 'Keep the rest', lift: 'Lift', place: 'Place', sow: '', plant: '' },
    },

    result: {
        title: 'The end of the game',
        wins: (player: string) => `${player} wins`,
        youWin: 'You won',
        youLose: 'You lost',
        again: 'Play again',
        nextRound: 'Next round',
        round: (n: number) => `Round ${n}`,
        matchOver: 'The match is over',
        matchWon: (player: string, you: boolean) => (you ? 'You won the match' : `${player} won the match`),
        roundsWon: (south: string, s: number, north: string, n: number) => `Rounds won: ${south} ${s}, ${north} ${n}`,
        roundsOf: (n: number) => `${many(n, 'round', 'rounds')} won`,
        to: 'to',
        swapped: 'Sides swapped',
        review: 'My mistakes',
        left: (store: number, board: number) => `${store} + ${board} left on the board`,
        share: 'Share',
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
        source: 'the source,',
        /** As a work has it. */
        as: 'as',
        hasIt: 'has it',
        reading: 'our reading of the source',
    },

    value: {
        seeds: (n: string) => measured(n, 'seed', 'seeds'),
        points: (n: string) => `${n}`,
        wins: (n: number) => `wins in ${n}`,
        loses: (n: number) => `loses in ${n}`,
        proven: 'proven',
    },
};

export type Words = typeof en;
