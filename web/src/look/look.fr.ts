import type { LookWords } from './look.en.ts';

export const fr: LookWords = {
    wood: 'Plateau et graines',
    woods: {
        mvule: 'bonduc sur mvule',
        ebony: 'cauris sur ébène',
        olive: 'haricots sur olivier',
        mninga: 'cailloux sur mninga',
    },
};
