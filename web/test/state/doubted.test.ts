// Sentences that may have become untrue, since their rule has changed.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { doubtedIn } from '../../src/write/doubted.ts';
import { treePath } from '../support/load.ts';

const rulesOf = (game: string): string => readFileSync(treePath(`rules/${game}.rules`), 'utf8');
const oware = rulesOf('oware');
const idsAfter = (text: string, old: string | RegExp, now: string): readonly string[] => {
    const changed = text.replace(old, now);
    assert.notEqual(changed, text);
    return doubtedIn(text, changed).map(({ id }) => id);
};

test('the sentence of the clause that a changed statement cites is doubted', () => {
    assert.deepEqual(idsAfter(oware, 'sow counterclockwise', 'sow clockwise'), ['sow']);
    assert.deepEqual(idsAfter(oware, 'must reach empty [feed]\n', ''), ['feed']);
    assert.deepEqual(idsAfter(oware, 'over stuck: rest to owner', 'over stuck: rest to mover'), ['end']);
    assert.deepEqual(idsAfter(oware, 'makes 2 or 3: capture here', 'makes 2: capture here'), ['capture']);
    assert.deepEqual(idsAfter(oware, 'repetition third: rest to owner', 'repetition third: rest to nobody').slice(0, 1), ['repetition']);
});

test('where the sentence has changed too, or nothing that happens, none is', () => {
    const both = oware.replace('sow counterclockwise', 'sow clockwise').replace('counterclockwise over both', 'clockwise over both');
    assert.deepEqual(doubtedIn(oware, both), []);
    for (const [old, now] of [['name Oware (Abapa)', 'name Mine'], ['pits 2..8 = 6', 'pits 2..8 = 5'], ['sow counterclockwise', 'sow   counterclockwise # as ever']] as const)
        assert.deepEqual(idsAfter(oware, old, now), [], old);
});

test('it is named with the line where it stands', () => {
    const [of] = doubtedIn(oware, oware.replace('sow counterclockwise', 'sow clockwise'));
    assert.match(oware.split('\n')[of!.line - 1]!, /^clause sow /);
    assert.match(of!.sentence, /^A move takes all seeds of an own pit and sows them counterclockwise/);
});

test('in every game that is shipped a statement that is left out is missed by a sentence, if it cites one', () => {
    let asked = 0;
    for (const name of readdirSync(treePath('rules')).filter((of) => of.endsWith('.rules'))) {
        const text = readFileSync(treePath(`rules/${name}`), 'utf8');
        for (const [line, id] of text.matchAll(/^(?:sow|must|over|stores|skip) [^\n]*\[([\w-]+)\]$\n/gm)) {
            if (!new RegExp(`^clause ${id}\\b(?! sw:)[^:]*:`, 'm').test(text)) continue;
            asked++;
            assert.ok(doubtedIn(text, text.replace(line, '')).some((of) => of.id === id), `${name}: ${line}`);
        }
    }
    assert.ok(asked > 100, `${asked} asked`);
});
