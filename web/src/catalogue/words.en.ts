// What the list of all games says, in English.

export const en = {
    search: 'Search',
    searchAbout: 'a name, a place, a word of the rules',
    by: 'Grouped by',
    groups: { region: 'region', board: 'board' },
    none: (sought: string) => `No game has “${sought}” in its name, place or summary.`,
    found: (n: number, all: number) => (n === all ? `${all} games` : `${n} of ${all} games`),
    rows: (rows: number): string => (rows === 1 ? 'One row' : rows === 2 ? 'Two rows' : rows === 3 ? 'Three rows' : 'Four rows'),
    elsewhere: 'Elsewhere',
    /** By the names that the rule texts have. */
    regions: {
        Americas: 'Americas',
        Caribbean: 'Caribbean',
        'Central Africa': 'Central Africa',
        'Central Asia': 'Central Asia',
        'East Africa': 'East Africa',
        'East Asia': 'East Asia',
        Europe: 'Europe',
        'Indian Ocean': 'Indian Ocean',
        Madagascar: 'Madagascar',
        'North Africa': 'North Africa',
        'North America': 'North America',
        'South America': 'South America',
        'South Asia': 'South Asia',
        'Southeast Asia': 'Southeast Asia',
        'Southern Africa': 'Southern Africa',
        'West Africa': 'West Africa',
        'Western Asia': 'Western Asia',
    } as Readonly<Record<string, string>>,
};

export type ShippedWords = typeof en;
