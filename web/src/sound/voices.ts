// What each sound is made of: tones that glide from one pitch to another, and knocks, which are a
// burst of noise in a narrow band, as wood and seeds sound.  Nothing is fetched.

/** Seconds and hertz; loud: 0..1, before the whole is made quiet. */
interface Part {
    /** When it begins. */
    readonly at: number;
    readonly length: number;
    readonly loud: number;
}
export interface Tone extends Part {
    readonly from: number;
    readonly to: number;
}
export interface Knock extends Part {
    readonly band: number;
}
export interface Voice {
    readonly tones: readonly Tone[];
    readonly knocks: readonly Knock[];
}

export const SOUNDS = [
    'lift', 'drop', 'relay', 'capture', 'store', 'choice', 'won', 'lost', 'drawn', 'right', 'wrong',
] as const;
export type SoundName = (typeof SOUNDS)[number];

/** A seed that falls on bare wood is deep and dull; upon many seeds it is high and bright. */
const DROPS: readonly Voice[] = [
    [196, 900],
    [247, 1300],
    [294, 1800],
    [349, 2400],
].map(([from, band]) => ({
    tones: [{ at: 0, length: 0.09, loud: 0.55, from: from!, to: from! * 0.7 }],
    knocks: [{ at: 0, length: 0.035, loud: 0.5, band: band! }],
}));

/** Notes one after the other, the last of them held. */
function notes(pitches: readonly number[], step: number): Voice {
    const last = pitches.length - 1;
    const tones = pitches.map((from, i) => ({
        at: i * step,
        length: i === last ? 0.5 : 0.22,
        loud: 0.4,
        from,
        to: from,
    }));
    return { tones, knocks: [] };
}

const VOICES: Readonly<Record<Exclude<SoundName, 'drop'>, Voice>> = {
    lift: {
        tones: [],
        knocks: [
            { at: 0, length: 0.05, loud: 0.35, band: 1500 },
            { at: 0.045, length: 0.06, loud: 0.25, band: 2200 },
        ],
    },
    relay: {
        tones: [{ at: 0, length: 0.16, loud: 0.4, from: 262, to: 392 }],
        knocks: [{ at: 0.02, length: 0.05, loud: 0.25, band: 1700 }],
    },
    capture: {
        tones: [
            { at: 0, length: 0.24, loud: 0.7, from: 165, to: 98 },
            { at: 0.04, length: 0.2, loud: 0.3, from: 330, to: 247 },
        ],
        knocks: [
            { at: 0, length: 0.06, loud: 0.6, band: 700 },
            { at: 0.07, length: 0.07, loud: 0.4, band: 1600 },
            { at: 0.12, length: 0.09, loud: 0.3, band: 2300 },
        ],
    },
    store: {
        tones: [{ at: 0, length: 0.14, loud: 0.5, from: 147, to: 110 }],
        knocks: [
            { at: 0, length: 0.04, loud: 0.4, band: 1100 },
            { at: 0.05, length: 0.05, loud: 0.3, band: 1700 },
            { at: 0.1, length: 0.05, loud: 0.2, band: 1400 },
        ],
    },
    choice: { tones: [{ at: 0, length: 0.08, loud: 0.3, from: 587, to: 587 }], knocks: [] },
    won: notes([392, 494, 587, 784], 0.13),
    lost: notes([392, 330, 262], 0.18),
    drawn: notes([392, 392], 0.2),
    right: notes([523, 784], 0.1),
    wrong: notes([233, 196], 0.13),
};

/** Which of the pitches a drop has: by what then lies in the hole. */
const pitchOf = (count: number): number => Math.min(3, Math.floor(Math.log2(Math.max(1, count))));

/** `count`: what a seed is dropped upon, itself among it. */
export const voiceOf = (name: SoundName, count = 1): Voice =>
    name === 'drop' ? DROPS[pitchOf(count)]! : VOICES[name];
