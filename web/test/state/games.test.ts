// Games are kept: two stores are two tabs.

import 'fake-indexeddb/auto';
import { forceCloseDatabase } from 'fake-indexeddb';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Komwe } from '../../src/engine/komwe.ts';
import { localPost } from '../../src/engine/post.ts';
import { KomweError } from '../../src/engine/types.ts';
import { holds } from '../../src/app/search.ts';
import { isIn } from '../../src/games/filter.ts';
import { newId, recorded, type KeptGame } from '../../src/kept/kept.ts';
import { readRecords, writeRecords } from '../../src/games/records.ts';
import { GameStore } from '../../src/kept/store.ts';
import { loadModule, MODULES } from '../support/load.ts';

const komwe = new Komwe(await localPost(await loadModule(MODULES[0])));
const opened: GameStore[] = [];
async function openStore(name: string): Promise<GameStore> {
    const store = await GameStore.open(name);
    opened.push(store);
    return store;
}
after(() => opened.forEach((store) => store.close()));

/** A game of so many moves: always the first, or the last. */
async function played(moves: number, which: 0 | -1 = 0, id = newId()): Promise<KeptGame> {
    const game = await komwe.play({ game: 'kalah' });
    for (let i = 0; i < moves; i++) await game.enter(game.state.moves.at(which)!.text);
    const kept = { ...(await recorded(game)), id, title: '', seats: ['human', 3] as const };
    await game.close();
    return { ...kept, turned: false, paused: false, begun: 1_000, played: 2_000 + moves };
}
const save = (store: GameStore, game: KeptGame) => store.save(Promise.resolve(game));
const plies = async (store: GameStore): Promise<readonly number[]> => (await store.list()).map((of) => of.plies);

test('a game is found again as it was kept, the last played first', async () => {
    const store = await openStore('found');
    const [one, other] = [await played(1), await played(4)];
    assert.deepEqual(await save(store, one), { as: 'kept' });
    assert.deepEqual(await save(store, other), { as: 'kept' });
    const again = await openStore('found');
    assert.deepEqual(await again.list(), [other, one]);
    assert.deepEqual(await again.take(one.id), one);
    assert.equal(await again.take('nothing'), undefined);
});

test('a tab goes on with its own game, whatever it does: a move, one taken back', async () => {
    const store = await openStore('own');
    for (const moves of [0, 2, 1, 3]) {
        assert.deepEqual(await save(store, await played(moves, 0, 'g')), { as: 'kept' });
        assert.equal(await store.isBehind('g'), false);
    }
    assert.deepEqual(await plies(store), [3]);
});

test('of two tabs the one that is behind loses nothing, and changes nothing', async () => {
    const [one, other] = [await openStore('tabs'), await openStore('tabs')];
    await save(one, await played(1, 0, 'g'));
    assert.equal((await other.take('g'))!.plies, 1);
    assert.deepEqual(await save(one, await played(2, 0, 'g')), { as: 'kept' });
    assert.equal(await other.isBehind('g'), true);
    assert.deepEqual(await save(other, await played(1, 0, 'g')), { as: 'behind' });
    const parted = await save(other, await played(3, -1, 'g'));
    assert.ok(parted.as === 'parted');
    assert.deepEqual([...(await plies(one))].sort(), [2, 3]);
    // What was on its way under the old id goes on with the new one.
    assert.deepEqual(await save(other, await played(4, -1, 'g')), { as: 'kept' });
    assert.equal((await one.take(parted.id))!.plies, 4);
    assert.equal((await one.take('g'))!.plies, 2);
    // Once it has been loaded, it is gone on with.
    assert.equal((await other.take('g'))!.plies, 2);
    assert.deepEqual(await save(other, await played(3, 0, 'g')), { as: 'kept' });
});

test('a tab learns what another one keeps, and not of what it keeps itself', async () => {
    const [one, other] = [await openStore('received'), await openStore('received')];
    one.listen(() => assert.fail('its own game'));
    const received = new Promise<string>((resolve) => {
        const end = other.listen((id) => {
            end();
            resolve(id);
        });
    });
    await save(one, await played(1, 0, 'received'));
    assert.equal(await received, 'received');
});

test('a game that is played while it is deleted is kept again', async () => {
    const [one, other] = [await openStore('deleted'), await openStore('deleted')];
    await save(one, await played(1, 0, 'g'));
    await other.remove('g');
    assert.deepEqual(await one.list(), []);
    assert.deepEqual(await save(one, await played(2, 0, 'g')), { as: 'kept' });
    assert.deepEqual(await plies(other), [2]);
});

test('a title given elsewhere stays when the game goes on', async () => {
    const [one, other] = [await openStore('title'), await openStore('title')];
    await save(one, await played(1, 0, 'g'));
    await other.rename('g', 'Mine');
    assert.deepEqual(await save(one, await played(2, 0, 'g')), { as: 'kept' });
    assert.deepEqual((await one.list()).map(({ title }) => title), ['Mine']);
});

test('without room a game goes on in memory, and is stored when there is room again', async (context) => {
    const store = await openStore('full');
    await save(store, await played(1, 0, 'g'));
    const put = context.mock.method(IDBObjectStore.prototype, 'put', () => {
        throw new DOMException('', 'QuotaExceededError');
    });
    assert.deepEqual(await save(store, await played(2, 0, 'g')), { as: 'unkept', fault: 'full' });
    assert.equal((await store.take('g'))!.plies, 2);
    assert.deepEqual(await plies(store), [2]);
    assert.equal(await store.add([await played(5)]), 'full');
    put.mock.restore();
    assert.deepEqual(await save(store, await played(3, 0, 'g')), { as: 'kept' });
    assert.deepEqual([...(await plies(await openStore('full')))], [3]);
});

test('without IndexedDB too', async (context) => {
    context.mock.method(indexedDB, 'open', () => {
        throw new DOMException('', 'SecurityError');
    });
    const store = await openStore('none');
    assert.deepEqual(await save(store, await played(2, 0, 'g')), { as: 'unkept', fault: 'unavailable' });
    assert.equal((await store.take('g'))!.plies, 2);
    await store.remove('g');
    assert.deepEqual(await store.list(), []);
});

test('when the browser clears its store, a game that goes on is stored again', async (context) => {
    const opening = context.mock.method(indexedDB, 'open');
    const store = await openStore('cleared');
    await save(store, await played(1, 0, 'g'));
    const request = opening.mock.calls[0]!.result as IDBOpenDBRequest;
    forceCloseDatabase(request.result as unknown as Parameters<typeof forceCloseDatabase>[0]);
    await new Promise((done) => (indexedDB.deleteDatabase('cleared').onsuccess = done));
    assert.deepEqual(await save(store, await played(2, 0, 'g')), { as: 'kept' });
    assert.deepEqual(await plies(await openStore('cleared')), [2]);
});

test('a stored game that is damaged hides no other', async () => {
    const store = await openStore('damaged');
    const good = await played(1, 0, 'good');
    const damaged = [
        { id: 'bare' },
        { ...good, id: 'seats', seats: null },
        { ...good, id: 'record', record: 5 },
        { ...good, id: 'position', position: null },
        { ...good, id: 'played', played: 'x' },
    ];
    assert.equal(await store.add([good, ...(damaged as unknown as KeptGame[])]), null);
    assert.deepEqual(await store.list(), [good]);
    for (const { id } of damaged) assert.equal(await store.take(id), undefined);
});

test('games go into one text and come back the same but for their ids', async () => {
    const games: KeptGame[] = [];
    for (let moves = 0; moves < 70; moves++) // more than can be open at once
        games.push({ ...(await played(moves % 7)), title: moves % 2 === 0 ? '' : `Mchezo “${moves}”` });
    const text = await writeRecords(komwe, games);
    const back = await readRecords(komwe, text);
    const bare = (all: readonly KeptGame[]) => all.map((game) => ({ ...game, id: '' }));
    assert.deepEqual(bare(back), bare(games));
    assert.equal(new Set(back.map(({ id }) => id)).size, 70);
    assert.deepEqual(await readRecords(komwe, text.replaceAll('\n', '\r\n')).then(bare), bare(games));
});

test('a fault in a text is named by its line', async () => {
    const text = await writeRecords(komwe, [await played(1), await played(3), await played(2)]);
    const lines = text.split('\n');
    const second = lines.indexOf(lines[0]!, 1);
    lines.splice(second + 1, 0, 'Start: nonsense');
    await assert.rejects(readRecords(komwe, lines.join('\n')), (error) => {
        assert.ok(error instanceof KomweError);
        assert.equal(error.line, second + 2, error.message);
        return true;
    });
    assert.deepEqual(await readRecords(komwe, ''), []);
});

test('games are found by words and by how they ended', async () => {
    const won = { text: '1-0', outcome: 'S', ending: 'rules', score: null, narrow: false } as const;
    const of = (seats: KeptGame['seats'], result: KeptGame['result']) =>
        (['all', 'on', 'over', 'won', 'lost', 'drawn'] as const).filter((state) => isIn({ seats, result }, state));
    assert.deepEqual(of(['human', 3], null), ['all', 'on']);
    assert.deepEqual(of(['human', 3], won), ['all', 'over', 'won']);
    assert.deepEqual(of([3, 'human'], won), ['all', 'over', 'lost']);
    assert.deepEqual(of(['human', 'human'], won), ['all', 'over']);
    assert.deepEqual(of(['human', 3], { ...won, outcome: 'draw' }), ['all', 'over', 'drawn']);
    assert.ok(holds(['Bao la Kiswahili', 'With Amina'], 'amina BAO'));
    assert.ok(!holds(['Hus'], 'bao'));
});
