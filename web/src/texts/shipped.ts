// The shipped games whose rules are texts.

import { games, names } from 'virtual:shipped';
import { KomweError, type GameInfo, type Position, type Rules } from '../engine/types.ts';
import './described.ts';

export interface ShippedGame extends GameInfo, Pick<Rules, 'board' | 'places' | 'marks'> {
    readonly region: string;
    readonly start: Pick<Position, 'hole' | 'mark'>;
}

export const SHIPPED: readonly ShippedGame[] = games;
/** What each game is called besides, those of the module too. */
export const NAMES: Readonly<Record<string, readonly string[]>> = names;

const urls = import.meta.glob<string>('../../../rules/*.rules', { query: '?url', import: 'default', eager: true });

/** The text of a game; null: there is none. */
export async function textOf(id: string): Promise<string | null> {
    const url = urls[`../../../rules/${id}.rules`];
    if (url === undefined) return null;
    const response = await fetch(url);
    if (!response.ok) throw new KomweError('failed', `${url}: ${response.status}`);
    return response.text();
}
