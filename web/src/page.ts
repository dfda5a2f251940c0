// The page itself, in the language chosen.

import { mount } from 'svelte';
import App from './App.svelte';
import { whenIdle } from './app/idle.ts';
import { settings } from './app/settings.svelte.ts';
import './app.css';
import { awaitOffer } from './offline/install.svelte.ts';
import { keepOffline } from './offline/offline.ts';
import { library } from './texts/library.ts';
import { speak } from './words/words.svelte.ts';

/** Called by what fetches it: the board that others frame is in the same file. */
export function begin(): void {
    // Nothing is said in a language before its words are there; without them, the page speaks English.
    const show = (): unknown => mount(App, { target: document.body });
    void speak(settings.language).then(show, show);
    awaitOffer();
    // What a first game needs comes before what is only kept.
    const keep = (): unknown => keepOffline();
    whenIdle(() => void library().then(keep, keep));
}
