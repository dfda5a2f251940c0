// What the list of all games says, in French.

import type { ShippedWords } from './words.en.ts';

export const fr: ShippedWords = {
    search: 'Chercher',
    searchAbout: 'un nom, un lieu, un mot des règles',
    by: 'Groupés par',
    groups: { region: 'région', board: 'plateau' },
    none: (sought) => `Aucun jeu n’a « ${sought} » dans son nom, son lieu ou son résumé.`,
    found: (n, all) => (n === all ? `${all} jeux` : `${n} jeux sur ${all}`),
    rows: (rows) => (rows === 1 ? 'Une rangée' : rows === 2 ? 'Deux rangées' : rows === 3 ? 'Trois rangées' : 'Quatre rangées'),
    elsewhere: 'Ailleurs',
    regions: {
        Americas: 'Amériques',
        Caribbean: 'Caraïbes',
        'Central Africa': 'Afrique centrale',
        'Central Asia': 'Asie centrale',
        'East Africa': 'Afrique de l’Est',
        'East Asia': 'Asie de l’Est',
        Europe: 'Europe',
        'Indian Ocean': 'Océan Indien',
        Madagascar: 'Madagascar',
        'North Africa': 'Afrique du Nord',
        'North America': 'Amérique du Nord',
        'South America': 'Amérique du Sud',
        'South Asia': 'Asie du Sud',
        'Southeast Asia': 'Asie du Sud-Est',
        'Southern Africa': 'Afrique australe',
        'West Africa': 'Afrique de l’Ouest',
        'Western Asia': 'Asie de l’Ouest',
    },
};
