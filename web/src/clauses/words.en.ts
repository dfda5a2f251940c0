// What the pages of the rules, and of the people and the games, say in English.

export const en = {
    choose: 'Choose a game to read its rules.',
    aboutAll: 'Who plays each game, where and on what, and what was written of it.',
    steps: 'Steps on the way to Bao la Kiswahili',
    all: 'All games',
    tabs: 'This game',
    print: 'Print',
    parts: 'Parts of the rules',
    groups: {
        start: 'The board and the start',
        moving: 'Moving',
        capturing: 'Capturing',
        stages: 'Planting and harvest',
        special: 'Special holes',
        end: 'The end',
        others: 'Further rules',
    },
    before: 'Before',
    after: 'After',
    notAllowed: 'Not allowed',
    sow: 'See it sown',
    close: 'Back to the diagram',
    option: 'can be chosen',
    origin: 'Played',
    source: 'Source',
    board: (rows: number, columns: number) => `${rows} rows of ${columns} holes`,
    boardName: 'Board',
    usual: (value: string) => `usual: ${value}`,
    range: (least: number, most: number) => `${least} to ${most}`,
    legend: {
        title: 'In the diagrams',
        start: 'the move begins',
        end: 'it ends',
        taken: 'captured',
        changed: 'changed',
        barred: 'not allowed',
        store: 'A number beside the board: a store.',
    },
    notation: 'Large letters are South’s holes, below; small ones North’s, above.',
};

export type RulesWords = typeof en;
