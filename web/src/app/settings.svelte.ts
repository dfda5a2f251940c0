// What a visitor has chosen; kept in this browser alone.

import type { Speed } from '../board/playback.svelte.ts';
import { keep, kept } from './store.ts';

export type Theme = 'auto' | 'light' | 'dark';

interface Settings {
    language: 'en' | 'sw';
    theme: Theme;
    speed: Speed;
    previews: boolean;
}

const usual = (): Settings => ({
    language: navigator.language.startsWith('sw') ? 'sw' : 'en',
    theme: 'auto',
    speed: 'adaptive',
    previews: true,
});

export const settings: Settings = $state({ ...usual(), ...kept<Partial<Settings>>('settings') });

$effect.root(() => {
    $effect(() => keep('settings', $state.snapshot(settings)));
    $effect(() => {
        const root = document.documentElement;
        if (settings.theme === 'auto') root.removeAttribute('data-theme');
        else root.dataset.theme = settings.theme;
    });
});

/** Those who want no motion see a move's outcome at once, and step through it as they like. */
export const wantsStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
export const speedNow = (): Speed => (wantsStill() ? 0 : settings.speed);
