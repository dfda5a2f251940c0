// Sounds by Web Audio.  A page may sound only after it has been used, and there may be nothing to sound
// by: then it is silent, and nobody is troubled.

import { voiceOf, type Knock, type SoundName, type Tone, type Voice } from './voices.ts';

/** 18 dB below the loudest. */
export const VOLUME = 10 ** (-18 / 20);
/** The same sound is played again no sooner, in seconds: fast sowings rattle otherwise. */
export const LEAST_APART = 0.03;
/** How fast a part begins, so that it does not click. */
const ATTACK = 0.004;
const SILENT = 0.0001;

interface Outside {
    /** Whether sounds are wanted. */
    readonly on: () => boolean;
    /** Whether the page has been used, and may sound. */
    readonly used: () => boolean;
    /** Fails, or gives nothing, where there is no audio. */
    readonly open: () => AudioContext | undefined;
}

export class Sounds {
    readonly #outside: Outside;
    /** Null: there is no audio. */
    #context: AudioContext | null | undefined;
    #out: AudioNode | undefined;
    #noise: AudioBuffer | undefined;
    readonly #last = new Map<SoundName, number>();

    constructor(outside: Outside) {
        this.#outside = outside;
    }

    /** `count`: of a drop, what then lies in the hole.  Never fails. */
    play(name: SoundName, count?: number): void {
        const { on, used } = this.#outside;
        if (!on() || !used()) return;
        const context = this.#opened();
        if (context === null) return;
        try {
            const now = context.currentTime;
            if (now - (this.#last.get(name) ?? -1) < LEAST_APART) return;
            this.#last.set(name, now);
            this.#sound(context, voiceOf(name, count));
        } catch {
            this.#context = null; // what has failed once is not tried again
        }
    }

    #opened(): AudioContext | null {
        if (this.#context === undefined) this.#context = this.#open();
        const context = this.#context;
        if (context?.state === 'suspended') void context.resume().catch(() => undefined);
        return context;
    }

    #open(): AudioContext | null {
        try {
            const context = this.#outside.open() ?? null;
            if (context === null) return null;
            const out = context.createGain();
            out.gain.value = VOLUME;
            out.connect(context.destination);
            this.#out = out;
            return context;
        } catch {
            return null;
        }
    }

    #sound(context: AudioContext, { tones, knocks }: Voice): void {
        for (const tone of tones) this.#tone(context, tone);
        for (const knock of knocks) this.#knock(context, knock);
    }

    #tone(context: AudioContext, tone: Tone): void {
        const begin = context.currentTime + tone.at;
        const source = context.createOscillator();
        source.type = 'triangle';
        source.frequency.setValueAtTime(tone.from, begin);
        source.frequency.exponentialRampToValueAtTime(tone.to, begin + tone.length);
        source.connect(this.#envelope(context, begin, tone.length, tone.loud));
        source.start(begin);
        source.stop(begin + tone.length);
    }

    #knock(context: AudioContext, knock: Knock): void {
        const begin = context.currentTime + knock.at;
        const source = context.createBufferSource();
        source.buffer = this.#noise ??= noiseOf(context);
        const filter = context.createBiquadFilter();
        filter.type = 'bandpass';
        filter.frequency.value = knock.band;
        filter.Q.value = 2.5;
        source.connect(filter);
        filter.connect(this.#envelope(context, begin, knock.length, knock.loud));
        source.start(begin);
        source.stop(begin + knock.length);
    }

    /** Rises at once and dies away. */
    #envelope(context: AudioContext, begin: number, length: number, loud: number): GainNode {
        const node = context.createGain();
        node.gain.setValueAtTime(SILENT, begin);
        node.gain.exponentialRampToValueAtTime(loud, begin + ATTACK);
        node.gain.exponentialRampToValueAtTime(SILENT, begin + length);
        node.connect(this.#out!);
        return node;
    }
}

const NOISE_SECONDS = 0.25;

function noiseOf(context: AudioContext): AudioBuffer {
    const buffer = context.createBuffer(1, Math.ceil(NOISE_SECONDS * context.sampleRate), context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = 2 * Math.random() - 1;
    return buffer;
}
