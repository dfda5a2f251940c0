// Boards that show clauses, as scripts/shown.ts has found them: a move that the clause is about, one that
// is refused by it, or a position in which the game is over.  test/views/rules.test.ts asks the library again.

import type { Event, Ply, Rules, Situation } from '../engine/types.ts';

export type Shown =
    | { readonly position: string; readonly move: string }
    | { readonly position: string; readonly refused: string }
    | { readonly position: string; readonly over: true };

/** By game, by clause. */
export type Examples = Readonly<Record<string, Readonly<Record<string, Shown>>>>;

/** What happens in every move says nothing of a clause. */
const isSpecific = ({ kind }: Event): boolean => kind !== 'next' && kind !== 'field';

const of = (ply: Ply, kind: Event['kind']): readonly Event[] => ply.events.filter((event) => event.kind === kind);
const isHouse = ({ before }: Ply, hole: number): boolean => ((before.mark >>> hole) & 1) === 1;
const enemy = ({ mover }: Ply): number => 1 - mover;
const sows = (ply: Ply): boolean => ply.move.kind === 'sow' && of(ply, 'drop').length >= 3;

/** The hole whose last seed captures. */
const capturing = ({ events }: Ply): readonly number[] =>
    events.flatMap(({ kind }, i) => (kind === 'capture' ? [events.slice(0, i).findLast((e) => e.kind === 'drop')?.to ?? -1] : []));

/** Clauses that the library does not cite in a trace, though it shows them. */
const SEEN: Readonly<Record<string, (ply: Ply) => boolean>> = {
    'one-way': sows,
    'either-way': (ply) => sows(ply) && ply.move.reverse,
    'plant-head': (ply) => ply.move.kind === 'plant' && of(ply, 'capture').length === 1 && of(ply, 'head').length === 1,
    harvest: (ply) => sows(ply) && of(ply, 'capture').length > 0,
    'harvest-when': (ply) => sows(ply) && ply.before.store[ply.mover] === 0 && ply.before.store[enemy(ply)]! > 0,
    'capture-first': (ply) => capturing(ply).some((hole) => isHouse(ply, hole)),
    'harvest-house': (ply) => ply.move.kind === 'sow' && isHouse(ply, ply.move.hole),
    suicide: (ply) => of(ply, 'over').some(({ to }) => to === 1 + enemy(ply)),
    lifting: (ply) => ply.move.kind === 'lift',
    round: (ply) => of(ply, 'drop').some(({ to }) => to === ply.move.hole),
    store: (ply) => sows(ply) && of(ply, 'drop').some(({ to }) => ply.before.turn === 0 ? to >= 6 : to < 6),
    convertible: (ply) => of(ply, 'choice').length > 0 && of(ply, 'mark').length === 1,
    again: (ply) => ply.after.over === 0 && ply.after.turn === ply.mover,
    majority: (ply) => ply.after.over === 0 && ply.after.store[ply.mover]! > 24 && ply.before.store[ply.mover]! <= 24,
};

/** The clauses that can be seen at work in a move. */
export function shownBy(rules: Rules, ply: Ply): ReadonlySet<string> {
    const cited = ply.events
        .filter(isSpecific)
        .flatMap(({ clause }) => (clause === null ? [] : [rules.clauses[clause]!.id]));
    const seen = rules.clauses.map(({ id }) => id).filter((id) => SEEN[id]?.(ply) === true);
    return new Set([...cited, ...seen]);
}

const ENDS = ['no-move', 'end', 'winner'];

/** The clauses by which a position ends the game. */
export const endedBy = (rules: Rules, { result }: Situation): readonly string[] =>
    result?.ending === 'rules' ? rules.clauses.map(({ id }) => id).filter((id) => ENDS.includes(id)) : [];
