// What the pages of the rules, and of the people and the games, say in Spanish.

import type { RulesWords } from './words.en.ts';

export const es: RulesWords = {
    choose: 'Elige un juego para leer sus reglas.',
    aboutAll: 'Quién juega cada juego, dónde y en qué tablero, y qué se ha escrito sobre él.',
    steps: 'Peldaños del camino hacia el Bao la Kiswahili',
    all: 'Todos los juegos',
    tabs: 'Este juego',
    print: 'Imprimir',
    parts: 'Partes de las reglas',
    groups: {
        start: 'El tablero y el comienzo',
        moving: 'Mover',
        capturing: 'Capturar',
        stages: 'Plantación y cosecha',
        special: 'Hoyos especiales',
        end: 'El final',
        others: 'Otras reglas',
    },
    before: 'Antes',
    after: 'Después',
    notAllowed: 'No permitido',
    sow: 'Ver la siembra',
    close: 'Volver al diagrama',
    option: 'se puede elegir',
    origin: 'Se juega',
    source: 'Fuente',
    board: (rows, columns) => `${rows} filas de ${columns} hoyos`,
    boardName: 'Tablero',
    usual: (value) => `habitual: ${value}`,
    range: (least, most) => `de ${least} a ${most}`,
    legend: {
        title: 'En los diagramas',
        start: 'la jugada empieza',
        end: 'termina',
        taken: 'capturadas',
        changed: 'ha cambiado',
        barred: 'no permitido',
        store: 'Un número junto al tablero: un granero.',
    },
    notation: 'Las letras mayúsculas son los hoyos de Sur, abajo; las minúsculas, los de Norte, arriba.',
};
