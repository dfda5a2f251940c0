// The rules as they are shown: each clause stands in one group, and what a board is said to show of a
// clause is what the library says of it.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import examples from '../../rules/shown.json' with { type: 'json' };
import { Komwe } from '../../src/engine/komwe.ts';
import { localPost } from '../../src/engine/post.ts';
import type { GameInfo, Rules } from '../../src/engine/types.ts';
import { GROUPS, groupsOf } from '../../src/clauses/groups.ts';
import { endedBy, shownBy, type Examples, type Shown } from '../../src/clauses/shown.ts';
import { loadModule, MODULES } from '../support/load.ts';

const SHOWN = examples as unknown as Examples;
const grouped = Object.values(GROUPS).flatMap((ids): readonly string[] => ids);

let komwe: Komwe;
let games: readonly GameInfo[];
before(async () => {
    komwe = new Komwe(await localPost(await loadModule(MODULES[0])));
    games = await komwe.games();
});

/** A game by its defaults, and once for each value of each of its options. */
async function allRules(id: string): Promise<Rules[]> {
    const usual = await komwe.rules(id);
    const others = usual.choices.flatMap(({ name, choices }) => (choices ?? []).map((value) => `${name}=${value}`));
    return [usual, ...(await Promise.all(others.map((options) => komwe.rules(id, options))))];
}

test('each clause of each game stands in exactly one group, and no group has another', async () => {
    const known = new Set<string>();
    for (const { id } of games)
        for (const rules of await allRules(id))
            for (const clause of rules.clauses) {
                known.add(clause.id);
                assert.equal(grouped.filter((of) => of === clause.id).length, 1, `${id}: ${clause.id}`);
            }
    assert.deepEqual(grouped.filter((id) => !known.has(id)), []);
});

test('clauses are numbered throughout, and none is left out', async () => {
    for (const { id } of games) {
        const rules = await komwe.rules(id);
        const numbered = groupsOf(rules).flatMap(({ clauses }) => clauses);
        assert.deepEqual(numbered.map(({ number }) => number), rules.clauses.map((_, i) => i + 1), id);
        assert.deepEqual(new Set(numbered.map(({ clause }) => clause)), new Set(rules.clauses), id);
    }
});

async function shows(rules: Rules, clause: string, shown: Shown): Promise<boolean> {
    const place = { game: rules.id, position: shown.position };
    if ('move' in shown) {
        const plies = await komwe.trace(place, shown.move);
        return plies.length === 1 && shownBy(rules, plies[0]!).has(clause);
    }
    if ('over' in shown) return endedBy(rules, await komwe.position(place)).includes(clause);
    const { legal, reason } = await komwe.why(place, shown.refused);
    return !legal && reason?.clause !== null && rules.clauses[reason!.clause]!.id === clause;
}

test('each board shows its clause', async () => {
    let count = 0;
    assert.deepEqual(Object.keys(SHOWN), games.map(({ id }) => id));
    for (const { id } of games) {
        const rules = await komwe.rules(id);
        for (const [clause, shown] of Object.entries(SHOWN[id]!)) {
            assert.ok(await shows(rules, clause, shown), `${id}: ${clause}`);
            count++;
        }
    }
    assert.ok(count > 350, `${count} boards`);
});

/** What no single board can show: counts of positions, of seeds beyond a limit, and of moves; reviews. */
const UNSHOWN = new Set([
    ...['rounds', 'winner', 'rest', 'majority', 'move', 'stop', 'pass', 'relay', 'capture-again', 'swap'],
    ...['turn', 'repetition', 'never-ending', 'endless', 'plant-uncounted', 'harvest-when', 'front-when'],
    ...['end-neither', 'narrow', 'right', 'late-when', 'tax-judged', 'valid', 'house-plant', 'rova', 'house-uncut'],
    ...['block-when', 'block-except', 'block-single', 'block-term', 'block', 'sixteen', 'plant-capture'],
]);

test('every other clause has a board; the start is the board of its own', async () => {
    for (const { id } of games) {
        const { clauses } = await komwe.rules(id);
        const missing = clauses.map((of) => of.id).filter((of) => of !== 'start' && !(of in SHOWN[id]!));
        assert.deepEqual(missing.filter((of) => !UNSHOWN.has(of)), [], id);
    }
});
