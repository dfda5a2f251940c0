// What the page of the games that are kept says, in French.

import { compte } from '../words/fr.ts';
import type { GamesWords } from './words.en.ts';

const parties = (n: number): string => compte(n, 'partie', 'parties');

export const fr: GamesWords = {
    search: 'Chercher',
    searched: 'Nom ou jeu',
    state: 'Quelles parties',
    states: { all: 'toutes', on: 'en cours', over: 'finies', won: 'gagnées', lost: 'perdues', drawn: 'nulles' },
    found: parties,
    none: 'Aucune partie pour l’instant. Chaque partie que vous commencez est gardée ici.',
    noneFound: 'Aucune de vos parties ne correspond.',
    name: 'Nom de la partie',
    versus: (south, north) => `${south} et ${north}`,
    person: 'une personne',
    level: (n) => `l’ordinateur, niveau ${n}`,
    turn: (player) => `trait à ${player}`,
    moves: (n) => compte(n, 'coup', 'coups'),
    begun: (when) => `commencée : ${when}`,
    played: (when) => `jouée : ${when}`,
    resume: 'Continuer',
    look: 'La regarder',
    delete: 'Effacer',
    deleted: (name) => `${name} : partie effacée.`,
    undo: 'Annuler',
    export: 'Tout enregistrer dans un fichier',
    exported: (n) => `${compte(n, 'partie enregistrée', 'parties enregistrées')}.`,
    file: 'komwe-parties.txt',
    import: 'Ajouter des parties depuis des fichiers',
    imported: (n) => `${compte(n, 'partie ajoutée', 'parties ajoutées')}.`,
    known: (n) => `${compte(n, 'partie était déjà', 'parties étaient déjà')} là.`,
    fault: (file, line, why) => `${file}, ligne ${line} : ${why} Rien de ce fichier n’a été ajouté.`,
    noGame: (file) => `${file} ne contient aucune partie notée.`,
    unread: (file) => `${file} n’a pas pu être lu.`,
};
