// What is said of a wrong answer.

import { effectOf } from '../../engine/effect.ts';
import type { Clause, Ply, Rules } from '../../engine/types.ts';
import type { Refusal } from '../../moves/choosable.ts';
import { clauseOf, placeName, sentence, describePly, describeReason } from '../../words/narrate.ts';
import { said, words } from '../../words/words.svelte.ts';
import type { Mistake } from './puzzling.svelte.ts';
import { phrases } from '../texts.ts';

const describeRefusal = (rules: Rules, refusal: Refusal | null): string =>
    refusal === null
        ? ''
        : refusal.reason === null
          ? sentence(said(refusal.text))
          : describeReason(rules, refusal.reason, said);

/** `goal` is that of the puzzle, if it is about moves. */
function describeFault(rules: Rules, mistake: Mistake, goal: string | undefined): string {
    const { puzzle } = phrases();
    switch (mistake.kind) {
        case 'move':
            return `${describePly(words(), rules, mistake.ply)} ${puzzle.goal[goal ?? ''] ?? ''}`;
        case 'illegal':
            return describeRefusal(rules, mistake.refusal);
        case 'barred':
            return `${puzzle.barred(mistake.hole)} ${describeRefusal(rules, mistake.refusal)}`;
        case 'missing':
            return puzzle.missing(mistake.count);
        case 'passes':
        case 'misses':
            return puzzle[mistake.kind](mistake.hole);
        case 'fewer':
        case 'more':
            return puzzle[mistake.kind];
        case 'outcome':
            return puzzle.outcome;
        case 'uncited':
            return puzzle.uncited;
        case 'other':
            return puzzle.other(mistake.move);
    }
}

/** Where each run of a sowing really ends; the numbers stand on the board, too. */
export function describeLaps(rules: Rules, plies: readonly Ply[]): string {
    const { puzzle } = phrases();
    const ends = plies.flatMap((ply) => effectOf(ply).laps.map(({ path }) => placeName(rules, path.at(-1)!)));
    const last = ends.at(-1);
    if (last === undefined || ends.length > LAPS_SAID) return '';
    return ends.length === 1 ? puzzle.end(last) : puzzle.ends(ends.slice(0, -1).join(', '), last);
}
/** More are only numbered on the board. */
const LAPS_SAID = 6;

/** The number of the lap that ends in each hole, the last one where several do. */
export function lapEnds(plies: readonly Ply[]): ReadonlyMap<number, number> {
    const laps = plies.flatMap((ply) => effectOf(ply).laps);
    return new Map(laps.map(({ path }, i) => [path.at(-1)!, i + 1]));
}

/** The clause that forbids it; null: it is not about that. */
export function clauseAgainst(rules: Rules, mistake: Mistake | null): Clause | null {
    const refusal = mistake?.kind === 'illegal' || mistake?.kind === 'barred' ? mistake.refusal : null;
    return refusal?.reason == null ? null : clauseOf(rules, refusal.reason);
}

/** `rule` is what the lesson adds, in one line. */
export function describeWrong(rules: Rules, mistake: Mistake, goal: string | undefined, rule: string): string {
    const { puzzle } = phrases();
    const parts = [puzzle.wrong, describeFault(rules, mistake, goal)];
    if (mistake.old) parts.push(puzzle.forgotten(mistake.rule === null ? rule : said(mistake.rule.text, mistake.rule)));
    return parts.join(' ');
}
