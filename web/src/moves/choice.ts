// The choices of a hole as handles on the board: which way, at which end captured seeds enter, whether
// the house is sown, which chance of a bulto is taken, how many are sown.

import { layoutOf, type Layout } from '../board/geometry.ts';
import type { Arrow, Handle } from '../board/handle.ts';
import { directionOf } from '../board/preview.ts';
import { effectOf } from '../engine/effect.ts';
import type { Event, Move, Ply } from '../engine/types.ts';
import { movesFrom, tryMove, type Choosable } from './choosable.ts';

/** What is asked; 'house': the way is known, and the house can be sown or not. */
export type Question = 'way' | 'end' | 'house' | 'number' | 'bulto' | 'hand' | 'other';

export interface Choice {
    readonly hole: number;
    readonly question: Question;
    readonly handles: readonly Handle[];
    /** What each move does. */
    readonly plies: ReadonlyMap<string, Ply>;
    /** There are more than the handles, which are typed. */
    readonly more: number;
}

/** More are typed. */
const MOST = 24;

interface Tried {
    readonly move: Move;
    readonly ply: Ply;
}

/** The label of a handle, for screen readers. */
export type Describe = (ply: Ply, arrow: Arrow, kind: Handle['kind']) => string;

/** All choices of a hole; `way`: that of a move, whose house is asked about. */
export async function choiceOf(
    at: Choosable,
    hole: number,
    describe: Describe,
    way: boolean | null = null,
): Promise<Choice> {
    const moves = movesFrom(at.situation, hole);
    const tried: readonly Tried[] = await Promise.all(
        moves.slice(0, MOST).map(async (move) => ({ move, ply: await tryMove(at, move.text) })),
    );
    const question = questionOf(tried, way);
    const layout = layoutOf(at.rules, at.turned);
    const asked =
        question === 'house'
            ? tried.filter(({ move }) => way === null || move.reverse === way)
            : question === 'way' || question === 'end'
              ? tried.filter(({ move }) => !move.plus || !hasPlain(tried, move))
              : tried;
    return {
        hole,
        question,
        handles: asked.map((one) => handleOf(one, hole, question, { layout, tried, describe })),
        plies: new Map(tried.map(({ move, ply }) => [move.text, ply])),
        more: moves.length - tried.length,
    };
}

/** The house of this move can also be left alone. */
const hasPlain = (tried: readonly Tried[], { reverse, plus }: Move): boolean =>
    plus && tried.some(({ move }) => move.reverse === reverse && !move.plus);

/** The way of this move leaves a choice about the house. */
export function asksHouse({ situation }: Pick<Choosable, 'situation'>, of: Move): boolean {
    const same = movesFrom(situation, of.hole).filter(
        ({ number, reverse }) => number === 0 && reverse === of.reverse,
    );
    return same.some(({ plus }) => plus) && same.some(({ plus }) => !plus);
}

/** Where captured seeds enter before anything is sown. */
function headOf({ events }: Ply): Event | undefined {
    const drop = events.findIndex(({ kind }) => kind === 'drop');
    return events.slice(0, drop < 0 ? events.length : drop).find(({ kind }) => kind === 'head');
}

function questionOf(tried: readonly Tried[], way: boolean | null): Question {
    const moves = tried.map(({ move }) => move);
    if (moves.some(({ kind }) => kind === 'lift' || kind === 'place')) return 'hand';
    if (moves.some(({ number }) => number > 0))
        return moves.some(({ plus }) => plus) ? 'bulto' : 'number';
    const ways = new Set(moves.map(({ reverse }) => reverse));
    if (moves.some(({ plus }) => plus) && (way !== null || ways.size === 1)) return 'house';
    if (ways.size < 2) return 'other';
    const heads = new Set(tried.map(({ ply }) => headOf(ply)?.to));
    return heads.size > 1 && !heads.has(undefined) ? 'end' : 'way';
}

interface Around {
    readonly layout: Layout;
    readonly tried: readonly Tried[];
    readonly describe: Describe;
}

const lastChoice = ({ events }: Ply): Event | undefined => events.findLast(({ kind }) => kind === 'choice');

function handleOf({ move, ply }: Tried, hole: number, question: Question, around: Around): Handle {
    const { layout, describe } = around;
    const make = (kind: Handle['kind'], by: number, arrow: Arrow, sign = ''): Handle => ({
        move: move.text,
        kind,
        hole: layout.cell.has(by) ? by : hole,
        arrow,
        sign,
        label: `${sign === '' ? '' : `${sign}. `}${kind === 'pin' ? `${move.text}: ` : ''}${describe(ply, arrow, kind)}`,
    });
    switch (question) {
        case 'hand':
            return make('way', hole, move.kind === 'lift' ? 'up' : 'down');
        case 'number':
            return make('pin', effectOf(ply).laps[0]?.path.at(-1) ?? hole, '', String(move.number));
        case 'bulto':
            return move.plus
                ? make('pin', effectOf(ply).end ?? hole, '', '–')
                : make('pin', lastChoice(ply)?.to ?? hole, '', String(move.number));
        case 'house': {
            const by = lastChoice(around.tried.find((of) => of.move.plus)?.ply ?? ply)?.to ?? hole;
            return make('way', by, move.plus ? onward(layout, ply, by) : 'stay');
        }
        case 'end': {
            const head = headOf(ply)!;
            const left = (layout.cell.get(head.to)?.x ?? 0) < layout.width / 2;
            return make('end', head.to, left ? 'right' : 'left', String(head.count));
        }
        case 'way':
            return make('way', hole, wayOf(layout, ply, around.tried));
        case 'other':
            return make('pin', hole, '', move.text);
    }
}

/** To which side it sets out; round the end of a row: the other side of the other move. */
function wayOf(layout: Layout, ply: Ply, tried: readonly Tried[]): Arrow {
    const own = directionOf(layout, ply);
    const other = tried.find(({ move }) => move.reverse !== ply.move.reverse);
    const side = own !== 0 ? own : other === undefined ? 0 : -directionOf(layout, other.ply);
    return side < 0 ? 'left' : side > 0 ? 'right' : '';
}

/** To which side a house is sown on. */
function onward(layout: Layout, { events }: Ply, house: number): Arrow {
    const chosen = events.findLastIndex(({ kind }) => kind === 'choice');
    const next = events.slice(chosen).find(({ kind }) => kind === 'drop');
    const to = layout.cell.get(next?.to ?? house)?.x ?? 0;
    return to < (layout.cell.get(house)?.x ?? 0) ? 'left' : 'right';
}
