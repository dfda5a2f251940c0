// What is pasted is found, whichever game is open: records, positions, lists of moves.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readPasted, type Pasted } from '../../src/analyse/setup/pasted.ts';
import { Komwe } from '../../src/engine/komwe.ts';
import { localPost } from '../../src/engine/post.ts';
import { loadModule, MODULES } from '../support/load.ts';

const komwe = new Komwe(await localPost(await loadModule(MODULES[0])));
const games = await komwe.games();
after(() => komwe.close());

const paste = (text: string, game = 'kiswahili', options = '', before: readonly string[] = []): Promise<Pasted> =>
    readPasted(komwe, games, [{ game, options }, ...before.map((of) => ({ game: of, options: '' }))], text);

/** The ids of what was found, which is closed; the record of the first. */
async function found(pasted: Pasted): Promise<{ ids: readonly string[]; record: string; kind: string }> {
    if ('fault' in pasted) throw new Error(pasted.fault?.message ?? 'nothing');
    const ids = pasted.games.map(({ state }) => state.game);
    const record = await pasted.games[0]!.write();
    for (const game of pasted.games) await game.close();
    return { ids, record, kind: pasted.kind };
}

async function recordOf(game: string, turns: number): Promise<string> {
    const played = await komwe.play({ game });
    for (let i = 0; i < turns; i++) await played.enter(played.state.moves[0]!.text, 0);
    const record = await played.write();
    await played.close();
    return record;
}

test('a position of Hus is opened while Kiswahili is', async () => {
    const { start } = await komwe.rules('hus');
    const { ids, kind } = await found(await paste(start.text));
    assert.ok(ids.includes('hus') && !ids.includes('kiswahili'));
    assert.equal(kind, 'position');
});

test('a list of moves needs no result, and no numbers', async () => {
    const record = await recordOf('kiswahili', 6);
    const list = record.split('\n\n')[1]!.replace('unfinished', '').trim();
    for (const text of [list, list.replace(/\d+\. /g, ''), `${list} unfinished`]) {
        const { ids, record: again, kind } = await found(await paste(text, 'hus'));
        assert.ok(ids.includes('kiswahili'), text);
        assert.equal(kind, 'moves');
        if (ids[0] === 'kiswahili') assert.equal(again, record);
    }
});

test('a record without its result is opened with its headers and comments', async () => {
    const whole = 'Game: giuthi\nSouth: Ann\nResult: unfinished\n\n1. C> {well} d>\nunfinished\n';
    const read = await komwe.read(whole).catch(() => []);
    if (read.length === 0) assert.fail('the moves of this test are not legal');
    await read[0]!.close();
    const { ids, record } = await found(await paste(whole.replace(/Result.*\n/, '').replace('\nunfinished', '')));
    assert.deepEqual(ids, ['giuthi']);
    assert.match(record, /South: Ann/);
    assert.match(record, /C>\s+\{well\}/);
});

test('of several games it is the open one, else the one before, else all are to choose from', async () => {
    const idsOf = async (...args: Parameters<typeof paste>) => (await found(await paste(...args))).ids;
    assert.deepEqual(await idsOf('A a', 'oware'), ['oware']);
    assert.deepEqual(await idsOf('A a', 'hus', '', ['kiswahili', 'awari', 'kalah']), ['awari']);
    const all = await idsOf('A a', 'hus');
    assert.ok(all.length > 1);
    assert.equal(new Set(all).size, all.length);
    const { start } = await komwe.rules('hus');
    assert.deepEqual(await idsOf(start.text, 'hus'), ['hus']);
});

test('options of the open game are used first', async () => {
    const { start } = await komwe.rules('kalah', 'pits=3');
    const { ids, record } = await found(await paste(start.text, 'kalah', 'pits=3'));
    assert.deepEqual(ids, ['kalah']);
    assert.match(record, /Options: .*pits=3/);
});

test('a resignation is kept', async () => {
    const { record } = await found(await paste('1. A a over N resign', 'oware'));
    assert.match(record, /over N resign/);
});

test('the game that gets furthest says what is wrong', async () => {
    const list = (await recordOf('kiswahili', 4)).split('\n\n')[1]!.replace('unfinished', '');
    const pasted = await paste(`${list} Z9`, 'oware');
    assert.ok('fault' in pasted && pasted.fault !== null);
    assert.match(pasted.fault.message, /Z9/);
});

test('a record of rules that are known by their checksum hinders nothing', async () => {
    const toguz = { game: 'oware', options: 'pits=5 rules=01234567' };
    const gone = { game: 'nowhere', options: '' };
    const list = (await recordOf('kalah', 4)).split('\n\n')[1]!.replace('unfinished', '');
    const { ids } = await found(await readPasted(komwe, games, [gone, toguz, { game: 'kalah', options: '' }], list));
    assert.deepEqual(ids, ['kalah']);
    const { start } = await komwe.rules('kalah');
    assert.ok('games' in (await readPasted(komwe, games, [gone, toguz], start.text)));
});

test('a record without its result is opened under its rules, and under no others', async () => {
    const record = await recordOf('giuthi', 3);
    const cut = (rules: string): string =>
        record
            .replace(/^Result.*\n/m, '')
            .replace(/unfinished\s*$/, '')
            .replace('\n', `\nOptions: pits=6 rules=${rules}\n`);
    const pasted = await paste(cut('01234567'));
    const why = 'fault' in pasted ? pasted.fault!.message : '';
    assert.match(why, /have changed/);
    assert.deepEqual((await found(await paste(cut(/now it is (\w+)/.exec(why)![1]!)))).ids, ['giuthi']);
});

test('the open game says what is wrong, unless another one reads more than half of the moves', async () => {
    const gameOf = async (...args: Parameters<typeof paste>): Promise<string | undefined> => {
        const pasted = await paste(...args);
        assert.ok('fault' in pasted && pasted.fault !== null);
        return pasted.by;
    };
    assert.equal(await gameOf('1. 7 9 2. 6 8', 'oware'), 'oware');
    assert.equal(await gameOf('1. A4 Z9 2. 6 8', 'oware', '', ['kiswahili']), 'oware');
    const list = (await recordOf('kiswahili', 4)).split('\n\n')[1]!.replace('unfinished', '');
    assert.match((await gameOf(`${list} Z9`, 'oware'))!, /^(bao\d+|kiswahili)$/);
    assert.equal(await gameOf('1,2/3,4 S 0/0', 'hus'), 'hus');
});

test('nothing is found in nothing', async () => {
    assert.deepEqual(await paste('  '), { fault: null });
    assert.deepEqual(await paste('{only this}'), { fault: null });
});
