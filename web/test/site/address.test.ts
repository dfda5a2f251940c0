// The picture of links to the page has a whole address where the build is told the site's.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { addressed } from '../../scripts/address.ts';

test('the head of the page names its picture on the site, and nothing else changes', () => {
    const html = readFileSync(new URL('../../index.html', import.meta.url), 'utf8');
    const made = addressed(html, 'https://example.org/komwe/');
    assert.ok(made.includes('<meta property="og:image" content="https://example.org/komwe/icon-512.png" />'));
    assert.equal(made.replace('https://example.org/komwe/', ''), html);
});
