// What the list of all games says, in Swahili.

import type { ShippedWords } from './words.en.ts';

export const sw: ShippedWords = {
    search: 'Tafuta',
    searchAbout: 'jina, mahali, au neno la kanuni',
    by: 'Kwa makundi ya',
    groups: { region: 'eneo', board: 'ubao' },
    none: (sought) => `Hakuna mchezo wenye “${sought}” katika jina, mahali au muhtasari.`,
    found: (n, all) => (n === all ? `Michezo ${all}` : `Michezo ${n} kati ya ${all}`),
    rows: (rows) => (rows === 1 ? 'Safu moja' : rows === 2 ? 'Safu mbili' : rows === 3 ? 'Safu tatu' : 'Safu nne'),
    elsewhere: 'Kwingineko',
    regions: {
        Americas: 'Amerika',
        Caribbean: 'Karibi',
        'Central Africa': 'Afrika ya Kati',
        'Central Asia': 'Asia ya Kati',
        'East Africa': 'Afrika ya Mashariki',
        'East Asia': 'Asia ya Mashariki',
        Europe: 'Ulaya',
        'Indian Ocean': 'Bahari ya Hindi',
        Madagascar: 'Madagaska',
        'North Africa': 'Afrika ya Kaskazini',
        'North America': 'Amerika ya Kaskazini',
        'South America': 'Amerika ya Kusini',
        'South Asia': 'Asia ya Kusini',
        'Southeast Asia': 'Asia ya Kusini-mashariki',
        'Southern Africa': 'Afrika ya Kusini',
        'West Africa': 'Afrika ya Magharibi',
        'Western Asia': 'Asia ya Magharibi',
    },
};
