// How seeds lie in a pit: one after the other each finds the widest gap, and all settle a little.  A
// lay of n seeds is that of n - 1 and one more, so that a drop moves hardly any.

import type { Spot } from './geometry.ts';

/** More are a heap: its number says how many. */
export const MOST_DRAWN = 12;
/** The drawings that Defs.svelte holds. */
export const SHAPES = 6;

export interface Seed extends Spot {
    /** Which of the shapes. */
    readonly shape: number;
}

interface Laid {
    x: number;
    y: number;
    readonly shape: number;
    /** Upon the others. */
    readonly top: boolean;
}

const REACH = 24;
const GAP = 21.5;
/** So many lie on the floor of a pit. */
const FLOOR = 8;
const VARIANTS = 13;

/** Numbers from 0 to 1, the same for the same seed. */
function numbers(seed: number): () => number {
    let state = (seed * 2654435761) >>> 0;
    return () => {
        state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
        return state / 2 ** 32;
    };
}

const limit = (seed: Laid): number => (seed.top ? REACH * 0.6 : REACH);

/** Of several places, the one that is farthest from all that lie there. */
function freest(laid: readonly Laid[], next: () => number, reach: number): Spot {
    let best = { x: 0, y: 0 };
    let most = -1;
    for (let i = 0; i < 24; i++) {
        const angle = next() * 2 * Math.PI;
        const away = Math.sqrt(next()) * reach;
        const spot = { x: away * Math.cos(angle), y: away * Math.sin(angle) };
        const least = Math.min(...laid.map(({ x, y }) => Math.hypot(x - spot.x, y - spot.y)), 40 - away);
        if (least > most) [best, most] = [spot, least];
    }
    return best;
}

function settle(laid: readonly Laid[]): void {
    for (let step = 0; step < 40; step++) {
        for (const one of laid) {
            one.x *= 0.99;
            one.y = one.y * 0.99 + 0.05; // the bowl's deepest point lies a little lower
            for (const other of laid) {
                if (one === other || one.top !== other.top) continue;
                const [dx, dy] = [one.x - other.x || 0.01, one.y - other.y];
                const apart = Math.hypot(dx, dy);
                if (apart >= GAP) continue;
                const push = (GAP - apart) / apart / 2;
                one.x += dx * push;
                one.y += dy * push;
            }
            const away = Math.hypot(one.x, one.y);
            if (away > limit(one)) {
                one.x *= limit(one) / away;
                one.y *= limit(one) / away;
            }
        }
    }
}

function layAll(variant: number): readonly (readonly Seed[])[] {
    const next = numbers(variant * 31 + 7);
    const laid: Laid[] = [];
    const lays: (readonly Seed[])[] = [[]];
    for (let i = 0; i < MOST_DRAWN; i++) {
        const top = i >= FLOOR;
        const around = laid.filter((seed) => seed.top === top);
        const spot = i === 0 ? { x: 6 * next() - 3, y: 6 * next() - 2 } : freest(around, next, top ? 13 : REACH);
        laid.push({ ...spot, top, shape: Math.floor(next() * SHAPES) });
        settle(laid);
        lays.push(laid.map(({ x, y, shape }) => ({ x: Math.round(x), y: Math.round(y), shape })));
    }
    return lays;
}

const known = new Map<number, readonly (readonly Seed[])[]>();

/** The seeds of a hole round its centre, those that lie below first; at most MOST_DRAWN. */
export function seedsIn(count: number, hole: number): readonly Seed[] {
    const variant = (hole * 5 + 3) % VARIANTS;
    let lays = known.get(variant);
    if (lays === undefined) known.set(variant, (lays = layAll(variant)));
    return lays[Math.min(count, MOST_DRAWN)]!;
}

/** In a trough they lie in two rows from its owner's right hand on, as many as there is room for. */
export function seedsInTrough(count: number, length: number, place: number): readonly Seed[] {
    const next = numbers(place);
    const most = Math.min(count, 2 * Math.floor((length - 40) / 21.5) + 1);
    return Array.from({ length: most }, (_, i) => ({
        x: Math.round(length / 2 - 27 - Math.floor(i / 2) * 21.5 - (i % 2) * 11 + 6 * next() - 3),
        y: Math.round((i % 2 ? 11.5 : -11.5) + 6 * next() - 3),
        shape: Math.floor(next() * SHAPES),
    }));
}
