// How the page feels, in figures, each the median of five runs in headless Chromium: when a first visitor
// can use a board on a slow network and machine, how evenly an animation runs, how soon an input is answered
// while the engine thinks, and how fast it thinks.

import type { Page } from 'playwright-core';
import type { FromWorker, ToWorker } from '../src/engine/post.ts';
import { weightsOf } from '../test/support/load.ts';
import { begin, nativeRunner, RUNS, searchFor, SEARCHES, speedOf } from '../test/support/searches.ts';
import { BOARDS, load, type Load } from './support/loads.ts';
import { openKomwe } from './support/played.ts';
import { chance, filesOf, Visitors } from './support/visit.ts';

const visitors = await Visitors.open();

const median = (values: readonly number[]): number =>
    [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

async function runs(measure: () => Promise<number>): Promise<number> {
    const all: number[] = [];
    for (let run = 0; run < RUNS; run++) all.push(await measure());
    return median(all);
}

// ---- a first visit ---------------------------------------------------------------------------

/** What is wanted of the boards of BOARDS, in milliseconds. */
const USABLE_MOST = [2000, 4000, 4000] as const;

async function firstVisits(): Promise<void> {
    console.log('\na first visit at 1.6 Mbit/s, 150 ms, a processor a fourth as fast');
    for (const [i, board] of BOARDS.entries()) {
        const loads: Load[] = [];
        for (let run = 0; run < RUNS; run++) {
            const visit = await visitors.visit('about:blank', { kept: true, height: 720, settings: { speed: 'adaptive' } });
            loads.push(await load(visit, board, true));
            await visit.leave();
        }
        const usable = median(loads.map((of) => of.usable));
        const asked = median(loads.map((of) => of.asked.length));
        console.log(`${board.name.padEnd(14)} ${asked} files, usable after ${usable.toFixed(0)} ms (less than ${USABLE_MOST[i]} are wanted)`);
    }
}

// ---- an animation ----------------------------------------------------------------------------

const FRAME = 20;
const EVENTS_LEAST = 80;

/** A record of Bao la Kiswahili whose last turn is long. */
async function longMove(): Promise<string> {
    const komwe = await openKomwe();
    const below = chance(5);
    for (;;) {
        const game = await komwe.play({ game: 'kiswahili' });
        while (game.state.result === null) {
            const { moves, plies } = game.state;
            await game.enter(moves[below(moves.length)]!.text);
            if ((await game.ply(plies)).events.length >= EVENTS_LEAST) return game.write();
        }
        await game.close();
    }
}

/** The share of frames within FRAME milliseconds while the board of the home page sows. */
async function homeFrames(): Promise<number> {
    const visit = await visitors.visit('', { height: 720, settings: { speed: 'adaptive' } });
    const { page } = visit;
    await page.locator('.ladder section').waitFor();
    await page.locator('a.card[aria-busy]').first().waitFor({ state: 'detached' });
    const within = await page.evaluate(async (most) => {
        const frame = (): Promise<number> => new Promise(requestAnimationFrame);
        const found: number[] = [];
        for (let last = await frame(); found.length < 300; ) {
            const now = await frame();
            if (document.querySelector('.stage .heap.moving') !== null) found.push(now - last);
            last = now;
        }
        return found.filter((length) => length <= most).length / found.length;
    }, FRAME);
    await visit.leave();
    return within;
}

/** The share of frames within FRAME milliseconds while the last move of a record is shown. */
async function evenness(record: string): Promise<number> {
    const visit = await visitors.visit(`#/analyse?record=${encodeURIComponent(record)}`, {
        settings: { speed: 'adaptive' },
        engine: false,
        kept: true,
    });
    const { page } = visit;
    await page.getByRole('button', { name: 'To the end' }).click();
    await page.locator('.controls input:enabled').waitFor();
    const frames = await page.evaluate(async () => {
        const button = (name: string): HTMLElement | null =>
            document.querySelector(`button[aria-label="${name}"]`);
        const found: number[] = [];
        button('Play')!.click();
        let last = await new Promise(requestAnimationFrame);
        while (button('Pause') !== null) {
            const now = await new Promise(requestAnimationFrame);
            found.push(now - last);
            last = now;
        }
        return found;
    });
    await visit.leave();
    if (frames.length < 50) throw new Error(`only ${frames.length} frames`);
    return frames.filter((length) => length <= FRAME).length / frames.length;
}

// ---- an input while the engine thinks --------------------------------------------------------

const INPUTS = 20;

/** Milliseconds from presses of keys to the frames that show what they do, the quickest first. */
async function answerTimes(record: string): Promise<readonly number[]> {
    const visit = await visitors.visit(`#/analyse?record=${encodeURIComponent(record)}`, { kept: true });
    const { page } = visit;
    await page.locator('li .value').first().waitFor();
    const times = await page.evaluate(async (inputs) => {
        const line = document.querySelector('.line')!;
        const frame = (): Promise<number> => new Promise(requestAnimationFrame);
        const seen = async (key: string): Promise<number> => {
            const before = line.textContent;
            const begun = performance.now();
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
            while (line.textContent === before) await frame();
            return performance.now() - begun;
        };
        const times: number[] = [];
        for (let i = 0; i < inputs; i++) {
            // It has begun to think about what is looked at now.
            await new Promise((resolve) => setTimeout(resolve, 200));
            times.push(await seen(i % 2 === 0 ? 'ArrowRight' : 'ArrowLeft'));
        }
        return times;
    }, INPUTS);
    await visit.leave();
    return times.sort((a, b) => a - b);
}

// ---- the engine ------------------------------------------------------------------------------

/** Asks a Worker of the page's own, one request after the other; the answers. */
async function askWorker(page: Page, requests: readonly string[]): Promise<readonly string[]> {
    const { game } = await filesOf(visitors.site.url);
    const [script, module] = [/\/worker-.*\.js$/, /komwe-.*\.wasm$/].map(
        (like) => game.find((file) => like.test(file))!,
    );
    return page.evaluate(
        async ([script, module, all]) => {
            const worker = new Worker(script, { type: 'module' });
            const post = (message: ToWorker): void => worker.postMessage(message);
            post({ open: await WebAssembly.compileStreaming(fetch(module)), flag: null });
            const ask = (id: number, request: string): Promise<string> =>
                new Promise((resolve, reject) => {
                    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
                        if ('answer' in data) resolve(data.answer);
                        else if ('failed' in data) reject(new Error(data.failed));
                    };
                    post({ id, request });
                });
            const answers: string[] = [];
            for (const [id, request] of all.entries()) answers.push(await ask(id, request));
            worker.terminate();
            return answers;
        },
        [script!, module!, requests] as const,
    );
}

/** The first searches let the browser compile, which it does while they run. */
const WARM = 3;

async function speedInPage(game: string, search: string): Promise<number> {
    const visit = await visitors.visit('#/rules', { kept: true });
    const prepare = [`weights\t${game}\t${weightsOf(game)}`, ...begin(game)];
    const searches = Array.from({ length: WARM + RUNS }, () => ['forget', search]).flat();
    const answers = await askWorker(visit.page, [...prepare, ...searches]);
    await visit.leave();
    return median(answers.filter((answer) => answer.includes('"nodes"')).slice(WARM).map(speedOf));
}

// ---- all of it -------------------------------------------------------------------------------

await firstVisits();
const home = await runs(homeFrames);
console.log(`\nframes of the home page's board within ${FRAME} ms: ${(100 * home).toFixed(1)} % (99 % are wanted)`);
const record = await longMove();
const even = await runs(() => evenness(record));
console.log(`frames of an animation within ${FRAME} ms: ${(100 * even).toFixed(1)} % (99 % are wanted)`);
const answers: (readonly number[])[] = [];
for (let run = 0; run < RUNS; run++) answers.push(await answerTimes(record));
const typical = median(answers.map(median));
const slowest = median(answers.map((times) => times[times.length - 1]!));
console.log(
    `an input is answered while the engine thinks: ${typical.toFixed(0)} ms, ` +
        `the slowest of ${INPUTS} ${slowest.toFixed(0)} ms (less than 100 are wanted)`,
);
console.log('\nmillion positions a second, in the page over native (half is wanted)\n');
for (const [game, nodes] of SEARCHES) {
    const search = searchFor(nodes);
    const native = nativeRunner(game, search);
    const own = await runs(async () => native());
    const page = await speedInPage(game, search);
    const share = `(${Math.round((100 * page) / own)} %)`;
    console.log(`${game.padEnd(10)}  ${own.toFixed(2).padStart(6)}   ${page.toFixed(2).padStart(6)} ${share}`);
}
await visitors.close();
