// Where the games of the module are played, in the words of the rule texts; those of texts say it themselves.

export const REGIONS: Readonly<Record<string, string>> = {
    kiothi: 'East Africa',
    bulto: 'East Africa',
    giuthi: 'East Africa',
    kujifunza: 'East Africa',
    kiswahili: 'East Africa',
    hus: 'Southern Africa',
    'adji-boto': 'Americas',
    fandatsaka: 'Madagascar',
    sakalava: 'Madagascar',
    kalah: 'Americas',
    awari: 'West Africa',
    oware: 'West Africa',
};
