// Whether the focus is somewhere: who drives the page by keys, or listens to it, is where it is.

import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** So many frames after a press, all that it changes at once has been drawn. */
const FRAMES = 6;

/** What has the focus; '': nothing has. */
export const focusOf = (page: Page): Promise<string> =>
    page.evaluate(async (frames) => {
        for (let i = 0; i < frames; i++) await new Promise(requestAnimationFrame);
        const { activeElement, body } = document;
        return activeElement === null || activeElement === body ? '' : activeElement.outerHTML.slice(0, 160);
    }, FRAMES);

/** Presses by keys; then something has the focus, whether what was pressed is still there or not. */
export async function pressByKey(page: Page, button: Locator, key = 'Enter'): Promise<void> {
    await button.focus();
    const pressed = await focusOf(page);
    await page.keyboard.press(key);
    assert.notEqual(await focusOf(page), '', `the focus is lost by ${pressed}`);
}
