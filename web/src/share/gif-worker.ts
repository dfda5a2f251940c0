// Frames to a GIF, in a Worker: colours are chosen once from a few frames; of each frame only what
// differs from the one before is kept.

import { applyPalette, GIFEncoder, quantize } from 'gifenc';

export type Order =
    | { readonly kind: 'begin'; readonly width: number; readonly height: number; readonly samples: readonly ArrayBuffer[] }
    | { readonly kind: 'frame'; readonly pixels: ArrayBuffer; readonly delay: number }
    | { readonly kind: 'end' };
export interface Answer {
    /** So far. */
    readonly size: number;
    /** At the end. */
    readonly gif?: ArrayBuffer;
}

/** The last of 256 colours stands for what has not changed. */
const CLEAR = 255;

let encoder = GIFEncoder();
let size = { width: 0, height: 0 };
let palette: number[][] = [];
let before: Uint8Array | null = null;

function begin(samples: readonly ArrayBuffer[]): void {
    const all = new Uint8Array(samples.reduce((sum, { byteLength }) => sum + byteLength, 0));
    let at = 0;
    for (const sample of samples) {
        all.set(new Uint8Array(sample), at);
        at += sample.byteLength;
    }
    const chosen = quantize(all, CLEAR, { format: 'rgb565' });
    palette = Array.from({ length: CLEAR + 1 }, (_, i) => chosen[i] ?? [0, 0, 0]);
    encoder = GIFEncoder();
    before = null;
}

function add(pixels: ArrayBuffer, delay: number): void {
    const { width, height } = size;
    const now = applyPalette(new Uint8Array(pixels), palette.slice(0, CLEAR), 'rgb565');
    const last = before;
    const drawn = last === null ? now : now.map((colour, i) => (colour === last[i] ? CLEAR : colour));
    const first = last === null ? { palette } : { transparent: true, transparentIndex: CLEAR, dispose: 1 };
    encoder.writeFrame(drawn, width, height, { ...first, delay });
    before = now;
}

onmessage = ({ data }: MessageEvent<Order>) => {
    if (data.kind === 'begin') {
        size = { width: data.width, height: data.height };
        begin(data.samples);
    } else if (data.kind === 'frame') add(data.pixels, data.delay);
    else {
        encoder.finish();
        const gif = encoder.bytes().buffer as ArrayBuffer;
        postMessage({ size: gif.byteLength, gif } satisfies Answer, { transfer: [gif] });
        return;
    }
    postMessage({ size: encoder.bytesView().length } satisfies Answer);
};
