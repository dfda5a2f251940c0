// A game at every size of screen: everything in sight, nothing moves while one chooses, what happened
// and why is said, and the keys always go on from somewhere.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { beginGame, chance, chooseFirst, handlesOf, playOne, pressMore, untilTurn, Visitors } from './support/visit.ts';

let visitors: Visitors;
before(async () => {
    visitors = await Visitors.open();
});
after(() => visitors.close());

const link = (game: string, position: string): string =>
    `#/play/${game}?position=${encodeURIComponent(position)}`;
const BAO = '3,2,1,0,0,0,0,0/1,2,1,9h,0,0,1,0/0,0,1,1,10h,0,0,0/1,1,0,1,1,2,0,4 S 11/11';
const KIOTHI = '1,1,1,1,0,2,3,2,6,0/6,6,1,5k,0,8k,1,7k,1,0 S 3/5';
const BULTO = '4b,3,0,3,0,3,3,1,0,3/2,1,2,4b,0,3,4,1,0,3 S 0/0';

interface Size {
    readonly width: number;
    readonly height: number;
}
const PHONE: Size = { width: 360, height: 640 };
/** With 200 % zoom, 1280x720 is 640x360. */
const SIZES: readonly Size[] = [
    { width: 640, height: 360 },
    { width: 740, height: 360 },
    { width: 768, height: 1024 },
    { width: 1280, height: 720 },
    { width: 1920, height: 1080 },
];
/** What must not move. */
const FIXED = 'svg.board, .seat, .say, .controls';
const IN_SIGHT = ['svg.board', '.seat', '.say', '.controls', '.actions > button', '.menu > button'];

interface Place extends Size {
    readonly x: number;
    readonly y: number;
}

/** Where all of a kind lie. */
const placesOf = (page: Page, selector: string): Promise<readonly Place[]> =>
    page.locator(selector).evaluateAll((all) =>
        all.map((of) => {
            const { x, y, width, height } = of.getBoundingClientRect();
            return { x, y, width, height };
        }),
    );

async function checkWithin(page: Page, selectors: readonly string[], size: Size): Promise<void> {
    for (const selector of selectors) {
        const places = await placesOf(page, selector);
        assert.ok(places.length > 0, selector);
        for (const { x, y, width, height } of places)
            assert.ok(
                width > 0 && height > 0 && x >= 0 && y >= 0 && x + width <= size.width + 0.5 && y + height <= size.height + 0.5,
                `${selector} ${JSON.stringify({ x, y, width, height })}`,
            );
    }
}

/** Loads an address at each size, on a phone and elsewhere, and looks at what is there. */
function atSizes(name: string, hash: string, look: (page: Page, size: Size, phone: boolean) => Promise<void>): void {
    for (const phone of [true, false])
        test(`${name}${phone ? ' (phone)' : ''}`, async (t) => {
            const visit = await visitors.visit('about:blank', { ...PHONE, phone });
            for (const size of phone ? [PHONE] : SIZES)
                await t.test(`${size.width}x${size.height}`, async () => {
                    await visit.anew(hash, size);
                    await look(visit.page, size, phone);
                });
            await visit.leave();
        });
}

/** Everything is in sight, and nothing moves while one chooses from a hole. */
async function checkSight(page: Page, hole: string, { width, height }: Size, phone: boolean): Promise<void> {
    await untilTurn(page);
    await checkWithin(page, IN_SIGHT, { width, height });
    const before = await placesOf(page, FIXED);
    const target = page.locator(`g.hole[aria-label^="${hole},"]`);
    await (phone ? target.tap() : target.click());
    const handles = await handlesOf(page);
    if (handles !== undefined) await checkWithin(page, ['.handle .body'], { width, height });
    if (handles !== undefined || phone) assert.deepEqual(await placesOf(page, FIXED), before);
    assert.equal(await page.evaluate(() => scrollY), 0);
}

for (const [game, position, hole] of [
    ['kiswahili', BAO, 'A4'],
    ['kiothi', KIOTHI, 'F'],
    ['giuthi', 'start', 'C'],
    ['bulto', BULTO, 'A'],
    ['adji-boto', 'start', 'C'],
] as const) {
    atSizes(`${game}: all is in sight, and nothing moves while one chooses`, link(game, position), (page, size, phone) =>
        checkSight(page, hole, size, phone),
    );
}

/** Thirteen warriors in A: as many choices. */
const THIRTEEN = '0,0,0,0,0,0,0,0,0,7/13,0,0,0,0,0,0,0,0,0 S 20/20';

for (const [width, height] of [[1280, 720], [740, 360], [360, 740]] as const) {
    test(`the focus on each of thirteen choices moves nothing at ${width}x${height}`, async () => {
        const visit = await visitors.visit(link('kiothi', THIRTEEN), { width, height });
        const { page } = visit;
        await untilTurn(page);
        const before = await placesOf(page, FIXED);
        await page.locator('g.hole[aria-label^="A,"]').focus();
        await page.keyboard.press('Enter');
        await page.locator('.handle:focus').waitFor();
        const handles = page.locator('.handle');
        assert.equal(await handles.count(), 13);
        for (const handle of await handles.all()) {
            await handle.focus();
            assert.equal(await page.evaluate(() => scrollX + scrollY + document.querySelector('main')!.scrollTop), 0);
        }
        assert.deepEqual(await placesOf(page, FIXED), before);
        await visit.leave();
    });
}

test('a choice is made by the arrows, and Escape puts it away', async () => {
    const visit = await visitors.visit(link('kiothi', KIOTHI));
    const { page } = visit;
    await untilTurn(page);
    await page.locator('g.hole[aria-label^="F,"]').focus();
    await page.keyboard.press('Enter');
    await page.locator('.handle[data-move="F4"]:focus').waitFor();
    for (const move of ['F5', 'F6']) assert.equal(await page.locator(`.handle[data-move="${move}"]`).count(), 1);
    await page.keyboard.press('Escape');
    await page.locator('.handle').first().waitFor({ state: 'detached' });
    await page.locator('g.hole[aria-label^="F,"]:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.handle[data-move="F4"]:focus').waitFor();
    await page.keyboard.press('ArrowLeft'); // round to the other end, or on: another choice is looked at
    const chosen = await page.locator('.handle:focus').getAttribute('data-move');
    assert.notEqual(chosen, 'F4');
    await page.locator('.say p').getByText(`${chosen}: `).waitFor(); // after the question
    await page.keyboard.press('Enter');
    await page.locator('section[aria-label="Moves"] li').first().getByText(chosen!).waitFor();
    await visit.leave();
});

test('the first touch of a choice looks, the second plays', async () => {
    const visit = await visitors.visit(link('giuthi', 'start'), { width: 360, height: 640, phone: true });
    const { page } = visit;
    await untilTurn(page);
    await page.locator('g.hole[aria-label^="C,"]').tap();
    const right = page.locator('.handle[data-move="C>"]');
    const left = page.locator('.handle[data-move="C<"]');
    await left.waitFor();
    const other = (await right.getAttribute('class'))!.includes('lit') ? left : right;
    await other.tap();
    await page.locator('.handle.lit').and(other).waitFor();
    assert.equal(await page.locator('section[aria-label="Moves"] li').count(), 0);
    await other.tap();
    await page.locator('section[aria-label="Moves"] li').first().waitFor({ state: 'attached' });
    await visit.leave();
});

test('the house is stayed at or sown on the board', async () => {
    const position = '0,0,0,0,0,0,0,0/1,2,3,7h,0,0,0,1/0,1,0,1,8h,0,0,0/0,0,0,0,0,0,0,0 S 20/20';
    const visit = await visitors.visit(link('kiswahili', position));
    const { page } = visit;
    await untilTurn(page);
    await page.locator('g.hole[aria-label^="A4,"]').click();
    await page.locator('.handle[data-move="A4>"]').click();
    await page.getByText('stay at the house, or sow it?').first().waitFor();
    await page.locator('.handle[data-move="A4>+"]').click();
    await page.locator('section[aria-label="Moves"] li').first().getByText('A4>+').waitFor();
    await visit.leave();
});

// ---- what is said ------------------------------------------------------------------------------

const status = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text).first();

test('a hole is called by its own name: h is not H', async () => {
    const visit = await visitors.visit(link('kiothi', KIOTHI));
    const { page } = visit;
    await untilTurn(page);
    await page.locator('g.hole[aria-label^="h,"]').click();
    await status(page, /h is not a boma of the player to move/).waitFor();
    assert.doesNotMatch(await page.locator('.say p').first().innerText(), /\bH\b/);
    await visit.leave();
});

test('a bulto that is made and one that is not are distinguished', async () => {
    const visit = await visitors.visit(link('bulto', BULTO));
    await untilTurn(visit.page);
    await visit.page.locator('g.hole[aria-label^="A,"]').click();
    const handles = (await handlesOf(visit.page))!;
    const labels = await handles.evaluateAll((all) => all.map((of) => of.getAttribute('aria-label')!));
    assert.ok(labels.some((text) => /becomes a bulto/.test(text)), labels.join('\n'));
    assert.ok(labels.some((text) => /makes no bulto in \w/.test(text)), labels.join('\n'));
    assert.deepEqual(labels.filter((text) => /takes nothing/.test(text)), []);
    await visit.leave();
});

test("Kiothi's first turn says what to do, and the last of the hand is placed by tapping", async () => {
    const visit = await visitors.visit(link('kiothi', 'start'));
    const { page } = visit;
    await untilTurn(page);
    await status(page, /First turn: choose up to two/).waitFor();
    await page.locator('g.hole[data-hole="5"]').click();
    await page.mouse.move(1, 1);
    await status(page, /6 warriors in the hand: tap a hole for each/).waitFor();
    for (let left = 5; left > 0; left--) {
        await page.locator('g.hole[data-hole="0"]').click();
        await page.mouse.move(1, 1);
        await status(page, new RegExp(`${left} warriors? in the hand`)).waitFor();
    }
    await visit.leave();
});

test('a draw is not given at the first move, by the strongest engine', async () => {
    const visit = await visitors.visit('');
    const { page } = visit;
    await beginGame(page, 'kalah', 10);
    await untilTurn(page);
    await pressMore(page, 'Offer a draw');
    await status(page, 'Your opponent declines the draw.').waitFor();
    await visit.leave();
});

test('the keys go on from the board after Begin, and from the end after resigning', async () => {
    const visit = await visitors.visit('');
    const { page } = visit;
    await beginGame(page, 'giuthi', 1);
    await page.locator('g.hole:focus').waitFor();
    await untilTurn(page);
    await pressMore(page, 'Resign');
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.locator('.end button:focus').waitFor();
    await visit.leave();
});

test('the end says who won, why and by how much, and no hand is left on the board', async () => {
    const visit = await visitors.visit(link('giuthi', '0,0,0,0,0,1/0,0,0,0,0,2 S 45/24'));
    const { page } = visit;
    const below = chance(2);
    while ((await untilTurn(page)) === 'person') await playOne(page, below);
    await page.locator('.end h2').getByText('You won').waitFor();
    assert.ok((await page.locator('.end > p').first().innerText()).length > 30, 'no reason');
    assert.equal(await page.locator('.end .score b').count(), 2);
    for (const name of ['Play again', 'Sides swapped', 'Share'])
        await page.getByRole('button', { name }).waitFor();
    await page.getByRole('link', { name: 'My mistakes' }).waitFor();
    await page.getByRole('button', { name: 'Sides swapped' }).click();
    await page.getByRole('group', { name: 'North at the bottom' }).waitFor();
    await visit.leave();
    const other = await visitors.visit(link('kiothi', 'start'));
    await untilTurn(other.page);
    await other.page.locator('g.hole[data-hole="5"]').click();
    await other.page.locator('.hand').waitFor();
    await pressMore(other.page, 'Resign');
    await other.page.getByRole('button', { name: 'Yes' }).click();
    await other.page.locator('.end').waitFor();
    assert.equal(await other.page.locator('.hand').count(), 0);
    await other.leave();
});

test('hints, steps and an agreed draw are announced', async () => {
    const visit = await visitors.visit('');
    const { page } = visit;
    await beginGame(page, 'giuthi', 'human');
    await page.getByRole('button', { name: 'Hint' }).click();
    await status(page, 'looks best').waitFor();
    await playOne(page, () => 0);
    await page.getByRole('button', { name: 'Back a seed' }).click();
    await status(page, /(into|in|from) (South|North)’s \w/).waitFor();
    await page.getByRole('button', { name: 'To the end' }).click();
    await pressMore(page, 'Offer a draw');
    await page.getByRole('group', { name: 'South is offered a draw.' }).waitFor();
    await page.getByRole('button', { name: 'Accept' }).click();
    await status(page, 'drawn, by agreement').waitFor();
    await visit.leave();
});

test('without motion the changes of both moves are seen', async () => {
    const visit = await visitors.visit(link('kalah', 'start'), { still: true });
    const { page } = visit;
    await untilTurn(page);
    await page.locator('g.hole[aria-label^="A,"]').click();
    await page.locator('g.hole.start[aria-label^="A,"]').waitFor(); // it stands before it is answered
    assert.ok((await page.locator('.chip').count()) >= 5);
    await untilTurn(page);
    await page.locator('g.hole.start').and(page.locator('[aria-label^="A,"]')).waitFor({ state: 'detached' });
    assert.ok((await page.locator('.chip').count()) > 0);
    await visit.leave();
});

test('a person at North takes back moves of North, never the opening of the engine', async () => {
    const visit = await visitors.visit('');
    const { page } = visit;
    await beginGame(page, 'giuthi', 'human', 1);
    await untilTurn(page);
    const moves = page.locator('section[aria-label="Moves"] li');
    const opening = await moves.first().innerText();
    const undo = page.getByRole('button', { name: 'Take back' });
    assert.ok(await undo.isDisabled());
    await playOne(page, () => 0);
    await undo.click();
    await moves.nth(1).waitFor({ state: 'detached' });
    assert.equal(await moves.first().innerText(), opening);
    assert.ok(await undo.isDisabled());
    await visit.leave();
});

test('any key ends what is on its way', async () => {
    const visit = await visitors.visit('', { settings: { speed: 0.25 } });
    const { page } = visit;
    await beginGame(page, 'giuthi', 'human');
    await page.locator('g.hole.playable').first().click();
    await chooseFirst(page);
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    const slider = page.getByRole('slider');
    assert.ok(Number(await slider.inputValue()) < Number(await slider.getAttribute('max')));
    await page.keyboard.press('x');
    assert.equal(await slider.inputValue(), await slider.getAttribute('max'));
    await visit.leave();
});

atSizes('the end: the board, who won and what can be done are in sight', link('kiothi', KIOTHI), async (page, size) => {
    await untilTurn(page);
    await pressMore(page, 'Resign');
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.locator('.end').waitFor();
    await checkWithin(page, ['svg.board', '.end h2', '.end .ways > *'], size);
    const [board, end] = [(await placesOf(page, '.block .wood'))[0]!, (await placesOf(page, '.end'))[0]!];
    assert.ok(
        end.x >= board.x + board.width || end.y >= board.y + board.height,
        `the end lies over the board: ${JSON.stringify([board, end])}`,
    );
});

test('M turns the sound off, the board is chosen, and both stay', async () => {
    const visit = await visitors.visit('');
    const { page } = visit;
    await beginGame(page, 'giuthi', 'human');
    const sound = page.getByRole('button', { name: 'Sound (M)', pressed: true });
    await sound.waitFor();
    await page.keyboard.press('m');
    await page.getByRole('status').getByText('Sound off.').waitFor();
    await page.getByRole('button', { name: 'Sound (M)', pressed: false }).waitFor();
    const wood = (): Promise<string> =>
        page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--wood-1'));
    const usual = await wood();
    const seed = page.locator('#seed0 path').first();
    const nut = await seed.getAttribute('d');
    await page.getByRole('button', { name: 'Look', exact: true }).click();
    await page.locator('input[value="auto"]:focus').waitFor();
    await page.keyboard.press('Tab');
    await page.locator('input[value="mvule"]:focus').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.locator('html[data-wood="ebony"]').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Look', exact: true }).and(page.locator(':focus')).waitFor();
    assert.notEqual(await wood(), usual);
    assert.notEqual(await seed.getAttribute('d'), nut);
    await page.reload();
    await page.locator('html[data-wood="ebony"]').waitFor();
    await page.getByRole('button', { name: 'Sound (M)', pressed: false }).waitFor();
    await visit.leave();
});

test('a move is sown with sounds, where there may be nothing to sound by', async () => {
    const visit = await visitors.visit('', { settings: { speed: 8 } });
    const { page } = visit;
    await page.addInitScript(() => {
        const made: AudioContext[] = [];
        Object.assign(globalThis, {
            opened: made,
            AudioContext: class extends AudioContext {
                constructor() {
                    super();
                    made.push(this);
                }
            },
        });
    });
    await page.reload();
    const opened = (count: number): Promise<unknown> =>
        page.waitForFunction(
            (of) => (globalThis as unknown as { opened: unknown[] }).opened.length === of,
            count,
        );
    await opened(0);
    await beginGame(page, 'kalah', 'human');
    await page.locator('g.hole.playable').first().click();
    await opened(1);
    await page.locator('section[aria-label="Moves"] li').first().waitFor();
    await visit.leave();
});
