// What is told of a wrong answer.

import { effectOf } from '../../engine/effect.ts';
import type { Clause, Ply, Rules } from '../../engine/types.ts';
import type { Refusal } from '../../moves/choosable.ts';
import { clauseOf, placeName, sentence, tellPly, tellReason } from '../../words/narrate.ts';
import { said, words } from '../../words/words.svelte.ts';
import type { Told } from './puzzling.svelte.ts';
import { phrases } from '../texts.ts';

const tellRefusal = (rules: Rules, refusal: Refusal | null): string =>
    refusal === null
        ? ''
        : refusal.reason === null
          ? sentence(said(refusal.text))
          : tellReason(rules, refusal.reason, said);

/** `goal` is that of the puzzle, if it is about moves. */
function tellFault(rules: Rules, told: Told, goal: string | undefined): string {
    const { puzzle } = phrases();
    switch (told.kind) {
        case 'move':
            return `${tellPly(words(), rules, told.ply)} ${puzzle.goal[goal ?? ''] ?? ''}`;
        case 'illegal':
            return tellRefusal(rules, told.refusal);
        case 'barred':
            return `${puzzle.barred(told.hole)} ${tellRefusal(rules, told.refusal)}`;
        case 'missing':
            return puzzle.missing(told.count);
        case 'passes':
        case 'misses':
            return puzzle[told.kind](told.hole);
        case 'fewer':
        case 'more':
            return puzzle[told.kind];
        case 'outcome':
            return puzzle.outcome;
        case 'uncited':
            return puzzle.uncited;
        case 'other':
            return puzzle.other(told.move);
    }
}

/** Where each lap of a sowing really ends; the numbers stand on the board, too. */
export function tellLaps(rules: Rules, plies: readonly Ply[]): string {
    const { puzzle } = phrases();
    const ends = plies.flatMap((ply) => effectOf(ply).laps.map(({ path }) => placeName(rules, path.at(-1)!)));
    return ends.length === 0 || ends.length > LAPS_TOLD ? '' : puzzle.laps(ends.map((hole, i) => puzzle.lapEnd(i + 1, hole)).join(', '));
}
/** More are only numbered on the board. */
const LAPS_TOLD = 6;

/** The number of the lap that ends in each hole, the last one where several do. */
export function lapEnds(plies: readonly Ply[]): ReadonlyMap<number, number> {
    const laps = plies.flatMap((ply) => effectOf(ply).laps);
    return new Map(laps.map(({ path }, i) => [path.at(-1)!, i + 1]));
}

/** The clause that forbids it; null: it is not about that. */
export function clauseAgainst(rules: Rules, told: Told | null): Clause | null {
    const refusal = told?.kind === 'illegal' || told?.kind === 'barred' ? told.refusal : null;
    return refusal?.reason == null ? null : clauseOf(rules, refusal.reason);
}

/** `rule` is what the lesson adds, in one line. */
export function tellWrong(rules: Rules, told: Told, goal: string | undefined, rule: string): string {
    const { puzzle } = phrases();
    const parts = [puzzle.wrong, tellFault(rules, told, goal)];
    if (told.old) parts.push(puzzle.forgotten(told.rule === null ? rule : said(told.rule.text)));
    return parts.join(' ');
}
