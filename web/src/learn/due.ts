// The puzzles of lessons that are to be asked again by now.

import { due } from '../review/reviews.ts';
import { lessonWith } from '../lessons/lessons.ts';
import { reviewId } from './lesson/puzzling.svelte.ts';

export const dueLessons = (): readonly string[] =>
    due(reviewId(''))
        .map((id) => id.slice(reviewId('').length))
        .filter((id) => lessonWith(id) !== undefined);
