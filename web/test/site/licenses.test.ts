// The licences of what is bundled go with the site.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { treePath } from '../support/load.ts';

/** '@built' is this tree, and what is virtual is made of it. */
const IMPORTED = /(?:from|import\() ?'((?!@built|virtual:)(?:@[\w-]+\/)?[a-z][\w-]*)/g;

test('licenses.txt has a section for each package that the page imports, its font and the C library', () => {
    const src = treePath('web/src');
    const packages = new Set(
        globSync('**/*.{ts,svelte}', { cwd: src }).flatMap((file) =>
            [...readFileSync(`${src}/${file}`, 'utf8').matchAll(IMPORTED)].map(([, name]) => name!),
        ),
    );
    assert.ok(packages.has('svelte') && packages.has('gifenc'));
    const text = readFileSync(treePath('build/web/site/licenses.txt'), 'utf8');
    for (const name of ['komwe', 'Figtree', 'wasi-libc', ...packages])
        assert.match(text, new RegExp(`^${name}( [\\d.]+)?\n=+\n\n\\S`, 'm'), name);
});
