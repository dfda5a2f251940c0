// What was pasted, whichever game it is of: records, a position, or a list of moves with or without a
// result.  Of several games that could be meant, it is the one that is open, or that was analysed last;
// if it is none of those, all of them are found.

import type { Game, Komwe, Place } from '../../engine/komwe.ts';
import { KomweError, type GameInfo } from '../../engine/types.ts';

/** Games to choose from, which must be closed; or why there is none, and the game that says so. */
export type Pasted =
    | { readonly games: readonly Game[]; readonly kind: 'record' | 'position' | 'moves' }
    | { readonly fault: KomweError | null; readonly by?: string };

const RECORD = /^\ufeff?\s*Game:/;
const POSITION = /^[\w,.*']+\/\S+\s+[SN](?:\s|$)/;

/** A game with its options. */
export type RuleSet = Required<Pick<Place, 'game' | 'options'>>;

/** `used`: the rule sets that are meant if they can be, the likeliest first. */
export async function readPasted(
    komwe: Komwe,
    all: readonly GameInfo[],
    used: readonly RuleSet[],
    text: string,
): Promise<Pasted> {
    if (RECORD.test(text)) return readRecords(komwe, text);
    const likely = used.map(({ game, options }) => ({ game, options: chosenOf(options) }));
    const isUsed = (id: string): boolean => likely.some(({ game, options }) => game === id && options === '');
    const others = all.flatMap(({ id }) => (isUsed(id) ? [] : [{ game: id, options: '' }]));
    const candidates: Candidates = { used: likely, others };
    return POSITION.test(text.trim())
        ? readPosition(komwe, candidates, text.trim())
        : readMoves(komwe, candidates, text);
}

/** The options of a record, without the checksum of its rules. */
const chosenOf = (options: string): string => options.replace(/(^| +)rules=\S*/, '').trim();

interface Candidates {
    readonly used: readonly RuleSet[];
    readonly others: readonly RuleSet[];
}

/** The first of those that were used which can be opened; else all of the others that can. */
async function fitting(
    { used, others }: Candidates,
    open: (place: Place) => Promise<Game | null>,
): Promise<readonly Game[]> {
    for (const place of used) {
        const game = await open(place);
        if (game !== null) return [game];
    }
    const games: Game[] = [];
    for (const place of others) {
        const game = await open(place);
        if (game !== null) games.push(game);
    }
    return games;
}

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
    const list = readList(body.join('\n'));
    if (list.result.length > 0) return null;
    const begun = `${head.replace(/^Result:.*$\n?/m, '').trim()}\nResult: unfinished\n\nunfinished\n`;
    return (await playList(async () => (await komwe.read(begun))[0]!, list)).game;
}

// ---- positions ---------------------------------------------------------------------------------

async function readPosition(komwe: Komwe, candidates: Candidates, position: string): Promise<Pasted> {
    const faults = new Map<string, KomweError>();
    const read = (whole: boolean): Promise<readonly Game[]> =>
        fitting(candidates, async (place) => {
            try {
                const game = await komwe.play({ ...place, position });
                if (!whole || game.state.position.missing === undefined) return game;
                await game.close();
            } catch (error) {
                if (!faults.has(place.game)) faults.set(place.game, refusal(error));
            }
            return null;
        });
    // What has all seeds of one game is no position of another that has more.
    const whole = await read(true);
    const games = whole.length > 0 ? whole : await read(false);
    if (games.length > 0) return { games, kind: 'position' };
    const [open] = candidates.used;
    const [by, fault] = [...faults].find(([game]) => game === open?.game) ?? [...faults][0]!;
    return { fault, by };
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

async function playList(open: () => Promise<Game>, { moves, comments, result }: List): Promise<PlayedList> {
    let game: Game | null = null;
    let count = 0;
    try {
        game = await open();
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
        await game?.close();
        return { game: null, count, fault: refusal(error) };
    }
}

interface Failed {
    readonly by: string;
    readonly count: number;
    readonly fault: KomweError | null;
}

/** Who says what is wrong: the open game, unless another one reads more than half of the moves, and more. */
function meant([open, ...others]: readonly Failed[], moves: number): Failed {
    const furthest = others.reduce((best, of) => (of.count > best.count ? of : best), open!);
    return 2 * furthest.count > moves ? furthest : open!;
}

async function readMoves(komwe: Komwe, candidates: Candidates, text: string): Promise<Pasted> {
    const list = readList(text);
    if (list.moves.length === 0) return { fault: null };
    const failed: Failed[] = [];
    const games = await fitting(candidates, async (place) => {
        const played = await playList(() => komwe.play(place), list);
        if (played.game === null) failed.push({ by: place.game, count: played.count, fault: played.fault });
        return played.game;
    });
    if (games.length > 0) return { games, kind: 'moves' };
    const { by, fault } = meant(failed, list.moves.length);
    return { fault, by };
}
