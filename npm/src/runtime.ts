// The library at work: one module in this thread for rules, and what Workers with engines are made of.

import { requestOf, valueIn, type Field } from '../../web/src/engine/ask.ts';
import { openApi, hasVectors, type Api } from '../../web/src/engine/module.ts';
import { workerPost, type Post } from '../../web/src/engine/post.ts';
import { baseOf, taught } from '../../web/src/engine/taught.ts';
import { KomweError } from '../../web/src/engine/types.ts';
import { books, rules, weights } from 'virtual:data';
import { canShare, compileAt, workersAt } from './files.ts';

/** Where the files of the package are, if a bundler does not find them itself. */
export interface Places {
    /** The module: its address, its bytes, or compiled; `komwe.wasm` of the package. */
    readonly wasm?: string | URL | BufferSource | WebAssembly.Module;
    /** The address of `worker.mjs` of the package. */
    readonly worker?: string | URL;
    /** As `wasm`, `tables.wasm` of the package: the module that also builds endgame tables. */
    readonly tables?: string | URL | BufferSource | WebAssembly.Module;
}

let places: Places = {};

/**
 * Says where the files of the package are.  Call it before anything else: what is loaded already stays.
 * @throws KomweError if something has been loaded.
 */
export function configure(of: Places): void {
    if (typeof of !== 'object' || of === null) throw bad('configure wants an object with wasm, worker or tables');
    if (opened !== undefined) throw bad('configure comes before the first game is loaded');
    places = { ...of };
}

export const bad = (sentence: string): KomweError => new KomweError('bad-request', sentence);

// ---- modules -------------------------------------------------------------------------------------

const modules = new Map<'wasm' | 'tables', Promise<WebAssembly.Module>>();

const packed = (name: 'wasm' | 'tables'): URL =>
    name === 'wasm'
        ? new URL(/* @vite-ignore */ './komwe.wasm', import.meta.url)
        : new URL(/* @vite-ignore */ './tables.wasm', import.meta.url);

async function compiled(name: 'wasm' | 'tables'): Promise<WebAssembly.Module> {
    if (!hasVectors()) throw new KomweError('failed', 'komwe needs WebAssembly with SIMD, as browsers since 2023 and Node since 16.4 have it');
    const of = places[name] ?? packed(name);
    if (typeof of === 'string' || of instanceof URL) return compileAt(new URL(of, globalThis.location?.href ?? import.meta.url));
    if (Object.prototype.toString.call(of) === '[object WebAssembly.Module]') return of as WebAssembly.Module;
    return WebAssembly.compile(of as BufferSource);
}

/** Compiled once; a failure is not remembered. */
function moduleOf(name: 'wasm' | 'tables'): Promise<WebAssembly.Module> {
    let module = modules.get(name);
    if (module === undefined) {
        module = compiled(name);
        modules.set(name, module);
        module.catch(() => modules.delete(name));
    }
    return module;
}

// ---- texts of games ------------------------------------------------------------------------------

/** The rule texts of the program itself, by the ids of their games. */
const own = new Map<string, string>();

async function textOf(id: string): Promise<string | null> {
    const text = own.get(id);
    if (text !== undefined) return text;
    return Object.hasOwn(rules, id) ? (await rules[id]!()).default : null;
}

export const weightsOf = async (id: string): Promise<string | null> =>
    Object.hasOwn(weights, id) ? (await weights[id]!()).default : null;

export const bookOf = async (id: string): Promise<string | null> =>
    Object.hasOwn(books, id) ? (await books[id]!()).default : null;

/** The ids of the shipped games whose rules are texts. */
export const textGames = (): readonly string[] => Object.keys(rules);

// ---- this thread ---------------------------------------------------------------------------------

export interface Runtime {
    /** Answers at once; the rules of the game must be known. */
    ask<T>(word: string, fields?: readonly Field[]): T;
    /** The same module, which learns of games whose rules are texts. */
    readonly post: Post;
}

let opened: Promise<Runtime> | undefined;

async function open(): Promise<Runtime> {
    const api: Api = await openApi(await moduleOf('wasm'));
    const plain: Post = {
        ask: async (request, onReport) => api.ask(request, onReport && ((json) => (onReport(json), true))),
        stop() {},
        losses: 0,
        close() {},
    };
    return {
        ask: (word, fields = []) => valueIn(api.ask(requestOf(word, fields))),
        post: taught(plain, textOf),
    };
}

/** Opened once for all games of this thread; a failure is not remembered. */
export function runtime(): Promise<Runtime> {
    if (opened === undefined) {
        opened = open();
        opened.catch(() => (opened = undefined));
    }
    return opened;
}

/** Makes a rule text a game of this thread and of every engine; its id. */
export async function addText(text: string): Promise<string> {
    const { ask, post } = await runtime();
    const base = baseOf(text);
    if (base !== null) await post.ask(requestOf('rules', [base, ''])); // its text is known then
    const id = ask<string>('add', [text]);
    own.set(id, text);
    return id;
}

// ---- Workers -------------------------------------------------------------------------------------

/** A Worker with a module of its own. */
export async function newWorker(name: 'wasm' | 'tables'): Promise<Post> {
    const file = places.worker === undefined
        ? new URL(/* @vite-ignore */ './worker.mjs', import.meta.url)
        : new URL(places.worker, globalThis.location?.href ?? import.meta.url);
    const [module, start] = await Promise.all([moduleOf(name), workersAt(file)]);
    return taught(workerPost(module, start, canShare()), textOf);
}
