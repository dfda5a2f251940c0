// Games as records: one text of them all, and back.

import type { Game, Komwe } from '../engine/komwe.ts';
import { KomweError } from '../engine/types.ts';
import { isTurned, newId, recorded, type KeptGame, type Seat, type Seats } from '../kept/kept.ts';

/** Headers that are written for this page, and go into no record that it keeps. */
const OWN = ['Title', 'Seats', 'Begun', 'Played'] as const;

const seatText = (seat: Seat): string => (seat === 'human' ? 'person' : `komwe level ${seat}`);

function seatOf(text: string): Seat {
    const [, level] = /^komwe level ([1-9]|10)$/.exec(text) ?? [];
    return level === undefined ? 'human' : Number(level);
}

async function recordOf(komwe: Komwe, kept: KeptGame): Promise<string> {
    const [game] = await komwe.read(kept.record);
    try {
        await game!.setHeader('Title', kept.title);
        await game!.setHeader('Seats', kept.seats.map(seatText).join(', '));
        await game!.setHeader('Begun', new Date(kept.begun).toISOString());
        await game!.setHeader('Played', new Date(kept.played).toISOString());
        return await game!.write();
    } finally {
        await game!.close();
    }
}

/** All of them as one text.  Fails with a KomweError if one cannot be read any more. */
export async function writeRecords(komwe: Komwe, games: readonly KeptGame[]): Promise<string> {
    const all: string[] = [];
    for (const kept of games) all.push((await recordOf(komwe, kept)).trimEnd());
    return all.map((record) => `${record}\n`).join('\n');
}

async function keptOf(game: Game): Promise<KeptGame> {
    const { headers } = await game.score();
    const [title, seated, begun, played] = OWN.map((name) => headers.find(([of]) => of === name)?.[1] ?? '');
    for (const name of OWN) await game.setHeader(name, '');
    const [south = '', north = ''] = seated!.split(', ');
    const seats: Seats = [seatOf(south), seatOf(north)];
    const timeOf = (text: string): number => Date.parse(text) || Date.now();
    return {
        ...(await recorded(game)),
        id: newId(),
        title: title!,
        seats,
        turned: isTurned(seats),
        paused: !seats.includes('human'),
        begun: timeOf(begun!),
        played: timeOf(played!),
    };
}

/** Reads what stands between two empty lines before `Game:`, so that few games are open at once. */
async function* pieces(komwe: Komwe, text: string): AsyncGenerator<Game> {
    let line = 0;
    for (const piece of text.split(/(?<=\n[ \t]*\r?\n)(?=Game:)/)) {
        try {
            yield* await komwe.read(piece);
        } catch (error) {
            if (!(error instanceof KomweError)) throw error;
            throw new KomweError(error.code, error.message, line + error.line, error.column);
        }
        line += piece.split('\n').length - 1;
    }
}

/** The games of a text; a KomweError says which of its lines is at fault. */
export async function readRecords(komwe: Komwe, text: string): Promise<readonly KeptGame[]> {
    const games: KeptGame[] = [];
    for await (const game of pieces(komwe, text)) {
        games.push(await keptOf(game));
        await game.close();
    }
    return games;
}
