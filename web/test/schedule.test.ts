// When the events of a move are seen, at each speed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { schedule, SPEEDS } from '../src/board/playback.svelte.ts';
import { effectOf } from '../src/engine/effect.ts';
import { Komwe } from '../src/engine/komwe.ts';
import { localPost } from '../src/engine/post.ts';
import type { Ply } from '../src/engine/types.ts';
import { loadModule, MODULES } from './load.ts';

const komwe = new Komwe(await localPost(await loadModule(MODULES[0])));

/** All first moves of some games, and what follows them when the first is always played. */
async function somePlies(): Promise<readonly Ply[]> {
    const plies: Ply[] = [];
    for (const name of ['hus', 'bulto', 'giuthi']) {
        const game = await komwe.play({ game: name });
        for (const { text } of game.state.moves) plies.push(...(await komwe.trace({ game: name }, text)));
        for (let i = 0; i < 20 && game.state.result === null; i++)
            plies.push(...(await game.enter(game.state.moves[0]!.text)));
        await game.close();
    }
    return plies;
}
const plies = await somePlies();
const lengthOf = (times: readonly number[]): number => times[times.length - 1] ?? 0;

test('events follow one another, and a speed is so many times as fast', () => {
    for (const { events } of plies) {
        const usual = schedule(events, 1);
        for (const speed of SPEEDS) {
            const times = schedule(events, speed);
            assert.equal(times.length, events.length);
            times.forEach((time, i) => assert.ok(time >= (times[i - 1] ?? 0)));
            if (speed !== 'adaptive')
                assert.equal(
                    Math.round(lengthOf(times) * speed),
                    speed === 0 ? 0 : Math.round(lengthOf(usual)),
                );
        }
    }
});

test('a whole move takes no more than about four seconds, and its later laps are faster', () => {
    let long = 0;
    for (const ply of plies) {
        const times = schedule(ply.events, 'adaptive');
        assert.ok(lengthOf(times) <= Math.min(4001, lengthOf(schedule(ply.events, 1)) + 1));
        if (lengthOf(schedule(ply.events, 1)) > 8000) long++;
        const { laps } = effectOf(ply);
        const paces = laps.map(({ begin }) => times[begin]! - (times[begin - 1] ?? 0));
        paces.forEach((pace, i) => assert.ok(i === 0 || pace <= paces[i - 1]! + 1e-6));
        if (laps.length > 3) assert.ok(paces[3]! < paces[0]!);
    }
    assert.ok(long > 0, 'no move is long');
});
