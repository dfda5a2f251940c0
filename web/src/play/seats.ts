// Who sits where in a new game: as the visitor chose last, and at first South against the easiest.

import { keep, kept } from '../app/store.ts';
import type { Seat, Seats } from '../kept/kept.ts';

const STORED = 'seats';
const USUAL: Seats = ['human', 1];

const isSeat = (seat: unknown): seat is Seat =>
    seat === 'human' || (Number.isInteger(seat) && Number(seat) >= 1 && Number(seat) <= 10);

export function seatsNow(): Seats {
    const seats = kept<unknown>(STORED);
    if (!Array.isArray(seats) || seats.length !== 2 || !seats.every(isSeat)) return USUAL;
    return [seats[0]!, seats[1]!];
}

export const noteSeats = (seats: Seats): void => keep(STORED, seats);
