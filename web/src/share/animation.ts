// Plies as an animated GIF: frames are drawn here, one after the other, and put together by a Worker.

import { placeOf } from '../board/playback.svelte.ts';
import { replay, tableOf, type Table } from '../engine/replay.ts';
import type { Event, Ply } from '../engine/types.ts';
import { framesOf, type Frame } from './frames.ts';
import type { Answer, Order } from './gif-worker.ts';
import { lookAfter, Picture, WIDTH } from './picture.ts';
import { canvasOf, imageOf, type Size } from './pixels.ts';
import type { Shared } from './shared.ts';
import type { Look } from './stage.svelte.ts';

export interface Animated {
    readonly blob: Blob;
    readonly milliseconds: number;
    readonly frames: number;
}

export interface AnimationOptions {
    readonly shared: Shared;
    readonly name: string;
    readonly plies: readonly Ply[];
    /** What stands below the board after a ply, and while it is sown. */
    readonly captionOf: (ply: number, done: boolean) => string;
    /** Receives how far it has come, from 0 to 1. */
    readonly onprogress: (done: number) => void;
    readonly signal: AbortSignal;
}

const BYTES_MOST = 2_000_000;
/** What is tried one after the other until it is small enough. */
const TRIES: readonly { readonly width: number; readonly least: number }[] = [
    { width: 720, least: 60 },
    { width: 600, least: 90 },
    { width: 480, least: 140 },
    { width: 360, least: 280 },
];

/** Positions between events; a ply is gone through forward. */
class PlyReplay {
    readonly #plies: readonly Ply[];
    #ply = -1;
    #done = 0;
    #table: Table | null = null;

    constructor(plies: readonly Ply[]) {
        this.#plies = plies;
    }

    at({ ply, events }: Frame): Look {
        const now = this.#plies[ply]!;
        if (events === now.events.length && events > 0)
            return lookAfter([now], tableOf(now.after), now.after.over !== 0);
        if (ply !== this.#ply || this.#table === null) {
            [this.#ply, this.#done, this.#table] = [ply, 0, tableOf(now.before)];
        }
        while (this.#done < events) replay(this.#table, now.events[this.#done++]!);
        return during(structuredClone(this.#table), now.events[events - 1]);
    }
}

/** In the middle of a move: where the hand is, what is taken, where the sowing goes on. */
function during(table: Table, event: Event | undefined): Look {
    if (event === undefined) return { table };
    const place = placeOf(event);
    const captured = new Set(event.kind === 'capture' ? [event.from] : []);
    const end = event.kind === 'relay' ? event.to : null;
    return {
        table,
        hand: { from: place, to: place },
        preview: { path: new Set(), captured, changes: new Map(), end },
    };
}

/** Gives a Worker one order after the other; an abort ends the wait, also for a Worker not yet loaded. */
class Encoder {
    readonly #worker = new Worker(new URL('./gif-worker.ts', import.meta.url), { type: 'module' });
    readonly #signal: AbortSignal;

    constructor(signal: AbortSignal) {
        this.#signal = signal;
    }

    ask(order: Order, transfer: ArrayBuffer[] = []): Promise<Answer> {
        const answer = new Promise<Answer>((resolve, reject) => {
            this.#worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
            this.#worker.onerror = () => reject(new Error('the Worker has failed'));
            this.#signal.addEventListener('abort', () => reject(this.#signal.reason as Error), { once: true });
            this.#worker.postMessage(order, transfer);
        });
        answer.catch(() => {}); // it may fail while the next frame is drawn, before it is awaited
        return answer;
    }
    close(): void {
        this.#worker.terminate();
    }
}

/** Draws frames; what stays the same is kept as pixels. */
class Painter {
    readonly size: Size;
    readonly #options: AnimationOptions;
    readonly #picture: Picture;
    readonly #frame: CanvasRenderingContext2D;
    /** Wood and caption; with what is carved into it, and what that was. */
    readonly #ground: CanvasRenderingContext2D;
    readonly #board: CanvasRenderingContext2D;
    #carved = '';

    constructor(options: AnimationOptions, picture: Picture, ground: HTMLImageElement, width: number) {
        this.#options = options;
        this.#picture = picture;
        this.size = { width, height: Math.round((picture.height * width) / WIDTH) };
        [this.#frame, this.#ground, this.#board] = [canvasOf(this.size), canvasOf(this.size), canvasOf(this.size)];
        this.#fill(this.#ground, ground);
    }

    #fill(context: CanvasRenderingContext2D, ...images: CanvasImageSource[]): void {
        for (const image of images) context.drawImage(image, 0, 0, this.size.width, this.size.height);
    }

    async pixels(replayed: PlyReplay, frame: Frame): Promise<ArrayBuffer> {
        const done = frame.events === this.#options.plies[frame.ply]!.events.length;
        const { carved, above } = this.#picture.layers(replayed.at(frame), this.#options.captionOf(frame.ply, done));
        if (carved !== this.#carved) {
            this.#carved = carved;
            this.#fill(this.#board, this.#ground.canvas, await imageOf(carved));
        }
        this.#fill(this.#frame, this.#board.canvas, await imageOf(above));
        return this.#frame.getImageData(0, 0, this.size.width, this.size.height).data.buffer;
    }
}

/** Null if it becomes too large. */
async function attempt(options: AnimationOptions, painter: Painter, frames: readonly Frame[], encoder: Encoder): Promise<Blob | null> {
    const { signal, onprogress, plies } = options;
    const samples = [
        await painter.pixels(new PlyReplay(plies), frames[0]!),
        await painter.pixels(new PlyReplay(plies), frames.at(-1)!),
    ];
    let answer = encoder.ask({ kind: 'begin', ...painter.size, samples }, samples);
    const replayed = new PlyReplay(plies);
    for (const [i, frame] of frames.entries()) {
        const pixels = await painter.pixels(replayed, frame); // while the Worker is at the one before
        signal.throwIfAborted();
        if ((await answer).size > BYTES_MOST) return null;
        answer = encoder.ask({ kind: 'frame', pixels, delay: frame.delay }, [pixels]);
        onprogress((i + 1) / frames.length);
    }
    await answer;
    const { size, gif } = await encoder.ask({ kind: 'end' });
    return size > BYTES_MOST ? null : new Blob([gif!], { type: 'image/gif' });
}

/** Throws what `signal` was aborted with. */
export async function animate(options: AnimationOptions): Promise<Animated> {
    const { shared, name, plies } = options;
    const picture = await Picture.open(shared.rules, shared.turned ?? false, name);
    const encoder = new Encoder(options.signal);
    try {
        const ground = await imageOf(picture.ground());
        for (const { width, least } of TRIES) {
            const frames = framesOf(plies, least);
            const blob = await attempt(options, new Painter(options, picture, ground, width), frames, encoder);
            if (blob === null) continue;
            const milliseconds = frames.reduce((sum, { delay }) => sum + delay, 0);
            return { blob, milliseconds, frames: frames.length };
        }
        throw new Error('it would be too large');
    } finally {
        encoder.close();
        picture.close();
    }
}
