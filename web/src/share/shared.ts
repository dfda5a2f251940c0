// What can be shared, and the one way to offer it.  A button of a page:
//
//      <ShareMenu shared={{ komwe, rules, position, move, record }} />      a button that opens the dialogue
//      onclick={() => openShare({ komwe, rules, position })}                     the same, from a menu of your own
//
// The dialogue copies and shares the link, the game and the position as texts, a picture of the board
// (SVG, PNG), and the last move or the whole game as an animation (GIF).  It is fetched when it is
// first opened, lies above the whole page, and gives the focus back when it is closed.

import { linkTo } from '../app/route.svelte.ts';
import type { Komwe } from '../engine/komwe.ts';
import type { Ply, Position, Result, Rules } from '../engine/types.ts';

export interface Shared {
    readonly komwe: Komwe;
    readonly rules: Rules;
    /** What lies on the board. */
    readonly position: Position;
    /** North sits at the bottom. */
    readonly turned?: boolean;
    /** The plies that led to it, marked on the picture and shown by the animation of the move. */
    readonly move?: readonly Ply[];
    /** How the game ended. */
    readonly result?: Result | null;
    /** The game as a text, asked for when it is needed; left out: there is a position alone. */
    readonly record?: string | (() => string | Promise<string>);
    /** Where all of it is found again ('#/puzzles/12'); left out: the analysis of the game or the position. */
    readonly link?: string;
    /** What the picture says below the name of the game; left out: the move, and whose turn it is. */
    readonly caption?: string;
}

/** Opens the dialogue; fails if it cannot be fetched. */
export async function openShare(shared: Shared): Promise<void> {
    const { show } = await import('./dialog.ts');
    show(shared);
}

const whole = (link: string): string => new URL(link, location.origin + location.pathname).href;

/** Longer ones stay behind #: servers refuse them. */
const SEARCH_MOST = 4000;

/** The link that shows a picture where it is sent: with all that one is drawn by, behind a plain ?. */
function drawnLink({ rules, position }: Shared, query: Readonly<Record<string, string>>): string | null {
    const all = Object.entries({ ...query, game: rules.id, options: rules.options, position: position.text });
    const search = new URLSearchParams(all.filter(([, value]) => value !== '')).toString();
    return search.length <= SEARCH_MOST ? whole(`?${search}`) : null;
}

export const recordOf = async ({ record }: Shared): Promise<string | null> =>
    record === undefined ? null : typeof record === 'string' ? record : record();

/** The rules that make a link to a game of the visitor's own whole; '': every page knows the game. */
export const carriedBy = async ({ rules }: Shared): Promise<string> =>
    (await import('../texts/carried.ts')).carriedFor(rules.id);

/** To the analysis; with the rules of a game of the visitor's own, which no server knows. */
async function analysisLink(shared: Shared, query: Readonly<Record<string, string>>): Promise<string> {
    const text = await carriedBy(shared);
    const drawn = text === '' ? drawnLink(shared, 'record' in query ? query : {}) : null;
    return drawn ?? whole(linkTo('analyse', '', { ...query, text }));
}

export const positionLink = (shared: Shared): Promise<string> => {
    const { rules, position } = shared;
    return analysisLink(shared, { game: rules.id, options: rules.options, position: position.text });
};

export async function linkOf(shared: Shared): Promise<string> {
    if (shared.link !== undefined) {
        const [, page] = /^#\/([\w/-]+)$/.exec(shared.link) ?? [];
        return (page === undefined ? null : drawnLink(shared, { page })) ?? whole(shared.link);
    }
    const record = await recordOf(shared);
    return record === null ? positionLink(shared) : analysisLink(shared, { record });
}
