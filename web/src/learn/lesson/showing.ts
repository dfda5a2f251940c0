// The moves of a demonstration, by the rules of a lesson or by those before.

import { EVENTS_MOST } from '../../board/playback.svelte.ts';
import type { Komwe } from '../../engine/komwe.ts';
import type { Ply } from '../../engine/types.ts';
import type { Scene } from '../../lessons/lessons.ts';

export async function playScene(komwe: Komwe, { game, position, moves }: Scene): Promise<readonly Ply[]> {
    const played = await komwe.play({ game, position });
    try {
        const plies: Ply[] = [];
        for (const move of moves) plies.push(...(await played.enter(move, EVENTS_MOST)));
        return plies;
    } finally {
        await played.close();
    }
}
