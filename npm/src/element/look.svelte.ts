// How an element looks.

import type { Wood } from './settings.svelte.ts';

export class Look {
    wood: Wood = $state('mvule');
    /** The buttons that lead through the last move are shown. */
    steps = $state(false);
}
