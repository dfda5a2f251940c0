// The words of the rule language in short, in English.  The examples are the same in every language:
// test/texts/guide.test.ts has each of them read.

export const en: readonly {
    readonly title: string;
    readonly entries: readonly { readonly word: string; readonly means: string; readonly example: string }[];
}[] = [
    {
        title: 'What the game is called',
        entries: [
            { word: 'game', means: 'The id of the game: small letters, digits and hyphens. It is the first line.', example: 'game my-game' },
            { word: 'name', means: 'Its name, as people see it.', example: 'name My game' },
            { word: 'summary', means: 'One sentence about it.', example: 'summary Twos and threes are captured.' },
            { word: 'where', means: 'Who plays it, and where.', example: 'where The Kikuyu, Kenya' },
            { word: 'source', means: 'The book or page that the rules come from.', example: 'source My grandmother, 2026' },
            { word: '#', means: 'A comment, which changes nothing.', example: '# I am not sure about this.' },
        ],
    },
    {
        title: 'The board and the sowing',
        entries: [
            { word: 'board', means: 'Rows, and holes in a row.', example: 'board 2 x 6' },
            { word: 'start', means: 'Seeds in each hole at the start.', example: 'start 4' },
            { word: 'stores', means: 'Whether there are none, they take what is captured, or players also sow into their own.', example: 'stores own' },
            { word: 'sow', means: 'The way round: counterclockwise, clockwise, or either as the player likes.', example: 'sow either' },
            { word: 'least', means: 'A hole with fewer seeds cannot be played.', example: 'least 2' },
            { word: 'skip', means: 'No seed falls into the hole that a lap, or the move, began in.', example: 'skip lap' },
        ],
    },
    {
        title: 'Where the last seed falls',
        entries: [
            { word: 'end', means: 'When a lap ends, these rows are read from top to bottom, and the first that fits says what happens.', example: 'end own, empty: stop' },
            { word: 'own, opponent, store', means: 'Whose side the hole is on, or that it is the player’s own store.', example: 'end own store: again' },
            { word: 'empty, occupied', means: 'Whether seeds lay there before.', example: 'end occupied: relay' },
            { word: 'makes', means: 'How many seeds lie there now.', example: 'end opponent, makes 2 or 3: capture here' },
            { word: 'facing', means: 'What lies in the opposite hole.', example: 'end own, empty, facing filled: capture facing' },
            { word: 'crossed', means: 'The move has passed through the opponent’s side.', example: 'end own, empty, crossed: capture facing' },
            { word: 'capture', means: 'Seeds go to the player’s store: from here, facing or next, and on or back while something holds.', example: 'end opponent, makes 2 or 3: capture here; capture here back while opponent, holds 2 or 3' },
            { word: 'bank', means: 'The last seed goes to the store, too.', example: 'end own, empty, facing filled: capture facing; bank here' },
            { word: 'relay', means: 'All seeds of the hole are sown on in another lap.', example: 'end occupied: relay' },
            { word: 'turn', means: 'The next lap goes the other way.', example: 'end occupied: relay; turn' },
            { word: 'again', means: 'The player moves once more.', example: 'end own store: again' },
            { word: 'stop', means: 'The move is over.', example: 'end anywhere: stop' },
        ],
    },
    {
        title: 'Duties, and the end of the game',
        entries: [
            { word: 'must feed', means: 'An opponent without seeds must be given some, if possible.', example: 'must feed empty' },
            { word: 'must capture', means: 'Who can capture must.', example: 'must capture' },
            { word: 'over stuck', means: 'The game ends when the player to move cannot.', example: 'over stuck: rest to owner' },
            { word: 'over either empty', means: 'It ends when a side has no seeds left. What is left goes to the owner of the holes, the mover, the opponent, nobody, or in halves.', example: 'over either empty: rest to owner' },
            { word: 'repetition', means: 'What happens when a position comes back.', example: 'repetition third: rest to owner' },
        ],
    },
    {
        title: 'Sentences and options',
        entries: [
            { word: 'clause', means: 'Your own sentence for a rule, which every move cites. “reading” says that the source leaves it open.', example: 'clause end reading: What is left goes to the owner of the holes.' },
            { word: '[…]', means: 'The clause that a line belongs to.', example: 'end opponent, makes 2 or 3: capture here [twos]' },
            { word: 'option', means: 'Something that can be chosen: a number from a range, or a word.', example: 'option grab 1..4 = 2 [least] seeds that a hole must hold' },
            { word: 'if … is …:', means: 'A line that counts under one value of an option.', example: 'option way one/both = one [sow] seeds are sown: counterclockwise / as the player chooses\nif way is both: sow either' },
        ],
    },
];

export type Guide = typeof en;
