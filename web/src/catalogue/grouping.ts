// All games in groups, as they are listed.

import type { GameOnShelf } from '../shelf/shelf.ts';

export type Listed = Pick<GameOnShelf, 'id' | 'name' | 'summary' | 'where' | 'board' | 'places' | 'marks' | 'start'> & {
    /** '': not known. */
    readonly region: string;
};

export const GROUPINGS = ['region', 'board'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface GameGroup<Game> {
    readonly name: string;
    readonly games: readonly Game[];
}

/** Groups in the order of their names, those without one last; games by their names. */
export function grouped<Game extends Listed>(
    games: readonly Game[],
    nameOf: (game: Game) => string,
    titleOf: (game: Game) => string,
    code: string,
): readonly GameGroup<Game>[] {
    const groups = new Map<string, Game[]>();
    for (const game of games) {
        const name = nameOf(game);
        groups.set(name, [...(groups.get(name) ?? []), game]);
    }
    const order = new Intl.Collator(code);
    return [...groups]
        .map(([name, all]) => ({ name, games: all.sort((a, b) => order.compare(titleOf(a), titleOf(b))) }))
        .sort((a, b) => Number(a.name === '') - Number(b.name === '') || order.compare(a.name, b.name));
}
