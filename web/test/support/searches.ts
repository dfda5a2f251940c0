// Searches by which speed is measured, and how fast the native engine does them.

import type { Analysis } from '../../src/engine/types.ts';
import { askNative } from './load.ts';

export const RUNS = 5;
export const SEARCHES = [
    ['kalah', 1_000_000],
    ['giuthi', 500_000],
    ['kiswahili', 300_000],
    ['kiothi', 300_000],
    ['bulto', 300_000],
    ['bao7', 300_000],
] as const;

/** What brings a game to where it is searched: Kiothi is sown after its first turns. */
export const begin = (game: string): string[] => [
    `new\t${game}\t\t`,
    ...(game === 'kiothi' ? ['enter\t0\t0\t=', 'enter\t0\t0\t='] : []),
];

/** Positions a microsecond. */
export const speedOf = (answer: string): number => {
    const { nodes, microseconds } = (JSON.parse(answer) as { value: Analysis }).value;
    return nodes / microseconds;
};

/** Of so many positions, in one thread. */
export const searchFor = (nodes: number): string => `search\t0\t\t\t${nodes}\t\t1`;

export const nativeRunner = (game: string, search: string) => (): number =>
    speedOf(askNative([...begin(game), search]).at(-1)!.at(-1)!);
