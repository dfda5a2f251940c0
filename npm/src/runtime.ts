// The library at work: one module in this thread for rules, and what Workers with engines are made of.

import { requestOf, valueIn, type Field } from '../../web/src/engine/ask.ts';
import { weightsGame } from '../../web/src/engine/weights.ts';
import { openApi, hasVectors, type Api } from '../../web/src/engine/module.ts';
import { workerPost, type Post } from '../../web/src/engine/post.ts';
import { baseOf, loadingGames } from '../../web/src/engine/loaded-games.ts';
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

export const bad = (sentence: string): KomweError => new KomweError('bad-request', sentence);

const addressOf = (of: string | URL): URL => new URL(of, globalThis.location?.href ?? import.meta.url);

function isAddress(value: unknown): value is string | URL {
    if (typeof value !== 'string' && !(value instanceof URL)) return false;
    try {
        return addressOf(value) instanceof URL;
    } catch {
        return false;
    }
}

function isModule(value: unknown): value is WebAssembly.Module {
    try {
        return WebAssembly.Module.exports(value as WebAssembly.Module) !== undefined;
    } catch {
        return false;
    }
}

const isBytes = (value: unknown): boolean =>
    ArrayBuffer.isView(value) || ['ArrayBuffer', 'SharedArrayBuffer'].includes(Object.prototype.toString.call(value).slice(8, -1));

/**
 * Says where the files of the package are.  Call it before anything else: what is loaded already stays.
 * @throws KomweError if something has been loaded, or what is given is no place.
 */
export function configure(of: Places): void {
    if (typeof of !== 'object' || of === null) throw bad('configure wants an object with wasm, worker or tables');
    if (opened !== undefined) throw bad('configure comes before the first game is loaded');
    const { wasm, worker, tables } = of;
    for (const [name, value] of Object.entries({ wasm, tables }))
        if (value !== undefined && !isAddress(value) && !isBytes(value) && !isModule(value)) throw bad(`${name} is an address, bytes or a module`);
    if (worker !== undefined && !isAddress(worker)) throw bad('worker is an address');
    places = { ...(wasm && { wasm }), ...(worker && { worker }), ...(tables && { tables }) };
}

/** A refusal as it is, anything else as one that says what failed. */
const failure = (what: string, error: unknown): KomweError =>
    error instanceof KomweError ? error : new KomweError('failed', `${what}: ${error instanceof Error ? error.message : 'no reason is known'}`);

// ---- modules -------------------------------------------------------------------------------------

const modules = new Map<'wasm' | 'tables', Promise<WebAssembly.Module>>();

const packed = (name: 'wasm' | 'tables'): URL =>
    name === 'wasm'
        ? new URL(/* @vite-ignore */ './komwe.wasm', import.meta.url)
        : new URL(/* @vite-ignore */ './tables.wasm', import.meta.url);

async function compiled(name: 'wasm' | 'tables'): Promise<WebAssembly.Module> {
    if (!hasVectors()) throw new KomweError('failed', 'komwe needs WebAssembly with SIMD, as browsers since 2023 and Node since 16.4 have it');
    const of = places[name] ?? packed(name);
    try {
        if (isAddress(of)) return await compileAt(addressOf(of));
        return isModule(of) ? of : await WebAssembly.compile(of);
    } catch (error) {
        throw failure(`the module ${name} cannot be used`, error);
    }
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

export const weightsOf = async (id: string): Promise<string | null> => {
    const owner = weightsGame(id);
    return Object.hasOwn(weights, owner) ? (await weights[owner]!()).default : null;
};

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
    const module = await moduleOf('wasm');
    const api: Api = await openApi(module).catch((error: unknown) => {
        throw failure('the module wasm is none of komwe', error);
    });
    const plain: Post = {
        ask: async (request, onReport) => api.ask(request, onReport && ((json) => (onReport(json), true))),
        stop() {},
        losses: 0,
        close() {},
    };
    return {
        ask: (word, fields = []) => valueIn(api.ask(requestOf(word, fields))),
        post: loadingGames(plain, textOf),
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
    const file = places.worker === undefined ? new URL(/* @vite-ignore */ './worker.mjs', import.meta.url) : addressOf(places.worker);
    const [module, start] = await Promise.all([moduleOf(name), workersAt(file)]);
    const started = (): Worker => {
        try {
            return start();
        } catch (error) {
            throw failure('the Worker cannot be started', error);
        }
    };
    return loadingGames(workerPost(module, started, canShare()), textOf);
}
