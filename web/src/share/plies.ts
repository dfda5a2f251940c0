// The plies of a game that is shared as a text.

import { EVENTS_MOST } from '../board/playback.svelte.ts';
import type { Komwe } from '../engine/komwe.ts';
import type { Ply } from '../engine/types.ts';

export async function pliesOf(komwe: Komwe, record: string): Promise<readonly Ply[]> {
    const [game, ...others] = await komwe.read(record);
    await Promise.all(others.map((other) => other.close()));
    if (game === undefined) return [];
    try {
        const plies: Ply[] = [];
        for (let i = 0; i < game.state.plies; i++) plies.push(await game.ply(i, EVENTS_MOST));
        return plies;
    } finally {
        await game.close();
    }
}
