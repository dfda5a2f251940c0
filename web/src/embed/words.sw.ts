// What an embedded board says beside what every page does, in Swahili.

import type { EmbedWords } from './words.en.ts';

export const sw: EmbedWords = {
    open: 'Fungua katika komwe',
    steps: 'Pitia mchezo',
    first: 'Hadi mwanzo',
    back: 'Mwendo mmoja nyuma',
    on: 'Mwendo mmoja mbele',
    last: 'Hadi mwisho',
    nothing: 'Ubao huu hauna mchezo: anwani yake inahitaji game=… au record=….',
    unknown: (name, value, choices) => `Katika anwani ya ubao huu “${name}” lazima iwe moja ya ${choices}, si “${value}”.`,
    noNumber: (name, value) => `Katika anwani ya ubao huu “${name}” lazima iwe idadi ya miendo, si “${value}”.`,
};
