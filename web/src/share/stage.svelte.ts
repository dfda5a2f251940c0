// The board as SVG: see Stage.svelte.

import { flushSync, mount, unmount } from 'svelte';
import type { Preview } from '../board/Board.svelte';
import { layoutOf } from '../board/geometry.ts';
import type { Table } from '../engine/replay.ts';
import { NOWHERE, type Rules } from '../engine/types.ts';
import { flatten } from './flatten.ts';
import Stage from './Stage.svelte';

/** What the board shows: the properties of Board.svelte that a picture has. */
export interface Scene {
    readonly rules: Rules;
    readonly turned: boolean;
    readonly table: Table;
    readonly changes: ReadonlyMap<number, number> | null;
    readonly marked: { readonly start: number | null; readonly end: number | null } | null;
    readonly preview: Preview | null;
    readonly hand: { readonly from: number; readonly to: number };
    readonly ended: boolean;
}

/** What varies from picture to picture. */
export type Look = Pick<Scene, 'table'> & Partial<Scene>;

/** What is carved lies behind all the rest, and hardly ever changes. */
export interface Drawn {
    readonly carved: string;
    readonly above: string;
}

const PLAIN = { changes: null, marked: null, preview: null, hand: { from: NOWHERE, to: NOWHERE }, ended: false };

export class BoardStage {
    /** Of the board, in its own units. */
    readonly width: number;
    readonly height: number;
    readonly #host = document.createElement('div');
    readonly #mounted: Record<string, unknown>;
    #scene: Scene = $state.raw()!;

    constructor(rules: Rules, turned: boolean, table: Table) {
        ({ width: this.width, height: this.height } = layoutOf(rules, turned));
        this.#scene = { ...PLAIN, rules, turned, table };
        document.body.append(this.#host);
        const scene = (): Scene => this.#scene;
        const props = {
            get scene() {
                return scene();
            },
        };
        this.#mounted = mount(Stage, { target: this.#host, props });
        flushSync();
    }

    /** The board as it looks then, in its own units. */
    draw(look: Look): Drawn {
        this.#scene = { ...this.#scene, ...PLAIN, ...look };
        flushSync();
        const [carved = '', ...above] = flatten(this.#host.querySelector('.block')!, this.width);
        return { carved, above: above.join('') };
    }

    /** What a colour of tokens.css is in the picture. */
    colour(token: string): string {
        const stage = this.#host.firstElementChild as HTMLElement;
        stage.style.color = `var(${token})`;
        return getComputedStyle(stage).color;
    }

    close(): void {
        void unmount(this.#mounted);
        this.#host.remove();
    }
}
