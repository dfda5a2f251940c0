// What the home page shows before the engine is there is what the engine says.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Komwe } from '../../src/engine/komwe.ts';
import { localPost } from '../../src/engine/post.ts';
import type { Event, Ply } from '../../src/engine/types.ts';
import { captionOf } from '../../src/home/caption.ts';
import { FIRST_GAME, FIRST_LESSON, KNOWN_GAMES, onShelf, SHELF, SOWINGS } from '../../src/shelf/shelf.ts';
import { en as home } from '../../src/shelf/words.en.ts';
import { LADDER, LESSONS } from '../../src/lessons/lessons.ts';
import { en } from '../../src/words/en.ts';
import { english, SPOKEN } from '../support/catalogue.ts';
import { loadModule } from '../support/load.ts';

const CATALOGUES = [english, ...SPOKEN.map(({ catalogue }) => catalogue)];

let komwe: Komwe;
before(async () => {
    komwe = new Komwe(await localPost(await loadModule('komwe.wasm')));
});

test('the games and their boards are those of the library', async () => {
    const games = await komwe.games();
    assert.deepEqual(SHELF.map(({ id }) => id), games.map(({ id }) => id));
    for (const { lesson, start, ...shown } of SHELF) {
        const rules = await komwe.rules(shown.id);
        const { id, name, summary, where, board, marks } = rules;
        const places = Object.fromEntries(Object.entries(rules.places));
        assert.deepEqual(shown, { id, name, summary, where, board, places, marks });
        assert.deepEqual(start, { hole: rules.start.hole, mark: rules.start.mark }, id);
        assert.equal(lesson, LESSONS.some((one) => one.rules === id), id);
    }
    assert.ok(onShelf(FIRST_GAME)?.lesson);
    assert.equal(LESSONS[0]!.id, FIRST_LESSON);
});

test('every game that is no step has its line and its origin', () => {
    const steps = LADDER.map(({ rules }) => rules).filter((id) => /^bao\d+$/.test(id));
    const others = SHELF.map(({ id }) => id).filter((id) => !steps.includes(id)).sort();
    assert.deepEqual(Object.keys(home.lines).sort(), others);
    assert.deepEqual(Object.keys(home.origins).sort(), others);
});

const withoutClauses = (events: readonly Event[]): readonly Event[] =>
    events.map((event) => ({ ...event, clause: null }));
const withoutText = ({ before: from, after: to }: Ply) => [
    { ...from, text: '' },
    { ...to, text: '' },
];

test('the moves that are shown are played by the library, event by event', async () => {
    assert.deepEqual(SOWINGS.map(({ game }) => game), [...KNOWN_GAMES, 'kiswahili']);
    for (const { game, name, board, places, marks, plies } of SOWINGS) {
        const rules = await komwe.rules(game);
        assert.deepEqual([name, board, marks], [rules.name, rules.board, rules.marks]);
        assert.deepEqual(places, Object.fromEntries(Object.entries(rules.places)));
        const first = plies[0]!.before;
        const { position } = await komwe.compose(game, '', first);
        const played = await komwe.play({ game, position: position.text });
        assert.ok(plies.length >= 6, game);
        for (const shown of plies) {
            const [ply] = await played.enter(shown.move.text);
            assert.deepEqual(shown.move, ply!.move);
            assert.deepEqual(shown.events, withoutClauses(ply!.events));
            assert.deepEqual(withoutText(shown), withoutText(ply!));
        }
        await played.close();
    }
});

test('each moment of a move that is shown is described in one sentence', () => {
    for (const words of CATALOGUES)
        for (const sowing of SOWINGS)
            for (const ply of sowing.plies) {
                const said = Array.from({ length: ply.events.length + 1 }, (_, done) =>
                    captionOf(words, words.home, sowing, ply, done),
                );
                for (const text of said) assert.match(text, /^\p{Lu}.*\.$/u);
                const laps = ply.events.filter(({ kind }) => kind === 'lift' || kind === 'plant').length;
                assert.ok(new Set(said).size > Math.min(laps, 1), said.join('\n'));
            }
});

test('what was taken is said when it is taken: two facing holes at once, and whether it is sown', () => {
    const bao = SOWINGS.find(({ game }) => game === 'kiswahili');
    const ply = bao!.plies.find(({ events }) => events.some(({ kind }) => kind === 'capture'))!;
    const at = ply.events.findIndex(({ kind }) => kind === 'capture');
    const { count } = ply.events[at]!;
    const player = en.players[ply.mover]!;
    assert.equal(captionOf(en, home, bao!, ply, at + 1), home.takesOn(player, count));
    const oware = SOWINGS.find(({ game }) => game === 'oware')!;
    const taken = oware.plies.find(({ events }) => events.some(({ kind }) => kind === 'capture'))!;
    const last = taken.events.findLastIndex(({ kind }) => kind === 'capture') + 1;
    assert.match(captionOf(en, home, oware, taken, last), /^(South|North) (has taken|sowed, and took) \d+ seeds?\.$/);
});

test('a last seed in the store is said to move again, and no game without laps speaks of them', () => {
    for (const words of CATALOGUES) {
        const { home: h } = words;
        const kalah = SOWINGS.find(({ game }) => game === 'kalah')!;
        const ends = kalah.plies.map((ply) => captionOf(words, h, kalah, ply, ply.events.length));
        assert.ok(ends.some((text) => text === h.again(words.players[0]!) || text === h.again(words.players[1]!)), ends.join('\n'));
        for (const text of ends) assert.doesNotMatch(text, /\blaps?\b|\bduru\b|\btours?\b/);
    }
});

test('the first screen says in one sentence what mancala is, without a count of games', () => {
    for (const { home: h } of CATALOGUES) {
        assert.match(h.lead, /^[^.]*\bmancala\b[^.]*\.$/i);
        assert.doesNotMatch([h.title, h.lead, h.free, h.begin, h.groups.all].join(' '), /\d/);
    }
});
