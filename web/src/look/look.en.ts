export const en = {
    keys: 'The key M turns the sound on and off',
    wood: 'Board and seeds',
    woods: {
        mvule: 'nickernuts on mvule',
        ebony: 'cowries on ebony',
        olive: 'beans on olive',
        mninga: 'pebbles on mninga',
    },
};

export type LookWords = typeof en;
