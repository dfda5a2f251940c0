// What a player must do is said as something to do, in every game and in every language: nobody's turn
// begins with a refusal.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Komwe } from '../../src/engine/komwe.ts';
import { localPost } from '../../src/engine/post.ts';
import { SPOKEN } from '../support/catalogue.ts';
import { loadModule, MODULES } from '../support/load.ts';

const REFUSAL = /may not|cannot|only some|not (?:be )?(?:allowed|possible)|illegal/;
/** The same in other languages, and the reason that may stand before what is to be done. */
const REFUSALS: Readonly<Record<string, readonly [RegExp, string]>> = {
    es: [/no se puede|no puede|no está permitid|ilegal/, 'no hay captura posible: '],
    fr: [/ne peut pas|ne peuvent pas|interdit|illégal|pas permis/, 'aucune prise n’est possible\u00a0: '],
    sw: [/haiwezi|haliwezi|hayawezi|hairuhusiwi|si kila/, 'haiwezekani kula: '],
};
const PLIES = 200;
const GAMES = 4;

let komwe: Komwe;
before(async () => {
    komwe = new Komwe(await localPost(await loadModule(MODULES[0])));
});

/** The obligations that one game comes to; a small generator chooses its moves. */
async function obligationsIn(id: string, seed: number): Promise<Set<string>> {
    const game = await komwe.play({ game: id });
    const found = new Set<string>();
    let state = seed;
    for (let ply = 0; ply < PLIES && game.state.result === null; ply++) {
        const { moves, obliged } = game.state;
        if (obliged !== null) found.add(obliged.template);
        state = (state * 48271) % 2147483647;
        const move = moves[state % moves.length];
        if (move === undefined) break;
        await game.enter(move.text, 0);
    }
    await game.close();
    return found;
}

test('an obligation says what to do', async () => {
    const found = new Map<string, string>();
    for (const { id } of await komwe.games())
        for (let seed = 1; seed <= GAMES; seed++)
            for (const text of await obligationsIn(id, seed)) found.set(text, id);
    if (process.env.LIST !== undefined) console.log(found);
    assert.ok(found.size >= 8);
    for (const [text, id] of found) {
        assert.doesNotMatch(text.replace('no capture is possible: ', ''), REFUSAL, id);
        for (const { code, said } of SPOKEN) {
            const own = said[text] ?? '';
            assert.notEqual(own, '', `${code}: ${text}`);
            const [refusal, reason] = REFUSALS[code] ?? [/^$/, ''];
            assert.doesNotMatch(own.replace(reason, ''), refusal, `${code} ${id}`);
        }
    }
});
