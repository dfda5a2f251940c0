// Matches of rounds, as the library sets up the next one and as a record keeps where one stands.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Komwe } from '../../src/engine/komwe.ts';
import { localPost } from '../../src/engine/post.ts';
import { KomweError } from '../../src/engine/types.ts';
import { noteRound, roundOf, wonWith } from '../../src/match/rounds.ts';
import { loadModule, MODULES } from '../support/load.ts';

const komwe = new Komwe(await localPost(await loadModule(MODULES[0])));
const textWith = (rounds: string): string => `game rounds
board 2 x 5
start 4
stores captured
sow counterclockwise
end next filled: relay next
end beyond filled: capture beyond
over left 1 or fewer: rest to owner
${rounds}
`;
const OVER = '0,0,0,0,0/0,0,0,0,1 N 13/26';

test('the next round begins with what the players have won', async () => {
    const { id } = await komwe.draft(0, textWith('rounds left closed, loser begins, need 4'));
    const end = (position: string) => komwe.round({ game: id, position }, 'S', 'S', [0, 0]);
    assert.equal((await end(OVER))?.next?.text, '4,4,4,4,4/4,4,4,0x,0x S 2/6');
    const last = await end('0,0,0,0,0/0,0,0,0,0 N 3/37');
    assert.deepEqual([last?.next, last?.result.outcome], [null, 'N'], 'the match is over');
    assert.equal(await end('start'), null, 'the round is not over');
});

test('who begins it is said by who began the last, or moved last', async () => {
    const { id } = await komwe.draft(0, textWith('rounds left, last mover begins, need 4'));
    const begins = async (moved: 'S' | 'N') => (await komwe.round({ game: id, position: OVER }, 'S', moved, [0, 0]))?.next?.turn;
    assert.deepEqual([await begins('S'), await begins('N')], [0, 1]);
    const other = await komwe.draft(1, textWith('rounds left, in turn, need 4'));
    const follows = async (began: 'S' | 'N') => (await komwe.round({ game: other.id, position: OVER }, began, 'S', [0, 0]))?.next?.turn;
    assert.deepEqual([await follows('S'), await follows('N')], [1, 0]);
});

test('a game without rounds has no next one', async () => {
    const { id } = await komwe.draft(0, textWith('turn'));
    assert.equal(await komwe.round({ game: id, position: OVER }, 'S', 'N', [0, 0]), null);
    await assert.rejects(komwe.round({ game: id, position: OVER }, 'X' as 'S', 'N', [0, 0]), KomweError);
});

test('a match is won by rounds, or lost by who has too little to begin', async () => {
    const { id } = await komwe.draft(0, textWith('rounds left, in turn, need 15, win 2'));
    const end = (position: string, won: [number, number]) => komwe.round({ game: id, position }, 'S', 'S', won);
    const few = await end(OVER, [1, 0]);
    assert.deepEqual([few?.next, few?.result.outcome], [null, 'N'], 'South has 14 seeds');
    const fourth = '0,0,0,0,0/0,0,0,0,0 N 19/21';
    assert.notEqual((await end(fourth, [1, 0]))?.next, null);
    const second = await end(fourth, [0, 1]);
    assert.deepEqual([second?.next, second?.result.outcome], [null, 'N']);
});

test('a record says which round of a match it is', async () => {
    const game = await komwe.play({ game: 'kalah' });
    assert.deepEqual(roundOf((await game.score()).headers), { number: 1, won: [0, 0] });
    const third = { number: 3, won: [1, 0] } as const;
    await noteRound(game, third);
    const [again] = await komwe.read(await game.write());
    assert.deepEqual(roundOf((await again!.score()).headers), third);
    assert.deepEqual(wonWith(third, { outcome: 'N' }), [1, 1]);
    assert.deepEqual(wonWith(third, { outcome: 'draw' }), [1, 0]);
    for (const wrong of ['', 'x', '0, won 0-0', '2, won 1', '2, won 1-99999'])
        assert.deepEqual(roundOf([['Round', wrong]]), { number: 1, won: [0, 0] }, wrong);
    await game.close();
    await again!.close();
});
