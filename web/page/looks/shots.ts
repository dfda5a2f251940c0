// Pictures of the main views, as docs/pictures/*.png: shots [FOLDER]

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { treePath } from '../../test/support/load.ts';
import { openKomwe, playedGame } from '../support/played.ts';
import { untilTurn, Visitors, type VisitOptions } from '../support/visit.ts';

interface Shot {
    readonly name: string;
    readonly hash: string;
    readonly options: VisitOptions;
    /** Until there is something to be seen. */
    readonly prepare: (page: Page) => Promise<void>;
}

const PHONE = { width: 390, height: 844, phone: true };
const DESK = { width: 1280, height: 800 };
/** Moves are shown at once. */
const STILL = { ...DESK, settings: { speed: 0 } };
const BAO =
    '0,1,2,1,4,8,2,2/10,0,0,10,2,1,0,1/0,2,0,0,0,0,2,0/0,0,2,2,0,2,6,4 S 0/0';
const linkTo = (game: string, position: string): string =>
    `#/play/${game}?position=${encodeURIComponent(position)}`;

/** Looks at the choices of a hole, with what the second would do. */
async function choose(page: Page, hole: string): Promise<void> {
    await untilTurn(page);
    await page.locator(`g.hole.playable[aria-label^="${hole},"]`).click();
    await page.locator('.handle').nth(1).hover();
    await page.locator('g.hole.path').first().waitFor();
}

/** The engine has looked so far ahead. */
async function think(page: Page, depth: number): Promise<void> {
    const status = page.locator('.status');
    const reached = async (): Promise<number> =>
        Number(/(\d+) plies/.exec(await status.innerText())?.[1] ?? 0);
    while ((await reached()) < depth) await page.waitForTimeout(50);
    await page.getByRole('button', { name: 'Stop' }).click();
}

const { record } = await playedGame(await openKomwe(), 'giuthi', 14);

const board = (page: Page): Promise<void> => page.locator('svg.board').first().waitFor();

const SHOTS: readonly Shot[] = [
    { name: 'home', hash: '#/', options: STILL, prepare: board },
    {
        name: 'play-light',
        hash: linkTo('kiswahili', BAO),
        options: DESK,
        prepare: (page) => choose(page, 'A7'),
    },
    {
        name: 'play-dark',
        hash: linkTo('kiswahili', BAO),
        options: { ...DESK, dark: true },
        prepare: (page) => choose(page, 'A7'),
    },
    {
        name: 'kiothi-phone',
        hash: linkTo('kiothi', 'start'),
        options: PHONE,
        prepare: async (page) => void (await untilTurn(page)),
    },
    {
        name: 'analyse',
        hash: `#/analyse?record=${encodeURIComponent(record)}`,
        options: DESK,
        prepare: async (page) => {
            await page.getByRole('button', { name: 'To the end' }).click();
            await page.getByText('14 of 14 played').waitFor();
            await think(page, 8);
        },
    },
    {
        name: 'rules',
        hash: '#/rules/kiothi',
        options: DESK,
        prepare: (page) => page.locator('main li').first().waitFor(),
    },
    {
        name: 'learn',
        hash: '#/learn/hus',
        options: DESK,
        prepare: async (page) => {
            await page.locator('.foot .main').click();
            await page.getByRole('button', { name: 'Step 2 of' }).and(page.locator('[aria-current]')).waitFor();
        },
    },
    {
        name: 'puzzle',
        hash: '#/puzzles/kiswahili/f844395a',
        options: STILL,
        prepare: async (page) => {
            await page.locator('.puzzle[data-stage="asked"]').waitFor();
            await page.locator('g.hole.playable[aria-label^="A1,"]').click();
            await page.locator('.puzzle[data-stage="right"]').waitFor();
        },
    },
];

/** Sixty-four colours are enough. */
function shrink(file: string): void {
    const { status, error, stderr } = spawnSync(
        'pngquant',
        ['--force', '--ext', '.png', '--speed', '1', '--strip', '--nofs', '64', file],
        { encoding: 'utf8' },
    );
    if (error !== undefined) throw error;
    if (status !== 0) throw new Error(`pngquant: ${stderr}`);
}

const folder = process.argv[2] ?? treePath('docs/pictures');
const only = process.argv.slice(3);
mkdirSync(folder, { recursive: true });
const visitors = await Visitors.open();
for (const { name, hash, options, prepare } of SHOTS) {
    if (only.length > 0 && !only.includes(name)) continue;
    const visit = await visitors.visit(hash, { settings: { speed: 'adaptive' }, ...options });
    await prepare(visit.page);
    await visit.page.evaluate(() => scrollTo(0, 0));
    const path = join(folder, `${name}.png`);
    await visit.page.screenshot({ path });
    await visit.leave();
    shrink(path);
    console.log(path);
}
await visitors.close();
