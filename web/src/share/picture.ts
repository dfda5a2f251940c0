// A picture of the board as an SVG that stands alone: wood, board, caption, title and description.
//
//      +--------------------------------------+
//      |  +--------------------------------+  |
//      |  |            the board           |  |
//      |  +--------------------------------+  |
//      |  Bao la Kiswahili              komwe |
//      |  South: A6>. North to move.          |
//      +--------------------------------------+

import fontUrl from '../app/font/figtree.woff2?url';
import grain from '../board/grain.svg?raw';
import { tableOf } from '../engine/replay.ts';
import { changesOf, effectOf } from '../engine/effect.ts';
import type { Ply, Rules } from '../engine/types.ts';
import { definitionsFor, escaped, shortened } from './flatten.ts';
import type { Shared } from './shared.ts';
import { BoardStage, type Drawn, type Look } from './stage.svelte.ts';

/** Of the picture, in pixels. */
export const WIDTH = 1200;
/** Saved as pixels, which the grain of the wood makes many bytes of. */
export const PNG_WIDTH = 1600;
const MARGIN = 32;
/** Below the board: its shadow and edge, the caption. */
const BELOW = 30;
const CAPTION = 92;
/** More signs do not fit beside the margin. */
const LINE_MOST = 84;

export interface Said {
    readonly title: string;
    readonly caption: string;
    readonly description: string;
}

const cut = (text: string): string =>
    text.length <= LINE_MOST ? text : `${text.slice(0, LINE_MOST - 1).trimEnd()}…`;

async function fetchFont(): Promise<string> {
    const bytes = new Uint8Array(await (await fetch(fontUrl)).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
let font: Promise<string> | undefined;

/** What stands on the board after plies, with the marks of the last move. */
export function lookAfter(move: readonly Ply[], table: Look['table'], over: boolean): Look {
    const last = move.at(-1);
    return {
        table,
        ended: over,
        changes: last === undefined ? null : changesOf(move),
        marked: last === undefined ? null : effectOf(last),
    };
}

export class Picture {
    readonly height: number;
    readonly #stage: BoardStage;
    readonly #scale: number;
    readonly #name: string;
    readonly #font: string;

    private constructor(stage: BoardStage, name: string, font: string) {
        this.#stage = stage;
        this.#scale = (WIDTH - 2 * MARGIN) / stage.width;
        this.height = Math.ceil(MARGIN + stage.height * this.#scale + BELOW + CAPTION);
        this.#name = name;
        this.#font = font;
    }

    /** Of boards of these rules; to be closed. */
    static async open(rules: Rules, turned: boolean, name: string): Promise<Picture> {
        font ??= fetchFont();
        font.catch(() => (font = undefined));
        const face = await font; // before anything is put into the page
        return new Picture(new BoardStage(rules, turned, tableOf(rules.start)), name, face);
    }

    close(): void {
        this.#stage.close();
    }

    /** All of it. */
    whole(look: Look, said: Said): string {
        const { carved, above } = this.#stage.draw(look);
        return this.#document(`${this.#ground()}${this.#drawn(carved + above)}${this.#line(said.caption)}`, said);
    }
    /** In layers, for an animation: what never changes, what hardly ever does, and the rest. */
    ground(): string {
        return this.#document(this.#ground());
    }
    layers(look: Look, caption: string): Drawn {
        const { carved, above } = this.#stage.draw(look);
        return {
            carved: this.#document(this.#drawn(carved)),
            above: this.#document(`${this.#drawn(above)}${this.#line(caption)}`),
        };
    }

    #document(inner: string, said?: Said): string {
        const named =
            said === undefined
                ? ''
                : `<title>${escaped(said.title)}</title><desc>${escaped(said.description)}</desc>`;
        const face = `@font-face{font-family:Figtree;font-weight:300 900;src:url(data:font/woff2;base64,${this.#font}) format("woff2")}`;
        return (
            `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${WIDTH}" height="${this.height}" viewBox="0 0 ${WIDTH} ${this.height}"` +
            ` font-family="Figtree, system-ui, sans-serif">${named}` +
            `<style>${face}text{font-variant-numeric:tabular-nums}</style>${inner}</svg>`
        );
    }

    #board(inner: string): string {
        return `<g transform="translate(${MARGIN} ${MARGIN}) scale(${this.#scale.toFixed(4)})">${inner}</g>`;
    }

    #colour(token: string): string {
        return shortened(this.#stage.colour(token));
    }

    /** The paper, the wood with its grain and edges, the name of the game. */
    #ground(): string {
        const { width, height } = this.#stage;
        const size = `width="${width}" height="${height}" rx="40"`;
        const fibres = grain.replace(/^<svg[^>]*>|<\/svg>\s*$/g, '');
        const edge = this.#colour('--wood-edge');
        const wood =
            `<defs><linearGradient id="wood" x2="0" y2="1"><stop stop-color="${this.#colour('--wood-1')}"/><stop offset="1" stop-color="${this.#colour('--wood-2')}"/></linearGradient>` +
            `<linearGradient id="bevel" x2="0" y2="1"><stop stop-color="#ffdeb2" stop-opacity=".45"/><stop offset=".08" stop-color="#ffdeb2" stop-opacity="0"/><stop offset=".92" stop-color="#190900" stop-opacity="0"/><stop offset="1" stop-color="#190900" stop-opacity=".65"/></linearGradient>` +
            `<clipPath id="outline"><rect ${size}/></clipPath>` +
            `<filter id="blur" x="-.1" y="-.1" width="1.2" height="1.3"><feGaussianBlur stdDeviation="14"/></filter></defs>` +
            `<rect x="12" y="20" width="${width - 24}" height="${height}" rx="40" fill="#281200" fill-opacity=".4" filter="url(#blur)"/>` +
            `<rect x="1" y="7" width="${width - 2}" height="${height - 1}" rx="39" fill="${edge}"/>` +
            `<rect ${size} fill="url(#wood)"/>` +
            `<g clip-path="url(#outline)"><svg ${size} viewBox="0 0 1100 560" preserveAspectRatio="none">${fibres}</svg>` +
            `<rect ${size} fill="none" stroke="url(#bevel)" stroke-width="12"/></g>` +
            `<rect x="1" y="1" width="${width - 2}" height="${height - 2}" rx="39" fill="none" stroke="${edge}" stroke-width="2"/>`;
        const y = this.height - CAPTION + 24;
        return (
            `<rect width="${WIDTH}" height="${this.height}" fill="${this.#colour('--paper')}"/>${this.#board(wood)}` +
            `<text x="${MARGIN + 8}" y="${y}" font-size="32" font-weight="750" fill="${this.#colour('--ink')}">${escaped(this.#name)}</text>` +
            `<text x="${WIDTH - MARGIN - 8}" y="${y}" font-size="28" font-weight="800" text-anchor="end" fill="${this.#colour('--accent')}">komwe</text>`
        );
    }

    #drawn(drawing: string): string {
        return `<defs>${definitionsFor(drawing)}</defs>${this.#board(`<g text-anchor="middle">${drawing}</g>`)}`;
    }

    #line(caption: string): string {
        const y = this.height - CAPTION + 62;
        return `<text x="${MARGIN + 8}" y="${y}" font-size="24" fill="${this.#colour('--ink-2')}">${escaped(cut(caption))}</text>`;
    }
}

/** What is shared, as a picture. */
export async function pictureOf(shared: Shared, name: string, said: Said): Promise<{ svg: string; height: number }> {
    const { rules, position, turned = false, move = [], result = null } = shared;
    const picture = await Picture.open(rules, turned, name);
    try {
        const over = result !== null || position.over !== 0;
        return { svg: picture.whole(lookAfter(move, tableOf(position), over), said), height: picture.height };
    } finally {
        picture.close();
    }
}
