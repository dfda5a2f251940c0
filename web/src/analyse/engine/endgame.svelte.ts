// What the tables of the server say of the position that is looked at.

import { askTables, type Native, type TableMove } from '../../engine/native.ts';
import type { Study } from '../study/study.svelte.ts';

/** Seeds on the board; larger tables are not built. */
const SEEDS_MOST = 60;
/** Milliseconds: positions that are only passed on the way are not asked about. */
const A_MOMENT = 120;

export class Endgame {
    /** The best first; none: the position is in no table. */
    moves: readonly TableMove[] = $state.raw([]);
    /** Rises with every position. */
    #age = 0;
    #timer: ReturnType<typeof setTimeout> | undefined;

    look(study: Study | null, server: Native | null): void {
        const age = ++this.#age;
        clearTimeout(this.#timer);
        this.moves = [];
        if (study === null || server?.tables !== true) return;
        const { position, moves } = study.situation;
        const seeds = position.hole.reduce((sum, count) => sum + count, 0);
        if (moves.length === 0 || seeds > SEEDS_MOST) return;
        this.#timer = setTimeout(() => void this.#ask(study, server.url, age), A_MOMENT);
    }

    async #ask(study: Study, url: string, age: number): Promise<void> {
        const { ply } = study;
        const found = await (await study.use((game) => ({ of: askTables(url, game, ply) }))).of;
        if (age === this.#age) this.moves = found;
    }

    close(): void {
        this.look(null, null);
    }
}
