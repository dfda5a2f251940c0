// The question why: a rule that the trace of a move cites, and two that it does not.

import type { Clause, EventKind, Ply, Rules } from '../../engine/types.ts';
import { clauseOf } from '../../words/narrate.ts';

export interface Why {
    /** What is asked about. */
    readonly of: 'capture' | 'stop';
    readonly answer: string;
    /** Three, in the order of the rules. */
    readonly clauses: readonly Clause[];
}

/** Longer ones are not read twice. */
const LONG = 240;
/** Three that are no longer have room on a phone, below the board. */
const SHORT = 100;

/** The answer and two others that no event of the moves cites; short ones come first, of these those of the lesson. */
export function reasonsFor(
    rules: Rules,
    lesson: readonly string[],
    plies: readonly Ply[],
    answer: string,
): readonly Clause[] {
    const cited = new Set(plies.flatMap(({ events }) => events.map((event) => clauseOf(rules, event)?.id)));
    const others = rules.clauses.filter(({ id, text }) => id !== answer && !cited.has(id) && text.length <= LONG);
    const rank = ({ id, text }: Clause): number => (text.length <= SHORT ? 0 : 2) + (lesson.includes(id) ? 0 : 1);
    const offered = new Set([answer, ...others.toSorted((one, other) => rank(one) - rank(other)).slice(0, 2).map(({ id }) => id)]);
    return rules.clauses.filter(({ id }, i, all) => offered.has(id) && all.findIndex((of) => of.id === id) === i);
}

/** Why the last capture happened, or why the move ended there; null: no rule is cited for it. */
export function whyOf(rules: Rules, lesson: readonly string[], plies: readonly Ply[]): Why | null {
    const events = plies.flatMap((ply) => ply.events);
    const lastOf = (kind: EventKind) => events.findLast((event) => event.kind === kind);
    for (const kind of ['capture', 'stop'] as const) {
        const event = lastOf(kind);
        const clause = event === undefined ? null : clauseOf(rules, event);
        if (clause === null) continue;
        const clauses = reasonsFor(rules, lesson, plies, clause.id);
        if (clauses.length === 3) return { of: kind, answer: clause.id, clauses };
    }
    return null;
}
