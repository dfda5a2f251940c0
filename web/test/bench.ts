// How fast the engine is as WebAssembly: positions a second in the modules and natively, in one
// thread and the same search; the median of five runs.

import { askNative, loadFace, MODULES, weightsOf } from './load.ts';
import type { Analysis } from '../src/engine/types.ts';

const RUNS = 5;
const SEARCHES = [
    ['kalah', 1_000_000],
    ['giuthi', 500_000],
    ['kiswahili', 300_000],
    ['kiothi', 300_000],
    ['bulto', 300_000],
    ['bao7', 300_000],
] as const;

/** Kiothi is sown after its first turns. */
const begin = (game: string): string[] => [
    `new\t${game}\t\t`,
    ...(game === 'kiothi' ? ['enter\t0\t0\t=', 'enter\t0\t0\t='] : []),
];

const speedOf = (answer: string): number => {
    const { nodes, microseconds } = (JSON.parse(answer) as { value: Analysis }).value;
    return nodes / microseconds;
};

const median = (list: number[]): number => list.sort((a, b) => a - b)[list.length >> 1]!;

async function measure(name: string, game: string, search: string): Promise<number> {
    const face = await loadFace(name);
    face.ask(`weights\t${game}\t${weightsOf(game)}`);
    for (const request of begin(game)) face.ask(request);
    const speeds: number[] = [];
    for (let run = 0; run <= RUNS; run++) {
        const speed = speedOf(face.ask(search));
        if (run > 0) speeds.push(speed); // the first run compiles
        face.ask('forget');
    }
    return median(speeds);
}

function measureNative(game: string, search: string): number {
    const searches = Array.from({ length: RUNS }, () => ['forget', search]).flat();
    const answers = askNative([...begin(game), ...searches]).slice(begin(game).length);
    return median(answers.filter((_, i) => i % 2 === 1).map((lines) => speedOf(lines.at(-1)!)));
}

console.log('million positions a second\n');
console.log('game        native   vectors          plain');
for (const [game, nodes] of SEARCHES) {
    const search = `search\t0\t\t\t${nodes}\t\t1`;
    const native = measureNative(game, search);
    let row = `${game.padEnd(10)}  ${native.toFixed(2).padStart(6)}`;
    for (const name of MODULES) {
        const speed = await measure(name, game, search);
        row += `   ${speed.toFixed(2).padStart(6)} ${`(${Math.round((100 * speed) / native)} %)`.padEnd(7)}`;
    }
    console.log(row);
}
