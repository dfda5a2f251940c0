// What the package has beside what Vite builds: modules, its description with the version, and types without
// those that nobody can reach.

import { copyFileSync, cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const made = join(root, 'build/npm/komwe');

/** The version of the library, from its header. */
function version(): string {
    const header = readFileSync(join(root, 'include/komwe/version.h'), 'utf8');
    const parts = ['MAJOR', 'MINOR', 'PATCH'].map((part) => new RegExp(`#define KW_VERSION_${part} +(\\d+)`).exec(header)?.[1]);
    if (parts.includes(undefined)) throw new Error('include/komwe/version.h says no version');
    return parts.join('.');
}

/** Where a file of types is imported from: it names what it was made of. */
const IMPORTED = /((?:from |import\()['"]\.[^'"]+)\.ts(['"])/g;
const from = (file: string, name: string): string => join(dirname(file), name.replace(/\.ts$/, '.d.ts'));

/** The types that the entries lead to. */
function reached(file: string, found = new Set<string>()): Set<string> {
    if (found.has(file) || !existsSync(file)) return found;
    found.add(file);
    const text = readFileSync(file, 'utf8');
    for (const [, name] of text.matchAll(/(?:from |import\()['"](\.[^'"]+)['"]/g)) reached(from(file, name!), found);
    writeFileSync(file, text.replaceAll(IMPORTED, '$1.js$2'));
    return found;
}

const types = join(made, 'types');
const used = ['npm/src/index.d.ts', 'npm/src/element/board.d.ts'].reduce((all, entry) => reached(join(types, entry), all), new Set<string>());
for (const file of globSync('**/*.d.ts', { cwd: types })) if (!used.has(join(types, file))) rmSync(join(types, file));

mkdirSync(made, { recursive: true });
for (const name of ['komwe.wasm', 'tables.wasm']) copyFileSync(join(root, 'build/web/engine', name), join(made, 'dist', name));
cpSync(join(root, 'npm/examples'), join(made, 'examples'), { recursive: true });
copyFileSync(join(root, 'LICENSE'), join(made, 'LICENSE'));
copyFileSync(join(root, 'npm/README.md'), join(made, 'README.md'));
const described = JSON.parse(readFileSync(join(root, 'npm/package.json'), 'utf8')) as Record<string, unknown>;
writeFileSync(join(made, 'package.json'), `${JSON.stringify({ ...described, version: version() }, null, 2)}\n`);
