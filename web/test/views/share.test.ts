// What is shared: the frames of an animation, and a picture in words.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Komwe } from '../../src/engine/komwe.ts';
import { localPost } from '../../src/engine/post.ts';
import type { Ply } from '../../src/engine/types.ts';
import { captionOf, describe } from '../../src/share/caption.ts';
import { framesOf, LONGEST } from '../../src/share/frames.ts';
import { english, spoken } from '../support/catalogue.ts';
import { loadModule, MODULES } from '../support/load.ts';

const komwe = new Komwe(await localPost(await loadModule(MODULES[0])));

/** The first move is always played. */
async function playedOut(game: string, most: number): Promise<readonly Ply[]> {
    const played = await komwe.play({ game });
    const plies: Ply[] = [];
    while (plies.length < most && played.state.result === null)
        plies.push(...(await played.enter(played.state.moves[0]!.text)));
    await played.close();
    return plies;
}

const lengthOf = (frames: ReturnType<typeof framesOf>): number =>
    frames.reduce((sum, { delay }) => sum + delay, 0);

test('an animation goes forward from the start to the end, at most thirty seconds long', async () => {
    for (const [game, most] of [['kalah', 1], ['hus', 4], ['bulto', 60], ['kiswahili', 200]] as const) {
        const plies = await playedOut(game, most);
        for (const least of [60, 280]) {
            const frames = framesOf(plies, least);
            const last = frames.at(-1)!;
            assert.deepEqual([frames[0]!.ply, frames[0]!.events], [0, 0], game);
            assert.deepEqual([last.ply, last.events], [plies.length - 1, plies.at(-1)!.events.length], game);
            assert.equal(last.delay, 2000);
            assert.ok(lengthOf(frames) <= LONGEST, `${game}: ${lengthOf(frames)} ms`);
            for (const [i, { ply, events, delay }] of frames.entries()) {
                assert.ok(delay % 10 === 0 && delay >= least - 10, `${game}: ${delay} ms`);
                assert.ok(events <= plies[ply]!.events.length);
                const before = frames[i - 1];
                if (before !== undefined) assert.ok(before.ply < ply || (before.ply === ply && before.events < events));
            }
        }
    }
});

test('a move alone shows each seed that is dropped', async () => {
    const plies = await playedOut('kalah', 1);
    const shown = new Set(framesOf(plies, 60).map(({ events }) => events));
    const drops = plies[0]!.events.flatMap(({ kind }, i) => (kind === 'drop' ? [i + 1] : []));
    assert.equal(drops.length, 4);
    drops.pop(); // with it the move has ended
    for (const drop of drops) assert.ok(shown.has(drop), `event ${drop}`);
});

test('a picture says what it shows, in another language too', async () => {
    const rules = await komwe.rules('kalah');
    const move = await komwe.trace({ game: 'kalah' }, 'A');
    const shared = { komwe, rules, position: move[0]!.after, move };
    assert.equal(captionOf(english, shared), 'South: A. North to move.');
    assert.equal(captionOf(english, { ...shared, caption: 'A puzzle' }), 'A puzzle');
    const said = describe(english, shared, 'Kalah');
    assert.match(said, /^Kalah\. South: A\. North to move\. f to a, from the left: 4, 4, 4, 4, 4, 4\. A to F, from the left: 0, 5, 5, 5, 5, 4\./);
    const turned = describe(english, { ...shared, turned: true }, 'Kalah');
    assert.match(turned, /F to A, from the left: 4, 5, 5, 5, 5, 0\. a to f, from the left/);
    assert.match(describe(spoken('sw').catalogue, shared, 'Kalah'), /A hadi F, kutoka kushoto: 0, 5, 5, 5, 5, 4\./);
});
