// What a visitor has chosen; kept in this browser alone.

import names from '../../languages.json' with { type: 'json' };
import { SPEEDS, type Speed } from './speed.ts';
import { keep, kept } from './store.ts';

/** The languages of the page, as each calls itself: words/words.svelte.ts fetches their texts. */
export const LANGUAGES = names;
export type Code = keyof typeof names;
const CODES = Object.keys(names) as readonly Code[];

export type Theme = 'auto' | 'light' | 'dark';
/** The woods of a board, each with seeds of its own: see tokens.css and board/seed-shapes. */
export const WOODS = ['mvule', 'ebony', 'olive', 'mninga'] as const;
export type Wood = (typeof WOODS)[number];

interface Settings {
    language: Code;
    theme: Theme;
    wood: Wood;
    sound: boolean;
    speed: Speed;
    previews: boolean;
    /** Letters do something: who speaks to the machine may want them to do nothing. */
    keys: boolean;
}

const usual = (): Settings => ({
    language: CODES.find((code) => navigator.language.split('-')[0] === code) ?? 'en',
    theme: 'auto',
    wood: 'mvule',
    sound: true,
    speed: 'adaptive',
    previews: true,
    keys: true,
});

const CHOICES: { readonly [Name in keyof Settings]: readonly Settings[Name][] } = {
    language: CODES,
    theme: ['auto', 'light', 'dark'],
    wood: WOODS,
    sound: [true, false],
    speed: SPEEDS,
    previews: [true, false],
    keys: [true, false],
};

/** What was kept, if it is one of the choices: the store may be damaged, or of another version. */
function readSettings(): Settings {
    const stored = kept<Readonly<Record<string, unknown>>>('settings') ?? {};
    const readable = Object.entries(CHOICES).filter(([name, choices]) =>
        (choices as readonly unknown[]).includes(stored[name]),
    );
    return { ...usual(), ...Object.fromEntries(readable.map(([name]) => [name, stored[name]])) };
}

export const settings: Settings = $state(readSettings());

$effect.root(() => {
    $effect(() => keep('settings', $state.snapshot(settings)));
    $effect(() => {
        const root = document.documentElement;
        if (settings.theme === 'auto') root.removeAttribute('data-theme');
        else root.dataset.theme = settings.theme;
    });
    $effect(() => {
        document.documentElement.dataset.wood = settings.wood;
    });
});

/** The page is in that language now. */
export function speakIn(language: Code): void {
    settings.language = language;
    document.documentElement.lang = language;
}

/** Those who want no motion see a move's outcome at once, and step through it as they like. */
export const wantsStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
export const speedNow = (): Speed => (wantsStill() ? 0 : settings.speed);
