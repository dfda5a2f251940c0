// Sentences that a stranger meets first use no word that the game lacks, and no turn of speech of ours.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { en as analyse } from '../../src/analyse/words.en.ts';
import { Komwe } from '../../src/engine/komwe.ts';
import { localPost } from '../../src/engine/post.ts';
import { en as shelf } from '../../src/shelf/words.en.ts';
import { en } from '../../src/words/en.ts';
import { describeEffect, describePly } from '../../src/words/narrate.ts';
import { english, englishTexts, SPOKEN, textsOf } from '../support/catalogue.ts';
import { loadModule, MODULES, treePath } from '../support/load.ts';

test('a move of a single lap is described without the word', async () => {
    const komwe = new Komwe(await localPost(await loadModule(MODULES[0])));
    let several = 0;
    for (const id of ['kalah', 'oware', 'awari', 'adji-boto', 'hus', 'kiswahili']) {
        const rules = await komwe.rules(id);
        for (const { text } of (await komwe.position({ game: id })).moves) {
            const ply = (await komwe.trace({ game: id }, text, 100_000)).at(-1)!;
            const said = describeEffect(en, rules, ply);
            assert.doesNotMatch(said, /\b1 lap\b/, `${id} ${text}`);
            if (/\blaps\b/.test(said)) several++;
        }
    }
    assert.ok(several > 0);
    assert.doesNotMatch(shelf.ends('South', 1, 3), /lap/);
    await komwe.close();
});

test('what a move came to is a sentence of its own, in every language', async () => {
    const komwe = new Komwe(await localPost(await loadModule(MODULES[0])));
    for (const id of ['kalah', 'oware', 'giuthi', 'hus']) {
        const rules = await komwe.rules(id);
        for (const { text } of (await komwe.position({ game: id })).moves) {
            const ply = (await komwe.trace({ game: id }, text, 100_000)).at(-1)!;
            for (const words of [english, ...SPOKEN.map(({ catalogue }) => catalogue)])
                assert.match(describePly(words, rules, ply), /^[^.]+\. [\p{Lu}\d][^.]+\.$/u);
        }
    }
    await komwe.close();
});

test('the home page speaks of no laps, which it has not shown', () => {
    assert.deepEqual(textsOf(shelf).filter(([, text]) => /\blaps?\b/i.test(text)), []);
});

test('nothing is counted where there is nothing', () => {
    for (const { analyse: words } of [english, ...SPOKEN.map(({ catalogue }) => catalogue)])
        for (const said of [words.line('South', 0, 0), words.ended(0, 0)]) assert.doesNotMatch(said, /\b0\b/);
    assert.match(analyse.line('South', 0, 3), /0 of 3/);
});

test('the line of a game is plain English, of players without a gender', () => {
    const UNCLEAR = /\bthe own\b|^what faces|\bwho (?:empties|first)\b|\b(?:he|his|him)\b/i;
    const files = readdirSync(treePath('rules')).filter((name) => name.endsWith('.rules'));
    assert.ok(files.length > 100);
    for (const name of files) {
        const [, summary = ''] = /^summary ((?:.|\n[ \t])*)/m.exec(readFileSync(treePath(`rules/${name}`), 'utf8')) ?? [];
        assert.doesNotMatch(summary, UNCLEAR, name);
    }
});

const ruleTexts = (): readonly (readonly [name: string, line: string])[] => {
    const folder = treePath('rules/');
    const lines = (name: string): readonly string[] => readFileSync(folder + name, 'utf8').replace(/^#.*$/gm, '').replace(/\n +/g, ' ').split('\n');
    return readdirSync(folder).filter((name) => name.endsWith('.rules')).flatMap((name) => lines(name).map((line) => [name, line] as const));
};

test('what is a player’s own is said to be theirs', () => {
    const said = [...Object.keys(SPOKEN[0]!.said), ...textsOf([english, englishTexts]).map(([, text]) => text)].map((text) => ['', text] as const);
    const all = [...ruleTexts(), ...said];
    assert.ok(all.length > 5000, `${all.length} texts`);
    assert.deepEqual(all.filter(([, text]) => /\bthe own\b/i.test(text)), []);
});

/** Of authors, who described games. */
const OF_SOMEBODY = /as the Ludii Portal tells his rules|which his Giuthi asks/;

test('no sentence of a rule text takes a player for a man', () => {
    const ofPlayers = ruleTexts().filter(([, line]) => /\b(he|his|him|himself)\b/i.test(line.replace(OF_SOMEBODY, '')));
    assert.deepEqual(ofPlayers, []);
});
