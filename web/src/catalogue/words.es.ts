// What the list of all games says, in Spanish.

import type { ShippedWords } from './words.en.ts';

export const es: ShippedWords = {
    search: 'Buscar',
    searchAbout: 'un nombre, un lugar, una palabra de las reglas',
    by: 'Agrupados por',
    groups: { region: 'región', board: 'tablero' },
    none: (sought) => `Ningún juego tiene «${sought}» en su nombre, lugar o resumen.`,
    found: (n, all) => (n === all ? `${all} juegos` : `${n} de ${all} juegos`),
    rows: (rows) => (rows === 1 ? 'Una fila' : rows === 2 ? 'Dos filas' : rows === 3 ? 'Tres filas' : 'Cuatro filas'),
    elsewhere: 'Otros lugares',
    regions: {
        Americas: 'América',
        Caribbean: 'Caribe',
        'Central Africa': 'África Central',
        'Central Asia': 'Asia Central',
        'East Africa': 'África Oriental',
        'East Asia': 'Asia Oriental',
        Europe: 'Europa',
        'Indian Ocean': 'Océano Índico',
        Madagascar: 'Madagascar',
        'North Africa': 'África del Norte',
        'North America': 'América del Norte',
        'South America': 'América del Sur',
        'South Asia': 'Asia Meridional',
        'Southeast Asia': 'Sudeste Asiático',
        'Southern Africa': 'África Austral',
        'West Africa': 'África Occidental',
        'Western Asia': 'Asia Occidental',
    },
};
