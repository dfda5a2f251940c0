// The seeds of each wood: six shapes, each turned another way.  Light falls from above left, so the
// outline itself is turned, never the drawing with its light.

import type { Wood } from '../app/settings.svelte.ts';

export interface SeedShape {
    readonly outline: string;
    /** Which of FILLS fills it. */
    readonly fill: string;
    readonly edge: string;
    /** Lines upon it. */
    readonly lines: readonly { readonly d: string; readonly stroke: string; readonly width: number; readonly dash?: string }[];
    readonly shines: boolean;
}

const tenth = (n: number): number => Math.round(n * 10) / 10;

/** A drawing of absolute points, turned round its centre and drawn larger. */
function turned(path: string, angle: number, scale = 1): string {
    const [c, s] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
    return path.replace(
        /(-?[\d.]+)[ ,](-?[\d.]+)/g,
        (_, x: string, y: string) => `${tenth(+x * c - +y * s)} ${tenth(+x * s + +y * c)}`,
    );
}

/** The outline of a nickernut of half a length and half a width, blunter at one end. */
function egg(a: number, b: number): string {
    const k = 0.56;
    return (
        `M${a} 0C${a} ${b * k} ${a * k} ${b} ${-a * 0.1} ${b}S${-a} ${b * k} ${-a} 0` +
        `S${-a * k} ${-b} ${-a * 0.1} ${-b}S${a} ${-b * k} ${a} 0Z`
    );
}

const NUTS = [
    [12.8, 11],
    [12.2, 11.3],
    [13.3, 10.6],
    [12.5, 10.4],
    [13, 11.4],
    [12, 10.7],
] as const;

const nuts = NUTS.map(([a, b], i): SeedShape => {
    const angle = i * 1.07 + 0.4;
    const vein = `M${a * 0.3} ${-b * 0.9}Q${a * 0.62} 0 ${a * 0.3} ${b * 0.9}`;
    return {
        outline: turned(egg(a, b), angle),
        fill: i % 3 === 1 ? 'nut-old' : 'nut',
        edge: '#3e4638',
        lines: [{ d: turned(vein, angle), stroke: '#454e3d61', width: 1 }],
        shines: true,
    };
});

const six = (make: (angle: number, i: number, scale: number) => SeedShape): readonly SeedShape[] =>
    Array.from({ length: 6 }, (_, i) => make(i * 1.06 + 0.26, i, [1, 0.94, 1.04, 0.97, 1.02, 0.92][i]!));

const SHELL = 'M-14 0C-13 -8 -4 -11 4 -9.5C9 -8.5 15 -4 14 1C13.5 6 8 10 0 9.8C-8 9.8 -14 6 -14 0Z';
/** Four with the mouth above, two upon it. */
const cowries = six((angle, i, scale) => ({
    outline: turned(SHELL, angle, scale),
    fill: i % 3 === 2 ? 'cowrie-back' : 'cowrie',
    edge: '#6b4f2a',
    lines:
        i % 3 === 2
            ? [{ d: turned('M-8 -2Q0 -6 9 -1', angle, scale), stroke: '#8a6a4066', width: 2.4 }]
            : [
                  { d: turned('M-10.5 0.5Q0 -2.5 10.5 1', angle, scale), stroke: '#5a3a1a', width: 2.2 },
                  { d: turned('M-9 0.4Q0 -2.5 9.5 1', angle, scale), stroke: '#5a3a1abf', width: 7, dash: '1 2.4' },
              ],
    shines: i % 3 === 2,
}));

const BEAN = 'M-13 3C-15 -6 -8 -11 0 -9.5C8 -11 15 -5 13 4C12 9 6 9.5 3.5 6.5C1.5 4.5 -1.5 4.5 -3.5 6.5C-6 9.5 -12 8.5 -13 3Z';
const beans = six((angle, i, scale) => ({
    outline: turned(BEAN, angle, scale),
    fill: i % 3 === 1 ? 'bean-dark' : 'bean',
    edge: '#3a0c05',
    lines: [{ d: turned('M-3 5Q0 3.5 3 5', angle, scale), stroke: '#f5d9c3', width: 2 }],
    shines: true,
}));

const STONES = [
    'M-12.5 2C-13.5 -5 -7 -10.5 0 -10C7 -10.5 13.5 -5.5 12.5 2C12 8 6 10.5 -1 10C-7 10 -12 7.5 -12.5 2Z',
    'M-13 0C-12 -8 -5 -10 2 -9.5C9 -9 13.5 -3 12.5 3C11 9 4 10 -3 9.5C-9 9 -13.5 6 -13 0Z',
    'M-11.5 -3C-9 -10 0 -11 6 -9C12 -6.5 13 1 11 6C8 11 -1 11 -7 9.5C-12.5 7.5 -13 2 -11.5 -3Z',
];
const pebbles = six((angle, i, scale) => ({
    outline: turned(STONES[i % 3]!, angle, scale),
    fill: ['stone', 'stone-warm', 'stone-dark'][(i * 2) % 3]!,
    edge: '#343b43',
    lines: [
        { d: turned('M-5 3L-4.7 3M3 6L3.3 6M6 -2L6.3 -2M-1 -1L-0.7 -1M-7 -3L-6.7 -3', angle, scale), stroke: '#3d454d80', width: 1.6 },
    ],
    shines: true,
}));

export const SEED_SHAPES: Readonly<Record<Wood, readonly SeedShape[]>> = {
    mvule: nuts,
    ebony: cowries,
    olive: beans,
    mninga: pebbles,
};

// ---- as SVG ------------------------------------------------------------------------------------

/** What fills a seed, from the light to the shade: see SeedShape. */
export const FILLS: Readonly<Record<string, readonly string[]>> = {
    nut: ['#f1f3e8', '#bcc3b2', '#7f8976', '#4c5545'],
    'nut-old': ['#f2eede', '#c4bda6', '#8b836b', '#534d3e'],
    cowrie: ['#fffaf0', '#f3e6cd', '#d9c196', '#a5875a'],
    'cowrie-back': ['#fff6e2', '#e6cf9f', '#b4925c', '#7a5b33'],
    bean: ['#ef9c74', '#b04426', '#7a2413', '#440f07'],
    'bean-dark': ['#d98a6e', '#8c3323', '#5d1a10', '#330a05'],
    stone: ['#eef1f4', '#a9b3bd', '#737d88', '#474f59'],
    'stone-warm': ['#f3ebe2', '#b9ab9c', '#82756a', '#4f463f'],
    'stone-dark': ['#c3ccd6', '#78848f', '#4f5963', '#2f363d'],
};
const STOPS = [0, 0.42, 0.8, 1];

/** A gradient of FILLS. */
export const fillOf = (name: string): string =>
    `<radialGradient id="${name}" cx=".36" cy=".3" r=".82">` +
    FILLS[name]!.map((colour, i) => `<stop offset="${STOPS[i]}" stop-color="${colour}"/>`).join('') +
    '</radialGradient>';
/** The gradient of the shadow that a seed casts. */
export const CAST =
    '<radialGradient id="cast"><stop offset=".35" stop-opacity=".6"/><stop offset="1" stop-opacity="0"/></radialGradient>';

/** A seed round its centre, with its shadow. */
export function seedOf(wood: Wood, shape: number): string {
    const { outline, fill, edge, lines, shines } = SEED_SHAPES[wood][shape]!;
    const drawn = lines.map(({ d, stroke, width, dash }) => {
        const ends = dash === undefined ? 'stroke-linecap="round"' : `stroke-dasharray="${dash}"`;
        return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" ${ends}/>`;
    });
    const shine = '<ellipse cx="-3.8" cy="-4.6" rx="3" ry="1.9" transform="rotate(-28 -3.8 -4.6)" fill="#fff" fill-opacity=".75"/>';
    return (
        '<ellipse fill="url(#cast)" cx="2.5" cy="5" rx="15" ry="12.5"/>' +
        `<path d="${outline}" fill="url(#${fill})" stroke="${edge}" stroke-width=".7" stroke-opacity=".6"/>` +
        drawn.join('') +
        (shines ? shine : '')
    );
}
