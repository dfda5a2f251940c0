// What is said of opening moves, in French.

import { compte, mesure } from '../words/fr.ts';
import type { OpeningWords } from './words.en.ts';

export const fr: OpeningWords = {
    title: 'Ouvertures',
    book: {
        title: 'Livre d’ouvertures',
        source: (player) => `Ce que valent les coups de ${player}, d’après de longues recherches ; les niveaux 9 et 10 jouent selon lui`,
        loading: 'Le livre se charge …',
        value: 'Valeur',
        positions: 'Positions',
        label: (value, positions) =>
            `${value}, ${positions === 0 ? 'la dernière du livre' : `${compte(positions, 'position', 'positions')} du livre derrière elle`}`,
        left: (plies) => `Hors du livre après ${compte(plies, 'coup', 'coups')}.`,
        never: 'Cette position n’est pas dans le livre.',
    },
    source: (n, player) => `Les coups de ${player} dans ${n} parties de l’ordinateur contre lui-même`,
    loading: 'Les parties se chargent …',
    none: 'Aucune partie n’est passée par ici.',
    options: 'Il n’y a pas de parties avec ces options des règles.',
    move: 'Coup',
    games: 'Parties',
    went: 'Gagnées, nulles, perdues',
    success: 'Réussite',
    margin: (n) => mesure(n, 'graine', 'graines'),
    label: (games, won, drawn, lost) =>
        `${compte(games, 'partie', 'parties')}, gagnées ${won}, nulles ${drawn}, perdues ${lost}`,
};
