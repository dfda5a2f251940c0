// What an embedded board says beside what every page does, in English.

export const en = {
    open: 'Open in komwe',
    steps: 'Go through the game',
    first: 'To the start',
    back: 'One move back',
    on: 'One move on',
    last: 'To the end',
    nothing: 'This board has no game: its address needs game=… or record=….',
    unknown: (name: string, value: string, choices: string) =>
        `In the address of this board “${name}” must be one of ${choices}, not “${value}”.`,
    noNumber: (name: string, value: string) =>
        `In the address of this board “${name}” must be a number of moves, not “${value}”.`,
};

export type EmbedWords = typeof en;
