// The pages on the people and the games: they are found, show what the texts say, and lead on.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import english from '../about/en.json' with { type: 'json' };
import games from '../about/games.json' with { type: 'json' };
import swahili from '../about/sw.json' with { type: 'json' };
import works from '../about/works.json' with { type: 'json' };
import { partsOf } from '../src/glossary/terms.ts';
import { filesOf, findings, untilKept, Visitors } from './support/visit.ts';

let visitors: Visitors;
before(async () => {
    visitors = await Visitors.open();
});
after(() => visitors.close());

type Text = { readonly lead: string } & Readonly<Record<string, readonly string[] | string>>;
const WORKS = works as Readonly<Record<string, { title: string }>>;
const plain = (text: string): string =>
    partsOf(text)
        .map((part) => (typeof part === 'string' ? part : part.word))
        .join('');
const paragraphsOf = (text: Text): string[] =>
    Object.values(text).flatMap((part) => (typeof part === 'string' ? [] : part.map(plain)))
        .map((text) => text.replaceAll('\u00a0', ' ')); // as the page's text is compared

for (const [language, texts] of [['en', english], ['sw', swahili]] as const) {
    test(`each game has its page: board, texts and literature (${language})`, async () => {
        const visit = await visitors.visit('#/about', { language });
        const { page } = visit;
        for (const { id, literature, added } of games.games) {
            const text = (texts.games as unknown as Record<string, Text>)[id]!;
            await page.goto(`${visit.url}#/about/${id}`);
            await page.getByText(text.lead, { exact: true }).waitFor();
            await page.locator('main svg.board').waitFor();
            // What a word means stands beside it, unseen until it is asked for.
            const said = await page.locator('.texts section p').evaluateAll((all) =>
                all.map((of) => {
                    const copy = of.cloneNode(true) as HTMLElement;
                    for (const meaning of copy.querySelectorAll('[popover]')) meaning.remove();
                    return copy.textContent!.replace(/\s+/g, ' ').trim();
                }),
            );
            assert.deepEqual([...said].sort(), paragraphsOf(text).sort(), id);
            assert.deepEqual(
                await page.locator('.works cite').allTextContents(),
                [...literature, ...added].map((work) => WORKS[work]!.title),
                id,
            );
        }
        await visit.leave();
    });
}

test('it is reached from the rules, the lesson and the page of a new game, by keys', async () => {
    const visit = await visitors.visit('');
    const { page } = visit;
    for (const from of ['#/rules/bulto', '#/learn/bulto', '#/play/bulto']) {
        await page.goto(visit.url + from);
        const link = page.locator('main a[href="#/about/bulto"]');
        await link.focus();
        await page.keyboard.press('Enter');
        await page.getByText(english.games.bulto.lead, { exact: true }).waitFor();
        assert.match(await page.title(), /^The people and the game/);
    }
    await visit.leave();
});

test('all games are listed, and a game that is none leads there', async () => {
    const visit = await visitors.visit('#/about/nothing');
    const links = visit.page.locator('main li a');
    await links.first().waitFor();
    assert.deepEqual(
        (await links.evaluateAll((all) => all.map((of) => of.getAttribute('href')))).sort(),
        games.games.map(({ id }) => `#/about/${id}`).sort(),
    );
    await visit.leave();
});

test('a citation leads to its work, a word to what it means', async () => {
    const visit = await visitors.visit('#/about/kiothi');
    const { page } = visit;
    await page.getByRole('link', { name: 'Needham 1960' }).press('Enter');
    const work = page.locator('.works li.here');
    await work.waitFor();
    assert.match(await work.innerText(), /The Left Hand of the Mugwe/);
    assert.ok(await work.evaluate((item) => item === document.activeElement));
    await page.getByRole('button', { name: 'Mugwe' }).press('Enter');
    await page.getByRole('note', { name: 'Mugwe' }).getByText(/left hand covered/).waitFor();
    await visit.leave();
});

test('its texts are fetched with it alone, and kept for when there is no network', async () => {
    const visit = await visitors.visit('about:blank', { kept: true });
    const { page, context, url } = visit;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(url);
    await page.locator('main h1').waitFor();
    assert.ok(!asked.some((file) => /About/.test(file)), asked.join(' '));
    const { first, rest } = await filesOf(url);
    assert.ok(!first.some((file) => /About/.test(file)) && rest.some((file) => /AboutPage/.test(file)));
    await untilKept(page, first.length + rest.length);
    await context.setOffline(true);
    visit.forgive(/ERR_INTERNET_DISCONNECTED/); // whether there is an engine beside the page
    await page.goto(`${url}#/about/adji-boto`);
    await page.reload();
    await page.getByText(english.games['adji-boto'].lead, { exact: true }).waitFor();
    await visit.leave();
});

for (const options of [{}, { dark: true }, { phone: true, width: 390, height: 844 }] as const) {
    test(`axe finds nothing, and nothing is wider than the page: ${JSON.stringify(options)}`, async () => {
        const visit = await visitors.visit('#/about', options);
        const { page } = visit;
        for (const id of ['', 'kiothi', 'kiswahili']) {
            await page.goto(`${visit.url}#/about/${id}`);
            await page.locator(id === '' ? 'main li' : 'main svg.board').first().waitFor();
            assert.deepEqual(await findings(page), []);
            assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        }
        await visit.leave();
    });
}
