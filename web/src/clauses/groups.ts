// The clauses of all games, by what they are about: each belongs to one group, whatever the game.

import type { Clause, Rules } from '../engine/types.ts';

export const GROUPS = {
    start: ['start', 'turn', 'swap', 'placing', 'lifting', 'order', 'marking', 'menager'],
    moving: [
        ...['move', 'sow', 'round', 'store', 'least', 'choose', 'threes', 'opening', 'one-way', 'either-way', 'relay', 'stop'],
        ...['first-lap', 'feed', 'leave', 'again', 'capture-again', 'pass', 'never-ending', 'plant-uncounted', 'endless'],
    ],
    capturing: [
        ...['capture', 'multiple', 'crossed', 'corner', 'first-move', 'grand-slam'],
        ...['head', 'flank', 'blank', 'sixteen', 'must-capture', 'front-first'],
    ],
    stages: [
        ...['plant', 'plant-blank', 'plant-capture', 'plant-head', 'singletons', 'harvest', 'harvest-when'],
    ],
    special: [
        ...['nki', 'unmark', 'mine', 'bulto', 'skip', 'convertible', 'right', 'last', 'several', 'late', 'late-when'],
        ...['refuse', 'own-bulto', 'house', 'house-stop', 'house-plant', 'safari', 'capture-first', 'split-house'],
        ...['split-back', 'rova', 'house-uncut', 'tax', 'tax-only', 'tax-judged', 'valid', 'harvest-house'],
        ...['block', 'block-when', 'blocked', 'block-except', 'block-single', 'must-take', 'block-term'],
    ],
    end: [
        ...['no-move', 'front-row', 'front-when', 'suicide', 'end', 'end-neither', 'rest', 'winner', 'narrow', 'majority'],
        ...['repetition', 'rounds'],
    ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

const NAMES = Object.keys(GROUPS) as readonly (keyof typeof GROUPS)[];
const GROUPED: ReadonlySet<string> = new Set(NAMES.flatMap((name) => [...GROUPS[name]]));
/** What a text calls its clauses is not known here: they come last. */
export type Group = keyof typeof GROUPS | 'others';
const GROUP_NAMES: readonly Group[] = [...NAMES, 'others'];

const isIn = (group: Group, id: string): boolean =>
    group === 'others' ? !GROUPED.has(id) : (GROUPS[group] as readonly string[]).includes(id);

export interface Numbered {
    readonly clause: Clause;
    readonly number: number;
}

/** The groups that a game has, with its clauses in the library's order, numbered throughout. */
export function groupsOf({ clauses }: Rules): readonly { readonly group: Group; readonly clauses: readonly Numbered[] }[] {
    let number = 0;
    return GROUP_NAMES.map((group) => {
        return {
            group,
            clauses: clauses.filter(({ id }) => isIn(group, id)).map((clause) => ({ clause, number: ++number })),
        };
    }).filter((of) => of.clauses.length > 0);
}

/** A step of the ladder to Bao, which is learned and not played on its own. */
export const isStep = ({ id }: { readonly id: string }): boolean => /^bao\d+$/.test(id);
