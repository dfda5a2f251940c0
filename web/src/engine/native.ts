// The engine of the machine that serves the page, if `komwe serve` does: the protocol of
// komwe-ugi(5) on a WebSocket, a line a message.

import type { Search } from './engine.ts';
import type { Game } from './komwe.ts';
import { KomweError, type Analysis, type Line, type Played, type State } from './types.ts';

const PROTOCOL = 'komwe-ugi';
const MEGABYTES = 64;

/** The engine of the server. */
export interface Native {
    readonly url: string;
    /** It has endgame tables. */
    readonly tables: boolean;
}

/** Null: the server has no engine.  Without a network it is not asked, which would be an error. */
export async function findNative(): Promise<Native | null> {
    if (!navigator.onLine) return null;
    const response = await fetch('.', { method: 'HEAD' }).catch(() => null);
    const path = response?.headers.get('Komwe-Engine') ?? null;
    if (response === null || path === null) return null;
    const url = new URL(path, location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    url.hash = '';
    return { url: url.href, tables: response.headers.has('Komwe-Tables') };
}

/** What a line of `info` says; null: nothing of a search. */
export function readInfo(line: string): { found: Omit<Analysis, 'mover' | 'lines'>; line: Line; rank: number } | null {
    const words = line.split(' ');
    if (words[0] !== 'info' || words[1] === 'string') return null;
    const after = (name: string): string | undefined => {
        const at = words.indexOf(name);
        return at < 0 || at >= words.length - 1 ? undefined : words[at + 1];
    };
    const number = (name: string): number => Number(after(name) ?? 0);
    const pv = words.indexOf('pv');
    const kind = after('score');
    const amount = Number(words[words.indexOf('score') + 2]);
    const unit = kind === 'seeds' ? 'seeds' : kind === 'win' || kind === 'loss' ? 'plies' : 'points';
    const score =
        kind === 'seeds' ? 100 * amount : kind === 'loss' ? -amount : kind === 'draw' ? 0 : amount;
    return {
        found: {
            depth: number('depth'),
            nodes: number('nodes'),
            microseconds: 1000 * number('time'),
            full: number('hashfull'),
        },
        line: { score, unit, proven: words.includes('proven'), moves: pv < 0 ? [] : words.slice(pv + 1) },
        rank: Number(after('multipv') ?? 1),
    };
}

const positionLine = ({ start, moves }: Played): string =>
    `position fen ${start}${moves.length > 0 ? ` moves ${moves.join(' ')}` : ''}`;

/** The game with its options. */
const gameLines = ({ game, options }: Pick<State, 'game' | 'options'>): readonly string[] => [
    `setoption name Game value ${game}`,
    ...options
        .split(' ')
        .filter(Boolean)
        .map((option) => option.replace(/^([^=]*)=(.*)$/, 'setoption name $1 value $2')),
];

/** What an endgame table says of a move, for the player who makes it: seeds more at the end. */
export interface TableMove {
    readonly move: string;
    readonly lower: number;
    readonly upper: number;
}

/** What a line of `table` says; null: it is none. */
function readTable(line: string): TableMove | null {
    const [, move, lower, upper] = /^table (\S+) seeds ([+-]?\d+)(?:\.\.([+-]?\d+))?$/.exec(line) ?? [];
    if (move === undefined) return null;
    return { move, lower: Number(lower), upper: Number(upper ?? lower) };
}

/** What the server's tables say of the moves, the best first; none if they do not hold the position. */
export async function askTables(url: string, game: Game, ply: number): Promise<readonly TableMove[]> {
    const { state } = game;
    const say = [...gameLines(state), positionLine(await game.played(ply)), 'table'];
    const socket = new WebSocket(url, PROTOCOL);
    const found: TableMove[] = [];
    return new Promise((resolve) => {
        socket.onopen = () => say.forEach((line) => socket.send(line));
        socket.onmessage = ({ data }: MessageEvent<string>) => {
            const move = readTable(data);
            if (move !== null) found.push(move);
            else if (data === 'tableok' || data.startsWith('info string')) socket.close();
        };
        socket.onclose = () => resolve(found);
    });
}

/** Does one search after the other; a new one ends the one at work. */
export class NativeEngine {
    readonly #url: string;
    #socket: WebSocket | null = null;
    /** Rises whenever what was begun has become pointless. */
    #age = 0;

    constructor(url: string) {
        this.#url = url;
    }

    async search(game: Game, search: Search = {}): Promise<Analysis | null> {
        this.close();
        const age = this.#age;
        const { signal } = search;
        const ply = search.ply ?? game.state.plies;
        const { state } = game;
        const played = await game.played(ply);
        if (age !== this.#age || signal?.aborted) return null;
        const say = [
            ...gameLines(state),
            `setoption name Hash value ${MEGABYTES}`,
            `setoption name MultiPV value ${search.lines ?? 1}`,
            positionLine(played),
            goLine(search),
        ];
        const end = (): void => void (age === this.#age && this.close());
        signal?.addEventListener('abort', end);
        try {
            return await this.#talk(say, played.mover, age, search.onReport);
        } finally {
            signal?.removeEventListener('abort', end);
        }
    }

    /** Ends the search at work. */
    close(): void {
        this.#age++;
        this.#socket?.close();
        this.#socket = null;
    }

    #talk(
        say: readonly string[],
        mover: Analysis['mover'],
        age: number,
        onReport: Search['onReport'],
    ): Promise<Analysis | null> {
        const socket = new WebSocket(this.#url, PROTOCOL);
        this.#socket = socket;
        let coming: Line[] = [];
        let analysis: Analysis | null = null;
        let done = false;
        let refusal: KomweError | null = null;
        return new Promise((resolve, reject) => {
            socket.onopen = () => socket.send('ugi');
            socket.onmessage = ({ data }: MessageEvent<string>) => {
                const threads = /^option name Threads .*\bmax (\d+)/.exec(data);
                if (threads !== null) socket.send(`setoption name Threads value ${threads[1]}`);
                if (data === 'ugiok') say.forEach((line) => socket.send(line));
                if (data.startsWith('info string ')) {
                    refusal = refusedBy(data.replace('info string ', ''));
                    socket.close();
                    return;
                }
                if (data.startsWith('bestmove')) {
                    done = true;
                    socket.close();
                    return;
                }
                const info = readInfo(data);
                if (info === null || age !== this.#age) return;
                if (info.rank === 1) coming = [];
                coming.push(info.line);
                // One by one: those of the depth before stay until there are as many.
                if (coming.length < (analysis?.lines.length ?? 0)) return;
                analysis = { ...info.found, mover, lines: [...coming] };
                onReport?.(analysis);
            };
            socket.onclose = () => {
                if (done || age !== this.#age) resolve(analysis);
                else reject(refusal ?? new KomweError('failed', 'the engine of this machine has left'));
            };
        });
    }
}

const refusedBy = (sentence: string): KomweError =>
    sentence.includes('not enough memory')
        ? new KomweError('no-memory', 'there is not enough memory')
        : new KomweError('failed', sentence);

function goLine({ depth, nodes, milliseconds }: Search): string {
    const limits = [
        depth === undefined ? '' : ` depth ${depth}`,
        nodes === undefined ? '' : ` nodes ${nodes}`,
        milliseconds === undefined ? '' : ` movetime ${milliseconds}`,
    ].join('');
    return `go${limits === '' ? ' infinite' : limits}`;
}
