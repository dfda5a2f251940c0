import type { LookWords } from './look.en.ts';

export const sw: LookWords = {
    keys: 'Kitufe M kinawasha na kuzima sauti',
    wood: 'Ubao na kete',
    woods: {
        mvule: 'komwe juu ya mvule',
        ebony: 'kauri juu ya mpingo',
        olive: 'maharagwe juu ya mzeituni',
        mninga: 'mawe juu ya mninga',
    },
};
