// What was answered wrongly comes again after days: when, the scheduler of flashcard programs says.
//
// Ids are `lesson:ID` and `puzzle:GAME:ID`.  What was never wrong is not kept.

import { createEmptyCard, fsrs, Rating, type Card } from 'ts-fsrs';
import { keep, kept } from '../app/store.ts';

/** The name in the visitor's storage stays, so that what is due there is found. */
const STORED = 'reviews';

/** Whole days alone, and without chance: who answers alike is asked alike. */
const scheduler = fsrs({ enable_short_term: false, enable_fuzz: false, maximum_interval: 365 });

/** What the scheduler takes: days, and states of a card. */
const STABILITY_LEAST = 0.001;
const STATES = [0, 1, 2, 3];
/** No Date is further from 1970, in milliseconds. */
const DATE_MOST = 8.64e15;

/** As it is stored: dates are numbers. */
type Kept = Omit<Card, 'due' | 'last_review'> & { readonly due: number; readonly last_review: number };

const NUMBERS: readonly (keyof Kept)[] = [
    ...(['due', 'last_review', 'stability', 'difficulty', 'state', 'reps', 'lapses'] as const),
    ...(['elapsed_days', 'scheduled_days', 'learning_steps'] as const),
];

function isKept(value: unknown): value is Kept {
    if (typeof value !== 'object' || value === null) return false;
    const card = value as Record<string, unknown>;
    const { stability, difficulty, state, due, last_review } = card as unknown as Kept;
    return (
        NUMBERS.every((name) => Number.isFinite(card[name])) &&
        stability >= STABILITY_LEAST &&
        STATES.includes(state) &&
        difficulty >= 1 &&
        difficulty <= 10 &&
        last_review <= due &&
        last_review >= 0 &&
        due <= DATE_MOST
    );
}

/** What is damaged in the store is left out, as if it had never been wrong. */
function known(): Map<string, Kept> {
    const stored = kept<unknown>(STORED);
    if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return new Map();
    return new Map(Object.entries(stored).filter((entry): entry is [string, Kept] => isKept(entry[1])));
}

/** Where the clock was put back, the last time was now: the scheduler fails if it is yet to come. */
const cardOf = (card: Kept, now: Date): Card => ({
    ...card,
    due: new Date(card.due),
    last_review: new Date(Math.min(card.last_review, now.getTime())),
});

/** Schedules it by an answer.  Right before its day changes nothing: it is the answer that was just seen. */
export function grade(id: string, right: boolean, now = new Date()): void {
    const cards = known();
    const before = cards.get(id);
    if (right && (before === undefined || before.due > now.getTime())) return;
    const card = before === undefined ? createEmptyCard(now) : cardOf(before, now);
    const { card: after } = scheduler.next(card, now, right ? Rating.Good : Rating.Again);
    cards.set(id, { ...after, due: after.due.getTime(), last_review: now.getTime() });
    keep(STORED, Object.fromEntries(cards));
}

/** What is to be asked again by now, the longest due first. */
export function due(prefix: string, now = new Date()): string[] {
    return [...known()]
        .filter(([id, card]) => id.startsWith(prefix) && card.due <= now.getTime())
        .sort(([, one], [, other]) => one.due - other.due)
        .map(([id]) => id);
}
