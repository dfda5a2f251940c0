// How seeds lie in a hole: up to a dozen each for itself, more as a pile.

import type { Spot } from './geometry.ts';

export const SEED = 10;
export const MOST_DRAWN = 12;

const TURN = Math.PI * (3 - Math.sqrt(5));

/** Like sunflower seeds, so that none hides another; each hole is turned a little differently. */
function lie(count: number, radius: number, turn: number): Spot[] {
    return Array.from({ length: count }, (_, i) => {
        const away = count === 1 ? 0 : radius * Math.sqrt((i + 0.6) / count);
        const angle = i * TURN + turn;
        return { x: away * Math.cos(angle), y: away * Math.sin(angle) };
    });
}

/** One path for all of them: a change of a hole is a change of one attribute. */
const drawn = (spots: readonly Spot[]): string =>
    spots
        .map(({ x, y }) => `M${(x - SEED).toFixed(1)} ${y.toFixed(1)}a${SEED} ${SEED} 0 1 0 ${2 * SEED} 0a${SEED} ${SEED} 0 1 0 ${-2 * SEED} 0`)
        .join('');

const known = new Map<string, string>();

/** The seeds of a hole as a path round its centre. */
export function seedPath(count: number, hole: number): string {
    const most = Math.min(count, MOST_DRAWN);
    const key = `${most},${hole}`;
    let path = known.get(key);
    if (path === undefined) {
        path = drawn(lie(most, most < 5 ? 24 : 31, hole * 1.7));
        known.set(key, path);
    }
    return path;
}

/** In a store they lie in two rows, as many as there is room for. */
export function storePath(count: number, width: number): string {
    const step = 2.3 * SEED;
    const most = Math.min(count, 2 * Math.max(1, Math.floor((width - 130) / step)));
    return drawn(
        Array.from({ length: most }, (_, i) => ({
            x: (Math.floor(i / 2) + 0.5) * step,
            y: ((i % 2) - 0.5) * step,
        })),
    );
}
