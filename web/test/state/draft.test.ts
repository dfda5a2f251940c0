// What the editor writes is what the library writes, and what the library finds fault with is found on
// the board: in positions of random games of every rule set.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftOf, placeAt, seedsOf, shownFields, writeDraft } from '../../src/analyse/setup/draft.ts';
import type { GameInfo, Position, Rules, Situation } from '../../src/engine/types.ts';
import { loadApi } from '../support/load.ts';
import { randomFrom } from '../support/tour.ts';

const api = await loadApi('komwe-plain.wasm');
const ask = (...fields: (string | number)[]) =>
    JSON.parse(api.ask(fields.join('\t'))) as {
        value?: unknown;
        error?: { message: string; column: number };
    };
const valueOf = <T>(...fields: (string | number)[]): T => ask(...fields).value as T;

/** The positions of a random game. */
function* positions(game: string, plies: number): Generator<Position> {
    const random = randomFrom(5);
    let at = valueOf<Situation>('position', game, '', 'start');
    for (let ply = 0; ply < plies && at.moves.length > 0; ply++) {
        yield at.position;
        const move = at.moves[random() % at.moves.length]!;
        const traced = valueOf<{ after: Position }[]>(
            'trace',
            game,
            '',
            at.position.text,
            move.text,
            0,
        );
        const { after } = traced[traced.length - 1]!;
        at = valueOf<Situation>('position', game, '', after.text);
    }
    yield at.position;
}

/** What the library needs, and no player. */
const INTERNAL = ['undo', 'memory', 'lifts', 'last', 'over', 'hand'];

for (const { id } of valueOf<GameInfo[]>('games')) {
    const rules = valueOf<Rules>('rules', id, '');
    const seeds = seedsOf(draftOf(rules.start));

    test(`${id}: the text of a draft`, () => {
        for (const position of positions(id, 40)) {
            const draft = draftOf(position);
            assert.equal(writeDraft(rules, draft), position.text);
            assert.equal(seedsOf(draft), seeds);
            for (const name of draft.fields.keys())
                assert.ok([...shownFields(rules, draft), ...INTERNAL].includes(name), name);
            for (const name of shownFields(rules, draft)) assert.ok(!INTERNAL.includes(name), name);
        }
    });

    test(`${id}: where a draft is at fault`, () => {
        for (const hole of rules.board.flat()) {
            const { table, fields } = draftOf(rules.start);
            const text = writeDraft(rules, { table, fields });
            // A count that cannot be one is refused where it stands.
            const wrong = { ...table, hole: table.hole.with(hole, 999) };
            const bad = writeDraft(rules, { table: wrong, fields });
            const { error } = ask('position', id, '', bad);
            assert.notEqual(bad, text);
            assert.notEqual(error, undefined);
            if (error!.column > 1) assert.equal(placeAt(rules, bad, error!.column), hole);
            else assert.equal(hole, rules.board[0]![0]);
        }
    });
}
