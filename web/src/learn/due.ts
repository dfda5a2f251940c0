// The puzzles of lessons that are to be asked again by now.

import { due } from '../repetition/repetition.ts';
import { lessonWith } from '../lessons/lessons.ts';
import { repetitionId } from './lesson/puzzling.svelte.ts';

export const dueLessons = (): readonly string[] =>
    due(repetitionId(''))
        .map((id) => id.slice(repetitionId('').length))
        .filter((id) => lessonWith(id) !== undefined);
