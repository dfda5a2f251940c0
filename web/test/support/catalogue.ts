// All that the page itself says, in both languages, as one catalogue each.

import { en as analyseEn } from '../../src/analyse/words.en.ts';
import { sw as analyseSw } from '../../src/analyse/words.sw.ts';
import { en as embedEn } from '../../src/embed/words.en.ts';
import { sw as embedSw } from '../../src/embed/words.sw.ts';
import { en as lookEn } from '../../src/look/look.en.ts';
import { sw as lookSw } from '../../src/look/look.sw.ts';
import { en as gamesEn } from '../../src/games/words.en.ts';
import { sw as gamesSw } from '../../src/games/words.sw.ts';
import { en as homeEn } from '../../src/shelf/words.en.ts';
import { sw as homeSw } from '../../src/shelf/words.sw.ts';
import { phrases as learnEn } from '../../src/learn/texts.en.ts';
import { phrases as learnSw } from '../../src/learn/texts.sw.ts';
import { en as puzzlesEn } from '../../src/puzzles/words.en.ts';
import { sw as puzzlesSw } from '../../src/puzzles/words.sw.ts';
import { en as rulesEn } from '../../src/clauses/words.en.ts';
import { sw as rulesSw } from '../../src/clauses/words.sw.ts';
import { en as openingsEn } from '../../src/openings/words.en.ts';
import { sw as openingsSw } from '../../src/openings/words.sw.ts';
import { en as shareEn } from '../../src/share/words.en.ts';
import { sw as shareSw } from '../../src/share/words.sw.ts';
import { en as shippedEn } from '../../src/catalogue/words.en.ts';
import { sw as shippedSw } from '../../src/catalogue/words.sw.ts';
import { en as writeEn } from '../../src/write/words.en.ts';
import { sw as writeSw } from '../../src/write/words.sw.ts';
import { en } from '../../src/words/en.ts';
import { sw } from '../../src/words/sw.ts';

/** What every page says, and what one page alone does. */
export const english = { ...en, analyse: analyseEn, embed: embedEn, games: gamesEn, home: homeEn, learn: learnEn, look: lookEn, openings: openingsEn, puzzles: puzzlesEn, rules: rulesEn, share: shareEn, shipped: shippedEn, write: writeEn };
export const swahili = { ...sw, analyse: analyseSw, embed: embedSw, games: gamesSw, home: homeSw, learn: learnSw, look: lookSw, openings: openingsSw, puzzles: puzzlesSw, rules: rulesSw, share: shareSw, shipped: shippedSw, write: writeSw };

/** What is the same in both languages: names, signs, and what has nothing to say. */
export const SAME = new Set([
    ...['app.title', 'place', 'playback.speeds', 'describe.move', 'play.kinds.sow'],
    ...['play.kinds.plant', 'result.ending.rules', 'result.score', 'value.points'],
    ...['puzzles.onward'],
    ...['home.origins.hus', 'home.origins.oware'],
    ...['analyse.opening.versus', 'analyse.review.moment'],
    ...['write.examples.kalah.0', 'write.examples.oware.0', 'write.examples.giuthi.0'],
]);

export const VALUES = ['<1>', '<2>', '<3>'];

/** All texts with their paths; of those that are made of values, one that is. */
export function textsOf(words: unknown, path = '', values: readonly unknown[] = VALUES): [string, string][] {
    if (typeof words === 'string') return [[path, words]];
    if (typeof words === 'function') return [[path, String(words(...values))]];
    return Object.entries(words as object).flatMap(([name, of]) =>
        textsOf(of, path === '' ? name : `${path}.${name}`, values),
    );
}
