// A tour through everything that the API can be asked, the same for the same seed.  What was asked
// and answered on the way is kept, so that another API can be asked the same.

import type { Api } from '../../src/engine/module.ts';
import type { Move, Rules, State } from '../../src/engine/types.ts';

export interface Asked {
    readonly request: string;
    /** What was received before, and last the answer. */
    readonly answers: readonly string[];
}

/** A generator of numbers 0..2^32-1 (mulberry32). */
export function randomFrom(seed: number): () => number {
    let state = seed >>> 0;
    return () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let x = Math.imul(state ^ (state >>> 15), state | 1);
        x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
        return (x ^ (x >>> 14)) >>> 0;
    };
}

export class Tour {
    readonly asked: Asked[] = [];
    readonly #api: Api;
    readonly #random: () => number;

    constructor(api: Api, seed: number) {
        this.#api = api;
        this.#random = randomFrom(seed);
    }

    /** The value of the answer, or undefined after a refusal. */
    ask<T>(...fields: (string | number)[]): T | undefined {
        const request = fields.join('\t');
        const answers: string[] = [];
        answers.push(this.#api.ask(request, (json) => answers.push(json) > 0));
        this.asked.push({ request, answers });
        return (JSON.parse(answers[answers.length - 1]!) as { value?: T }).value;
    }

    below(limit: number): number {
        return this.#random() % limit;
    }

    pick<T>(list: readonly T[]): T {
        return list[this.below(list.length)]!;
    }

    /** The rules of a game, with each value of each option. */
    rules(game: string): void {
        const rules = this.ask<Rules>('rules', game, '')!;
        for (const option of rules.choices) {
            const values = option.choices ?? [option.min, option.max, option.max + 1];
            for (const value of values) this.ask('rules', game, `${option.name}=${value}`);
        }
    }

    /** A random game of at most so many plies, with questions on the way. */
    game(game: string, options: string, plies: number): void {
        let state = this.ask<State>('new', game, options, 'start');
        if (state === undefined) return;
        const { board } = state;
        for (let ply = 0; ply < plies && state!.result === null; ply++) {
            this.#question(game, options, state!);
            const move: Move = this.pick(state!.moves);
            state = this.ask<{ board: State }>('enter', board, 300, move.text)!.board;
            if (this.below(8) === 0) this.ask('undo', board);
            if (this.below(2) === 0) state = this.ask<State>('redo', board) ?? state;
            state = this.ask<State>('board', board)!;
        }
        this.#end(board, state!);
    }

    #question(game: string, options: string, state: State): void {
        const here = [game, options, state.position.text];
        const hole = this.below(32);
        const rules = this.ask<Rules>('rules', game, options)!;
        this.ask('why', ...here, rules.places[hole] ?? 'nowhere');
        this.ask('why', ...here, this.pick(state.moves).text);
        this.ask('trace', ...here, this.pick(state.moves).text, this.below(1000));
        this.ask('stage', ...here, this.pick(state.moves).text, this.below(100));
        if (this.below(4) === 0) this.ask('moves', ...here, this.pick(state.moves).hole);
        if (this.below(8) === 0) this.ask('perft', ...here, 2);
        if (this.below(8) === 0)
            this.ask('say', game, options, this.below(20), hole, this.below(35), 3, this.below(20));
    }

    /** How a game ends: given up or agreed, if it has not by itself; written and read again. */
    #end(board: number, state: State): void {
        if (state.result === null && this.below(2) === 0) this.ask('resign', board, 'S');
        else this.ask('agree', board);
        this.ask('comment', board, Math.min(1, state.plies), 'a "comment" \u00e9');
        this.ask('header', board, 'South', 'Somebody');
        const game = this.ask<State>('board', board)!;
        this.ask('round', game.game, game.options, game.position.text, this.pick(['S', 'N', 'x']), this.pick(['S', 'N']));
        this.ask('turns', board);
        this.ask('played', board, this.below(state.plies + 2));
        this.ask('at', board, this.below(state.plies + 1));
        this.ask('ply', board, this.below(state.plies + 1), 50);
        const record = this.ask<string>('write', board)!;
        for (const read of this.ask<number[]>('read', `${record}\n${record}`) ?? []) {
            this.ask('rewind', read, this.below(state.plies + 2));
            this.ask('close', read);
        }
        this.ask('close', board);
    }

    /** The engine in a random opening: analyses, levels, reviews. */
    engine(game: string, nodes: number): void {
        let state = this.ask<State>('new', game, '', '')!;
        const { board } = state;
        this.ask('hash', 1);
        for (let ply = this.below(8); ply > 0 && state.result === null; ply--)
            state = this.ask<{ board: State }>('enter', board, 0, this.pick(state.moves).text)!.board;
        this.ask('search', board, '', '', nodes, '', 3);
        this.ask('search', board, Math.min(1, state.plies), 3, '', '', 1);
        for (const level of [1, 4, 7, 8]) this.ask('choose', board, level, this.below(1000));
        this.ask('review', board, '', nodes / 10, '');
        this.ask('close', board);
    }
}
