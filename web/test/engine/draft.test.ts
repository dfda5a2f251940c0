// Rule texts: read, refused at the right place, played, compared, and added when they are first asked about.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Engine } from '../../src/engine/engine.ts';
import { draftId, Komwe } from '../../src/engine/komwe.ts';
import { localPost, type Post } from '../../src/engine/post.ts';
import { loadingGames } from '../../src/engine/loaded-games.ts';
import { kalah as fewLines } from '../../src/write/few.ts';
import { KomweError } from '../../src/engine/types.ts';
import { loadModule, MODULES, treePath } from '../support/load.ts';

const module = await loadModule(MODULES[0]);
const kalah = readFileSync(treePath('rules/kalah.rules'), 'utf8').replace(/^game .*$/m, 'game my-kalah');
const small = `game small
name Small
board 2 x 3
start 2
stores captured
sow counterclockwise
end own, empty, facing filled: capture facing; bank here
end anywhere: stop
over either empty: rest to owner
repetition third: rest to owner
`;
const newKomwe = async (): Promise<Komwe> => new Komwe(await localPost(module));

const faultOf = async (komwe: Komwe, text: string): Promise<KomweError> => {
    try {
        await komwe.draft(0, text);
    } catch (error) {
        assert.ok(error instanceof KomweError);
        return error;
    }
    throw new Error('it was read');
};

test('the example in few lines is Kalah, and its rules are seen at once', async () => {
    const lines = fewLines.split('\n');
    assert.ok(lines.length <= 25, `${lines.length} lines`);
    assert.ok(lines.findIndex((line) => line.startsWith('board')) < 10, 'its head is short');
    const komwe = await newKomwe();
    const { id } = await komwe.draft(0, fewLines);
    for (const depth of [1, 4, 6]) assert.equal(await komwe.perft({ game: id }, depth), await komwe.perft({ game: 'kalah' }, depth));
});

test('a text is read and played by the name of its slot', async () => {
    const komwe = await newKomwe();
    const rules = await komwe.draft(0, small);
    assert.deepEqual([rules.id, rules.name, rules.columns], ['=0', 'Small', 3]);
    const place = { game: rules.id };
    const { moves, position } = await komwe.position(place);
    assert.deepEqual(moves.map(({ text }) => text), ['A', 'B', 'C']);
    const [ply] = await komwe.trace(place, 'A');
    assert.deepEqual(ply!.after.hole.slice(0, 6), [0, 3, 3, 2, 2, 2]);
    assert.equal(await komwe.perft(place, 2), 9n);
    assert.equal((await komwe.why(place, 'a')).legal, false);
    assert.equal(position.text, rules.start.text);
});

test('a fault has its line and column, and the text of before stays', async () => {
    const komwe = await newKomwe();
    await komwe.draft(0, small);
    const fault = await faultOf(komwe, small.replace('sow counterclockwise', 'sow widdershins'));
    assert.deepEqual([fault.code, fault.line, fault.column], ['bad-rules', 6, 5]);
    assert.equal((await komwe.position({ game: draftId(0) })).moves.length, 3);
    assert.equal((await faultOf(komwe, `${small}#${'x'.repeat(70_000)}`)).code, 'too-long');
    await assert.rejects(komwe.position({ game: draftId(1) }), /no such draft/);
    await assert.rejects(komwe.rules(draftId(0), 'pits=4'), /without options/);
    await assert.rejects(komwe.rules('=9'), KomweError);
});

test('a difference is found, and both sides of it can be shown', async () => {
    const komwe = await newKomwe();
    await komwe.draft(0, small);
    await komwe.draft(1, small.replace('capture facing; bank here', 'capture facing'));
    const { board, start, differences, compared, unlike } = await komwe.differ(0, 1, 7, 500);
    assert.deepEqual([board, start, compared], [true, true, 500]);
    assert.ok(unlike > 0 && unlike < compared);
    const result = differences.find(({ kind }) => kind === 'result')!;
    const after = await Promise.all(
        [0, 1].map(async (slot) => {
            const [ply] = await komwe.trace({ game: draftId(slot), position: result.position }, result.old!);
            return ply!.after.text;
        }),
    );
    assert.notEqual(after[0], after[1]);
    assert.deepEqual(await komwe.differ(0, 1, 7, 500), { board, start, differences, compared, unlike });
});

test('a move that one text allows, an end that one has, another start and another board are differences', async () => {
    const komwe = await newKomwe();
    await komwe.draft(0, small);
    await komwe.draft(1, small.replace('sow counterclockwise', 'sow counterclockwise\nleast 2'));
    const moves = (await komwe.differ(0, 1, 1, 500)).differences.find(({ kind }) => kind === 'moves')!;
    assert.ok(moves.old !== null && moves.new === null);
    await komwe.draft(1, small.replace('over either empty', 'over own empty'));
    assert.ok((await komwe.differ(0, 1, 1, 2000)).differences.some(({ kind }) => kind === 'end'));
    await komwe.draft(1, small.replace('start 2', 'start 3'));
    assert.equal((await komwe.differ(0, 1, 1, 10)).start, false);
    await komwe.draft(1, small.replace('2 x 3', '2 x 4'));
    const { board, compared } = await komwe.differ(0, 1, 1, 10);
    assert.deepEqual([board, compared], [false, 0]);
    await komwe.draft(1, `# the same\n${small}`);
    assert.deepEqual((await komwe.differ(0, 1, 1, 2000)).unlike, 0);
});

/** Counts the texts that are given. */
function counting(post: Post): Post & { readonly added: () => number } {
    let added = 0;
    return {
        ...post,
        losses: 0,
        ask(request, onReport) {
            if (request.startsWith('add\t')) added++;
            return post.ask(request, onReport);
        },
        added: () => added,
    };
}

test('a game that is a text is given to an API once, when it is first asked about', async () => {
    const texts: Readonly<Record<string, string>> = { 'my-kalah': kalah };
    const asked: string[] = [];
    const find = async (id: string): Promise<string | null> => {
        asked.push(id);
        return texts[id] ?? null;
    };
    const post = counting(await localPost(module));
    const komwe = new Komwe(loadingGames(post, find));
    await komwe.rules('kalah');
    assert.deepEqual(asked, []);
    const game = await komwe.play({ game: 'my-kalah', options: 'seeds=3' });
    await game.enter('A');
    const record = await game.write();
    assert.match(record, /^Game: my-kalah/m);
    assert.equal(post.added(), 1);
    await assert.rejects(komwe.rules('nowhere'), (error) => error instanceof KomweError && error.code === 'unknown-game');

    const other = counting(await localPost(module));
    const [read] = await new Komwe(loadingGames(other, find)).read(record);
    assert.equal((await read!.at(1)).position.text, game.state.position.text);
    assert.equal(other.added(), 1);

    const engine = new Engine(loadingGames(await localPost(module), find), async () => null, { megabytes: 1 });
    const move = await engine.choose(game, 3, 1);
    assert.ok(game.state.moves.some(({ text }) => text === move!.text));
    assert.ok((await engine.search(game, { nodes: 2000 }))!.depth > 1);
});

test('a text that cannot be read is refused with its fault, each time', async () => {
    const komwe = new Komwe(loadingGames(await localPost(module), async () => 'game broken\nboard 9 x 9\n'));
    for (let i = 0; i < 2; i++)
        await assert.rejects(komwe.rules('broken'), (error) => error instanceof KomweError && error.code === 'bad-rules');
});

test('a check finds several faults, each in its line', async () => {
    const komwe = await newKomwe();
    assert.deepEqual((await komwe.check(small)).filter(({ warning }) => !warning), []);
    const broken = small.replace('start 2', 'start many').replace('end anywhere: stop', 'end anywhere: vanish');
    const faults = (await komwe.check(broken)).filter(({ warning }) => !warning);
    assert.deepEqual(faults.map(({ line }) => line), [4, 8]);
});
