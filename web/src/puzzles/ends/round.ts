// A round of "where does it end?": its clock, its score, how hard the next move is, what is kept of it.

/** Three minutes. */
export const ROUND_MILLISECONDS = 180_000;

/** Counts down while it runs; `now` in milliseconds. */
export class Clock {
    readonly #now: () => number;
    #left: number;
    /** When it was set going; null: it stands. */
    #since: number | null = null;

    constructor(left: number, now: () => number = () => performance.now()) {
        this.#left = left;
        this.#now = now;
    }
    get left(): number {
        const gone = this.#since === null ? 0 : this.#now() - this.#since;
        return Math.max(0, this.#left - gone);
    }
    run(): void {
        this.#since ??= this.#now();
    }
    pause(): void {
        this.#left = this.left;
        this.#since = null;
    }
}

/** What a player has done so far. */
export interface Score {
    readonly timed: boolean;
    readonly right: number;
    readonly asked: number;
    /** Milliseconds; of no meaning without a clock. */
    readonly left: number;
}

export const newScore = (timed: boolean): Score => ({ timed, right: 0, asked: 0, left: ROUND_MILLISECONDS });

/** The most that were right with a clock, and a round that was interrupted. */
export interface KeptEnds {
    readonly best: number;
    readonly round: Score | null;
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;

function isScore(value: unknown): value is Score {
    const { timed, right, asked, left } = (value ?? {}) as Score;
    return (
        typeof timed === 'boolean' &&
        isCount(right) &&
        isCount(asked) &&
        right <= asked &&
        Number.isFinite(left) &&
        left >= 0 &&
        left <= ROUND_MILLISECONDS
    );
}

/** What can be read of what was kept. */
export function readEnds(kept: unknown): KeptEnds {
    const { best, round } = (kept ?? {}) as Partial<KeptEnds>;
    return { best: isCount(best) ? best : 0, round: isScore(round) ? round : null };
}

/** Seeds that are sown in the move asked next: some three at first, forty in the end. */
export const seedsWanted = (right: number): number => Math.min(40, 3 + 1.5 * right);
