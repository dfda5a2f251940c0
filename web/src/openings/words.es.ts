// What is said of opening moves, in Spanish.

import { many } from '../words/en.ts';
import { jugadas, medida } from '../words/es.ts';
import type { OpeningWords } from './words.en.ts';

export const es: OpeningWords = {
    title: 'Aperturas',
    book: {
        title: 'Libro de aperturas',
        source: (player) => `Lo que valen las jugadas de ${player}, según búsquedas largas; los niveles 9 y 10 juegan por él`,
        loading: 'Cargando el libro …',
        value: 'Valor',
        positions: 'Posiciones',
        label: (value, positions) =>
            `${value}, ${positions === 0 ? 'la última del libro' : `${many(positions, 'posición', 'posiciones')} del libro detrás de ella`}`,
        left: (plies) => `Fuera del libro después de ${jugadas(plies)}.`,
        never: 'Esta posición no está en el libro.',
    },
    source: (n, player) => `Las jugadas de ${player} en ${n} partidas del motor contra sí mismo`,
    loading: 'Cargando las partidas …',
    none: 'Ninguna partida llegó hasta aquí.',
    options: 'No hay partidas con estas opciones de las reglas.',
    move: 'Jugada',
    games: 'Partidas',
    went: 'Ganadas, empatadas, perdidas',
    success: 'Rendimiento',
    margin: (n) => medida(n, 'semilla', 'semillas'),
    label: (games, won, drawn, lost) =>
        `${many(games, 'partida', 'partidas')}, ganadas ${won}, empatadas ${drawn}, perdidas ${lost}`,
};
