// In other languages nothing is left of the English: neither of the page's own words nor of the library's.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { sentence } from '../src/words/narrate.ts';
import { PLACE } from '../src/words/sayings.ts';
import { english, SAME, sameIn, SPOKEN, textsOf, type Code, type Spoken } from '../test/support/catalogue.ts';
import { openKomwe, playedGame } from './support/played.ts';
import { TEXT_NAMES } from './support/games.ts';
import { chooseFirst, handlesOf, untilTurn, Visitors } from './support/visit.ts';

let visitors: Visitors;
before(async () => {
    visitors = await Visitors.open();
});
after(() => visitors.close());

// ---- what is English -------------------------------------------------------------------------

/** Small words of English that are no words of the others. */
const SMALL = /(?<!\p{L})(the|of|and|is|are|with|your|from|this|that|move|moves|seeds?|game)(?!\p{L})/iu;

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** A text of the catalogue with whatever values; undefined: it has nothing of its own to be known by. */
function formOf(text: string): RegExp | undefined {
    if (!/[a-z]{3}/i.test(text.replace(/<\d>/g, ''))) return undefined;
    return new RegExp(`^${text.split(/<\d>/).map(escaped).join('.+')}$`, 's');
}

const ONE_AND_MORE = [['<1>', '<2>', '<3>'], [1, 1, 1]];

/** Tells what is English on a page in another language. */
function knowEnglish({ code, catalogue, said }: Spoken): (text: string) => boolean {
    const allowed = sameIn(code);
    const ours = new Set(textsOf(catalogue).map(([, text]) => text));
    const forms = ONE_AND_MORE.flatMap((values) => textsOf(english, '', values))
        .filter(([path, text]) => !SAME.has(path) && !allowed.has(path) && !ours.has(text))
        .flatMap(([, text]) => formOf(text) ?? []);
    const sayings = new Set(
        Object.keys(said)
            .filter((text) => text.search(PLACE) < 0 && text.includes(' ') && !allowed.has(text))
            .flatMap((text) => [text, sentence(text)]),
    );
    return (text) => SMALL.test(text) || sayings.has(text) || forms.some((form) => form.test(text));
}

// ---- what is shown and announced ------------------------------------------------------------------

/** All texts, and what is announced or shown of elements; without what is marked as another language. */
const allTextsOn = (page: Page): Promise<readonly string[]> =>
    page.evaluate(() => {
        const found: string[] = [];
        const { lang } = document.documentElement;
        const foreign = (of: Element): boolean => of.closest('[lang]')?.getAttribute('lang') !== lang;
        const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
        while (walker.nextNode() !== null) {
            const { parentElement, textContent } = walker.currentNode;
            if (parentElement === null || foreign(parentElement)) continue;
            if (parentElement.closest('style, script, noscript, code, textarea') === null) found.push(textContent ?? '');
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

/** The names of games that are texts are the same in every language, and stand in titles and labels. */
const NAMES = new RegExp([...TEXT_NAMES].filter((name) => SMALL.test(name)).map(escaped).join('|'), 'g');
const textsOn = async (page: Page): Promise<readonly string[]> =>
    (await allTextsOn(page)).map((text) => text.replace(NAMES, '')).filter((text) => !TEXT_NAMES.has(text));

const press = (page: Page, name: string): Promise<void> =>
    page.getByRole('button', { name, exact: true }).click();

/** This one is seen on every page; of the others, which have the same pages, a few are. */
const WHOLE = 'sw';
const LEARNT = ['#/learn', '#/learn/hus', '#/learn/kiswahili', '#/learn/kiothi', '#/learn/glossary'];
const GAMES = ['kiothi', 'bulto', 'giuthi', 'kiswahili', 'bao7'];

for (const spoken of SPOKEN) {
    const code = spoken.code as Code;
    const own = spoken.catalogue;
    const whole = code === WHOLE;
    const isEnglish = knowEnglish(spoken);

    const look = async (page: Page): Promise<void> => {
        const texts = await textsOn(page);
        assert.ok(texts.length > 15, texts.join('\n'));
        assert.deepEqual(texts.filter(isEnglish), []);
    };

    test(`a browser that asks for it begins in it (${code})`, async () => {
        const visit = await visitors.visit('', { locale: `${code}-ZZ` });
        await visit.page.getByText(own.home.lead).first().waitFor();
        assert.equal(await visit.page.locator('html').getAttribute('lang'), code);
        await visit.leave();
    });

    test(`English is known when it is seen (${code})`, async () => {
        const visit = await visitors.visit('#/rules/kiothi');
        await visit.page.locator('main li').first().waitFor();
        await visit.page.evaluate((lang) => (document.documentElement.lang = lang), code);
        const texts = await textsOn(visit.page);
        assert.ok(texts.filter(isEnglish).length > texts.length / 2, texts.filter(isEnglish).join('\n'));
        await visit.leave();
    });

    test(`the language is chosen, turns the page at once, and stays (${code})`, async () => {
        const visit = await visitors.visit('#/analyse');
        const { page } = visit;
        await page.getByRole('region', { name: english.analyse.engine }).waitFor();
        await page.locator('li small.effect').getByText(/[a-z]/).waitFor(); // what the engine found turns too
        await page.getByRole('combobox', { name: english.app.language }).selectOption(code);
        await page.getByRole('region', { name: own.analyse.engine }).waitFor();
        await look(page);
        await page.reload();
        await page.getByRole('region', { name: own.analyse.engine }).waitFor();
        assert.equal(await page.locator('html').getAttribute('lang'), code);
        await page.getByRole('combobox', { name: own.app.language }).selectOption('en');
        await page.getByRole('region', { name: english.analyse.engine }).waitFor();
        await visit.leave();
    });

    for (const game of whole ? GAMES : GAMES.slice(-2, -1)) {
        test(`${game} is played (${code})`, async () => {
            const visit = await visitors.visit(`#/play/${game}?position=start`, { language: code });
            const { page } = visit;
            for (let turn = 0; turn < 2; turn++) {
                await untilTurn(page);
                await look(page);
                const [playable, other] = ['g.hole.playable', 'g.hole:not(.playable)'];
                if ((await page.locator(other).count()) > 0) await page.locator(other).last().click();
                await look(page);
                await page.locator(playable).first().click();
                if ((await handlesOf(page)) !== undefined) await look(page);
                await chooseFirst(page);
            }
            await untilTurn(page);
            const why = page.getByRole('button', { name: own.why.button });
            if ((await why.count()) > 0) await why.click();
            await look(page);
            await visit.leave();
        });
    }

    test(`the home page, the choice of a game and an address that leads nowhere (${code})`, async () => {
        const visit = await visitors.visit('', { language: code });
        const { page } = visit;
        await page.getByText(own.home.now.firstLesson).first().waitFor();
        await page.getByText(own.home.groups.all).click();
        await page.getByRole('link', { name: spoken.described['Long Night Game']! }).first().waitFor();
        await look(page);
        assert.deepEqual(await page.locator('main [lang="en"]').allTextContents(), [], 'a summary that is left in English');
        for (const [hash, said] of [
            ['#/play', own.home.choose],
            ['#/nowhere', own.home.noPage],
            ['#/play/nonsense', own.home.noGame('nonsense')],
        ] as const) {
            await page.evaluate((to) => void (location.hash = to), hash);
            await page.getByRole('heading', { name: said }).waitFor();
            await look(page);
        }
        await visit.anew('#/rules/cow');
        await page.locator('main h1').getByText(spoken.described.Cow!).waitFor();
        await page.getByText(spoken.described['Like Alemungula, but single seeds stay where they are.']!).waitFor();
        await look(page);
        await visit.leave();
    });

    if (whole)
        test(`a game is asked for, ended and described (${code})`, async () => {
            const visit = await visitors.visit('#/play/kiswahili', { language: code });
            const { page } = visit;
            await page.getByRole('button', { name: own.play.start, exact: true }).waitFor();
            await page.getByText(own.play.options, { exact: true }).click();
            await look(page);
            await press(page, own.play.start);
            await untilTurn(page);
            await press(page, own.play.menu);
            await look(page);
            await press(page, own.play.resign);
            await look(page);
            await press(page, own.play.yes);
            await page.locator('.end').waitFor();
            await look(page);
            await visit.leave();
        });

    if (whole)
        test(`games are kept, found and deleted (${code})`, async () => {
            const visit = await visitors.visit('#/play/giuthi?position=start', { language: code });
            const { page } = visit;
            await untilTurn(page);
            await page.evaluate(() => (location.hash = '#/games'));
            await page.locator('li[data-id] svg').waitFor();
            await look(page);
            await page.getByRole('button', { name: new RegExp(`^${own.games.delete}`) }).click();
            await page.getByText(own.games.none).first().waitFor();
            await look(page);
            await press(page, own.games.undo);
            await page.locator('li[data-id] svg').waitFor();
            await visit.leave();
        });

    test(`rules are shown (${code})`, async () => {
        const visit = await visitors.visit('#/rules/kiothi', { language: code });
        const { page } = visit;
        await page.locator('main li').first().waitFor();
        await page.locator('main option').nth(20).waitFor({ state: 'attached' }); // the list is fetched
        const games = await page.locator('main option').evaluateAll((all) =>
            all.map((option) => (option as HTMLOptionElement).value),
        );
        assert.ok(games.length > 20);
        for (const [i, game] of games.entries()) {
            if (!whole && i % 8 !== 0) continue;
            await page.locator('main select').selectOption(game);
            await page.locator(`main .game-head a[href="#/play/${game}"]`).waitFor();
            await look(page);
        }
        await visit.leave();
    });

    test(`a game is analysed (${code})`, async () => {
        const { record } = await playedGame(await openKomwe(), 'giuthi', 4);
        const visit = await visitors.visit(`#/analyse?record=${encodeURIComponent(record)}`, {
            language: code,
        });
        const { page } = visit;
        await page.locator('li .value').first().waitFor();
        await look(page);
        await press(page, own.analyse.last);
        await press(page, own.analyse.review.start);
        await page.getByRole('button', { name: own.analyse.review.again }).waitFor();
        await look(page);
        for (const tab of ['moves', 'opening'] as const) {
            await page.getByRole('tab', { name: own.analyse.tabs[tab], exact: true }).click();
            await look(page);
        }
        await press(page, own.analyse.change);
        await page.getByRole('dialog').locator('svg').nth(9).waitFor();
        await look(page);
        await page.keyboard.press('Escape');
        await press(page, own.analyse.edit);
        await look(page);
        await page.locator('g.hole').first().click();
        await page.locator('.status.wrong').waitFor();
        await look(page);
        await press(page, own.analyse.editor.cancel);
        await press(page, own.play.menu);
        await press(page, own.analyse.paste);
        await page.getByRole('textbox').fill('Game: giuthi\n\n1. Z9\n');
        await press(page, own.analyse.opening.show);
        await page.getByRole('alert').getByText('.').waitFor();
        await look(page);
        await visit.leave();
    });

    test(`lessons, puzzles and the glossary (${code})`, async () => {
        const visit = await visitors.visit('about:blank', { language: code });
        for (const hash of whole ? LEARNT : LEARNT.slice(-2)) {
            await visit.anew(hash);
            await visit.page.locator('main h1').waitFor();
            await look(visit.page);
        }
        await visit.leave();
    });
}
