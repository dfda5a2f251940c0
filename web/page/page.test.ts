// What the page promises beside the games: see games.test.ts for these.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { Komwe } from '../src/engine/komwe.ts';
import { localPost } from '../src/engine/post.ts';
import { loadModule, MODULES } from '../test/load.ts';
import { beginGame, chance, findings, heardCounts, untilTurn, Visitors } from './visit.ts';

let visitors: Visitors;
let komwe: Komwe;
before(async () => {
    visitors = await Visitors.open();
    komwe = new Komwe(await localPost(await loadModule(MODULES[0])));
});
after(() => visitors.close());

const slider = (page: Page) => page.getByRole('slider');
const recordOf = async (page: Page): Promise<string> => {
    await page.getByRole('button', { name: 'Copy the game' }).click();
    await page.getByRole('button', { name: 'Copied.' }).waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
};

/** Plays a person's move, and waits until it is a person's turn again. */
async function playOne(page: Page, below: (most: number) => number): Promise<void> {
    const all = page.locator('g.hole.playable, .actions button.main');
    await all.nth(below(await all.count())).click();
    const choices = page.locator('.choices');
    if ((await choices.count()) > 0) await choices.getByRole('button').first().click();
    await untilTurn(page);
}

for (const game of ['kujifunza', 'giuthi', 'kiswahili', 'bulto', 'adji-boto']) {
    test(`${game}: every event of a move can be gone back to`, async () => {
        const visit = await visitors.visit(`#/play/${game}?position=start`);
        const { page } = visit;
        const below = chance(3);
        await untilTurn(page);
        for (let turn = 0; turn < 3; turn++) await playOne(page, below);
        const rules = await komwe.rules(game);
        const [played] = await komwe.read(await recordOf(page));
        const ply = await played!.ply(played!.state.plies - 1);
        const events = Number(await slider(page).getAttribute('max'));
        assert.equal(events, ply.events.length);
        const step = 1 + Math.floor(events / 30);
        for (let i = events; i >= 0; i -= step) {
            await slider(page).fill(String(i));
            const bytes = await komwe.stage(
                { game, position: ply.before.text },
                ply.move.text,
                i,
            );
            const counts = await heardCounts(page);
            for (const hole of rules.board.flat())
                assert.equal(
                    counts[rules.places[hole]!],
                    parseInt(bytes.slice(2 * hole, 2 * hole + 2), 16),
                    `${ply.before.text} ${ply.move.text}, event ${i}, hole ${rules.places[hole]}`,
                );
        }
        await visit.leave();
    });
}

test('a reload goes on with the game', async () => {
    const visit = await visitors.visit('');
    const { page } = visit;
    await beginGame(page, 'giuthi', 2);
    await untilTurn(page);
    const below = chance(5);
    for (let turn = 0; turn < 3; turn++) await playOne(page, below);
    const record = await recordOf(page);
    const counts = await heardCounts(page);
    await page.reload();
    await untilTurn(page);
    assert.deepEqual(await heardCounts(page), counts);
    assert.equal(await recordOf(page), record);
    await visit.leave();
});

test('a link brings a position', async () => {
    const position = '0,0,3,0,1,7/2,0,0,5,0,1 S 20/33';
    const visit = await visitors.visit(
        `#/play/giuthi?position=${encodeURIComponent(position)}`,
    );
    await visit.page.locator('svg.board').waitFor();
    const { position: read } = await komwe.position({ game: 'giuthi', position });
    const rules = await komwe.rules('giuthi');
    const counts = await heardCounts(visit.page);
    assert.deepEqual(
        counts,
        Object.fromEntries(rules.board.flat().map((hole) => [rules.places[hole], read.hole[hole]])),
    );
    await visit.leave();
});

test('works without a network once it has been opened', async () => {
    const visit = await visitors.visit('');
    const { page, context } = visit;
    const files = (await (await fetch(`${visit.url}files.json`)).json()) as {
        first: string[];
        rest: string[];
    };
    const all = files.first.length + files.rest.length;
    await page.waitForFunction(async (count) => {
        const [name] = await caches.keys();
        return name !== undefined && (await (await caches.open(name)).keys()).length >= count;
    }, all);
    await context.setOffline(true);
    await page.reload();
    await beginGame(page, 'bulto', 2);
    await untilTurn(page);
    await playOne(page, chance(2));
    await visit.leave();
});

test('speaks Swahili', async () => {
    const visit = await visitors.visit('');
    const { page } = visit;
    await page.getByRole('combobox', { name: 'Language' }).selectOption('sw');
    await page.locator('html[lang="sw"]').waitFor();
    await page.reload();
    await page.locator('html[lang="sw"]').waitFor();
    await visit.leave();
});

// ---- for everybody -----------------------------------------------------------------------------

const PAGES = ['#/play', '#/play/kiothi?position=start', '#/play/kiswahili?position=start', '#/learn', '#/analyse', '#/rules/bulto'];
for (const hash of PAGES) {
    for (const dark of [false, true]) {
        test(`axe finds nothing on ${hash}, ${dark ? 'dark' : 'light'}`, async () => {
            const visit = await visitors.visit(hash, { dark });
            await visit.page.locator('main h1').first().waitFor();
            assert.deepEqual(await findings(visit.page), []);
            await visit.leave();
        });
    }
}
