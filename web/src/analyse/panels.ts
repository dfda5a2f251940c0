// The panels beside the board, in the order of their tabs.

import type { Component } from 'svelte';
import { hasBook } from '../engine/books.ts';
import type { Player } from '../engine/types.ts';
import { hasOpenings } from '../openings/fetch.ts';
import type { Endgame } from './engine/endgame.svelte.ts';
import EndgameMoves from './engine/EndgameMoves.svelte';
import EngineLines from './engine/EngineLines.svelte';
import type { Thinking } from './engine/thinking.svelte.ts';
import Review from './review/Review.svelte';
import type { Reviewing } from './review/reviewing.svelte.ts';
import MovesPanel from './study/MovesPanel.svelte';
import type { Study } from './study/study.svelte.ts';

/** What a panel may show and do; its component takes of it what it needs. */
export interface PanelProps {
    readonly study: Study;
    /** What lies on the board: the study, or what is practised. */
    readonly at: Study;
    readonly thinking: Thinking;
    readonly reviewing: Reviewing;
    readonly endgame: Endgame;
    /** The answer must not be seen. */
    readonly hidden: boolean;
    /** What a deeper search says against the review; '': nothing. */
    readonly revised: string;
    /** There is no room for the engine above the lists: it is one of them. */
    readonly small: boolean;
    /** Shows on the board what a move does; null: no more. */
    readonly onlook: (move: string | null) => void;
    readonly onplay: (move: string) => void;
    /** Plays moves one after the other. */
    readonly onplayline: (moves: readonly string[]) => void;
    readonly onlearn: (whose: Player) => void;
    readonly onreview: () => void;
}

interface Panel {
    readonly name: string;
    readonly shows: (props: PanelProps) => boolean;
    /** A promise, where it is fetched when it is first shown. */
    readonly load: () => Component<PanelProps> | Promise<Component<PanelProps>>;
}

/** In the order of their tabs. */
export const PANELS = [
    { name: 'engine', shows: ({ small }) => small, load: () => EngineLines },
    { name: 'moves', shows: () => true, load: () => MovesPanel },
    {
        name: 'opening',
        shows: ({ at }) => hasOpenings(at.rules.id) || hasBook(at.rules.id),
        load: async () => (await import('./OpeningPanel.svelte')).default,
    },
    { name: 'tables', shows: ({ endgame }) => endgame.moves.length > 0, load: () => EndgameMoves },
    { name: 'review', shows: () => true, load: () => Review },
] as const satisfies readonly Panel[];

export type Tab = (typeof PANELS)[number]['name'];
