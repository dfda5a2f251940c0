// The grain of the wood.  It is drawn by filters, which cost too much to be drawn again with every
// frame (browsers do so with a background), so it is drawn once and copied.

import grain from './grain.svg?raw';

const WIDTH = 1100;
const HEIGHT = 560;

let drawn: Promise<HTMLCanvasElement> | undefined;

async function draw(): Promise<HTMLCanvasElement> {
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([grain], { type: 'image/svg+xml' }));
    await image.decode();
    URL.revokeObjectURL(image.src);
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [WIDTH, HEIGHT];
    canvas.getContext('2d')!.drawImage(image, 0, 0, WIDTH, HEIGHT);
    return canvas;
}

/** Fills a canvas with it; where it cannot be drawn the wood is plain. */
export function paintGrain(canvas: HTMLCanvasElement): void {
    [canvas.width, canvas.height] = [WIDTH, HEIGHT];
    drawn ??= draw();
    drawn.then(
        (copy) => canvas.getContext('2d')?.drawImage(copy, 0, 0),
        () => (drawn = undefined),
    );
}
