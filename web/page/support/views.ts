// The main views of the page, as pictures that can be compared: nothing in them depends on the day,
// on chance or on the speed of the machine.

import type { Page } from 'playwright-core';
import { untilTurn, type Visit, type Visitors, type VisitOptions } from './visit.ts';

export interface View {
    readonly name: string;
    readonly hash: string;
    /** Until there is all to be seen. */
    readonly ready: (page: Page) => Promise<unknown>;
    /** Its own styles distinguish low, tall and wide screens. */
    readonly fits?: true;
}

const BAO = '0,1,2,1,4,8,2,2/10,0,0,10,2,1,0,1/0,2,0,0,0,0,2,0/0,0,2,2,0,2,6,4 S 0/0';
const playing = (game: string, position: string): string =>
    `#/play/${game}?position=${encodeURIComponent(position)}`;
const heading = (page: Page) => page.locator('main h1').first().waitFor();
const untilPuzzle = (page: Page) => page.locator('g.hole.playable').first().waitFor();

/** Their order counts: each is visited by the browser that has visited those before. */
export const VIEWS: readonly View[] = [
    {
        name: 'home',
        hash: '',
        fits: true,
        ready: async (page) => {
            await page.locator('svg.board').first().waitFor();
            await page.locator('a.card[aria-busy]').waitFor({ state: 'detached' });
        },
    },
    { name: 'choose', hash: '#/play', ready: (page) => page.locator('.ladder section').waitFor() },
    { name: 'learn', hash: '#/learn', ready: heading },
    { name: 'lesson', hash: '#/learn/first', fits: true, ready: (page) => page.locator('svg.board').waitFor() },
    { name: 'puzzle', hash: '#/puzzles/today', fits: true, ready: untilPuzzle },
    { name: 'rules', hash: '#/rules/bulto', ready: heading },
    {
        name: 'analyse',
        fits: true,
        hash: `#/analyse?game=kiswahili&position=${encodeURIComponent(BAO)}`,
        ready: (page) => page.locator('svg.board').waitFor(),
    },
    { name: 'kiothi', hash: playing('kiothi', 'start'), ready: untilTurn },
    {
        name: 'choosing',
        fits: true,
        hash: playing('kiswahili', BAO),
        ready: async (page) => {
            await untilTurn(page);
            await page.locator('g.hole.playable[aria-label^="A7,"]').click();
            await page.locator('.handle').nth(1).waitFor();
        },
    },
];

export interface Size {
    readonly name: string;
    readonly options: VisitOptions;
    readonly theme: 'light' | 'dark';
    /** Views that `fits` are taken, or else all. */
    readonly fits?: true;
    /** These alone. */
    readonly only?: readonly string[];
    /** What the system asks for. */
    readonly media?: Parameters<Page['emulateMedia']>[0];
}

/**
 * What no other picture would show: each view once narrow and light, and once at a usual size and dark, for its
 * layout and its colours; other sizes of those views that have styles of their own for them.  Large screens are
 * taken at half their size, so that the approved pictures stay small.
 */
export const SIZES: readonly Size[] = [
    { name: '360x640', options: { width: 360, height: 640, phone: true }, theme: 'light' },
    { name: '740x360', options: { width: 740, height: 360, phone: true }, theme: 'light', fits: true },
    { name: '768x1024', options: { width: 768, height: 1024, scale: 0.5 }, theme: 'light', fits: true },
    { name: '1280x720', options: { width: 1280, height: 720, scale: 0.5 }, theme: 'dark' },
    { name: '1920x1080', options: { width: 1920, height: 1080, scale: 0.5 }, theme: 'light', fits: true },
    { name: 'forced-1280x720', options: { width: 1280, height: 720, scale: 0.5 }, theme: 'dark', only: ['analyse', 'choosing'], media: { forcedColors: 'active' } },
    { name: 'more-1280x720', options: { width: 1280, height: 720, scale: 0.5 }, theme: 'light', only: ['analyse', 'choosing'], media: { contrast: 'more' } },
];

const NOON = new Date('2026-06-01T12:00:00');

/** A browser that has visited nothing yet: no motion, always the same day, and no engine at work. */
async function enter(visitors: Visitors, size: Size): Promise<Visit> {
    const visit = await visitors.visit('about:blank', {
        ...size.options,
        dark: size.theme === 'dark',
        still: true,
        engine: false,
    });
    await visit.page.clock.setFixedTime(NOON);
    await visit.page.emulateMedia(size.media ?? {});
    return visit;
}

/** The pictures of a size, as JPEGs. */
export async function* takePictures(
    visitors: Visitors,
    size: Size,
): AsyncGenerator<{ readonly name: string; readonly picture: Buffer }> {
    const visit = await enter(visitors, size);
    const { page } = visit;
    for (const { name, hash, ready, fits } of VIEWS) {
        if ((size.fits && !fits) || (size.only && !size.only.includes(name))) continue;
        await visit.anew(hash);
        await ready(page);
        await page.evaluate(() => document.fonts.ready);
        await page.evaluate(() => scrollTo(0, 0));
        const picture = await page.screenshot({ type: 'jpeg', quality: 85, animations: 'disabled' });
        yield { name: `${name}-${size.name}-${size.theme}`, picture };
    }
    await visit.leave();
}
