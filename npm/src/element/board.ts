// <komwe-board>: a board of the page as a custom element.  README.md describes its attributes.

import { mount, unmount } from 'svelte';
import { Engine as Inner } from '../../../web/src/engine/engine.ts';
import { Komwe, type Game as Held } from '../../../web/src/engine/komwe.ts';
import { KomweError, type Result as HeldResult } from '../../../web/src/engine/types.ts';
import { speak } from '../../../web/src/words/words.svelte.ts';
import controls from '../../../web/src/controls.css?inline';
import tokens from '../../../web/src/tokens.css?inline';
import type { Player, Result } from '../game.ts';
import { bad, bookOf, newWorker, runtime, weightsOf } from '../runtime.ts';
import { Look } from './look.svelte.ts';
import { Played, SIDES, type Sides } from './played.svelte.ts';
import { CODES, settings, WOODS, type Wood } from './settings.svelte.ts';
import View from './View.svelte';

export type { Sides, Wood };

export interface KomweMoveDetail {
    readonly move: string;
    /** Who played it. */
    readonly mover: Player;
    /** All that was played. */
    readonly moves: readonly string[];
    /** Where the game stands now. */
    readonly position: string;
}
export interface KomweEndDetail {
    readonly result: Result;
    readonly moves: readonly string[];
}
export interface KomweErrorDetail {
    readonly error: KomweError;
}

/** Events of a board; they bubble, and leave the shadows they come from. */
export interface KomweBoardEventMap {
    /** A move was played, by a person, the engine or `play`. */
    'komwe-move': CustomEvent<KomweMoveDetail>;
    /** The game is over. */
    'komwe-end': CustomEvent<KomweEndDetail>;
    /** An attribute cannot be carried out; the board stays. */
    'komwe-error': CustomEvent<KomweErrorDetail>;
}

declare global {
    interface HTMLElementTagNameMap {
        'komwe-board': KomweBoard;
    }
    interface HTMLElementEventMap extends KomweBoardEventMap {}
}

const PLACE = ['game', 'options', 'position', 'moves'] as const;
const REST = ['playable', 'level', 'wood', 'lang', 'flipped', 'steps', 'speed', 'sound'] as const;

const HOST = `
:host { display: block; font: 400 1rem/1.5 var(--font); text-align: start; color: var(--ink); }
:host([hidden]) { display: none; }
:host([theme='light']) { color-scheme: light; }
:host([theme='dark']) { color-scheme: dark; }
*, *::before, *::after { box-sizing: border-box; }
small { color: var(--ink-2); font-size: 0.875rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;

let sheets: CSSStyleSheet[] | undefined;

/** The styles of the page, for a shadow; light or dark comes from the page around, or from `theme`. */
function styles(): CSSStyleSheet[] {
    sheets ??= [tokens.replaceAll(':root', ':host').replace('color-scheme: light dark;', ''), controls, HOST].map((text) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(text);
        return sheet;
    });
    return sheets;
}

/** In Node the file can be loaded, and there are no elements. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

const resultOf = ({ outcome, ending, score, text }: HeldResult): Result => ({
    winner: outcome === 'draw' ? 'draw' : outcome === 'S' ? 'south' : 'north',
    ending,
    score,
    text,
});

export class KomweBoard extends Base {
    static readonly observedAttributes = [...PLACE, ...REST];

    #view: ReturnType<typeof mount> | null = null;
    #played: Promise<Played> | null = null;
    #now: Played | null = null;
    #engine: Promise<Inner> | null = null;
    /** Aborted, and another one, when what the engine thinks about has changed. */
    #thinking = new AbortController();
    readonly #look = new Look();
    #due = false;

    // ---- attributes as properties --------------------------------------------------------------

    /** The id of the game, as "oware"; without one nothing is shown. */
    get game(): string {
        return this.getAttribute('game') ?? '';
    }
    set game(value: string) {
        this.setAttribute('game', value);
    }
    /** As "pits=4 seeds=3". */
    get options(): string {
        return this.getAttribute('options') ?? '';
    }
    set options(value: string) {
        this.setAttribute('options', value);
    }
    /** Where the game begins, as `Position.text`; '': the usual start. */
    get position(): string {
        return this.getAttribute('position') ?? '';
    }
    set position(value: string) {
        this.setAttribute('position', value);
    }
    /** The moves that were played from there.  Set to the same moves and more, the new ones are shown. */
    get moves(): readonly string[] {
        return this.#now?.moves ?? this.#wantedMoves();
    }
    set moves(value: readonly string[] | string) {
        if (typeof value !== 'string' && !(Array.isArray(value) && value.every((move) => typeof move === 'string')))
            throw bad('moves are texts of moves');
        this.setAttribute('moves', typeof value === 'string' ? value : value.map((move) => move.replaceAll(' ', ',')).join(' '));
    }
    /** Whose moves a person plays: 'both', 'south', 'north' or 'none'. */
    get playable(): Sides {
        return this.#oneOf('playable', SIDES);
    }
    set playable(value: Sides) {
        this.setAttribute('playable', value);
    }
    /** The engine plays for the other side at this level, 1 to 10; 0: nobody does. */
    get level(): number {
        const level = Number(this.getAttribute('level') ?? 0);
        return Number.isInteger(level) && level >= 0 && level <= 10 ? level : 0;
    }
    set level(value: number) {
        this.setAttribute('level', String(value));
    }
    /** 'light', 'dark', or 'auto': as the page around. */
    get theme(): 'auto' | 'light' | 'dark' {
        return this.#oneOf('theme', ['auto', 'light', 'dark']);
    }
    set theme(value: 'auto' | 'light' | 'dark') {
        this.setAttribute('theme', value);
    }
    /** The wood of the board, each with seeds of its own: 'mvule', 'ebony', 'olive' or 'mninga'. */
    get wood(): Wood {
        return this.#oneOf('wood', WOODS);
    }
    set wood(value: Wood) {
        this.setAttribute('wood', value);
    }
    /** North sits at the bottom. */
    get flipped(): boolean {
        return this.hasAttribute('flipped');
    }
    set flipped(value: boolean) {
        this.toggleAttribute('flipped', value);
    }
    /** Buttons and a slider lead through the last move. */
    get steps(): boolean {
        return this.hasAttribute('steps');
    }
    set steps(value: boolean) {
        this.toggleAttribute('steps', value);
    }

    // ---- what there is to know and to do -------------------------------------------------------

    /** How the game ended; null: it goes on, or nothing is shown. */
    get result(): Result | null {
        const result = this.#now?.situation?.result ?? null;
        return result === null ? null : resultOf(result);
    }
    /** Who is to move; null: nothing is shown. */
    get mover(): Player | null {
        return this.#now?.situation === undefined ? null : this.#now.mover;
    }
    /** Where the game stands, as `Position.text`; '': nothing is shown. */
    get current(): string {
        return this.#now?.situation?.position.text ?? '';
    }
    /** The legal moves. */
    get legalMoves(): readonly string[] {
        return this.#now?.situation?.moves.map(({ text }) => text) ?? [];
    }
    /** Plays a move for whoever is to move; false if it is not legal, and the board says why. */
    async play(move: string): Promise<boolean> {
        if (typeof move !== 'string') throw bad('a move is a text');
        return (await this.#played)?.play(move) ?? false;
    }
    /** Takes back a move, and with it the engine's answer; false if there is none. */
    async undo(): Promise<boolean> {
        return (await this.#played)?.undo() ?? false;
    }
    /** Begins anew from `position` with the moves of the attribute `moves`. */
    async restart(): Promise<void> {
        const played = await this.#played;
        played?.forget();
        await this.#load();
    }

    // ---- the life of an element ----------------------------------------------------------------

    connectedCallback(): void {
        const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open', delegatesFocus: true });
        shadow.adoptedStyleSheets = styles();
        this.#played = this.#begin(shadow);
        this.#played.catch((error: unknown) => this.#say('komwe-error', { error: error as KomweError }));
        this.#apply();
        this.#plan();
    }

    disconnectedCallback(): void {
        this.#now?.close();
        this.#now = null;
        this.#played = null;
        void this.#engine?.then((engine) => engine.close());
        this.#engine = null;
        if (this.#view !== null) void unmount(this.#view);
        this.#view = null;
    }

    attributeChangedCallback(name: string): void {
        if (this.#played === null) return;
        if ((PLACE as readonly string[]).includes(name)) this.#plan();
        else this.#apply();
    }

    async #begin(shadow: ShadowRoot): Promise<Played> {
        const { post } = await runtime();
        const played = new Played(new Komwe(post), {
            moved: (move, mover) => {
                const { moves, current: position } = this;
                this.#say('komwe-move', { move, mover, moves, position });
            },
            ended: () => this.#say('komwe-end', { result: this.result!, moves: this.moves }),
            failed: (error) => this.#say('komwe-error', { error }),
            changed: () => {
                this.#thinking.abort();
                this.#thinking = new AbortController();
            },
        });
        if (!this.isConnected) return played;
        this.#now = played;
        this.#apply();
        this.#view = mount(View, { target: shadow, props: { at: played, look: this.#look } });
        return played;
    }

    /** What is changed at once is loaded at once. */
    #plan(): void {
        if (this.#due) return;
        this.#due = true;
        queueMicrotask(() => {
            this.#due = false;
            void this.#load();
        });
    }

    #wantedMoves(): readonly string[] {
        return (this.getAttribute('moves') ?? '').split(/\s+/).filter((move) => move !== '');
    }

    async #load(): Promise<void> {
        const played = await this.#played?.catch(() => null);
        if (played == null || this.game === '' || !this.isConnected) return;
        const { game, options, position } = this;
        await played.load({ game, options, ...(position === '' ? {} : { position }) }, this.#wantedMoves());
    }

    /** What needs no other game. */
    #apply(): void {
        this.#look.wood = this.wood;
        this.#look.steps = this.steps;
        const wanted = (this.lang || document.documentElement.lang).split('-')[0];
        const language = CODES.find((code) => code === wanted) ?? 'en';
        if (language !== settings.language) void speak(language as Parameters<typeof speak>[0]).catch(() => undefined); // it stays as it is
        const speed = this.getAttribute('speed');
        if (speed !== null && Number.isFinite(Number(speed)) && Number(speed) >= 0) settings.speed = Number(speed);
        settings.sound = this.hasAttribute('sound');
        if (this.#now === null) return;
        this.#now.turned = this.flipped;
        this.#now.sides = this.playable;
        this.#now.answer = this.level === 0 || this.playable === 'both' ? null : (held) => this.#answer(held);
        this.#now.wake();
    }

    async #answer(held: Held): Promise<string | null> {
        this.#engine ??= newWorker('wasm').then((post) => new Inner(post, weightsOf, { findBook: bookOf }));
        const { signal } = this.#thinking;
        const engine = await this.#engine;
        const move = await engine.choose(held, this.level, Math.floor(Math.random() * 2 ** 32), signal);
        return move?.text ?? null;
    }

    #oneOf<T extends string>(name: string, all: readonly T[]): T {
        const value = this.getAttribute(name) as T | null;
        return value !== null && all.includes(value) ? value : all[0]!;
    }

    #say<Name extends keyof KomweBoardEventMap>(name: Name, detail: KomweBoardEventMap[Name]['detail']): void {
        this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
    }
}

if (globalThis.customElements !== undefined && customElements.get('komwe-board') === undefined)
    customElements.define('komwe-board', KomweBoard);
