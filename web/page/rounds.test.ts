// Games that are played in rounds: the next one is offered when one is over, begins with what was won,
// and the match is kept with the game.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { packText } from '../src/texts/link.ts';
import { findings, labelCounts, pressMore, untilTurn, Visitors } from './support/visit.ts';

let visitors: Visitors;
before(async () => {
    visitors = await Visitors.open();
});
after(() => visitors.close());

/** Bosh, one move before a round that South wins by 27 to 13: seven seeds fill no hole of North's. */
const LAST_MOVE = `#/play/bosh?position=${encodeURIComponent('0,0,0,4,0/2,1,0,1,0 S 19/13')}`;

for (const [width, height] of [[1280, 800], [390, 844], [740, 360]] as const)
    test(`after a round the next one begins with what was won, at ${width}x${height}`, async () => {
        const visit = await visitors.visit(LAST_MOVE, { width, height, phone: width < 800 });
        const { page } = visit;
        await untilTurn(page);
        await page.locator('g.hole.playable[aria-label^="D,"]').click();
        await page.locator('.end').getByText('Rounds won: You 1, Your opponent 0').waitFor();
        assert.deepEqual(await findings(page), []);
        await page.getByRole('button', { name: 'Next round' }).click();
        await untilTurn(page); // North has begun
        await page.locator('g.hole[aria-label^="a,"][aria-label*="closed"]').waitFor();
        assert.ok((await page.locator('use[href="#mark-x"]').count()) > 0);
        const seeds = Object.values(await labelCounts(page)).reduce((all, of) => all + of, 0);
        assert.ok(seeds <= 32, `${seeds} seeds`);
        await page.reload();
        await untilTurn(page);
        assert.equal(await page.getByText('1 round won').first().isVisible(), width !== 740);
        await pressMore(page, 'Resign');
        await page.getByRole('button', { name: 'Yes', exact: true }).click();
        const end = page.locator('.end');
        await end.getByText('The match is over').waitFor();
        await end.getByText('Rounds won: You 1, Your opponent 1').waitFor();
        assert.equal(await page.getByRole('button', { name: 'Next round' }).count(), 0);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${wide} pixels too wide`);
        await visit.leave();
    });

test('a game without rounds offers none', async () => {
    const visit = await visitors.visit('#/play/giuthi?position=start');
    const { page } = visit;
    await untilTurn(page);
    await pressMore(page, 'Resign');
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
    await page.getByRole('button', { name: 'Play again' }).waitFor();
    assert.equal(await page.getByText(/Round/).count(), 0);
    await visit.leave();
});

const SHORT = `game short
board 2 x 2
start 2
stores captured
sow counterclockwise
end own, makes 1: capture facing; bank here
end anywhere: stop
over either empty: rest to owner
rounds anew, in turn, need 0
repetition third: rest to owner
`;

test('where a game is written its rounds can be tried', async () => {
    const visit = await visitors.visit('about:blank');
    const { page } = visit;
    await page.goto(`${visit.url}#/shared?text=${await packText(SHORT)}`);
    // Found and pressed in one step, for a move that is under way disables the button between the two.
    const pressed = await page.evaluate(async () => {
        for (;;) {
            const offered = [...document.querySelectorAll<HTMLButtonElement>('button:enabled')].find((button) =>
                /^(A random move|Next round)$/.test(button.textContent.trim()),
            );
            offered?.click();
            if (offered?.textContent.trim() === 'Next round') return offered.textContent.trim();
            await new Promise(requestAnimationFrame);
        }
    });
    assert.equal(pressed, 'Next round');
    await page.getByRole('button', { name: 'Next round' }).waitFor({ state: 'detached' });
    assert.deepEqual(Object.values(await labelCounts(page)), [2, 2, 2, 2]);
    await visit.leave();
});
