// Lines "GAME TAB POSITION" in; out, for each, the best line, as JSON, that the page's engine finds there
// within so many milliseconds (the first argument), with the endgame tables that the page builds.

import { createInterface } from 'node:readline';
import type { Analysis } from '../../src/engine/types.ts';
import { loadApi, weightsOf } from '../support/load.ts';

const milliseconds = process.argv[2] ?? '50';
const api = await loadApi('tables.wasm');
const value = (request: string): unknown => (JSON.parse(api.ask(request)) as { value: unknown }).value;

value('hash\t16');
value('tables');
let weighted = '';
for await (const line of createInterface({ input: process.stdin })) {
    const [game, position] = line.split('\t') as [string, string];
    if (game !== weighted) value(`weights\t${game}\t${weightsOf(game)}`);
    weighted = game;
    value(`new\t${game}\t\t${position}`);
    const analysis = value(`search\t0\t\t\t\t${milliseconds}\t1`) as Analysis;
    value('close\t0');
    console.log(JSON.stringify(analysis.lines[0]));
}
