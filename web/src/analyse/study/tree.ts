// A tree of variations.  A node stands for one move (a ply) and the position after it; the first child
// of a node goes on with the line, the others are variations.  Trees are never changed: what changes
// one returns another, so that the one before can be brought back.
//
//      root ── A ── c ── B          the main line: first children all the way
//               └── d ── C          a variation
//                    └── e          a variation of it

import type { TurnReview, Player, Result, Value } from '../../engine/types.ts';

export const ROOT = 0;

/** The value of a position to a player. */
export interface Known {
    readonly player: Player;
    readonly value: Value;
    /** 1: the player wins, -1: loses; of games that count no seeds. */
    readonly won?: -1 | 0 | 1;
    /** Plies that were searched; left out: by a review. */
    readonly depth?: number;
}

/** What a review has found counts as much as a search of so many plies. */
const REVIEWED = 10;

/** What is proven holds against what is not, and the deeper search against the other. */
export function replaces(now: Known, before: Known | undefined): boolean {
    if (before === undefined) return true;
    if (before.value.proven !== now.value.proven) return now.value.proven;
    return (before.depth ?? REVIEWED) <= (now.depth ?? Infinity);
}

/** What is said of a node; all of it can change without another move. */
export interface Notes {
    readonly comment?: string;
    /** The turn that ends here as the library writes it, where it is known. */
    readonly turn?: string;
    /** Of the turn that ends here. */
    readonly reviewed?: TurnReview | undefined;
    /** How the players ended the game here. */
    readonly ending?: Pick<Result, 'outcome' | 'ending'>;
}

export interface Node extends Notes {
    readonly id: number;
    /** Of the root: itself. */
    readonly parent: number;
    readonly move: string;
    readonly mover: Player;
    readonly children: readonly number[];
}

/** A move to be put into a tree. */
export interface Step {
    readonly move: string;
    readonly mover: Player;
}

export interface Tree {
    readonly nodes: ReadonlyMap<number, Node>;
    /** The id of the next node. */
    readonly next: number;
}

export const emptyTree: Tree = {
    nodes: new Map([[ROOT, { id: ROOT, parent: ROOT, move: '', mover: 'S', children: [] }]]),
    next: ROOT + 1,
};

export const nodeOf = (tree: Tree, id: number): Node => tree.nodes.get(id)!;

// ---- lines -----------------------------------------------------------------------------------

/** From the root to a node, both among them. */
export function pathTo(tree: Tree, id: number): readonly number[] {
    const path = [id];
    for (let at = id; at !== ROOT; path.push(at)) at = nodeOf(tree, at).parent;
    return path.reverse();
}

/** From the root through a node, and on by first children. */
export function lineThrough(tree: Tree, id: number): readonly number[] {
    const line = [...pathTo(tree, id)];
    for (let { children } = nodeOf(tree, id); children.length > 0; ) {
        line.push(children[0]!);
        ({ children } = nodeOf(tree, children[0]!));
    }
    return line;
}

export const mainLine = (tree: Tree): readonly number[] => lineThrough(tree, ROOT);

export const isMain = (tree: Tree, id: number): boolean => variationOf(tree, id) === null;

/** The node that a variation begins with, which a node belongs to; null: it is of the main line. */
export function variationOf(tree: Tree, id: number): number | null {
    for (let at = id; at !== ROOT; at = nodeOf(tree, at).parent)
        if (siblings(tree, at)[0] !== at) return at;
    return null;
}

const siblings = (tree: Tree, id: number): readonly number[] =>
    nodeOf(tree, nodeOf(tree, id).parent).children;

/**
 * The other move at the last place before a node where there were several: the next one, or that
 * before; null: there is none.
 */
export function besideOf(tree: Tree, id: number, by: 1 | -1): number | null {
    for (let at = id; at !== ROOT; at = nodeOf(tree, at).parent) {
        const all = siblings(tree, at);
        if (all.length > 1) return all[all.indexOf(at) + by] ?? null;
    }
    return null;
}

// ---- changes ---------------------------------------------------------------------------------

const withNodes = (tree: Tree, nodes: readonly Node[], next = tree.next): Tree => ({
    nodes: new Map([...tree.nodes, ...nodes.map((node) => [node.id, node] as const)]),
    next,
});

export const note = (tree: Tree, id: number, notes: Notes): Tree =>
    tree.nodes.has(id) ? withNodes(tree, [{ ...nodeOf(tree, id), ...notes }]) : tree;

/** Puts a move behind a node, if it is not there already. */
export function add(tree: Tree, at: number, { move, mover }: Step): { tree: Tree; id: number } {
    const parent = nodeOf(tree, at);
    const known = parent.children.find((id) => nodeOf(tree, id).move === move);
    if (known !== undefined) return { tree, id: known };
    const id = tree.next;
    const made: Node = { id, parent: at, move, mover, children: [] };
    const grown = { ...parent, children: [...parent.children, id] };
    return { tree: withNodes(tree, [grown, made], id + 1), id };
}

/** Puts several moves behind each other; the last of them. */
export function addLine(tree: Tree, at: number, steps: readonly Step[]): { tree: Tree; id: number } {
    let all = { tree, id: at };
    for (const step of steps) all = add(all.tree, all.id, step);
    return all;
}

/** The variation that a node belongs to comes first where it leaves the line. */
export function promote(tree: Tree, id: number): Tree {
    const first = variationOf(tree, id);
    if (first === null) return tree;
    const parent = nodeOf(tree, nodeOf(tree, first).parent);
    const others = parent.children.filter((child) => child !== first);
    return withNodes(tree, [{ ...parent, children: [first, ...others] }]);
}

/** Without a node and all that follows it. */
export function remove(tree: Tree, id: number): Tree {
    if (id === ROOT) return tree;
    const gone = new Set<number>([id]);
    for (const at of gone) for (const child of nodeOf(tree, at).children) gone.add(child);
    const parent = nodeOf(tree, nodeOf(tree, id).parent);
    const children = parent.children.filter((child) => child !== id);
    const left = [...tree.nodes].filter(([at]) => !gone.has(at));
    return withNodes({ nodes: new Map(left), next: tree.next }, [{ ...parent, children }]);
}

// ---- turns -----------------------------------------------------------------------------------

/** What one player plays before it is the other's turn, along one line. */
export interface TurnOf {
    /** Nodes of its plies. */
    readonly ids: readonly number[];
    readonly mover: Player;
    readonly text: string;
    /** Rounds are counted from 1: South's turn and the turn of North that follows. */
    readonly number: number;
}

/** The turns of a line that begins with the root. */
export function turnsOf(tree: Tree, line: readonly number[]): readonly TurnOf[] {
    const turns: TurnOf[] = [];
    for (const id of line.slice(1)) {
        const { mover, move, turn } = nodeOf(tree, id);
        const last = turns.at(-1);
        if (last?.mover === mover) {
            const text = turn ?? `${last.text},${move}`;
            turns[turns.length - 1] = { ...last, ids: [...last.ids, id], text };
        } else {
            const number = last === undefined ? 1 : last.number + (mover === 'S' ? 1 : 0);
            turns.push({ ids: [id], mover, text: turn ?? move, number });
        }
    }
    return turns;
}

/** A turn with the variations that were played instead of it. */
export interface Written extends TurnOf {
    readonly variations: readonly (readonly Written[])[];
}

/** The whole tree as it is written: the main line, each turn followed by its variations. */
export const written = (tree: Tree): readonly Written[] => writtenFrom(tree, mainLine(tree), 1);

/** A line from its n-th node on; a turn of which a part stands before is written whole. */
function writtenFrom(tree: Tree, line: readonly number[], from: number): readonly Written[] {
    const first = line[from];
    if (first === undefined) return [];
    const own = turnsOf(tree, line).filter(({ ids }) => line.indexOf(ids.at(-1)!) >= from);
    return own.map((turn) => ({ ...turn, variations: turn.ids.flatMap((id) => others(tree, id, line, from)) }));
}

function others(
    tree: Tree,
    id: number,
    line: readonly number[],
    from: number,
): readonly (readonly Written[])[] {
    const at = line.indexOf(id);
    // Those beside the first move of a variation are written where the line is that it leaves.
    if (at < from || (at === from && siblings(tree, id)[0] !== id)) return [];
    return siblings(tree, id)
        .slice(1)
        .map((other) => writtenFrom(tree, lineThrough(tree, other), at));
}

// ---- as it is kept -----------------------------------------------------------------------------

/** Its names stay, whatever those above are called. */
export type Kept = Omit<Node, 'id' | 'reviewed'> & { readonly judgement?: TurnReview };
export type KeptKnown = Omit<Known, 'value'> & { readonly worth: Value };

/** Nodes by their ids, for JSON. */
export const keptOf = ({ nodes }: Tree): readonly (readonly [number, Kept])[] =>
    [...nodes].map(([id, { id: _, reviewed, ...node }]) => [id, reviewed === undefined ? node : { ...node, judgement: reviewed }]);

export const keptKnown = (known: ReadonlyMap<number, Known>): readonly (readonly [number, KeptKnown])[] =>
    [...known].map(([id, { value, ...rest }]) => [id, { ...rest, worth: value }]);

const isNote = (text: unknown): boolean => text === undefined || typeof text === 'string';

const isNode = (of: unknown): of is Kept => {
    const { parent, move, mover, children, comment, turn } = (of ?? {}) as Partial<Kept>;
    return (
        isNote(comment) &&
        isNote(turn) &&
        typeof parent === 'number' &&
        typeof move === 'string' &&
        (mover === 'S' || mover === 'N') &&
        Array.isArray(children)
    );
};

/** What was kept; null: it is no tree. */
export function readTree(kept: unknown): Tree | null {
    if (!Array.isArray(kept)) return null;
    const nodes = new Map<number, Node>();
    for (const one of kept as unknown[]) {
        if (!Array.isArray(one) || typeof one[0] !== 'number' || !isNode(one[1])) return null;
        const { judgement: reviewed, ...node } = one[1];
        const known = reviewed?.class !== undefined; // else an earlier version of the page kept it
        nodes.set(one[0], { ...node, ...(known && { reviewed }), id: one[0] });
    }
    const seen = new Set<number>(nodes.has(ROOT) ? [ROOT] : []);
    for (const id of seen)
        for (const child of nodes.get(id)!.children) {
            if (nodes.get(child)?.parent !== id || seen.has(child)) return null;
            seen.add(child);
        }
    return seen.size === 0 || seen.size !== nodes.size
        ? null
        : { nodes, next: Math.max(...nodes.keys()) + 1 };
}

export const readKnown = (kept: readonly (readonly [number, KeptKnown])[]): readonly (readonly [number, Known])[] =>
    kept.map(([id, { worth, ...rest }]) => [id, { ...rest, value: worth }]);
