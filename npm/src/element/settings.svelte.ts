// What web/src/app/settings.svelte.ts is in the page, for boards in the pages of others: nothing is kept, and
// nothing outside the boards is changed.  All boards of a page share language, speed and sound.

import names from '../../../web/languages.json' with { type: 'json' };
import type { Speed } from '../../../web/src/app/speed.ts';

/** Words and no type made of the file, which those who use the types do not have. */
export const CODES: readonly string[] = Object.keys(names);

export const WOODS = ['mvule', 'ebony', 'olive', 'mninga'] as const;
export type Wood = (typeof WOODS)[number];

interface Settings {
    language: string;
    wood: Wood;
    sound: boolean;
    speed: Speed;
    previews: boolean;
}

export const settings: Settings = $state({
    language: 'en',
    wood: 'mvule',
    sound: false,
    speed: 'adaptive',
    previews: true,
});

export const wantsStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
export const speedNow = (): Speed => (wantsStill() ? 0 : settings.speed);

export function speakIn(language: Settings['language']): void {
    settings.language = language;
}
