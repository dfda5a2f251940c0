// Draws the icons of phones, which know no SVG, from those of public/:
//
//     node scripts/icons.ts

import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** What Apple's phones show is filled to its corners, which they round themselves. */
const ICONS = [
    ['icon-maskable.svg', 'icon-180.png', 180],
    ['icon.svg', 'icon-192.png', 192],
    ['icon.svg', 'icon-512.png', 512],
    ['icon-maskable.svg', 'icon-maskable-192.png', 192],
    ['icon-maskable.svg', 'icon-maskable-512.png', 512],
] as const;

const fileOf = (name: string): URL => new URL(`../public/${name}`, import.meta.url);

const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu'],
});
for (const [from, to, size] of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${readFileSync(fileOf(from), 'utf8')}`);
    writeFileSync(fileOf(to), await page.screenshot({ omitBackground: true }));
    await page.close();
}
await browser.close();
