// Opening moves of many games, as data/openings has them (docs/openings.md): for each position what
// was played there, how often, and how it went for who played it.

export interface Played {
    readonly move: string;
    readonly games: number;
    /** Of these its player won, drew, lost so many. */
    readonly won: number;
    readonly drawn: number;
    readonly lost: number;
    /** Seeds ahead at the end, on average; null: the games count none. */
    readonly margin: number | null;
}

export interface Openings {
    /** That were counted. */
    readonly games: number;
    /** By the text of the position; the moves of more games first. */
    readonly moves: ReadonlyMap<string, readonly Played[]>;
}

const FIRST = '# komwe openings 1';

export function readOpenings(text: string): Openings {
    const lines = text.split('\n').filter((line) => line !== '');
    if (lines[0] !== FIRST) throw new Error('this is no file of openings');
    const moves = new Map<string, Played[]>();
    let games = 0;
    let here: Played[] = [];
    for (const line of lines) {
        if (line.startsWith('# games: ')) games = Number(line.slice('# games: '.length));
        if (line.startsWith('#')) continue;
        const [position = '', move = '', played, won, drawn, lost, margin] = line.split('\t');
        if (position !== '') moves.set(position, (here = []));
        here.push({
            move,
            games: Number(played),
            won: Number(won),
            drawn: Number(drawn),
            lost: Number(lost),
            margin: margin === '-' ? null : Number(margin),
        });
    }
    return { games, moves };
}

/** How well it went: a win is 1, a draw one half, from 0 to 1. */
export const successOf = ({ won, drawn, games }: Played): number => (won + drawn / 2) / games;
