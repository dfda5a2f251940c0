// Events carried out by the page make the position that the library has come to; and perft numbers.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { localPost } from '../../src/engine/post.ts';
import { Komwe } from '../../src/engine/komwe.ts';
import { effectOf } from '../../src/engine/effect.ts';
import { positionBytes, replay, stages, tableOf } from '../../src/engine/replay.ts';
import { EVENT_KINDS, type Ply } from '../../src/engine/types.ts';
import { loadApi, loadModule, MODULES, treePath } from '../support/load.ts';
import { randomFrom } from '../support/tour.ts';

const komwe = new Komwe(await localPost(await loadModule(MODULES[0])));
const games = await komwe.games();

test('the page calls events what the library calls them', async () => {
    const api = await loadApi(MODULES[0]);
    const { value } = JSON.parse(api.ask('about')) as { value: { events: string[] } };
    assert.deepEqual(value.events, EVENT_KINDS);
});

/** Every stage of the page is that of the library; of long moves, some. */
async function checkStages(game: string, ply: Ply): Promise<void> {
    const all = stages(ply.before, ply.events);
    const step = 1 + Math.floor(all.length / 40);
    const place = { game, position: ply.before.text };
    for (let i = 0; i < all.length; i += step)
        assert.equal(positionBytes(all[i]!), await komwe.stage(place, ply.move.text, i));
}

function checkPly(ply: Ply): void {
    const table = tableOf(ply.before);
    for (const event of ply.events) replay(table, event);
    assert.equal(positionBytes(table), positionBytes(ply.after), ply.before.text + ply.move.text);
    const all = stages(ply.before, ply.events);
    assert.equal(all.length, ply.events.length + 1);
    assert.deepEqual(all.at(-1), table);
    checkEffect(ply);
}

/** What is drawn together from the events agrees with the two positions. */
function checkEffect(ply: Ply): void {
    const effect = effectOf(ply);
    const gained = [...effect.changes.values()].reduce((sum, change) => sum + change, 0);
    assert.equal(gained, ply.before.hand - ply.after.hand);
    const dropped = ply.events.filter((event) => event.kind === 'drop').length;
    assert.equal(effect.laps.flatMap((lap) => lap.path).length, dropped);
    for (const hole of effect.captured) assert.ok(ply.events.some((event) => event.from === hole));
}

for (const { id } of games) {
    test(`${id}: a replayed trace makes the next position`, async () => {
        const random = randomFrom(3);
        const game = await komwe.play({ game: id });
        for (let turn = 0; turn < 80 && game.state.result === null; turn++) {
            const { moves, position } = game.state;
            const { text } = moves[random() % moves.length]!;
            const traced = await komwe.trace({ game: id, position: position.text }, text);
            const played = await game.enter(text);
            assert.deepEqual(played, traced);
            played.forEach(checkPly);
            await checkStages(id, played[0]!);
            const composed = await komwe.compose(id, '', played.at(-1)!.after);
            assert.deepEqual(composed.position, game.state.position);
        }
        await game.close();
    });
}

// ---- perft -----------------------------------------------------------------------------------

const MOST = 20_000;

/** The lines of tests/perft, with the fields that stand for those of the line before. */
function* perftLines(): Generator<string[]> {
    for (const file of readdirSync(treePath('tests/perft')).filter((name) => name.endsWith('.txt'))) {
        let before: string[] = [];
        for (const line of readFileSync(treePath(`tests/perft/${file}`), 'utf8').split('\n')) {
            if (line === '' || line.startsWith('#')) continue;
            before = line.split('|').map((field, i) => {
                const text = field.trim();
                return text === '"' ? before[i]! : text;
            });
            yield before;
        }
    }
}

const orNothing = (text: string): string => (text === '-' ? '' : text);

for (const name of MODULES) {
    test(`${name}: counts of moves`, async () => {
        const library = new Komwe(await localPost(await loadModule(name)));
        let counted = 0;
        for (const [game, options, start, moves, depth, count] of perftLines()) {
            if (Number(count) > MOST) continue;
            const place = { game: game!, options: orNothing(options!) };
            const played = await library.play({ ...place, position: orNothing(start!) });
            for (const word of orNothing(moves!).split(' ').filter(Boolean)) await played.enter(word);
            const position = played.state.position.text;
            const found = await library.perft({ ...place, position }, Number(depth));
            assert.equal(found, BigInt(count!), `${game} ${options} ${start} ${moves} ${depth}`);
            await played.close();
            counted++;
        }
        assert.ok(counted > 100);
    });
}
