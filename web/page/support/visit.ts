// A visitor with a browser of his own.  Whatever the page complains about fails his test.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core';
import type { Code } from '../../src/app/settings.svelte.ts';
import { serveSite, type Site } from './site.ts';

/** The headless shell does not read the system's settings of fonts; with `slight` it draws as Chromium does. */
const ARGUMENTS = [
    '--font-render-hinting=slight',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
];

export interface Visit {
    readonly page: Page;
    readonly context: BrowserContext;
    readonly url: string;
    /** Such a complaint is what is to be expected. */
    forgive(like: RegExp): void;
    /** Loads another address from scratch: much quicker than a visit of its own. */
    anew(hash: string, size?: { readonly width: number; readonly height: number }): Promise<void>;
    /** Fails if the page has complained. */
    leave(): Promise<void>;
}

export interface VisitOptions {
    readonly language?: Code;
    /** What the browser asks for where no language was ever chosen. */
    readonly locale?: string;
    readonly width?: number;
    readonly height?: number;
    readonly dark?: boolean;
    /** He wants no motion. */
    readonly still?: boolean;
    /** It is touched, not pointed at. */
    readonly phone?: boolean;
    /** Pixels of the screen for one of the page; 1 if it is not named. */
    readonly scale?: number;
    /** Where the page is served instead of by this program. */
    readonly at?: string;
    /** The browser keeps the whole page for when there is no network, which takes it a while. */
    readonly kept?: boolean;
    /** Whether the engine thinks where a game is analysed. */
    readonly engine?: boolean;
    /** What the browser has kept from visits before. */
    readonly settings?: Readonly<Record<string, unknown>>;
}

export class Visitors {
    readonly site: Site;
    readonly #browser: Browser;

    private constructor(site: Site, browser: Browser) {
        this.site = site;
        this.#browser = browser;
    }

    static async open(): Promise<Visitors> {
        const browser = await chromium.launch({
            executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
            args: ARGUMENTS,
        });
        return new Visitors(await serveSite(), browser);
    }

    /** Moves are shown at once, unless the settings say otherwise; 'about:blank': goes nowhere yet. */
    async visit(hash: string, options: VisitOptions = {}): Promise<Visit> {
        const { width = 1280, height = 900, dark = false, phone = false, language = 'en' } = options;
        const { at = this.site.url } = options;
        const settings = { speed: 0, ...(options.locale === undefined ? { language } : {}), ...options.settings };
        const context = await this.#browser.newContext({
            viewport: { width, height },
            colorScheme: dark ? 'dark' : 'light',
            reducedMotion: options.still ? 'reduce' : 'no-preference',
            isMobile: phone,
            hasTouch: phone,
            deviceScaleFactor: options.scale ?? 1,
            permissions: ['clipboard-read', 'clipboard-write'],
            locale: options.locale ?? 'en-GB',
            serviceWorkers: options.kept ? 'allow' : 'block',
        });
        const thinking = { on: options.engine ?? true, lines: 3 };
        const before = Object.entries({ settings, thinking }).map(
            ([name, of]) => [`komwe.${name}`, JSON.stringify(of)] as const,
        );
        await context.addInitScript((all) => {
            if (!location.protocol.startsWith('http')) return;
            for (const [name, kept] of all)
                if (localStorage.getItem(name) === null) localStorage.setItem(name, kept);
        }, before);
        // What the page draws by lot is the same at every visit; its workers draw nothing.
        await context.addInitScript(
            `{ const below = (${chance})(1); Math.random = () => below(2 ** 32) / 2 ** 32; }`,
        );
        const page = await context.newPage();
        const complaints: string[] = [];
        const forgiven = options.kept ? [] : [/Service Worker registration blocked/];
        page.on('console', (message) => {
            if (message.type() === 'error' || message.type() === 'warning')
                complaints.push(message.text());
        });
        page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
        if (hash !== 'about:blank') await page.goto(at + hash);
        return {
            page,
            context,
            url: at,
            forgive: (like) => void forgiven.push(like),
            anew: async (to, size) => {
                await page.goto('about:blank'); // where only the part behind # differs, nothing is loaded
                if (size !== undefined) await page.setViewportSize(size);
                await page.goto(at + to);
            },
            leave: async () => {
                await context.close();
                const unexpected = (text: string): boolean => !forgiven.some((like) => like.test(text));
                assert.deepEqual(complaints.filter(unexpected), []);
            },
        };
    }

    async close(): Promise<void> {
        await this.#browser.close();
        await this.site.close();
    }
}

/** Begins a game from its own page: each side is played here, or by the engine at a level. */
export async function beginGame(
    page: Page,
    game: string,
    north: 'human' | number,
    south: 'human' | number = 'human',
): Promise<void> {
    await page.evaluate((hash) => (location.hash = hash), `#/play/${game}`);
    const choice = (name: string) => page.getByRole('combobox', { name, exact: true });
    await choice('South (begins)').selectOption(String(south));
    await choice('North').selectOption(String(north));
    await page.locator('main form').getByRole('button', { name: 'Play', exact: true }).click();
    await page.locator('.game svg.board').waitFor();
}

/**
 * Waits until the game that the address names is the one that is played, not one that is still shown, and a
 * person is to move, or the game is over; returns which.
 */
export async function untilTurn(page: Page): Promise<'person' | 'over'> {
    const turn = await page.waitForFunction(() => {
        const game = document.querySelector<HTMLElement>('.game:not([inert])');
        const [, section, , id] = location.hash.split('/');
        const named = game !== null && (section !== 'play' || game.dataset.id === id);
        return named && game.dataset.turn !== 'engine' ? game.dataset.turn : null;
    });
    return (await turn.jsonValue()) as 'person' | 'over';
}

/** What lies in each hole as the board in a part of the page is announced, by its name. */
export async function labelCounts(page: Page, part = 'main'): Promise<Record<string, number>> {
    const labels = await page
        .locator(part)
        .locator('g.hole')
        .evaluateAll((all) => all.map((hole) => hole.getAttribute('aria-label') ?? ''));
    return Object.fromEntries(
        labels.map((label) => {
            const [, name, count] = /^(\w+)[^:]*: (\d+)/.exec(label)!;
            return [name!, Number(count)];
        }),
    );
}

/**
 * Numbers 0..below-1, the same for the same seed (mulberry32).  It uses nothing that stands beside
 * it, since pages are given its text.
 */
export function chance(seed: number): (below: number) => number {
    let state = seed >>> 0;
    return (below) => {
        state = (state + 0x6d2b79f5) >>> 0;
        let x = Math.imul(state ^ (state >>> 15), state | 1);
        x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
        return ((x ^ (x >>> 14)) >>> 0) % below;
    };
}

/** Presses what stands in the menu of a game. */
export async function pressMore(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('button', { name, exact: true }).click();
}

/** What a button of the dialogue that shares copies. */
export async function shared(page: Page, button: string): Promise<string> {
    const played = (await page.locator('.game').count()) > 0; // where it is analysed, it has a button
    if (played) await pressMore(page, 'Share');
    else await page.getByRole('button', { name: 'Share', exact: true }).click();
    const text = await copied(page, button);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    if (played) await page.keyboard.press('Escape'); // the menu
    return text;
}

/** The game on the page as a record. */
export const recordOf = (page: Page): Promise<string> => shared(page, 'Copy the game');

/** What a button copies. */
export async function copied(page: Page, button: string): Promise<string> {
    const all = page.getByRole('button', { name: button });
    await all.click();
    await all.getByText('Copied.').waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
}

/** The choices that are asked for; undefined: none are. */
export async function handlesOf(page: Page): Promise<Locator | undefined> {
    if ((await page.locator('.playing[data-asking]').count()) === 0) return undefined;
    const handles = page.locator('.handle');
    await handles.first().waitFor();
    return handles;
}

/** The first of them, as long as something is asked. */
export async function chooseFirst(page: Page): Promise<void> {
    for (;;) {
        const handles = await handlesOf(page);
        if (handles === undefined) return;
        const moves = await handles.evaluateAll((all) => all.map((of) => of.getAttribute('data-move')));
        await handles.first().click();
        await page.waitForFunction(
            (before) =>
                document.querySelector('.playing[data-asking]') === null ||
                [...document.querySelectorAll('.handle')].map((of) => of.getAttribute('data-move')).join() !== before,
            moves.join(),
        );
    }
}

/** Plays a person's move, and waits until it is a person's turn again. */
export async function playOne(page: Page, below: (most: number) => number): Promise<void> {
    const all = page.locator('g.hole.playable, .others button.main');
    await all.nth(below(await all.count())).click();
    await chooseFirst(page);
    await untilTurn(page);
}

// ---- for everybody -----------------------------------------------------------------------------

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
interface Finding {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** What axe finds; the page's policy lets no foreign script in: it runs beside it. */
export async function findings(page: Page): Promise<readonly string[]> {
    const found = (await page.evaluate(`${axeSource}; axe.run().then((of) => of.violations)`)) as Finding[];
    return found.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ''}`),
    );
}

/** What the browser keeps of a version of the site: see vite.config.ts. */
export interface Files {
    readonly version: string;
    readonly first: readonly string[];
    /** What a first game needs beyond these: the beginning of `rest`. */
    readonly game: readonly string[];
    readonly rest: readonly string[];
}

export const filesOf = async (url: string): Promise<Files> =>
    (await (await fetch(`${url}files.json`)).json()) as Files;

/** Until the browser keeps so many files, and their list; of a version, if it is named. */
export const untilKept = (page: Page, count: number, version = ''): Promise<void> =>
    page.evaluate(
        async ([least, name, most]) => {
            const kept = async (): Promise<number> => {
                const names = (await caches.keys()).filter((of) => of.endsWith(name));
                const all = names.map(async (of) => (await caches.open(of)).keys());
                return (await Promise.all(all)).flat().length;
            };
            for (let begun = performance.now(); (await kept()) <= least; ) {
                if (performance.now() - begun > most) throw new Error(`${await kept()} of ${least + 1}`);
                await new Promise((resolve) => setTimeout(resolve, 50));
            }
        },
        [count, version, 120_000] as const,
    );
