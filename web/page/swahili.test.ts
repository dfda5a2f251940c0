// In Swahili nothing is left of the English: neither of the page's own words nor of the library's.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { sentence } from '../src/words/narrate.ts';
import { PLACE, type Sayings } from '../src/words/sayings.ts';
import { english, SAME, swahili, textsOf } from '../test/support/catalogue.ts';
import { openKomwe, playedGame } from './support/played.ts';
import { TEXT_NAMES } from './support/games.ts';
import { chooseFirst, handlesOf, untilTurn, Visitors } from './support/visit.ts';

let visitors: Visitors;
before(async () => {
    visitors = await Visitors.open();
});
after(() => visitors.close());

const said = JSON.parse(
    readFileSync(new URL('../src/words/said.sw.json', import.meta.url), 'utf8'),
) as Sayings;

// ---- what is English -------------------------------------------------------------------------

/** Small words of English that are no words of Swahili. */
const SMALL = /\b(the|of|and|is|are|with|your|from|this|that|move|moves|seeds?|game)\b/i;

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** A text of the catalogue with whatever values; undefined: it has nothing of its own to be known by. */
function formOf(text: string): RegExp | undefined {
    if (!/[a-z]{3}/i.test(text.replace(/<\d>/g, ''))) return undefined;
    return new RegExp(`^${text.split(/<\d>/).map(escaped).join('.+')}$`, 's');
}

const ONE_AND_MORE = [['<1>', '<2>', '<3>'], [1, 1, 1]];
const ours = new Set(textsOf(swahili).map(([, text]) => text));
const forms = ONE_AND_MORE.flatMap((values) => textsOf(english, '', values))
    .filter(([path, text]) => !SAME.has(path) && !ours.has(text))
    .flatMap(([, text]) => formOf(text) ?? []);
const sayings = new Set(
    Object.keys(said)
        .filter((text) => text.search(PLACE) < 0 && text.includes(' '))
        .flatMap((text) => [text, sentence(text)]),
);

const isEnglish = (text: string): boolean =>
    SMALL.test(text) || sayings.has(text) || forms.some((form) => form.test(text));

// ---- what is shown and announced ------------------------------------------------------------------

/** All texts, and what is announced or shown of elements; without what is marked as another language. */
const allTextsOn = (page: Page): Promise<readonly string[]> =>
    page.evaluate(() => {
        const found: string[] = [];
        const foreign = (of: Element): boolean => of.closest('[lang]')?.getAttribute('lang') !== 'sw';
        const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
        while (walker.nextNode() !== null) {
            const { parentElement, textContent } = walker.currentNode;
            if (parentElement === null || foreign(parentElement)) continue;
            if (parentElement.closest('style, script, code, textarea') === null) found.push(textContent ?? '');
        }
        for (const element of document.querySelectorAll('body *')) {
            if (foreign(element)) continue;
            for (const name of ['aria-label', 'aria-valuetext', 'title', 'placeholder'])
                found.push(element.getAttribute(name) ?? '');
        }
        return [...new Set(found.map((text) => text.replace(/\s+/g, ' ').trim()))].filter(
            (text) => /[a-z]{2}/i.test(text),
        );
    });

/** Without the names of games that are texts: they are the same in every language. */
const textsOn = async (page: Page): Promise<readonly string[]> =>
    (await allTextsOn(page)).filter((text) => !TEXT_NAMES.has(text));

async function look(page: Page): Promise<void> {
    const texts = await textsOn(page);
    assert.ok(texts.length > 15, texts.join('\n'));
    assert.deepEqual(texts.filter(isEnglish), []);
}

const press = (page: Page, name: string): Promise<void> =>
    page.getByRole('button', { name, exact: true }).click();

test('English is known when it is seen', async () => {
    const visit = await visitors.visit('#/rules/kiothi');
    await visit.page.locator('main li').first().waitFor();
    await visit.page.evaluate(() => (document.documentElement.lang = 'sw'));
    const texts = await textsOn(visit.page);
    assert.ok(texts.filter(isEnglish).length > texts.length / 2, texts.filter(isEnglish).join('\n'));
    await visit.leave();
});

test('the language is chosen, turns the page at once, and stays', async () => {
    const visit = await visitors.visit('#/analyse');
    const { page } = visit;
    await page.getByRole('region', { name: english.analyse.engine }).waitFor();
    await page.getByRole('combobox', { name: english.app.language }).selectOption('sw');
    await page.getByRole('region', { name: swahili.analyse.engine }).waitFor();
    await look(page);
    await page.reload();
    await page.getByRole('region', { name: swahili.analyse.engine }).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'sw');
    await page.getByRole('combobox', { name: swahili.app.language }).selectOption('en');
    await page.getByRole('region', { name: english.analyse.engine }).waitFor();
    await visit.leave();
});

for (const game of ['kiothi', 'bulto', 'giuthi', 'kiswahili', 'bao7']) {
    test(`${game} is played in Swahili`, async () => {
        const visit = await visitors.visit(`#/play/${game}?position=start`, { language: 'sw' });
        const { page } = visit;
        for (let turn = 0; turn < 2; turn++) {
            await untilTurn(page);
            await look(page);
            const [own, other] = ['g.hole.playable', 'g.hole:not(.playable)'];
            if ((await page.locator(other).count()) > 0) await page.locator(other).last().click();
            await look(page);
            await page.locator(own).first().click();
            if ((await handlesOf(page)) !== undefined) await look(page);
            await chooseFirst(page);
        }
        await untilTurn(page);
        const why = page.getByRole('button', { name: swahili.why.button });
        if ((await why.count()) > 0) await why.click();
        await look(page);
        await visit.leave();
    });
}

test('the home page, the choice of a game and an address that leads nowhere are in Swahili', async () => {
    const visit = await visitors.visit('', { language: 'sw' });
    const { page } = visit;
    await page.getByText(swahili.home.now.firstLesson).waitFor();
    await page.getByText(swahili.home.groups.all).click();
    await look(page);
    for (const [hash, said] of [
        ['#/play', swahili.home.choose],
        ['#/nowhere', swahili.home.noPage],
        ['#/play/nonsense', swahili.home.noGame('nonsense')],
    ] as const) {
        await page.evaluate((to) => void (location.hash = to), hash);
        await page.getByRole('heading', { name: said }).waitFor();
        await look(page);
    }
    await visit.leave();
});

test('a game is asked for, ended and described in Swahili', async () => {
    const visit = await visitors.visit('#/play/kiswahili', { language: 'sw' });
    const { page } = visit;
    await page.getByRole('button', { name: swahili.play.start, exact: true }).waitFor();
    await page.getByText(swahili.play.options, { exact: true }).click();
    await look(page);
    await press(page, swahili.play.start);
    await untilTurn(page);
    await press(page, swahili.play.menu);
    await look(page);
    await press(page, swahili.play.resign);
    await look(page);
    await press(page, swahili.play.yes);
    await page.locator('.end').waitFor();
    await look(page);
    await visit.leave();
});

test('games are kept, found and deleted in Swahili', async () => {
    const visit = await visitors.visit('#/play/giuthi?position=start', { language: 'sw' });
    const { page } = visit;
    await untilTurn(page);
    await page.evaluate(() => (location.hash = '#/games'));
    await page.locator('li[data-id] svg').waitFor();
    await look(page);
    await page.getByRole('button', { name: new RegExp(`^${swahili.games.delete}`) }).click();
    await page.getByText(swahili.games.none).waitFor();
    await look(page);
    await press(page, swahili.games.undo);
    await page.locator('li[data-id] svg').waitFor();
    await visit.leave();
});

test('rules are shown in Swahili', async () => {
    const visit = await visitors.visit('#/rules/kiothi', { language: 'sw' });
    const { page } = visit;
    await page.locator('main li').first().waitFor();
    const games = await page.locator('main option').evaluateAll((all) =>
        all.map((option) => (option as HTMLOptionElement).value),
    );
    assert.ok(games.length > 20);
    for (const game of games) {
        await page.locator('main select').selectOption(game);
        await page.locator(`main .game-head a[href="#/play/${game}"]`).waitFor();
        await look(page);
    }
    await visit.leave();
});

test('a game is analysed in Swahili', async () => {
    const { record } = await playedGame(await openKomwe(), 'giuthi', 4);
    const visit = await visitors.visit(`#/analyse?record=${encodeURIComponent(record)}`, {
        language: 'sw',
    });
    const { page } = visit;
    await page.locator('li .value').first().waitFor();
    await look(page);
    await press(page, swahili.analyse.last);
    await press(page, swahili.analyse.review.start);
    await page.getByRole('button', { name: swahili.analyse.review.again }).waitFor();
    await look(page);
    for (const tab of ['moves', 'opening'] as const) {
        await page.getByRole('tab', { name: swahili.analyse.tabs[tab], exact: true }).click();
        await look(page);
    }
    await press(page, swahili.analyse.change);
    await page.getByRole('dialog').locator('svg').nth(9).waitFor();
    await look(page);
    await page.keyboard.press('Escape');
    await press(page, swahili.analyse.edit);
    await look(page);
    await page.locator('g.hole').first().click();
    await page.locator('.status.wrong').waitFor();
    await look(page);
    await press(page, swahili.analyse.editor.cancel);
    await press(page, swahili.play.menu);
    await press(page, swahili.analyse.paste);
    await page.getByRole('textbox').fill('Game: giuthi\n\n1. Z9\n');
    await press(page, swahili.analyse.opening.show);
    await page.getByRole('alert').getByText('.').waitFor();
    await look(page);
    await visit.leave();
});

test('lessons, puzzles and the glossary are in Swahili', async () => {
    const visit = await visitors.visit('about:blank', { language: 'sw' });
    for (const hash of ['#/learn', '#/learn/hus', '#/learn/kiswahili', '#/learn/kiothi', '#/learn/glossary']) {
        await visit.anew(hash);
        await visit.page.locator('main h1').waitFor();
        await look(visit.page);
    }
    await visit.leave();
});
