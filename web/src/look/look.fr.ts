import type { LookWords } from './look.en.ts';

export const fr: LookWords = {
    keys: 'La touche M active et coupe le son',
    wood: 'Plateau et graines',
    woods: {
        mvule: 'bonduc sur mvule',
        ebony: 'cauris sur ébène',
        olive: 'haricots sur olivier',
        mninga: 'cailloux sur mninga',
    },
};
