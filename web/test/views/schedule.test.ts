// When the events of a move are seen, at each speed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { handAt, layoutOf } from '../../src/board/geometry.ts';
import { SPEEDS } from '../../src/app/speed.ts';
import { EVENTS_MOST, schedule } from '../../src/board/playback.svelte.ts';
import { effectOf } from '../../src/engine/effect.ts';
import { Komwe } from '../../src/engine/komwe.ts';
import { localPost } from '../../src/engine/post.ts';
import type { Ply } from '../../src/engine/types.ts';
import { loadModule, MODULES } from '../support/load.ts';
import { randomFrom } from '../support/tour.ts';

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

/** Of every game: the longest of the moves of two games that are played without much sense. */
async function longestPlies(): Promise<readonly { readonly game: string; readonly ply: Ply }[]> {
    const found: { game: string; ply: Ply }[] = [];
    for (const { id } of await komwe.games()) {
        const random = randomFrom(17);
        const plies: Ply[] = [];
        for (let n = 0; n < 2; n++) {
            const game = await komwe.play({ game: id });
            while (game.state.result === null && game.state.plies < 120) {
                const { moves } = game.state;
                plies.push(...(await game.enter(moves[random() % moves.length]!.text, EVENTS_MOST)));
            }
            await game.close();
        }
        plies.sort((a, b) => b.events.length - a.events.length);
        found.push(...plies.slice(0, 5).map((ply) => ({ game: id, ply })));
    }
    return found;
}

test('the longest moves of every game take no more than four seconds', async () => {
    const longest = await longestPlies();
    assert.ok(new Set(longest.map(({ game }) => game)).size >= 26);
    assert.ok(Math.max(...longest.map(({ ply }) => ply.events.length)) > 200, 'no move is long');
    for (const { game, ply } of longest) {
        const length = lengthOf(schedule(ply.events, 'adaptive'));
        assert.ok(length > 0 && length <= 4000 + 1e-6, `${game} ${ply.move.text}: ${length}`);
    }
});

test('the hand never jumps, and is not over the hole that it drops a seed into', async () => {
    for (const game of ['kiswahili', 'giuthi', 'bulto'])
        for (const compact of [false, true]) {
            const layout = layoutOf(await komwe.rules(game), false, compact);
            const { cells } = layout;
            for (let i = 2; i + 1 < cells.length; i++) {
                const [a, b, c, d] = cells.slice(i - 2, i + 2).map(({ hole }) => hole) as [number, number, number, number];
                const arrived = handAt(layout, { from: b, to: c, past: a }, 1);
                const goesOn = handAt(layout, { from: c, to: d, past: b }, 0);
                assert.ok(Math.hypot(arrived.x - goesOn.x, arrived.y - goesOn.y) < 1e-6);
                assert.ok(Math.abs(arrived.x - layout.cell.get(c)!.x) >= 40);
            }
        }
});

test('captured seeds are carried along the ridge', async () => {
    const layout = layoutOf(await komwe.rules('kiswahili'), false);
    const [from, to] = [layout.cells[10]!.hole, layout.cells[16]!.hole];
    const on = [0.3, 0.5, 0.7].map((way) => handAt(layout, { from, to, carried: true }, way));
    for (const { y } of on) assert.equal(Math.round(y), Math.round(layout.middle));
    assert.notEqual(on[0]!.x, on[2]!.x);
});
