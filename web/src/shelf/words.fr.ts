// What the home page and the way into a game say, in French.

import { compte, graines } from '../words/fr.ts';
import type { ShelfWords } from './words.en.ts';

const etapes = (n: number): string => compte(n, 'étape', 'étapes');

export const fr: ShelfWords = {
    title: 'Semez. Capturez. Semez encore.',
    lead: 'Le mancala se joue avec des graines dans les cases d’un plateau : on lève les graines d’une case, on les sème une par une dans les suivantes, et l’on gagne en capturant plus que l’adversaire, ou en ne lui laissant aucun coup.',
    free: 'Gratuit, hors ligne, sans compte.',
    begin: 'Apprendre en cinq minutes',
    itself: (game) => `Une partie de ${game} qui se joue toute seule`,
    plants: (player, hole) => `${player} plante une graine dans ${hole}.`,
    sows: (player, n, hole) => `${player} sème ${graines(n)} depuis ${hole}.`,
    sowsOn: (player, n, hole) =>
        `La dernière graine en a trouvé d’autres dans ${hole} : ${player} sème les ${n}.`,
    takesOn: (player, n) => `${player} a pris ${graines(n)} et ${n === 1 ? 'la' : 'les'} sème encore.`,
    takes: (player, n) => `${player} a pris ${graines(n)}.`,
    ends: (player, laps, n) =>
        laps === 1
            ? `${player} a semé, et ${n === 0 ? 'n’a rien pris' : `a pris ${graines(n)}`}.`
            : `${player} a semé ${laps} fois dans ce coup et ${n === 0 ? 'n’a rien pris' : `a pris ${graines(n)}`}.`,
    again: (player) => `La dernière graine est tombée dans le grenier : ${player} rejoue.`,

    now: {
        label: 'Pour vous maintenant',
        goOn: (moves) => `Continuez après le coup ${moves}.`,
        first: 'Votre première partie',
        firstAbout: (game) => `${game}, contre un adversaire facile. Vous commencez.`,
        puzzle: 'Le problème du jour',
        puzzleAbout: 'Un coup décide de la partie. Trouvez-le.',
        lesson: 'Leçon suivante',
        firstLesson: 'Première leçon',
        lessonAbout: (game, done, of) =>
            done === 0 ? `${game} : ${etapes(of)}.` : `${game} : ${done} sur ${etapes(of)}.`,
        allLearnt: 'Toutes les leçons sont faites',
        allLearntAbout: 'Vous connaissez tout le chemin du Bao la Kiswahili.',
        more: (n) => (n === 1 ? '1 autre de vos parties' : `${n} autres de vos parties`),
    },

    choose: 'Choisissez un jeu',
    chooseAbout: 'Touchez, et la partie commence.',
    players: {
        south: (level) => `Vous commencez, contre l’ordinateur au niveau ${level}.`,
        north: (level) => `L’ordinateur au niveau ${level} commence, et vous répondez.`,
        people: 'Deux personnes jouent devant cet écran.',
        engines: 'L’ordinateur joue contre lui-même, et vous regardez.',
        change: 'Changer',
    },
    another: 'Tous les jeux',
    change: 'Adversaire, côtés et règles',
    groups: {
        start: 'Pour commencer',
        startAbout: 'Kalah et Oware sont connus dans le monde entier ; chacun a sa leçon',
        ladder: 'Le chemin du Bao',
        ladderAbout: (steps) => `${etapes(steps)} à partir de Hus, chacune avec une règle nouvelle`,
        ladderOn: (step) => `Continuer avec ${step}`,
        step: (n) => `étape ${n}`,
        stepDone: 'apprise',
        sources: 'Les jeux des sources',
        sourcesAbout: 'Chaque règle cite le texte d’où elle vient',
        more: 'Autres jeux',
        moreAbout: 'Le Bao pour débutants, deux jeux de Madagascar, et celui qui a été résolu',
        all: 'Tous les jeux',
    },
    learn: 'Apprendre',
    rules: 'Règles',
    rows: (rows, columns) => `${rows} sur ${columns}`,
    lines: {
        hus: 'Semez encore depuis chaque case qui avait des graines.',
        giuthi: 'Semez encore là où vous finissez, chaque fois dans l’autre sens.',
        oware: 'Faites des cases de deux ou trois, et laissez un coup à l’adversaire.',
        kujifunza: 'Le Bao des débutants : deux partout, les prises d’abord.',
        kiswahili: 'Plantation, maison, taxe et blocage : le jeu entier.',
        kiothi: 'Placez vos guerriers, abritez-les, faites des prisonniers.',
        bulto: 'Gagnez des cases chez l’adversaire et remplissez-les.',
        'adji-boto': 'On sème une fois par coup ; les cases de un, trois et cinq sont à vous.',
        fandatsaka: 'Plantez dès le départ, et capturez aussitôt.',
        sakalava: 'Le Bao avec une maison en deux moitiés.',
        kalah: 'Semez dans votre propre grenier, et rejouez.',
        awari: 'L’Oware des ordinateurs : on prend les cases de deux et de trois.',
    },
    origins: {
        hus: 'Namibie',
        giuthi: 'Kikuyu, au Kenya',
        oware: 'Ghana',
        kujifunza: 'Afrique de l’Est',
        kiswahili: 'Côte swahilie',
        kiothi: 'Meru, au Kenya',
        bulto: 'Les Borana',
        'adji-boto': 'Le Suriname',
        fandatsaka: 'Madagascar',
        sakalava: 'Madagascar',
        kalah: 'États-Unis',
        awari: 'Afrique de l’Ouest',
    },

    noPage: 'Cette page n’existe pas.',
    noPageAbout: 'L’adresse est peut-être mal écrite ou périmée.',
    noGame: (name) => `Il n’y a pas de jeu appelé « ${name} ».`,
};
