// Endgame tables in the page: built in the module when they are needed, the same as natively.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askNative, loadApi, MODULES_WITH_TABLES, weightsOf } from '../support/load.ts';

const EFFORT = Number(process.env.KOMWE_EFFORT ?? '1');
/** Games of two rows of six holes, with their seeds; in the first two all values are exact. */
const GAMES = [['awari', 48], ['kalah', 48], ['oware', 48], ['giuthi', 72]] as const;
const EXACT = 2;

/** Positions with two to ten seeds on the board, the others in the stores. */
function positions(seeds: number, count: number): readonly string[] {
    let state = 1;
    const below = (most: number): number => {
        state = (Math.imul(state, 1103515245) + 12345) >>> 0;
        return (state >>> 8) % most;
    };
    return Array.from({ length: count }, () => {
        const hole = new Array<number>(12).fill(0);
        const left = 2 + below(9);
        hole[below(6)]!++;
        hole[6 + below(6)]!++;
        for (let i = 2; i < left; i++) hole[below(12)]!++;
        const south = below(seeds - left + 1);
        return `${hole.slice(0, 6).join(',')}/${hole.slice(6).join(',')} S ${south}/${seeds - left - south}`;
    });
}

/** What does not depend on the clock. */
const timeless = (answer: string): string => answer.replace(/"microseconds":\d+/g, '');

for (const name of MODULES_WITH_TABLES) {
    for (const [i, [game, seeds]] of GAMES.entries()) {
        test(`${name}, ${game}: what is said near the end is what the library says`, async (context) => {
            const api = await loadApi(name);
            const requests = ['hash\t1', 'tables', `weights\t${game}\t${weightsOf(game)}`];
            for (const position of positions(seeds, 20 * EFFORT))
                requests.push(`new\t${game}\t\t${position}`, 'search\t0\t\t\t300\t\t1', 'choose\t0\t9\t1', 'close\t0');
            const native = askNative(requests);
            const begun = performance.now();
            let first = 0;
            for (const [k, request] of requests.entries()) {
                const answer = api.ask(request);
                if (k === 4) first = performance.now() - begun;
                assert.equal(timeless(answer), timeless(native[k]!.at(-1)!), request);
                if (i < EXACT && request.startsWith('search') && 'value' in JSON.parse(answer))
                    assert.ok(JSON.parse(answer).value.lines[0].proven, requests[k - 1]);
            }
            context.diagnostic(`the tables and a first search: ${Math.round(first)} ms`);
        });
    }
}
