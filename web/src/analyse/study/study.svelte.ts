// A game that is looked at: a tree of variations, the line and the place in it where one looks, and
// what can be done there.

import { forgetQuery } from '../../app/route.svelte.ts';
import { speedNow } from '../../app/settings.svelte.ts';
import { EVENTS_MOST, Playback } from '../../board/playback.svelte.ts';
import type { Game, Komwe, Place } from '../../engine/komwe.ts';
import { KomweError, type TurnReview, type Ply, type Position, type Rules, type Situation, type State } from '../../engine/types.ts';
import { drop, keepStudy, savedStudy, type Keeping, type Practised, type Saved, type Stored } from './saved.ts';
import { placeOf, refusedBy, type Choosable, type Refusal } from '../../moves/choosable.ts';
import { playSteps, stepOf, traceLine, treeOf } from './lines.ts';
import {
    addLine,
    besideOf,
    emptyTree,
    isMain,
    keptKnown,
    keptOf,
    type Known,
    lineThrough,
    mainLine,
    nodeOf,
    note,
    type Notes,
    pathTo,
    promote,
    readKnown,
    readTree,
    remove,
    replaces,
    ROOT,
    type Tree,
    type TurnOf,
    turnsOf,
} from './tree.ts';

export class Study implements Choosable {
    readonly komwe: Komwe;
    readonly rules: Rules;
    readonly playback = new Playback();
    #keeping: Keeping;
    /** The record that was written last, which is some line of the tree; null: none yet. */
    #written: string | null = null;
    /** How often it was to be kept: what is older is not kept after what is newer. */
    #stores = 0;
    readonly #game: Game;
    /** The nodes that the game has played, the root first: it follows the line. */
    #played: readonly number[];

    tree: Tree = $state.raw(emptyTree);
    /** The line that one looks at, and after how many of its plies. */
    line: readonly number[] = $state.raw([ROOT]);
    ply = $state(0);
    situation: Situation = $state.raw() as State;
    shown: readonly Ply[] = $state.raw([]);
    turned = $state(false);
    refusal: Refusal | null = $state.raw(null);
    locked = $state(false);
    /** Values of positions, as far as the engine has said so. */
    known: ReadonlyMap<number, Known> = $state.raw(new Map());
    /** The node at which the main line ended when all of it had been reviewed; null: it never was. */
    #reviewedTo: number | null = $state(null);
    readonly isReviewed: boolean = $derived(this.#reviewedTo !== null && mainLine(this.tree).at(-1) === this.#reviewedTo);
    /** Where one is who practises with its mistakes; null: nobody does. */
    practised: Practised | null = null;
    /** The tree before something was deleted, which can be brought back until it changes again. */
    deleted: { readonly tree: Tree; readonly node: number } | null = $state.raw(null);

    readonly plies: number = $derived(this.line.length - 1);
    readonly node: number = $derived(this.line[this.ply]!);
    readonly turns: readonly TurnOf[] = $derived(turnsOf(this.tree, this.line));
    readonly showing: boolean = $derived(!this.playback.atEnd);
    readonly free: boolean = $derived(
        !this.showing && !this.locked && this.situation.result === null,
    );
    /** The turn that has led here, or is under way; null: nothing has been played. */
    readonly here: TurnOf | null = $derived(this.turns.find(({ ids }) => ids.includes(this.node)) ?? null);
    readonly comment: string = $derived(nodeOf(this.tree, this.node).comment ?? '');
    readonly onMain: boolean = $derived(isMain(this.tree, this.node));
    /** What each turn of the main line has lost, as far as it has been reviewed. */
    readonly reviews: readonly TurnReview[] = $derived(
        mainLine(this.tree).flatMap((id) => nodeOf(this.tree, id).reviewed ?? []),
    );

    /** It has been kept; the first time, what was kept before is put aside. */
    #stored = false;
    /** Work on the game is done one after the other. */
    #turn: Promise<unknown> = Promise.resolve();
    /** Rises with every request to look elsewhere. */
    #requests = 0;

    private constructor(komwe: Komwe, rules: Rules, game: Game, tree: Tree, keeping: Keeping) {
        this.komwe = komwe;
        this.rules = rules;
        this.#game = game;
        this.#keeping = keeping;
        this.tree = tree;
        this.line = mainLine(tree);
        this.#played = this.line;
        this.situation = game.state;
    }

    /** A game, which is then closed by it. */
    static async of(komwe: Komwe, game: Game, ply = 0, keeping: Keeping = 'always'): Promise<Study> {
        const { state } = game;
        const rules = await komwe.rules(state.game, state.options);
        const study = new Study(komwe, rules, game, await treeOf(game), keeping);
        await study.go(ply);
        return study;
    }

    static async begin(komwe: Komwe, place: Place, keeping?: Keeping): Promise<Study> {
        return Study.of(komwe, await komwe.play(place), 0, keeping);
    }

    /** What this browser was left with, or what was analysed before it; null if there is nothing. */
    static async resume(komwe: Komwe, which: Stored = 'study'): Promise<Study | null> {
        const saved = savedStudy(which);
        if (saved === null) return null;
        try {
            const [game] = await komwe.read(saved.record);
            if (game === undefined) return null;
            const study = await Study.of(komwe, game, saved.ply ?? 0, 'never');
            study.turned = saved.turned;
            await study.#grow(saved);
            study.#keeping = 'always';
            study.#stored = which === 'study';
            study.#store();
            return study;
        } catch (error) {
            if (!(error instanceof KomweError)) throw error;
            drop(which, error);
            return null;
        }
    }

    /** Takes the tree that was kept over, if the game is one of its lines. */
    async #grow({ tree: kept, node = ROOT, known = [], reviewedTo, practised }: Saved): Promise<void> {
        const tree = readTree(kept);
        if (tree === null) return;
        const played = this.line.slice(1).map((id) => nodeOf(this.tree, id).move);
        const line = playSteps(tree, played);
        if (line === null) return;
        this.tree = tree;
        this.#played = line;
        this.line = line;
        this.#reviewedTo = reviewedTo ?? null;
        this.practised = practised ?? null;
        this.known = new Map(readKnown(known).filter(([id]) => tree.nodes.has(id)));
        await this.goTo(tree.nodes.has(node) ? node : ROOT);
    }

    /** The main line for itself, to try things in. */
    async copy(ply: number): Promise<Study> {
        const [game] = await this.komwe.read(await this.record());
        const copy = await Study.of(this.komwe, game!, ply, 'never');
        copy.turned = this.turned;
        return copy;
    }

    /** The main line: records have no variations. */
    record(): Promise<string> {
        return this.#work(async () => {
            const back = this.#played;
            await this.#follow(this.tree, mainLine(this.tree));
            try {
                return await this.#game.write();
            } finally {
                await this.#follow(this.tree, back);
            }
        });
    }

    /** Uses the game, which stands at the end of the line, when nothing else is done with it. */
    use<T>(work: (game: Game) => T): Promise<T> {
        return this.#work(async () => ({ of: work(this.#game) })).then(({ of }) => of);
    }

    // ---- where one looks ----------------------------------------------------------------------

    /** To after so many plies of the line; the next one is shown on its way. */
    async go(ply: number): Promise<void> {
        const to = this.line[Math.max(0, Math.min(ply, this.plies))]!;
        await this.#look(to, to === this.line[this.ply + 1]);
    }

    /** To a node, wherever it is. */
    async goTo(id: number): Promise<void> {
        await this.#look(id, false);
    }

    async goMain(ply: number): Promise<void> {
        const main = mainLine(this.tree);
        await this.goTo(main[Math.max(0, Math.min(ply, main.length - 1))]!);
    }

    /** To the move before or after this one among those that were tried instead of it. */
    async goBeside(by: 1 | -1): Promise<void> {
        const to = besideOf(this.tree, this.node, by);
        if (to !== null) await this.goTo(to);
    }

    /** A turn that ends at a node can then be seen again as a whole. */
    #look(id: number, moving: boolean): Promise<void> {
        const request = ++this.#requests;
        return this.#work(async () => {
            if (request !== this.#requests || !this.tree.nodes.has(id)) return;
            try {
                const line = this.line.includes(id) ? this.line : lineThrough(this.tree, id);
                await this.#take(this.tree, line);
                const to = line.indexOf(id);
                const turn = this.turns.find(({ ids }) => ids.at(-1) === id);
                const from = moving ? to - 1 : to - Math.min(to, turn?.ids.length ?? 1);
                const asked = [];
                for (let at = from; at < to; at++) asked.push(this.#game.ply(at, EVENTS_MOST));
                const [situation, ...plies] = await Promise.all([this.#game.at(to), ...asked]);
                this.#show(to, situation, plies, moving);
                this.#store();
            } catch (error) {
                this.refusal = refusedBy(error);
            }
        });
    }

    #show(ply: number, situation: Situation, plies: readonly Ply[], moving: boolean): void {
        this.ply = ply;
        this.situation = situation;
        this.shown = plies;
        this.refusal = null;
        if (moving && plies.length > 0) {
            void this.playback.run(plies, speedNow());
        } else {
            this.playback.show(situation.position);
            this.playback.load(plies);
            this.playback.skip();
        }
    }

    turn(): void {
        this.turned = !this.turned;
        this.#store();
    }

    // ---- what is played -----------------------------------------------------------------------

    /** Plays a word here: it goes on with the line, or begins a variation. */
    play(word: string): Promise<boolean> {
        return this.playLine([word]);
    }

    /** Plays words one after the other, and looks at where they lead to. */
    playLine(words: readonly string[]): Promise<boolean> {
        this.#requests++;
        return this.#work(async () => {
            try {
                const plies = await traceLine(this.komwe, placeOf(this), words);
                const { tree, id } = addLine(this.tree, this.node, plies.map(stepOf));
                await this.#take(tree, this.line.includes(id) ? this.line : lineThrough(tree, id));
                const to = this.line.indexOf(id);
                this.#show(to, await this.#game.at(to), plies, true);
                this.#changed();
                return true;
            } catch (error) {
                await this.#follow(this.tree, this.line);
                this.refusal = refusedBy(error);
                return false;
            }
        });
    }

    /** Writes a line behind a node, without looking at it. */
    addVariation(at: number, words: readonly string[]): Promise<void> {
        return this.#work(async () => {
            if (!this.tree.nodes.has(at)) return;
            const back = this.#played;
            try {
                if (!back.includes(at)) await this.#follow(this.tree, pathTo(this.tree, at));
                const { position } = await this.#game.at(this.#played.indexOf(at));
                const place = { ...placeOf(this), position: position.text };
                const plies = await traceLine(this.komwe, place, words);
                this.tree = addLine(this.tree, at, plies.map(stepOf)).tree;
            } finally {
                await this.#follow(this.tree, back);
            }
            this.#changed();
        });
    }

    /** The variation that is looked at becomes the line that it left. */
    promote(id: number): void {
        this.tree = promote(this.tree, id);
        this.#changed();
    }

    /** Deletes a move and all that follows it. */
    async remove(id: number): Promise<void> {
        const { node } = this;
        if (id === ROOT) return;
        if (pathTo(this.tree, node).includes(id)) await this.goTo(nodeOf(this.tree, id).parent);
        await this.#work(async () => {
            const { tree } = this;
            const left = remove(tree, id);
            if (!this.line.includes(id)) this.tree = left;
            else await this.#take(left, lineThrough(left, this.node));
            this.#changed();
            this.deleted = { tree, node };
        });
    }

    async bringBack(): Promise<void> {
        if (this.deleted === null) return;
        const { tree, node } = this.deleted;
        this.tree = tree;
        this.#changed();
        await this.goTo(node);
    }

    // ---- what is said -------------------------------------------------------------------------

    /** Sets what is said of nodes, or takes it away (""); false if a record cannot hold one of them, and `refusal` says why. */
    comments(all: readonly { readonly id: number; readonly text: string }[]): Promise<boolean> {
        return this.#work(async () => {
            try {
                for (const { id, text } of all) {
                    const ply = this.#played.indexOf(id);
                    if (ply >= 0) await this.#game.setComment(ply, text);
                    this.tree = note(this.tree, id, { comment: text });
                }
                return true;
            } catch (error) {
                this.refusal = refusedBy(error);
                return false;
            } finally {
                this.#changed();
            }
        });
    }

    note(id: number, notes: Notes): void {
        this.tree = note(this.tree, id, notes);
        this.#store();
    }

    /** Positions of the main line, after so many of its plies. */
    positions(plies: readonly number[]): Promise<readonly Position[]> {
        return this.#work(async () => {
            const back = this.#played;
            await this.#follow(this.tree, mainLine(this.tree));
            try {
                const all = await Promise.all(plies.map((ply) => this.#game.at(ply)));
                return all.map(({ position }) => position);
            } finally {
                await this.#follow(this.tree, back);
            }
        });
    }

    /** All turns of the main line up to a node have been reviewed; null: a review begins. */
    reviewed(to: number | null): void {
        this.#reviewedTo = to;
        this.#store();
    }

    /** Somebody practises, and is there; null: not any more. */
    practise(at: Practised | null): void {
        this.practised = at;
        this.#store();
    }

    /** What a review says of nodes, whatever was known before. */
    learnReviewed(all: readonly (readonly [number, Known])[]): void {
        this.known = new Map([...this.known, ...all]);
    }

    /** What the engine says of nodes; what is proven stays, and that of a deeper search. */
    learn(all: readonly (readonly [number, Known])[]): void {
        const better = all.filter(([id, known]) => replaces(known, this.known.get(id)));
        if (better.length > 0) this.known = new Map([...this.known, ...better]);
    }

    // ---- the rest -----------------------------------------------------------------------------

    /** The game follows another line of a tree, which become those that are looked at. */
    async #take(tree: Tree, line: readonly number[]): Promise<void> {
        await this.#follow(tree, line);
        const { turns } = await this.#game.score();
        let all = tree;
        for (const { end, text } of turns)
            if (nodeOf(all, line[end]!).turn !== text) all = note(all, line[end]!, { turn: text });
        this.tree = all;
        this.line = line;
        this.ply = Math.min(this.ply, line.length - 1);
    }

    async #follow(tree: Tree, line: readonly number[]): Promise<void> {
        let same = 1;
        while (same < line.length && line[same] === this.#played[same]) same++;
        if (same === line.length && same === this.#played.length) return;
        await this.#game.rewind(same - 1);
        this.#played = line.slice(0, same);
        for (const id of line.slice(same)) {
            const { move, comment = '', ending } = nodeOf(tree, id);
            await this.#game.enter(move, 0);
            this.#played = [...this.#played, id];
            if (comment !== '') await this.#game.setComment(this.#played.length - 1, comment);
            if (id !== line.at(-1) || ending === undefined) continue;
            if (ending.ending === 'agreement') await this.#game.agree();
            else await this.#game.resign(ending.outcome === 'S' ? 'N' : 'S');
        }
    }

    #changed(): void {
        this.deleted = null;
        if (this.#keeping === 'changed') this.#keeping = 'always';
        this.#store();
    }

    /** It is what this browser is left with, if it is to be. */
    #store(): void {
        if (this.#keeping !== 'always') return;
        forgetQuery();
        const { node, turned } = this;
        const [tree, known] = [keptOf(this.tree), keptKnown(this.known)];
        const aside = !this.#stored;
        this.#stored = true;
        const [reviewedTo, practised] = [this.#reviewedTo ?? undefined, this.practised ?? undefined];
        const store = (record: string): void => keepStudy({ record, turned, tree, node, known, reviewedTo, practised }, aside);
        const mine = ++this.#stores;
        if (this.#written !== null) store(this.#written); // at once: the page may be left before another is written
        void this.#game.write().then((record) => {
            this.#written = record;
            if (aside || mine === this.#stores) store(record); // what was kept before is put aside first
        });
    }

    close(): void {
        this.playback.pause();
        void this.#work(() => this.#game.close());
    }

    #work<T>(work: () => Promise<T>): Promise<T> {
        const done = this.#turn.then(work, work);
        this.#turn = done.catch(() => undefined);
        return done;
    }
}
