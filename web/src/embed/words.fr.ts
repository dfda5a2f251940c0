// What an embedded board says beside what every page does, in French.

import type { EmbedWords } from './words.en.ts';

export const fr: EmbedWords = {
    open: 'Ouvrir dans komwe',
    steps: 'Parcourir la partie',
    first: 'Au début',
    back: 'Un coup en arrière',
    on: 'Un coup en avant',
    last: 'À la fin',
    nothing: 'Ce plateau n’a pas de partie\u00a0: son adresse doit contenir game=… ou record=….',
    unknown: (name, value, choices) =>
        `Dans l’adresse de ce plateau, «\u00a0${name}\u00a0» doit valoir ${choices}, et non «\u00a0${value}\u00a0».`,
    noNumber: (name, value) =>
        `Dans l’adresse de ce plateau, «\u00a0${name}\u00a0» doit être un nombre de coups, et non «\u00a0${value}\u00a0».`,
};
