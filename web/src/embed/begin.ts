// Begins the board that others frame.

import { mount } from 'svelte';
import { keepFocus } from '../app/focus.ts';
import { LANGUAGES, settings, type Code } from '../app/settings.svelte.ts';
import type { Library } from '../engine/open.ts';
import { speak } from '../words/words.svelte.ts';
import { readAsked } from './asked.ts';
import Embed from './Embed.svelte';

/** `library` opens it: the page has it at hand already. */
export function begin(library: () => Promise<Library>): void {
    const asked = readAsked(location.search, location.hash, Object.keys(LANGUAGES) as Code[]);
    settings.sound = false; // the page around it is somebody else's
    if (asked.theme !== null) settings.theme = asked.theme;
    keepFocus();
    const show = (): unknown => mount(Embed, { target: document.body, props: { asked, library } });
    void speak(asked.language ?? settings.language).then(show, show);
}
