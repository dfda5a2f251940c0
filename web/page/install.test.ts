// The page as a program of the phone: the entry in its menu, and what it says once it is installed.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { findings, Visitors } from './support/visit.ts';

let visitors: Visitors;
before(async () => (visitors = await Visitors.open()));
after(() => visitors.close());

const PHONE = { width: 360, height: 640, phone: true };
const menu = (page: Page) => page.getByRole('button', { name: 'Menu' });
const nav = (page: Page) => page.locator('nav#pages');
const entry = (page: Page) => nav(page).getByRole('button', { name: 'Install on this device' });

/** What Chromium tells a page, which no browser without a head does; counts how often it is asked. */
const offer = (page: Page): Promise<boolean> =>
    page.evaluate(() => {
        const event = new Event('beforeinstallprompt', { cancelable: true });
        Object.assign(event, { prompt: () => Promise.resolve((document.body.dataset.asked = `${Number(document.body.dataset.asked ?? 0) + 1}`)) });
        return !dispatchEvent(event);
    });
const asked = (page: Page): Promise<string | undefined> => page.evaluate(() => document.body.dataset.asked);

test('the menu has an entry that installs the page, once the browser offers it', async () => {
    const { page, leave } = await visitors.visit('', PHONE);
    await menu(page).click();
    await nav(page).getByRole('link', { name: 'Puzzles' }).waitFor();
    assert.equal(await page.locator('.install').count(), 0);
    assert.ok(await offer(page), 'the browser shows something of its own');
    await entry(page).waitFor();
    assert.deepEqual(await findings(page), []);
    await entry(page).click();
    assert.equal(await asked(page), '1');
    await menu(page).click();
    assert.equal(await page.locator('.install').count(), 0); // an offer is taken up once
    await offer(page);
    await entry(page).waitFor();
    await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
    await entry(page).waitFor({ state: 'detached' });
    await leave();
});

test('nothing is offered unasked, and nothing where all pages stand in a row', async () => {
    const { page, leave } = await visitors.visit('', { width: 1280, height: 720 });
    await offer(page);
    await page.locator('svg.board').first().waitFor();
    assert.equal(await page.locator('.install').count(), 0);
    await leave();
});

test('on iOS a sentence says how, and in Swahili too', async () => {
    for (const [language, name, how] of [['en', 'Menu', 'To install: Share, then Add to Home Screen.'], ['sw', 'Orodha ya kurasa', 'Ili kusakinisha: Shiriki, kisha Ongeza kwenye Skrini ya Mwanzo.']] as const) {
        const { page, url, leave } = await visitors.visit('about:blank', { ...PHONE, language });
        await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: false }));
        await page.goto(url);
        await page.getByRole('button', { name }).click();
        await nav(page).getByText(how).waitFor();
        await leave();
    }
});

test('a page that runs by itself says that it is installed', async () => {
    const { page, url, leave } = await visitors.visit('about:blank', PHONE);
    await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }));
    await page.goto(url);
    await menu(page).click();
    await nav(page).getByText('Installed on this device').waitFor();
    await leave();
});
