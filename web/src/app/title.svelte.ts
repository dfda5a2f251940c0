// What is looked at on a page: a lesson, a game.  It stands before the name of the page in the title.

import { onDestroy } from 'svelte';

let part = $state('');

export const titlePart = (): string => part;

/** Names what a component shows, for as long as it is there. */
export function titled(name: () => string): void {
    $effect(() => {
        part = name();
    });
    onDestroy(() => (part = ''));
}
