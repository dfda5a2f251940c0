// Files that only hand on the exports of another one are left out of the site: what imports them imports
// that one.  They cost a request each, and are made wherever a group of modules that is one file holds a
// module that is imported when it is needed.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin, Rollup } from 'vite';

const FACADE = /^import"\.\/([\w.-]+)";$|^(?:import"\.\/[\w.-]+";)*export\{([^{}]*)\}from"\.\/([\w.-]+)";$/;
const EXPORT = /^(\w+)(?: as (\w+))?$/;
const IMPORT = /import\((["`])\.\/([\w.-]+)\1\)/g;

interface Facade {
    /** The file whose exports it hands on. */
    readonly of: string;
    /** What stands after the import of that file, so that it gives what the facade would. */
    readonly then: string;
}

function facadeOf(chunk: Rollup.OutputChunk): Facade | null {
    const found = FACADE.exec(chunk.code.trim());
    if (found === null) return null;
    const [, alone, names, of] = found;
    if (alone !== undefined) return { of: alone, then: '' };
    const handed = names!.split(',').map((one) => {
        const [, inner, outer = inner] = EXPORT.exec(one.trim()) ?? [];
        if (inner === undefined) throw new Error(`${chunk.fileName}: what is "${one}"?`);
        return `${outer}:e.${inner}`;
    });
    return { of: of!, then: `.then(e=>({${handed.join(',')}}))` };
}

function fold(bundle: Rollup.OutputBundle): ReadonlyMap<string, string> {
    const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
    const facades = new Map<string, Facade>();
    for (const chunk of chunks) {
        const facade = facadeOf(chunk);
        if (facade !== null) facades.set(chunk.fileName.replace(/^.*\//, ''), facade);
    }
    for (const chunk of chunks)
        chunk.code = chunk.code.replace(IMPORT, (all, quote: string, name: string) => {
            const facade = facades.get(name);
            return facade === undefined ? all : `import(${quote}./${facade.of}${quote})${facade.then}`;
        });
    const into = new Map<string, string>();
    for (const chunk of chunks) {
        const facade = facades.get(chunk.fileName.replace(/^.*\//, ''));
        if (facade === undefined) continue;
        into.set(chunk.fileName, chunk.fileName.replace(/[^/]*$/, facade.of));
        if (!chunk.isEntry) delete bundle[chunk.fileName]; // index.html is made of that one
    }
    return into;
}

/** Names hold a hash of what the bundler put into a file, and so of what is done to it afterwards. */
const salt = createHash('sha256').update(readFileSync(import.meta.filename)).digest('hex');

/** Which files are left out, and what they handed on: known when index.html is written. */
export function folding(): { readonly plugin: Plugin; readonly into: (file: string) => string } {
    let into: ReadonlyMap<string, string> = new Map();
    const plugin: Plugin = {
        name: 'fold',
        augmentChunkHash: () => salt,
        generateBundle: { order: 'pre', handler: (_, bundle) => void (into = fold(bundle)) },
    };
    return { plugin, into: (file) => into.get(file) ?? file };
}
