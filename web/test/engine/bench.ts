// How fast the engine is as WebAssembly: positions a second in the modules and natively, in one
// thread and the same search.  The runs take turns and the fastest of five counts, since whatever
// else the machine does only slows them down.

import { loadApi, MODULES, weightsOf } from '../support/load.ts';
import { begin, nativeRunner, RUNS, searchFor, SEARCHES, speedOf } from '../support/searches.ts';

/** An API with the game on its board; asked again and again for a search, and its speed. */
async function moduleRunner(name: string, game: string, search: string): Promise<() => number> {
    const api = await loadApi(name);
    api.ask(`weights\t${game}\t${weightsOf(game)}`);
    for (const request of begin(game)) api.ask(request);
    api.ask(search); // compiles
    return () => {
        api.ask('forget');
        return speedOf(api.ask(search));
    };
}

console.log('million positions a second\n');
console.log('game        native   vectors          plain');
for (const [game, nodes] of SEARCHES) {
    const search = searchFor(nodes);
    const runners = [nativeRunner(game, search)];
    for (const name of MODULES) runners.push(await moduleRunner(name, game, search));
    const best = runners.map(() => 0);
    for (let run = 0; run < RUNS; run++)
        runners.forEach((runner, i) => (best[i] = Math.max(best[i]!, runner())));
    const [native, ...modules] = best as [number, ...number[]];
    const cells = modules.map((speed) => {
        const share = `(${Math.round((100 * speed) / native)} %)`;
        return `   ${speed.toFixed(2).padStart(6)} ${share.padEnd(7)}`;
    });
    console.log(`${game.padEnd(10)}  ${native.toFixed(2).padStart(6)}${cells.join('')}`);
}
