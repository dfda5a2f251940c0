// The modules of the library, each fetched once, in the form that this browser can run.

import plainUrl from '@built/engine/komwe-plain.wasm?url';
import vectorsUrl from '@built/engine/komwe.wasm?url';
import tablesPlainUrl from '@built/engine/tables-plain.wasm?url';
import tablesUrl from '@built/engine/tables.wasm?url';
import { hasVectors } from './module.ts';
import { KomweError } from './types.ts';

const urls = {
    library: () => (hasVectors() ? vectorsUrl : plainUrl),
    tables: () => (hasVectors() ? tablesUrl : tablesPlainUrl),
} as const;

export async function get(url: string): Promise<Response> {
    const response = await fetch(url);
    if (!response.ok) throw new KomweError('failed', `${url}: ${response.status}`);
    return response;
}

/** Some servers do not know the type of modules, without which none is compiled as it comes in. */
async function compile(url: string): Promise<WebAssembly.Module> {
    const response = await get(url);
    return response.headers.get('Content-Type') === 'application/wasm'
        ? WebAssembly.compileStreaming(response)
        : WebAssembly.compile(await response.arrayBuffer());
}

const fetched = new Map<keyof typeof urls, Promise<WebAssembly.Module>>();

/** What failed is tried again next time. */
export function moduleOf(name: keyof typeof urls): Promise<WebAssembly.Module> {
    let one = fetched.get(name);
    if (one === undefined) {
        one = compile(urls[name]());
        fetched.set(name, one);
        one.catch(() => fetched.delete(name));
    }
    return one;
}
