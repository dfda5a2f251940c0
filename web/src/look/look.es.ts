import type { LookWords } from './look.en.ts';

export const es: LookWords = {
    keys: 'La tecla M activa y desactiva el sonido',
    wood: 'Tablero y semillas',
    woods: {
        mvule: 'guacalotes sobre mvule',
        ebony: 'cauríes sobre ébano',
        olive: 'alubias sobre olivo',
        mninga: 'guijarros sobre mninga',
    },
};
