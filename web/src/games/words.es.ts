// What the page of the games that are kept says, in Spanish.

import { many } from '../words/en.ts';
import { jugadas } from '../words/es.ts';
import type { GamesWords } from './words.en.ts';

export const es: GamesWords = {
    search: 'Buscar',
    searched: 'Nombre o juego',
    state: 'Qué partidas',
    states: { all: 'todas', on: 'en curso', over: 'terminadas', won: 'ganadas', lost: 'perdidas', drawn: 'empatadas' },
    found: (n) => many(n, 'partida', 'partidas'),
    none: 'Aún no hay partidas. Toda partida que empieces se guarda aquí.',
    noneFound: 'Ninguna de tus partidas coincide.',
    name: 'Nombre de la partida',
    versus: (south, north) => `${south} y ${north}`,
    person: 'una persona',
    level: (n) => `el motor, nivel ${n}`,
    turn: (player) => `mueve ${player}`,
    moves: jugadas,
    begun: (when) => `empezada el ${when}`,
    played: (when) => `jugada el ${when}`,
    resume: 'Continuar',
    look: 'Verla',
    delete: 'Eliminar',
    deleted: (name) => `${name} se ha eliminado.`,
    undo: 'Deshacer',
    export: 'Guardar todas en un archivo',
    exported: (n) => `${many(n, 'partida guardada', 'partidas guardadas')}.`,
    file: 'partidas-komwe.txt',
    import: 'Añadir partidas de archivos',
    imported: (n) => `${many(n, 'partida añadida', 'partidas añadidas')}.`,
    known: (n) => `${many(n, 'partida ya estaba', 'partidas ya estaban')} aquí.`,
    fault: (file, line, why) => `${file}, línea ${line}: ${why} No se ha añadido nada de este archivo.`,
    noGame: (file) => `${file} no contiene el registro de ninguna partida.`,
    unread: (file) => `No se ha podido leer ${file}.`,
};
