import { chromium } from 'playwright-core';
import { serve } from './test/project.ts';
const site = await serve('/tmp/b/jspkg/build/npm/komwe', false);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
for (const [w, dark] of [[1280, false], [390, true]] as const) {
  const page = await browser.newPage({ viewport: { width: w, height: 900 }, colorScheme: dark ? 'dark' : 'light' });
  page.on('console', (m) => console.log('console', m.type(), m.text()));
  page.on('pageerror', (e) => console.log('error', e.message));
  await page.goto(site.url + 'examples/board.html');
  await page.locator('#heard g.hole').first().waitFor({timeout: 8000}).catch(() => console.log('no board'));
  await page.waitForTimeout(500);
  await page.screenshot({ path: `/tmp/b/shot${w}.png`, fullPage: true });
}
await browser.close(); await site.close();
