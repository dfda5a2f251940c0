// The seeds of a wood as a picture, of which canvases take theirs: while a sowing is on its way nothing of
// the page is laid out anew, and what is drawn on a canvas never is.

import { WOODS, type Wood } from '../app/settings.svelte.ts';
import { CAST, fillOf, SEED_SHAPES, seedOf } from './seed-shapes.ts';
import type { Spot } from './geometry.ts';
import { SHAPES, type Seed } from './seeds.ts';

/** Each seed lies in the middle of a square, in units of the board. */
export const SEED = 40;

function pictureOf(wood: Wood): string {
    const fills = [...new Set(SEED_SHAPES[wood].map(({ fill }) => fill))].map(fillOf);
    const seeds = Array.from({ length: SHAPES }, (_, shape) => {
        const x = SEED * (shape + 0.5);
        return `<g transform="translate(${x} ${SEED / 2})">${seedOf(wood, shape)}</g>`;
    });
    const [width, height] = [SEED * SHAPES, SEED];
    return (
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
        `<defs>${CAST}${fills.join('')}</defs>${seeds.join('')}</svg>`
    );
}

async function draw(wood: Wood): Promise<HTMLImageElement> {
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([pictureOf(wood)], { type: 'image/svg+xml' }));
    await image.decode();
    URL.revokeObjectURL(image.src);
    return image;
}

const begun = new Set<Wood>();
const drawn = new Map<Wood, HTMLImageElement>();

const woodOf = (element: Element): Wood => {
    const name = element.closest<HTMLElement>('[data-wood]')?.dataset.wood;
    return WOODS.find((wood) => wood === name) ?? 'mvule';
};

/** The picture for a board that stands there; null: it is not drawn yet, or never, where a page may show no such pictures. */
export function sheetFor(board: Element): HTMLImageElement | null {
    const wood = woodOf(board);
    if (!begun.has(wood)) {
        begun.add(wood);
        draw(wood).then(
            (image) => drawn.set(wood, image),
            () => undefined,
        );
    }
    return drawn.get(wood) ?? null;
}

/** The seeds in the pixels of the screen, from which they are copied, not drawn anew. */
export interface Seeds {
    readonly canvas: HTMLCanvasElement;
    /** Of the square of each, in pixels. */
    readonly side: number;
    /** So many pixels has a unit of where they lie. */
    readonly pixels: number;
}
export function scaled(sheet: HTMLImageElement, pixels: number): Seeds {
    const canvas = document.createElement('canvas');
    const side = Math.ceil(SEED * pixels);
    [canvas.width, canvas.height] = [side * SHAPES, side];
    const context = canvas.getContext('2d');
    for (let shape = 0; shape < SHAPES; shape++)
        context?.drawImage(sheet, shape * SEED, 0, SEED, SEED, shape * side, 0, SEED * pixels, SEED * pixels);
    return { canvas, side, pixels };
}

/** A part of the board round a place, on whole pixels of the screen, so that what is copied stays sharp. */
export interface Part {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
    /** Of the place, from the left and upper edges. */
    readonly x: number;
    readonly y: number;
}
/** `wide`, `high`: in units from the place to the edges. */
export function partRound({ x, y }: Spot, wide: number, high: number, pixels: number): Part {
    const [left, top] = [Math.floor((x - wide) * pixels), Math.floor((y - high) * pixels)];
    const [width, height] = [Math.ceil(2 * wide * pixels) + 1, Math.ceil(2 * high * pixels) + 1];
    return { left, top, width, height, x: x * pixels - left, y: y * pixels - top };
}

/** What is drawn on, and where the place is there, in pixels. */
interface Ground extends Spot {
    readonly context: CanvasRenderingContext2D;
}

/** An empty one; null: the browser has none left. */
export function prepare(canvas: HTMLCanvasElement, { x, y }: Spot): Ground | null {
    const context = canvas.getContext('2d');
    if (context === null) return null;
    context.clearRect(0, 0, canvas.width, canvas.height);
    return { context, x, y };
}

export function laySeeds({ context, x, y }: Ground, { canvas, side, pixels }: Seeds, seeds: readonly Seed[]): void {
    const half = (SEED * pixels) / 2;
    if (side === 0) return; // nobody sees a board that is not shown
    for (const seed of seeds)
        context.drawImage(
            canvas, seed.shape * side, 0, side, side,
            Math.round(x + seed.x * pixels - half), Math.round(y + seed.y * pixels - half), side, side,
        );
}

/** How numbers are written: of an element's style. */
export interface Ink {
    readonly colour: string;
    /** What a badge is filled with: the colour of its border. */
    readonly ground: string;
    readonly family: string;
    /** How much of a zero is seen. */
    readonly empty: number;
}
export function inkOf(element: Element): Ink {
    const style = getComputedStyle(element);
    return { colour: style.color, ground: style.borderTopColor, family: style.fontFamily, empty: Number(style.getPropertyValue('--empty')) };
}

/** The ten digits one beside the other, each as wide as a zero, as they are everywhere on the page. */
export interface Digits {
    readonly canvas: HTMLCanvasElement;
    /** Of a digit, in pixels. */
    readonly width: number;
    /** From the upper edge to the line that they stand on. */
    readonly rise: number;
}
const ABOVE = 0.95;
const HIGH = 1.25;

/** `size`: of the letters, in pixels.  On a canvas of its own, since what is written on one of the page asks how that is laid out. */
export function digitsOf({ colour, family }: Ink, weight: number, size: number): Digits {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    const font = `${weight} ${size}px ${family}`;
    if (context !== null) context.font = font;
    const width = Math.round(context?.measureText('0').width ?? 1);
    const rise = Math.round(ABOVE * size);
    [canvas.width, canvas.height] = [10 * width, Math.ceil(HIGH * size)];
    if (context !== null) {
        Object.assign(context, { font, textAlign: 'center', fillStyle: colour });
        for (let digit = 0; digit < 10; digit++) context.fillText(String(digit), (digit + 0.5) * width, rise);
    }
    return { canvas, width, rise };
}

/** A number in the middle of a spot, and on it. */
export function writeNumber({ context, x, y }: Ground, { canvas, width, rise }: Digits, number: number, at: Spot): void {
    const { height } = canvas;
    if (width === 0 || height === 0) return;
    const digits = [...String(number)];
    const left = Math.round(x + at.x - (digits.length / 2) * width);
    const top = Math.round(y + at.y) - rise;
    for (const [i, digit] of digits.entries())
        context.drawImage(canvas, Number(digit) * width, 0, width, height, left + i * width, top, width, height);
}

/** The letters of a badge whose pill is 34 by 28. */
export const BADGE = 19;
/** From the middle of the hand to that of its badge, in units. */
const BESIDE = 38;

/** How many seeds the hand holds; `pixels`: of a unit of the pill. */
export function drawBadge({ context, x, y }: Ground, ink: Ink, digits: Digits, count: number, unit: number, pixels: number): void {
    const middle = x + BESIDE * unit;
    context.fillStyle = ink.ground;
    context.beginPath();
    context.roundRect(middle - 17 * pixels, y - 14 * pixels, 34 * pixels, 28 * pixels, 14 * pixels);
    context.fill();
    writeNumber({ context, x: middle, y }, digits, count, { x: 0, y: 6.5 * pixels });
}
