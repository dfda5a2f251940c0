// Finds a board for each clause that one can show: a move whose trace cites the clause, one that is
// refused by it, or the end of a game.  Games are played at random; the shortest, clearest example stays.
//
//     node scripts/shown.ts [GAME...]     writes rules/shown.json anew, or these games of it

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Komwe } from '../src/engine/komwe.ts';
import { localPost } from '../src/engine/post.ts';
import type { Move, Ply, Rules, Situation } from '../src/engine/types.ts';
import { endedBy, shownBy, type Examples, type Shown } from '../src/clauses/shown.ts';
import { chance } from '../page/support/visit.ts';
import { loadModule, MODULES } from '../test/support/load.ts';

const FILE = fileURLToPath(new URL('../rules/shown.json', import.meta.url));
const GAMES = 80;
const PLIES = 400;
/** So many moves of a position are tried. */
const TRIED = 12;
/** A move should sow so many seeds: fewer show little, more are hard to follow. */
const DROPS = 4;
const DROPS_MOST = 40;

interface Found {
    readonly cost: number;
    readonly shown: Shown;
}
/** Of each clause the best few, the best first. */
type Best = Map<string, Found[]>;
const FEW = 12;

function keep(best: Best, clause: string, cost: number, shown: Shown): void {
    const found = best.get(clause) ?? [];
    if (cost === Infinity || found.some((of) => of.shown.position === shown.position)) return;
    best.set(clause, [...found, { cost, shown }].sort((a, b) => a.cost - b.cost).slice(0, FEW));
}

/** No board is shown twice, if there is another one. */
function choose(best: Best, clauses: readonly string[]): Record<string, Shown> {
    const used = new Set<string>();
    const chosen: Record<string, Shown> = {};
    for (const clause of clauses) {
        const found = best.get(clause);
        if (found === undefined) continue;
        const { shown } = found.find((of) => !used.has(of.shown.position)) ?? found[0]!;
        used.add(shown.position);
        chosen[clause] = shown;
    }
    return chosen;
}

/** Short moves of one lap are clearest; long traces are no use on a small board. */
function costOf({ events, cut }: Ply): number {
    const count = (kind: string): number => events.filter((event) => event.kind === kind).length;
    const laps = count('relay') + count('lift');
    return cut || count('drop') > DROPS_MOST ? Infinity : Math.abs(count('drop') - DROPS) + 3 * laps + 2 * count('choice') + events.length / 8;
}

function keepPly(best: Best, rules: Rules, ply: Ply): void {
    const cost = costOf(ply);
    for (const clause of shownBy(rules, ply))
        keep(best, clause, cost, { position: ply.before.text, move: ply.move.text });
}

/** Moves that might be refused: each hole alone, and with what the legal moves of this game add. */
function refusable(rules: Rules, { moves, position }: Situation): string[] {
    const numbered = moves.some(({ number }) => number > 0);
    return rules.board.flat().flatMap((hole) => {
        const name = rules.places[hole]!;
        const counts = numbered ? Array.from({ length: Math.min(position.hole[hole]!, 9) }, (_, i) => `${name}${i + 1}`) : [];
        return [name, ...counts];
    });
}

/** This shows nothing of the clause that it cites. */
const NOT_OWN = '%h is not a hole of the player to move';

async function keepRefusals(komwe: Komwe, best: Best, rules: Rules, situation: Situation): Promise<void> {
    const { text, hole, turn } = situation.position;
    const seeds = hole.filter((count) => count > 0).length;
    for (const word of refusable(rules, situation)) {
        const why = await komwe.why({ game: rules.id, position: text }, word).catch(() => null);
        const clause = rules.clauses[why?.reason?.clause ?? -1];
        if (clause === undefined || why!.reason!.template === NOT_OWN) continue;
        const own = rules.board.flat().some((of) => rules.places[of] === word && of === why!.reason!.hole);
        const empty = hole[why!.reason!.hole] === 0;
        // A move that is played shows more than one that is not; South is the reader's side.
        keep(best, clause.id, 100 + seeds / 4 + (own ? 0 : 2) + (empty ? 5 : 0) + turn, { position: text, refused: word });
    }
}

/** The more lies there, the more there is to be counted. */
async function keepEnd(komwe: Komwe, best: Best, rules: Rules, position: string): Promise<void> {
    const situation = await komwe.position({ game: rules.id, position });
    const seeds = situation.position.hole.filter((count) => count > 0).length;
    for (const clause of endedBy(rules, situation)) keep(best, clause, 200 - seeds, { position, over: true });
}

/** Some of the moves, drawn by lot. */
function drawn(moves: readonly Move[], below: (most: number) => number): Move[] {
    if (moves.length <= TRIED) return [...moves];
    return Array.from({ length: TRIED }, () => moves[below(moves.length)]!);
}

async function playOnce(komwe: Komwe, best: Best, rules: Rules, below: (most: number) => number): Promise<void> {
    const game = await komwe.play({ game: rules.id });
    for (let ply = 0; ply < PLIES && game.state.result === null; ply++) {
        const position = game.state.position.text;
        const tried = drawn(game.state.moves, below);
        for (const { text } of tried)
            for (const of of await komwe.trace({ game: rules.id, position }, text, 400)) keepPly(best, rules, of);
        if (ply % 3 === 0) await keepRefusals(komwe, best, rules, game.state);
        await game.enter(tried[below(tried.length)]!.text, 1);
    }
    await keepEnd(komwe, best, rules, game.state.position.text);
    await game.close();
}

async function findIn(komwe: Komwe, id: string): Promise<Record<string, Shown>> {
    const rules = await komwe.rules(id);
    const best: Best = new Map();
    const below = chance(7);
    for (let i = 0; i < GAMES; i++) await playOnce(komwe, best, rules, below);
    return choose(best, rules.clauses.map((of) => of.id));
}

const komwe = new Komwe(await localPost(await loadModule(MODULES[0])));
const wanted = process.argv.slice(2);
const known = wanted.length === 0 ? {} : (JSON.parse(readFileSync(FILE, 'utf8')) as Examples);
const all: Record<string, Readonly<Record<string, Shown>>> = {};
for (const { id } of await komwe.games()) {
    all[id] = wanted.length === 0 || wanted.includes(id) ? await findIn(komwe, id) : (known[id] ?? {});
    const rules = await komwe.rules(id);
    const missing = rules.clauses.map((of) => of.id).filter((of) => !(of in all[id]!));
    console.error(`${id}: ${Object.keys(all[id]!).length} shown; not: ${missing.join(' ')}`);
}
writeFileSync(FILE, `${JSON.stringify(all, null, 1)}\n`);
komwe.close();
