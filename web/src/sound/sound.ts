// The sounds of this page: sound.play('right').

import { settings } from '../app/settings.svelte.ts';
import { Sounds } from './sounds.ts';

export const sound = new Sounds({
    on: () => settings.sound,
    // Where a browser does not say whether it has been used, it keeps a page silent by itself.
    used: () => (navigator.userActivation as UserActivation | undefined)?.hasBeenActive ?? true,
    open: () => (typeof AudioContext === 'undefined' ? undefined : new AudioContext()),
});
