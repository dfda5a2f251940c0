// What the pages of the rules, and of the people and the games, say in French.

import type { RulesWords } from './words.en.ts';

export const fr: RulesWords = {
    choose: 'Choisissez un jeu pour lire ses règles.',
    aboutAll: 'Qui joue à chaque jeu, où et sur quoi, et ce qu’on en a écrit.',
    steps: 'Étapes vers le Bao la Kiswahili',
    all: 'Tous les jeux',
    tabs: 'Ce jeu',
    print: 'Imprimer',
    parts: 'Parties des règles',
    groups: {
        start: 'Le plateau et le départ',
        moving: 'Jouer un coup',
        capturing: 'Capturer',
        stages: 'Plantation et récolte',
        special: 'Cases particulières',
        end: 'La fin',
        others: 'Autres règles',
    },
    before: 'Avant',
    after: 'Après',
    notAllowed: 'Interdit',
    sow: 'Voir les semailles',
    close: 'Retour au schéma',
    option: 'au choix',
    origin: 'Se joue',
    source: 'Source',
    board: (rows, columns) => `${rows} rangées de ${columns} cases`,
    boardName: 'Plateau',
    usual: (value) => `d’habitude : ${value}`,
    range: (least, most) => `${least} à ${most}`,
    legend: {
        title: 'Dans les schémas',
        start: 'le coup commence',
        end: 'il finit',
        taken: 'capturé',
        changed: 'changé',
        barred: 'interdit',
        store: 'Un nombre à côté du plateau : un grenier.',
    },
    notation: 'Les majuscules sont les cases de Sud, en bas ; les minuscules celles de Nord, en haut.',
};
