// Whatever is written can be read: text is at least 4.5 to 1 on its ground, in the light and the dark.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const css = readFileSync(new URL('../../src/tokens.css', import.meta.url), 'utf8');
const CONTRAST = 4.5;

/** Texts, and the grounds on which each of them stands. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
    ink: ['paper', 'card', 'sunk'],
    'ink-2': ['paper', 'card', 'sunk'],
    accent: ['paper', 'card', 'sunk', 'accent-soft'],
    'on-accent': ['accent'],
    loss: ['paper', 'card', 'loss-soft'],
    gain: ['paper', 'card'],
    'on-cloth': ['cloth'],
    'on-cloth-2': ['cloth'],
    'on-cloth-gold': ['cloth'],
    play: ['handle'],
    'on-play': ['play'],
    'chip-gain': ['chip'],
    'chip-loss': ['chip'],
};

/** What is written on each wood. */
const ON_WOOD: Readonly<Record<string, readonly string[]>> = {
    'on-wood': ['wood-1', 'wood-2'],
    'on-wood-2': ['wood-1', 'wood-2'],
};
const WOODS = ['mvule', 'ebony', 'olive', 'mninga'];
const rulesOf = (wood: string): string => css.split(`[data-wood='${wood}'] {`)[1]!.split('}')[0]!;

/** Of a colour in the light (0) and in the dark (1): #rrggbb. */
function colourOf(name: string, theme: 0 | 1, within = css): string {
    const [, value] = new RegExp(`--${name}: (.*);`).exec(within)!;
    const both = /^light-dark\((#\w{6}), (#\w{6})\)$/.exec(value!);
    return both === null ? value! : both[theme + 1]!;
}

function luminance(colour: string): number {
    const [red, green, blue] = [1, 3, 5].map((at) => {
        const part = parseInt(colour.slice(at, at + 2), 16) / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light! + 0.05) / (dark! + 0.05);
}

for (const [theme, name] of (['light', 'dark'] as const).entries()) {
    test(`colours, ${name}`, () => {
        assert.equal(contrast('#000000', '#ffffff'), 21);
        for (const [text, grounds] of Object.entries(TEXTS))
            for (const ground of grounds) {
                const found = contrast(
                    colourOf(text, theme as 0 | 1),
                    colourOf(ground, theme as 0 | 1),
                );
                assert.ok(found >= CONTRAST, `${text} on ${ground}: ${found.toFixed(2)}`);
            }
    });

    test(`numbers and names on each wood, ${name}`, () => {
        for (const wood of WOODS)
            for (const [text, grounds] of Object.entries(ON_WOOD))
                for (const ground of grounds) {
                    const [one, other] = [text, ground].map((of) => colourOf(of, theme as 0 | 1, rulesOf(wood)));
                    const found = contrast(one!, other!);
                    assert.ok(found >= CONTRAST, `${text} on ${ground} of ${wood}: ${found.toFixed(2)}`);
                }
    });
}
