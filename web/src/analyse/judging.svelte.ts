// What each turn of a game has lost, found turn by turn from the last to the first.

import type { Judgement } from '../engine/types.ts';
import type { Study } from './study.svelte.ts';
import type { Thinking } from './thinking.svelte.ts';

/** Milliseconds for each turn. */
export const EFFORTS: readonly number[] = [200, 500, 2000];

export class Judging {
    effort = $state(EFFORTS[1]!);
    /** 0..1 while it is at work. */
    progress: number | null = $state(null);

    async judge(study: Study, thinking: Thinking): Promise<void> {
        const { plies, former } = study;
        const same = (): boolean => study.plies === plies && study.former === former;
        const heard = (judgement: Judgement): void => {
            if (same()) {
                study.judgements = [judgement, ...study.judgements];
                this.progress = 1 - judgement.first / plies;
            } else {
                thinking.interrupt(); // another game is looked at now
            }
        };
        study.judgements = [];
        this.progress = 0;
        try {
            await thinking.lend((engine) =>
                study.use((game) => engine.judge(game, { milliseconds: this.effort, heard })),
            );
        } finally {
            this.progress = null;
        }
    }
}
