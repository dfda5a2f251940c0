// A puzzle that is being solved, or a demonstration that is to be played: what was answered, what was
// wrong with it, what is to be seen.

import { speedNow } from '../../app/settings.svelte.ts';
import { EVENTS_MOST, Playback } from '../../board/playback.svelte.ts';
import { effectOf } from '../../engine/effect.ts';
import type { Komwe, Place } from '../../engine/komwe.ts';
import { KomweError, type Clause, type Event, type Move, type Ply, type Rules, type Situation } from '../../engine/types.ts';
import { placeOf, refusalOf, type Choosable, type Refusal } from '../../moves/choosable.ts';
import { clauseOf } from '../../words/narrate.ts';
import { grade } from '../../repetition/repetition.ts';
import { sound } from '../../sound/sound.ts';
import { sceneBefore, sceneOf, type Demo, type Lesson, type Puzzle } from '../../lessons/lessons.ts';
import { noteSolved } from '../../lessons/progress.svelte.ts';
import { reasonsFor, whyOf, type Why } from './reason.ts';
import { playScene } from './showing.ts';

/** 'wrong': a wrong move stands on the board; 'shown': the solution was given. */
export type Stage = 'asked' | 'wrong' | 'right' | 'shown';

/** What is wrong with an answer. */
export type Fault =
    | { readonly kind: 'move'; readonly ply: Ply }
    | { readonly kind: 'illegal'; readonly refusal: Refusal | null }
    | { readonly kind: 'barred'; readonly hole: string; readonly refusal: Refusal | null }
    | { readonly kind: 'missing'; readonly count: number }
    | { readonly kind: 'passes' | 'misses'; readonly hole: string }
    | { readonly kind: 'fewer' | 'more' }
    | { readonly kind: 'outcome' }
    | { readonly kind: 'uncited'; readonly clause: Clause | null }
    | { readonly kind: 'other'; readonly move: string };

/** `old`: it is right by the rules before, from which `rule` leads away where that is known. */
export type Mistake = Fault & { readonly old: boolean; readonly rule: Clause | null };

const sameWords = (one: readonly string[], other: readonly string[]): boolean =>
    one.length === other.length && one.every((word) => other.includes(word));

/** A demonstration asks for its first move. */
export type Asked = Puzzle | (Demo & { readonly kind: 'do'; readonly answer: readonly string[] });

/** By the rules before: what the move does there. */
export interface Old {
    readonly rules: Rules;
    readonly plies: readonly Ply[];
}

const eventsOf = (plies: readonly Ply[]): Event[] => plies.flatMap(({ events }) => events);
const sameEvent = (one: Event, other: Event | undefined): boolean =>
    other !== undefined &&
    one.kind === other.kind &&
    one.from === other.from &&
    one.to === other.to &&
    one.count === other.count;

export class Puzzling implements Choosable {
    readonly komwe: Komwe;
    readonly rules: Rules;
    readonly puzzle: Asked;
    /** Null: there are none, or the move was not to be had. */
    readonly old: Old | null;
    /** The same by the rules before; null: there are none. */
    readonly #before: Required<Place> | null;
    /** What the lesson is about. */
    readonly #clauses: readonly string[];
    readonly playback = new Playback();
    readonly turned = false;
    readonly blind = true;
    /** Of `move` puzzles about what is legal: with the moves that there were before. */
    readonly situation: Situation;
    readonly #legal: ReadonlySet<string>;
    /** Of the move that is asked about. */
    readonly #asked: readonly Ply[];

    stage: Stage = $state('asked');
    mistake: Mistake | null = $state.raw(null);
    hinted = $state(false);
    /** The answer was wrong once, or was shown: it does not count. */
    failed = false;
    /** What is asked after the right move, and whether that is answered. */
    why: Why | null = $state.raw(null);
    reasoned = $state(false);
    /** A reason that was chosen and is not the one. */
    unreason: string | null = $state(null);
    refusal: Refusal | null = $state.raw(null);
    shown: readonly Ply[] = $state.raw([]);
    /** What is shown has been seen to its end once: now it can be spoken about. */
    seen = $state(true);
    /** The holes that a learner has marked, or that are the answer. */
    marked: ReadonlySet<number> = $state.raw(new Set<number>());
    readonly showing: boolean = $derived(!this.playback.atEnd);
    readonly locked: boolean = $derived(this.stage !== 'asked');
    readonly free: boolean = $derived(!this.showing && !this.locked);
    /** An answer is being checked. */
    #checking = false;

    private constructor(
        komwe: Komwe,
        rules: Rules,
        lesson: Lesson,
        puzzle: Asked,
        situation: Situation,
        asked: readonly Ply[],
        old: Old | null,
    ) {
        this.old = old;
        this.komwe = komwe;
        this.rules = rules;
        this.puzzle = puzzle;
        this.#clauses = lesson.clauses;
        this.#before =
            lesson.before === undefined
                ? null
                : {
                      game: lesson.before,
                      options: '',
                      position: puzzle.before?.position ?? puzzle.position,
                  };
        this.#legal = new Set(situation.moves.map(({ text }) => text));
        this.#asked = asked;
        this.situation = this.#offers(situation);
        this.playback.show(situation.position);
    }

    static async begin(komwe: Komwe, lesson: Lesson, puzzle: Puzzle): Promise<Puzzling> {
        const place: Place = { game: lesson.rules, position: puzzle.position };
        const move = 'move' in puzzle ? puzzle.move : puzzle.kind === 'move' ? puzzle.answer[0]! : null;
        const [rules, situation, asked, old] = await Promise.all([
            komwe.rules(lesson.rules),
            komwe.position(place),
            'move' in puzzle ? komwe.trace(place, puzzle.move, EVENTS_MOST) : [],
            move === null ? null : oldOf(komwe, lesson, puzzle, move),
        ]);
        return new Puzzling(komwe, rules, lesson, puzzle, situation, asked, old);
    }

    static async demonstrate(komwe: Komwe, lesson: Lesson, demo: Demo): Promise<Puzzling> {
        const before = sceneBefore(lesson, demo);
        const [rules, situation, plies, oldRules, oldPlies] = await Promise.all([
            komwe.rules(lesson.rules),
            komwe.position({ game: lesson.rules, position: demo.position }),
            playScene(komwe, sceneOf(lesson, demo)),
            before === null ? null : komwe.rules(before.game),
            before === null ? null : playScene(komwe, before),
        ]);
        const old = oldRules === null || oldPlies === null ? null : { rules: oldRules, plies: oldPlies };
        const asked: Asked = { ...demo, kind: 'do', answer: [demo.moves[0]!] };
        return new Puzzling(komwe, rules, lesson, asked, situation, plies, old);
    }

    /** A demonstration that is only watched: its first turn is not a single move. */
    get watched(): boolean {
        return this.puzzle.kind === 'do' && !this.#legal.has(this.puzzle.answer[0]!);
    }

    /** The hole that a demonstration begins with, until it is played. */
    get asksFor(): ReadonlySet<number> {
        const { puzzle, stage } = this;
        const hole = this.situation.moves.find(({ text }) => text === puzzle.answer[0])?.hole;
        return puzzle.kind === 'do' && stage === 'asked' && hole !== undefined ? new Set([hole]) : new Set();
    }

    /** The reasons among which one is to be chosen. */
    get reasons(): readonly Clause[] {
        return this.puzzle.kind === 'why'
            ? reasonsFor(this.rules, this.#clauses, this.#asked, this.puzzle.answer[0]!)
            : [];
    }

    /** Of a choice between two outcomes: the move by these rules. */
    get outcome(): Ply {
        return this.#asked[this.#asked.length - 1]!;
    }

    /** Where it is asked which move is legal, those are offered that were so before. */
    #offers(situation: Situation): Situation {
        const { puzzle } = this;
        if (puzzle.kind !== 'move' || puzzle.goal !== 'legal') return situation;
        const words = new Set([...(puzzle.before?.answer ?? []), ...puzzle.answer]);
        const moves = [...words].map((word) => this.#moveOf(situation, word));
        return { ...situation, moves, count: moves.length };
    }

    #moveOf({ moves }: Situation, word: string): Move {
        const legal = moves.find(({ text }) => text === word);
        if (legal !== undefined) return legal;
        const holes = this.rules.board.flat();
        const hole = holes.find((of) => word.startsWith(this.rules.places[of]!)) ?? -1;
        const other = moves.find((of) => of.hole === hole);
        const reverse = other === undefined ? word.includes('<') : !other.reverse;
        return { text: word, hole, kind: 'sow', reverse, plus: word.endsWith('+'), number: 0 };
    }

    /** Where the move begins that is asked about; null: none is. */
    get start(): number | null {
        return this.#asked.length === 0 || this.puzzle.kind === 'do' ? null : effectOf(this.#asked[0]!).start;
    }

    /** Of a move that is not legal: what it did before. */
    trace(word: string): Promise<readonly Ply[]> {
        const place = this.#legal.has(word) ? placeOf(this) : (this.#before ?? placeOf(this));
        return this.komwe.trace(place, word, EVENTS_MOST);
    }

    mark(hole: number): void {
        if (!this.free) return;
        const marked = new Set(this.marked);
        if (!marked.delete(hole)) marked.add(hole);
        this.marked = marked;
        this.mistake = null;
    }

    // ---- answers ------------------------------------------------------------------------------

    async play(word: string): Promise<boolean> {
        await this.answer([word]);
        return true;
    }

    answerMarked(): Promise<void> {
        return this.answer([...this.marked].map((hole) => this.rules.places[hole]!));
    }

    /** A move, a hole, a number; or several holes. */
    async answer(words: readonly string[]): Promise<void> {
        if (!this.free || this.#checking) return;
        this.#checking = true;
        this.refusal = null;
        try {
            if (sameWords(words, this.puzzle.answer)) {
                if (this.puzzle.kind !== 'do') {
                    sound.play('right');
                    noteSolved(this.puzzle.id);
                    if (!this.failed) grade(repetitionId(this.puzzle.id), true);
                }
                await this.#reveal('right');
            } else {
                sound.play('wrong');
                this.#fail();
                await this.#noteMistake(words);
            }
        } finally {
            this.#checking = false;
        }
    }

    /** Once is enough for it to come again. */
    #fail(): void {
        if (this.puzzle.kind !== 'do' && !this.failed) grade(repetitionId(this.puzzle.id), false);
        this.failed = true;
    }

    /** Chooses a rule after the right move. */
    reason(clause: string): void {
        if (this.why === null) return;
        this.reasoned = clause === this.why.answer;
        this.unreason = this.reasoned ? null : clause;
        sound.play(this.reasoned ? 'right' : 'wrong');
    }

    async #noteMistake(words: readonly string[]): Promise<void> {
        const old = this.#isOld(words);
        const rule = old ? await this.#forgotten(words[0]!) : null;
        this.mistake = { ...(await this.#faultOf(words)), old, rule };
    }

    /** The clause of the lesson by which a move goes another way than it did before. */
    async #forgotten(word: string): Promise<Clause | null> {
        const { puzzle } = this;
        const move = 'move' in puzzle ? puzzle.move : word;
        if (puzzle.kind === 'holes' || puzzle.kind === 'do' || this.#before === null || !this.#legal.has(move)) return null;
        try {
            const [plies, before] = await Promise.all([
                this.trace(move),
                this.komwe.trace(this.#before, move, EVENTS_MOST),
            ]);
            const old = eventsOf(before);
            const events = eventsOf(plies);
            const parting = events.findIndex((event, i) => !sameEvent(event, old[i]));
            const cited = events.slice(parting).find(({ clause }) => clause !== null);
            const clause = parting < 0 || cited === undefined ? null : clauseOf(this.rules, cited);
            return clause !== null && this.#clauses.includes(clause.id) ? clause : null;
        } catch (error) {
            if (error instanceof KomweError) return null; // it did not exist
            throw error;
        }
    }

    #isOld(words: readonly string[]): boolean {
        if (this.puzzle.kind === 'do') return false;
        const old = this.puzzle.before?.answer ?? [];
        return this.puzzle.kind === 'holes' ? sameWords(words, old) : old.includes(words[0]!);
    }

    #faultOf(words: readonly string[]): Fault | Promise<Fault> {
        const [word] = words;
        switch (this.puzzle.kind) {
            case 'move':
                return this.#legal.has(word!) ? this.#tried(word!) : this.#barred(word!);
            case 'holes':
                return this.#wrongHoles(words);
            case 'do':
                return { kind: 'other', move: this.puzzle.answer[0]! };
            case 'why':
                return { kind: 'uncited', clause: this.rules.clauses.find(({ id }) => id === word) ?? null };
            case 'number':
                this.#sowAsked();
                if (this.puzzle.choose) return { kind: 'outcome' };
                return { kind: Number(word) > Number(this.puzzle.answer[0]) ? 'fewer' : 'more' };
            case 'end':
                this.#sowAsked();
                if (this.puzzle.choose) return { kind: 'outcome' };
                return { kind: this.#drops(word!) ? 'passes' : 'misses', hole: word! };
        }
    }

    /** Where the sowing really goes. */
    #sowAsked(): void {
        this.stage = 'wrong';
        this.#run(this.#asked);
    }

    /** The wrong move is shown on the board. */
    async #tried(word: string): Promise<Fault> {
        const plies = await this.trace(word);
        this.stage = 'wrong';
        this.#run(plies);
        return { kind: 'move', ply: plies[plies.length - 1]! };
    }

    async #barred(word: string): Promise<Fault> {
        return { kind: 'illegal', refusal: await refusalOf(this, word) };
    }

    async #wrongHoles(words: readonly string[]): Promise<Fault> {
        const { answer } = this.puzzle;
        const hole = words.find((word) => !answer.includes(word));
        return hole === undefined
            ? { kind: 'missing', count: answer.length - words.length }
            : { kind: 'barred', hole, refusal: await refusalOf(this, hole) };
    }

    /** A seed of the move that is asked about falls there. */
    #drops(word: string): boolean {
        return this.#asked.some(({ events }) =>
            events.some(({ kind, to }) => kind === 'drop' && this.rules.places[to] === word),
        );
    }

    // ---- what can be asked for ----------------------------------------------------------------

    /** After a wrong move: back to the question. */
    again(): void {
        this.stage = 'asked';
        this.mistake = null;
        this.shown = [];
        this.playback.show(this.situation.position);
    }

    async solve(): Promise<void> {
        this.#fail();
        this.again();
        await this.#reveal('shown');
    }

    /** The answer is seen on the board. */
    async #reveal(stage: Stage): Promise<void> {
        const { puzzle } = this;
        const plies = puzzle.kind === 'move' ? await this.trace(puzzle.answer[0]!) : this.#asked;
        this.mistake = null;
        this.refusal = null;
        this.stage = stage;
        if (puzzle.kind === 'holes') this.marked = this.#places(puzzle.answer);
        else if (puzzle.kind === 'number' && puzzle.goal === 'seeds')
            this.marked = this.#places([puzzle.hole]);
        this.#run(plies);
        if (puzzle.kind === 'move' && stage === 'right') this.why = whyOf(this.rules, this.#clauses, plies);
    }

    /** The sowing by these rules, or by those before, from its beginning. */
    watch(plies: readonly Ply[] = this.shown): void {
        void this.playback.run(plies, speedNow());
    }

    #places(words: readonly string[]): ReadonlySet<number> {
        const holes = this.rules.board.flat();
        return new Set(holes.filter((hole) => words.includes(this.rules.places[hole]!)));
    }

    #run(plies: readonly Ply[]): void {
        this.shown = plies;
        this.seen = plies.length === 0;
        if (plies.length > 0) void this.playback.run(plies, speedNow()).then(() => (this.seen = true));
    }
}

export const repetitionId = (puzzle: string): string => `lesson:${puzzle}`;

/** What a move of a puzzle does by the rules before; null: it is not to be had there. */
async function oldOf(komwe: Komwe, lesson: Lesson, puzzle: Puzzle, move: string): Promise<Old | null> {
    if (lesson.before === undefined || puzzle.before === undefined) return null;
    const place: Place = { game: lesson.before, position: puzzle.before.position ?? puzzle.position };
    try {
        const [rules, plies] = await Promise.all([
            komwe.rules(lesson.before),
            komwe.trace(place, move, EVENTS_MOST),
        ]);
        return { rules, plies };
    } catch (error) {
        if (error instanceof KomweError) return null;
        throw error;
    }
}
