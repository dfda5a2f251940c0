// What was pasted, whichever game it is of: records, a position, or a list of moves with or without a
// result.  Where several games could be meant, all of them are found.

import type { Game, Komwe, Place } from '../engine/komwe.ts';
import { KomweError, type GameInfo } from '../engine/types.ts';

/** Games to choose from, which must be closed; or why there is none. */
export type Pasted =
    | { readonly games: readonly Game[]; readonly kind: 'record' | 'position' | 'moves' }
    | { readonly fault: KomweError | null };

const RECORD = /^\ufeff?\s*Game:/;
const POSITION = /^[\w,.*']+\/\S+\s+[SN](?:\s|$)/;

/** `open`: the rule set that is looked at, which comes first. */
export async function readPasted(
    komwe: Komwe,
    all: readonly GameInfo[],
    open: Required<Pick<Place, 'game' | 'options'>>,
    text: string,
): Promise<Pasted> {
    if (RECORD.test(text)) return readRecords(komwe, text);
    const places = [open, ...all.filter(({ id }) => id !== open.game || open.options !== '').map(placeOf)];
    return POSITION.test(text.trim())
        ? readPosition(komwe, places, text.trim())
        : readMoves(komwe, places, text);
}

const placeOf = ({ id }: GameInfo): Place => ({ game: id, options: '' });

/** What is refused by the library; all else is thrown on. */
function refusal(error: unknown): KomweError {
    if (error instanceof KomweError) return error;
    throw error;
}

// ---- records -----------------------------------------------------------------------------------

async function readRecords(komwe: Komwe, text: string): Promise<Pasted> {
    try {
        const games = await komwe.read(text);
        return games.length === 0 ? { fault: null } : { games, kind: 'record' };
    } catch (error) {
        const fault = refusal(error);
        const game = await unfinished(komwe, text);
        return game === null ? { fault } : { games: [game], kind: 'record' };
    }
}

/** A single record that lacks its result; null: it is at fault otherwise. */
async function unfinished(komwe: Komwe, text: string): Promise<Game | null> {
    const [head = '', ...body] = text.replace('\ufeff', '').trim().split(/\r?\n\s*\r?\n/);
    const headers = new Map(
        head.split(/\r?\n/).map((line) => {
            const [, name = '', value = ''] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
            return [name, value.trim()] as const;
        }),
    );
    const list = readList(body.join('\n'));
    if (headers.has('') || list.result.length > 0) return null;
    const place: Place = {
        game: headers.get('Game') ?? '',
        options: headers.get('Options') ?? '',
        position: headers.get('Start') ?? 'start',
    };
    try {
        const { game } = await playList(komwe, place, list);
        if (game === null) return null;
        for (const [name, value] of headers)
            if (!['Game', 'Options', 'Start', 'Result'].includes(name)) await game.setHeader(name, value);
        return game;
    } catch (error) {
        refusal(error);
        return null;
    }
}

// ---- positions ---------------------------------------------------------------------------------

async function readPosition(komwe: Komwe, places: readonly Place[], position: string): Promise<Pasted> {
    const games: Game[] = [];
    let fault: KomweError | null = null;
    for (const place of places)
        try {
            games.push(await komwe.play({ ...place, position }));
        } catch (error) {
            fault ??= refusal(error);
        }
    return games.length === 0 ? { fault } : { games, kind: 'position' };
}

// ---- lists of moves ----------------------------------------------------------------------------

interface List {
    readonly moves: readonly string[];
    /** By the number of moves before them. */
    readonly comments: ReadonlyMap<number, string>;
    /** The words of the result; none: there is none. */
    readonly result: readonly string[];
}

/** Numbers before moves are passed over. */
function readList(text: string): List {
    const moves: string[] = [];
    const comments = new Map<number, string>();
    const result: string[] = [];
    for (const [token] of text.matchAll(/\{[^}]*\}|;[^\n]*|[^\s,{};]+/g)) {
        if (token.startsWith('{') || token.startsWith(';')) {
            const said = token.replace(/^[{;]|\}$/g, '').trim();
            comments.set(moves.length, `${comments.get(moves.length) ?? ''} ${said}`.trim());
        } else if (result.length > 0 || token === 'over' || token === 'unfinished') {
            result.push(token);
        } else {
            const move = token.replace(/^\d+\.+/, '');
            if (move !== '') moves.push(move);
        }
    }
    return { moves, comments, result };
}

interface PlayedList {
    /** Null: it is no list of this game. */
    readonly game: Game | null;
    /** Moves that could be played, and why the next could not. */
    readonly count: number;
    readonly fault: KomweError | null;
}

async function playList(komwe: Komwe, place: Place, { moves, comments, result }: List): Promise<PlayedList> {
    const game = await komwe.play(place);
    let count = 0;
    try {
        for (const move of moves) {
            await game.enter(move, 0);
            count++;
            const said = comments.get(count) ?? '';
            if (said !== '') await game.setComment(game.state.plies, said);
        }
        if (comments.has(0)) await game.setComment(0, comments.get(0)!);
        const [, winner, how] = result;
        if (how === 'resign') await game.resign(winner === 'S' ? 'N' : 'S');
        if (how === 'agreed') await game.agree();
        return { game, count, fault: null };
    } catch (error) {
        await game.close();
        return { game: null, count, fault: refusal(error) };
    }
}

/** The game that gets furthest says what is wrong. */
async function readMoves(komwe: Komwe, places: readonly Place[], text: string): Promise<Pasted> {
    const list = readList(text);
    if (list.moves.length === 0) return { fault: null };
    const games: Game[] = [];
    let furthest = -1;
    let fault: KomweError | null = null;
    for (const place of places) {
        const played = await playList(komwe, place, list);
        if (played.game !== null) games.push(played.game);
        else if (played.count > furthest) [furthest, fault] = [played.count, played.fault];
    }
    return games.length === 0 ? { fault } : { games, kind: 'moves' };
}
