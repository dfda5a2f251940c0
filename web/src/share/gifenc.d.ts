// gifenc has no types of its own; these are of what is used of it.

declare module 'gifenc' {
    interface Encoder {
        writeFrame(
            index: Uint8Array,
            width: number,
            height: number,
            options?: {
                readonly palette?: readonly (readonly number[])[];
                readonly delay?: number;
                readonly transparent?: boolean;
                readonly transparentIndex?: number;
                readonly dispose?: number;
            },
        ): void;
        finish(): void;
        bytes(): Uint8Array;
        bytesView(): Uint8Array;
    }
    export function GIFEncoder(): Encoder;
    export function quantize(
        rgba: Uint8Array,
        colours: number,
        options?: { readonly format: 'rgb565' | 'rgb444' | 'rgba4444' },
    ): number[][];
    export function applyPalette(
        rgba: Uint8Array,
        palette: readonly (readonly number[])[],
        format?: 'rgb565' | 'rgb444' | 'rgba4444',
    ): Uint8Array;
}
