// Drawings as pixels, and files for the visitor.

export interface Size {
    readonly width: number;
    readonly height: number;
}

export const svgBlob = (svg: string): Blob => new Blob([svg], { type: 'image/svg+xml' });

/** A drawing that is ready to be put on a canvas. */
export async function imageOf(svg: string): Promise<HTMLImageElement> {
    const url = URL.createObjectURL(svgBlob(svg));
    try {
        const image = new Image();
        image.src = url;
        await image.decode();
        return image;
    } finally {
        URL.revokeObjectURL(url);
    }
}

export function canvasOf({ width, height }: Size): CanvasRenderingContext2D {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [width, height];
    return canvas.getContext('2d', { willReadFrequently: true })!;
}

/** The grain of the wood is noise, which hardly shrinks: with 64 shades of each colour it is half as large. */
function coarsen(context: CanvasRenderingContext2D, { width, height }: Size): void {
    const image = context.getImageData(0, 0, width, height);
    const { data } = image;
    for (let i = 0; i < data.length; i++) data[i] = (data[i]! + 2) & ~3;
    context.putImageData(image, 0, 0);
}

/** As wide as requested. */
export async function pngOf(svg: string, { width, height }: Size, wide: number): Promise<Blob> {
    const size = { width: wide, height: Math.round((height * wide) / width) };
    const context = canvasOf(size);
    context.drawImage(await imageOf(svg), 0, 0, size.width, size.height);
    coarsen(context, size);
    const blob = await new Promise<Blob | null>((done) => context.canvas.toBlob(done, 'image/png'));
    if (blob === null) throw new Error('the canvas gives no picture');
    return blob;
}

export function save(blob: Blob, name: string): void {
    const url = URL.createObjectURL(blob);
    const link = document.createElement('a');
    [link.href, link.download] = [url, name];
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000); // the download has begun by then
}
