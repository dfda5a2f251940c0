// A game that is looked at: where one looks, what can be done there, and what was tried.

import { forgetQuery } from '../app/route.svelte.ts';
import { isUnreadable, keep, kept } from '../app/store.ts';
import { speedNow } from '../app/settings.svelte.ts';
import { EVENTS_MOST, Playback } from '../board/playback.svelte.ts';
import type { Game, Komwe, Place } from '../engine/komwe.ts';
import {
    KomweError,
    type Judgement,
    type Ply,
    type Rules,
    type Score,
    type Situation,
    type State,
    type Turn,
} from '../engine/types.ts';
import { placeOf, refusedBy, type Choosable, type Refusal } from '../play/choosable.ts';

interface Saved {
    readonly record: string;
    readonly ply: number;
    readonly turned: boolean;
}

/** The game as it was before other moves were played from a ply on. */
interface Former {
    readonly record: string;
    readonly ply: number;
    readonly judgements: readonly Judgement[];
}

/** Whether this browser keeps it: what a link shows, once it has been changed. */
export type Keeping = 'always' | 'changed' | 'never';

const FORMER_MOST = 50;
const STORED = 'study';

export class Study implements Choosable {
    readonly komwe: Komwe;
    readonly rules: Rules;
    readonly playback = new Playback();
    #keeping: Keeping;
    #game: Game;

    /** Where one looks: after so many plies; and how many there are. */
    ply = $state(0);
    plies = $state(0);
    situation: Situation = $state.raw() as State;
    shown: readonly Ply[] = $state.raw([]);
    score: Score = $state.raw() as Score;
    turned = $state(false);
    refusal: Refusal | null = $state.raw(null);
    judgements: readonly Judgement[] = $state.raw([]);
    former: readonly Former[] = $state.raw([]);
    locked = $state(false);

    readonly showing: boolean = $derived(!this.playback.atEnd);
    readonly free: boolean = $derived(
        !this.showing && !this.locked && this.situation.result === null,
    );
    /** The turn that has led here, or is under way; null: nothing has been played. */
    readonly here: Turn | null = $derived(
        this.score.turns.find(({ first, end }) => first < this.ply && this.ply <= end) ?? null,
    );
    /** What is said of it. */
    readonly comment: string = $derived(
        this.ply === 0 ? (this.score.comment ?? '') : (this.here?.comments.join(' ') ?? ''),
    );

    /** Work on the game is done one after the other. */
    #turn: Promise<unknown> = Promise.resolve();
    /** Rises with every wish to look elsewhere. */
    #wishes = 0;

    private constructor(komwe: Komwe, rules: Rules, game: Game, score: Score, keeping: Keeping) {
        this.komwe = komwe;
        this.rules = rules;
        this.#game = game;
        this.#keeping = keeping;
        this.plies = game.state.plies;
        this.score = score;
        this.situation = game.state;
    }

    /** A game, which is then closed by it. */
    static async of(komwe: Komwe, game: Game, ply = 0, keeping: Keeping = 'always'): Promise<Study> {
        const { state } = game;
        const rules = await komwe.rules(state.game, state.options);
        const study = new Study(komwe, rules, game, await game.score(), keeping);
        await study.go(ply);
        return study;
    }

    static async begin(komwe: Komwe, place: Place, keeping?: Keeping): Promise<Study> {
        return Study.of(komwe, await komwe.play(place), 0, keeping);
    }

    /** What this browser was left with; null if there is nothing. */
    static async resume(komwe: Komwe): Promise<Study | null> {
        const saved = kept<Saved>(STORED);
        if (saved === null) return null;
        try {
            const [game] = await komwe.read(saved.record);
            if (game === undefined) return null;
            const study = await Study.of(komwe, game, saved.ply);
            study.turned = saved.turned;
            return study;
        } catch (error) {
            if (!(error instanceof KomweError)) throw error;
            if (isUnreadable(error)) keep(STORED, null);
            return null;
        }
    }

    /** The same game for itself, to try things in. */
    async copy(ply: number): Promise<Study> {
        const [game] = await this.komwe.read(await this.record());
        const copy = await Study.of(this.komwe, game!, ply, 'never');
        copy.turned = this.turned;
        return copy;
    }

    record(): Promise<string> {
        return this.#work(() => this.#game.write());
    }

    /** Uses the game when nothing else is done with it. */
    use<T>(work: (game: Game) => T): Promise<T> {
        return this.#work(async () => ({ of: work(this.#game) })).then(({ of }) => of);
    }

    // ---- where one looks ----------------------------------------------------------------------

    /** To after so many plies; the next one is shown on its way. */
    async go(ply: number): Promise<void> {
        const from = Math.max(0, Math.min(ply, this.plies) - 1);
        await this.#look(from, ply, ply === this.ply + 1);
    }

    /** To after a turn, all of which can then be seen again. */
    async goTurn({ first, end }: Turn): Promise<void> {
        await this.#look(first, end, false);
    }

    #look(from: number, ply: number, moving: boolean): Promise<void> {
        const wish = ++this.#wishes;
        return this.#work(async () => {
            if (wish !== this.#wishes) return;
            const to = Math.max(0, Math.min(ply, this.plies));
            const asked = [];
            for (let at = from; at < to; at++) asked.push(this.#game.ply(at, EVENTS_MOST));
            const [situation, ...plies] = await Promise.all([this.#game.at(to), ...asked]);
            this.#show(to, situation, plies, moving);
            this.#store();
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

    /** Plays a word here.  What was played from here on until now can be brought back. */
    play(word: string): Promise<boolean> {
        this.#wishes++;
        return this.#work(async () => {
            try {
                const plies = await this.komwe.trace(placeOf(this), word, EVENTS_MOST);
                const to = this.ply + plies.length;
                if (!(await this.#isPlayed(plies))) await this.#playNew(word);
                this.#show(to, await this.#game.at(to), plies, true);
                this.#store(true);
                return true;
            } catch (error) {
                this.refusal = refusedBy(error);
                return false;
            }
        });
    }

    /** These plies are what the game goes on with anyway. */
    async #isPlayed(plies: readonly Ply[]): Promise<boolean> {
        if (this.ply + plies.length > this.plies) return false;
        for (const [i, { move }] of plies.entries())
            if ((await this.#game.ply(this.ply + i, 0)).move.text !== move.text) return false;
        return true;
    }

    async #playNew(word: string): Promise<void> {
        const { ply, plies, judgements } = this;
        if (ply < plies) {
            const record = await this.#game.write();
            await this.#game.rewind(ply);
            this.former = [...this.former, { record, ply, judgements }].slice(-FORMER_MOST);
        }
        this.judgements = judgements.filter(({ end }) => end <= ply);
        await this.#game.enter(word, 0);
        await this.#read();
    }

    /** The moves that were replaced last, as they were. */
    async bringBack(): Promise<void> {
        const last = this.former[this.former.length - 1];
        if (last === undefined) return;
        await this.#replace(last.record);
        this.former = this.former.slice(0, -1);
        this.judgements = last.judgements;
        await this.go(last.ply);
    }

    /** Becomes what another one is, from after so many plies. */
    async restore(other: Study, ply: number): Promise<void> {
        if (this.former.length > 0 || this.plies !== other.plies) {
            await this.#replace(await other.record());
            this.former = [];
        }
        await this.go(ply);
    }

    #replace(record: string): Promise<void> {
        return this.#work(async () => {
            const [game] = await this.komwe.read(record);
            await this.#game.close();
            this.#game = game!;
            await this.#read();
        });
    }

    /** Sets what is said of where one looks, or takes it away (""). */
    setComment(text: string): Promise<boolean> {
        const { here } = this;
        return this.comments([{ first: here?.first ?? 0, end: here?.end ?? 0, text }]);
    }

    /** Sets what is said of turns; false if the record cannot hold it, and `refusal` says why. */
    comments(all: readonly { first: number; end: number; text: string }[]): Promise<boolean> {
        return this.#work(async () => {
            try {
                for (const { first, end, text } of all) {
                    await this.#game.setComment(end, text);
                    for (let ply = first + 1; ply < end; ply++) await this.#game.setComment(ply, '');
                }
                return true;
            } catch (error) {
                this.refusal = refusedBy(error);
                return false;
            } finally {
                await this.#read();
                this.#store(true);
            }
        });
    }

    async #read(): Promise<void> {
        this.score = await this.#game.score();
        this.plies = this.#game.state.plies;
    }

    // ---- the rest -----------------------------------------------------------------------------

    /** It is what this browser is left with, if it is to be. */
    #store(changed = false): void {
        if (changed && this.#keeping === 'changed') this.#keeping = 'always';
        if (this.#keeping !== 'always') return;
        forgetQuery();
        const { ply, turned } = this;
        void this.#game.write().then((record) => keep(STORED, { record, ply, turned } satisfies Saved));
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
