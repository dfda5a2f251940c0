// What the modules say is what the same API says natively, byte by byte: every rule set, with its
// options; games, refusals, events, records; the engine within limits of nodes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askNative, bookOf, loadApi, MODULES, weightsOf } from '../support/load.ts';
import { Tour, type Asked } from '../support/tour.ts';
import type { BookPage, GameInfo, Move, Rules } from '../../src/engine/types.ts';

const effort = Number(process.env.KOMWE_EFFORT ?? 1);

/** Time passes differently. */
const timeless = (json: string): string => json.replace(/"microseconds":\d+/g, '"microseconds":0');

function compare(asked: readonly Asked[]): void {
    const answers = askNative(asked.map(({ request }) => request));
    assert.equal(answers.length, asked.length);
    asked.forEach(({ request, answers: ours }, i) => {
        assert.deepEqual(ours.map(timeless), answers[i]!.map(timeless), request);
    });
}

for (const name of MODULES) {
    const api = await loadApi(name);
    const { value: games } = JSON.parse(api.ask('games')) as { value: GameInfo[] };

    test(`${name}: the native list goes on with the games that are texts`, () => {
        const [answers] = askNative(['games']);
        const { value } = JSON.parse(answers!.at(-1)!) as { value: GameInfo[] };
        assert.deepEqual(value.slice(0, games.length), games);
        assert.ok(value.length > games.length);
    });

    test(`${name}: rules`, () => {
        const tour = new Tour(api, 1);
        tour.ask('about');
        for (const { id } of games) tour.rules(id);
        for (const request of ['', 'nothing', 'rules', 'about\t', 'board\t0', 'hash\tx', 'read\t-'])
            tour.ask(request);
        compare(tour.asked);
    });

    test(`${name}: the opening book is read, looked up, left and played from`, () => {
        const tour = new Tour(api, 5);
        const board = String(tour.ask<{ board: number }>('new', 'hus', '', '')!.board);
        const open = (): BookPage | null => tour.ask<BookPage | null>('opening', board, '')!;
        tour.ask('book', 'hus', bookOf('hus').replace('=', '=='));
        tour.ask('book', 'hus', bookOf('oware'));
        assert.equal(open(), null);
        tour.ask('book', 'hus', bookOf('hus'));
        tour.ask('book', 'hus', bookOf('hus'));
        const { moves, plies } = open()!;
        assert.ok(moves.length > 1 && moves[0]!.positions > 0);
        assert.equal(plies, 1);
        const chosen = tour.ask<Move>('choose', board, 10, 1)!;
        assert.ok(moves.some(({ move }) => move === chosen.text));
        let played = 0;
        for (let page = open()!; page.moves.length > 0; page = open()!, played++)
            tour.ask('enter', board, 0, page.moves.at(-1)!.move);
        assert.ok(played > 0);
        assert.equal(open()!.plies, played);
        tour.ask('close', board);
        const small = String(tour.ask<{ board: number }>('new', 'hus', '', '')!.board);
        tour.ask('opening', small, 1);
        tour.ask('close', small);
        compare(tour.asked);
    });

    for (const { id } of games) {
        test(`${name}: ${id} is played`, () => {
            const tour = new Tour(api, 7);
            for (let i = 0; i < 2 * effort; i++) tour.game(id, '', 60);
            const rules = tour.ask<Rules>('rules', id, '')!;
            for (let i = 0; i < effort; i++) {
                const option = tour.pick(rules.choices);
                const values = option.choices ?? [String(option.min), String(option.max)];
                tour.game(id, `${option.name}=${tour.pick(values)}`, 20);
            }
            tour.ask('perft', id, '', 'start', 4);
            compare(tour.asked);
        });

        // Natively what was learned is part of the library; the modules are given it.
        test(`${name}: ${id} is searched`, () => {
            const { value, error } = JSON.parse(
                api.ask(`weights\t${id}\t${weightsOf(id)}`),
            ) as { value: null; error?: { message: string } };
            assert.equal(value, null, error?.message);
            const tour = new Tour(api, 11);
            for (let i = 0; i < effort; i++) tour.engine(id, 2000);
            compare(tour.asked);
        });
    }
}
