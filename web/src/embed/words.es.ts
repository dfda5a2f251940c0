// What an embedded board says beside what every page does, in Spanish.

import type { EmbedWords } from './words.en.ts';

export const es: EmbedWords = {
    open: 'Abrir en komwe',
    steps: 'Recorrer la partida',
    first: 'Al principio',
    back: 'Una jugada atrás',
    on: 'Una jugada adelante',
    last: 'Al final',
    nothing: 'Este tablero no tiene partida: su dirección necesita game=… o record=….',
    unknown: (name, value, choices) => `En la dirección de este tablero, «${name}» debe ser uno de ${choices}, no «${value}».`,
    noNumber: (name, value) => `En la dirección de este tablero, «${name}» debe ser un número de jugadas, no «${value}».`,
};
