// What every page says, in French.  What one page alone says comes with it: see analyse/words.fr.ts.
//
// The words chosen, here and in said.fr.json, where the library's sentences are:
//     a game (its rules) un jeu, a game (that is played) une partie, a move un coup, to be on the move
//     avoir le trait, a lap un tour, a way round the board un circuit, a step of the ladder une étape, the
//     ladder l’échelle, a stage of a game une phase, a position une position, the board le plateau, a
//     row une rangée, a rule une règle, an option une option;
//     a hole or pit une case, seeds des graines, stones des pierres, to sow semer, the sowing les
//     semailles, to capture capturer or prendre, a capture une prise, the facing hole la case d’en face,
//     to pass over sauter, to pass passer;
//     a store un grenier, Bao's reserve la réserve; South and North, Sud and Nord, are persons without an
//     article: Sud a gagné.  A reader is vous.
// Of Bao: tête (kichwa), flanc (kimbi), maison (nyumba), coup blanc and planter à blanc (takata), coup de
// prise and récolte (mtaji), plantation (namua), blocage (takasia), taxe, safari.  Kiothi's guerriers,
// boma, prison and nki, and bulto, miné, mona, boto, kazan, tuzdik stay, and have no plural in s.
//
// A space that does not break stands before : ; ? ! and inside « »: narrow (U+202F) before ; ? !.

import type { Words } from './en.ts';
import said from './said.fr.json' with { type: 'json' };
import { composed } from './learned.ts';
import { sayingsOf } from './sayings.ts';
import type { Language } from './words.svelte.ts';

const say = sayingsOf(said, composed);

/** Nought and one have the singular. */
export const compte = (n: number, one: string, more: string): string => `${n} ${n < 2 ? one : more}`;
export const graines = (n: number): string => compte(n, 'graine', 'graines');
/** A number that has been written already: 1, +1,0, −2,5. */
export const mesure = (n: string, one: string, more: string): string =>
    `${n} ${Number(n.replace(/^[+−]/, '').replace(',', '.')) < 2 ? one : more}`;

export const fr: Words = {
    code: 'fr',

    app: {
        title: 'komwe',
        skip: 'Aller au contenu',
        pages: { home: 'Accueil', play: 'Jouer', games: 'Mes parties', learn: 'Apprendre', puzzles: 'Problèmes', analyse: 'Analyser', rules: 'Règles', write: 'Écrire' },
        about: 'Les gens et le jeu',
        inGlossary: 'Dans le glossaire',
        menu: 'Menu',
        language: 'Langue',
        theme: 'Couleurs',
        look: 'Apparence',
        sound: 'Son',
        sounds: { on: 'Son activé.', off: 'Son coupé.' },
        themes: { auto: 'auto', light: 'claires', dark: 'sombres' },
        opening: 'Ouverture …',
        failed: (why) => `Une erreur s’est produite : ${why}.`,
        again: 'Réessayer',
        install: {
            offer: 'Installer sur cet appareil',
            'by hand': 'Pour installer : Partager, puis Sur l’écran d’accueil.',
            no: 'Pour installer : le menu du navigateur, puis Ajouter à l’écran d’accueil.',
            installed: 'Installé sur cet appareil',
        },
        copied: 'Copié.',
        copyByHand: 'Votre navigateur ne laisse pas la page copier. Copiez le texte vous-même :',
        missing:
            'Cette partie de la page n’a pas pu être chargée : vous êtes hors ligne, ou il y a une nouvelle version de la page.',
    },

    players: ['Sud', 'Nord'],
    place: say,

    board: {
        label: (game, player) => `${game} : le plateau, ${player} en bas`,
        hole: (name, count, whose) => `${name}, ${whose} : ${graines(count)}`,
        store: (name, count) => `${name} : ${graines(count)}`,
        won: (count) => `${count} ${count < 2 ? 'gagnée' : 'gagnées'} en tout`,
        marks: {
            h: 'une maison',
            t: 'bloquée',
            k: 'un nki',
            b: 'un bulto',
            m: 'un miné',
            u: 'encore à jouer',
            s: 'un enfant de Sud',
            n: 'un enfant de Nord',
            x: 'fermée',
        },
        playable: 'jouable',
        whose: { S: 'à Sud', N: 'à Nord', own: 'à vous', other: 'à votre adversaire' },
        of: {
            S: (hole) => `${hole} de Sud`,
            N: (hole) => `${hole} de Nord`,
            own: (hole) => `votre ${hole}`,
            other: (hole) => `${hole} de votre adversaire`,
        },
        pointed: 'indiquée',
        read: 'Lire le plateau',
        row: (first, last, counts) => `${first} à ${last}, à partir de la gauche : ${counts}.`,
    },

    playback: {
        label: 'Les semailles',
        play: 'Lecture',
        pause: 'Arrêter',
        skip: 'Jusqu’à la fin',
        back: { seed: 'Une graine en arrière', lap: 'Un tour en arrière', move: 'Un coup en arrière' },
        on: { seed: 'Une graine en avant', lap: 'Un tour en avant', move: 'Un coup en avant' },
        where: (at, of) => `${at} sur ${of}`,
        scrub: 'Endroit dans le coup',
        speed: 'Vitesse',
        speeds: (speed) => (speed === 'adaptive' ? 'adaptée' : speed === 0 ? 'immédiate' : `${speed}×`),
    },

    // The subject of what has none is the player.
    describe: {
        plant: (n, to) => `${compte(n, 'graine plantée', 'graines plantées')} dans ${to}`,
        lift: (n, from) => `levée de ${n} dans ${from}`,
        drop: (to, n) => `une dans ${to}, maintenant ${n}`,
        skip: (to) => `saute ${to}`,
        relay: (to) => `continue depuis ${to}`,
        turn: 'change de sens',
        capture: (n, from) => `prise de ${n} dans ${from}`,
        bank: (n, to) => `${n} vers ${to}`,
        place: (n, to) => `${compte(n, 'placé', 'placés')} dans ${to}`,
        tax: (n, from) => `taxe : ${n} de ${from}`,
        mark: (mark, to) => `${to} devient ${mark}`,
        unmark: (mark, to) => `${to} n’est plus ${mark}`,
        block: (to) => `${to} est bloquée`,
        head: (to) => `entre par ${to}`,
        choice: 'un choix',
        stop: (to) => `finit dans ${to}`,
        stopped: 'finit',
        pass: 'passe',
        swap: 'change de côté',
        next: (player) => `trait à ${player}`,
        over: 'la partie est finie',
        move: (player, move) => `${player} : ${move}.`,
        laps: (n) => compte(n, 'tour', 'tours'),
        took: (n) => `prend ${n}`,
        tookFrom: (n, holes) => `prend ${n} de ${holes}`,
        tookNothing: 'ne prend rien',
        stored: (n) => `${n} au grenier`,
        refuses: (holes) => `ne fait pas de bulto dans ${holes}`,
        ended: (to) => `finit dans ${to}`,
        again: 'rejoue',
        firstLap: (to) => `le premier tour finit dans ${to}`,
        staysAt: (to) => `s’arrête dans ${to}`,
        goesOnAt: (to) => `continue depuis ${to}`,
    },

    play: {
        game: 'Partie',
        newGame: 'Nouvelle partie',
        start: 'Jouer',
        options: 'Options des règles',
        range: (least, most) => `De ${least} à ${most}.`,
        seat: { S: 'Sud (commence)', N: 'Nord' },
        human: 'Une autre personne devant cet écran',
        level: (n) => `L’ordinateur, niveau ${n}`,
        levels: 'Le niveau 1 convient à une première partie ; le niveau 10 est le plus fort.',
        you: 'Vous',
        opponent: 'Votre adversaire',
        yourTurn: 'À vous de jouer',
        toMove: 'a le trait',
        isThinking: 'réfléchit …',
        moves: 'Coups',
        noMoves: 'Aucun coup pour l’instant.',
        undo: 'Reprendre',
        takenBack: (moves) => `Repris : ${moves}.`,
        score: (south, north) => `Score : ${south} à ${north}.`,
        hint: 'Indice',
        hinted: (move, why) => `${move} semble le meilleur : ${why}.`,
        resign: 'Abandonner',
        resignSure: 'Abandonner cette partie ?',
        draw: 'Proposer la nulle',
        drawAsked: (player) => `La nulle est proposée à ${player}.`,
        accept: 'Accepter',
        decline: 'Refuser',
        declined: (player) => `${player} refuse la nulle.`,
        yes: 'Oui',
        no: 'Non',
        pause: 'Mettre la partie en pause',
        goOn: 'Continuer la partie',
        ringed: 'Choisissez une case entourée d’or.',
        keys: 'Au clavier : les flèches et Entrée.',
        taps: 'Touchez-la pour voir où cela finit ; touchez encore pour jouer.',
        turnBoard: 'Tourner le plateau',
        previews: 'Montrer où finit un coup avant de le jouer',
        typed: 'Écrire un coup',
        typedHelp: 'comme dans la liste des coups ; Entrée le joue',
        enter: 'Le jouer',
        choose: (hole) => `${hole} : lequel ?`,
        ask: {
            way: (hole) => `${hole} : dans quel sens ? Touchez une flèche.`,
            end: (hole) => `${hole} capture. Par quel bout les graines entrent-elles ?`,
            house: (hole) => `${hole} : s’arrêter à la maison, ou la semer ?`,
            bulto: (hole) => `${hole} : un bulto à quelle chance ? Le signe – n’en fait aucun.`,
            hand: (hole) => `${hole} : lever ses guerriers, ou en placer un ?`,
        },
        askNumber: (n, hole) =>
            `Combien des ${n} de ${hole} ? Touchez la case où finit le premier tour.`,
        tapAgain: 'Touchez encore pour le jouer.',
        askLift:
            'Premier coup : choisissez jusqu’à deux de vos cases pour en lever les guerriers, ou gardez tout tel quel.',
        askPlace: (n) =>
            `${compte(n, 'guerrier', 'guerriers')} en main : touchez une case pour chacun, de votre gauche à votre droite, puis du côté de l’adversaire.`,
        cancel: 'Annuler',
        close: 'Fermer',
        gone: 'Cette partie n’est pas dans ce navigateur : elle a été effacée, ou commencée dans un autre.',
        elsewhere: 'Vous avez continué à jouer dans un autre onglet.',
        parted:
            'Vous avez continué à jouer dans un autre onglet. Vos coups d’ici sont gardés dans une seconde partie, que vous voyez maintenant.',
        load: 'Montrer les derniers coups',
        unkept: {
            full: 'Il n’y a plus de place dans ce navigateur : cette partie n’est gardée que dans cet onglet, et se perd quand vous le fermez. Effacez des parties dont vous ne voulez plus.',
            unavailable:
                'Ce navigateur ne laisse pas la page garder des parties, comme dans une fenêtre privée : celle-ci n’est gardée que dans cet onglet, et se perd quand vous le fermez.',
        },
        more: (n) => (n === 1 ? 'et 1 autre : écrivez-le' : `et ${n} autres : écrivez-les`),
        ways: {
            left: 'vers votre gauche',
            right: 'vers votre droite',
            up: 'lever',
            down: 'placer',
            stay: 'y rester',
            fromLeft: 'extrémité gauche, en semant vers votre droite',
            fromRight: 'extrémité droite, en semant vers votre gauche',
        },
        menu: 'Plus',
        analyse: 'Analyser cette partie',
        kinds: { pass: 'Passer', swap: 'Changer de côté', keep: 'Garder le reste', lift: 'Lever', place: 'Placer', sow: '', plant: '' },
    },

    result: {
        title: 'La fin de la partie',
        wins: (player) => `${player} gagne`,
        youWin: 'Vous avez gagné',
        youLose: 'Vous avez perdu',
        again: 'Rejouer',
        nextRound: 'Manche suivante',
        round: (n) => `Manche ${n}`,
        matchOver: 'Le match est fini',
        matchWon: (player, you) => (you ? 'Vous avez gagné le match' : `${player} a gagné le match`),
        roundsWon: (south, s, north, n) => `Manches gagnées : ${south} ${s}, ${north} ${n}`,
        roundsOf: (n) => compte(n, 'manche gagnée', 'manches gagnées'),
        to: 'à',
        swapped: 'Côtés échangés',
        review: 'Mes fautes',
        left: (store, board) => `${store} + ${board} restées sur le plateau`,
        share: 'Partager',
        draw: 'La partie est nulle',
        ending: {
            rules: '',
            repetition: 'par répétition',
            resignation: 'par abandon',
            agreement: 'par accord',
        },
        score: (south, north) => `${south} : ${north}`,
        narrow: 'une victoire étroite',
    },

    why: {
        button: 'Pourquoi ?',
        clause: 'La règle',
        source: 'la source,',
        as: 'comme',
        hasIt: 'le dit',
        reading: 'notre lecture de la source',
    },

    value: {
        seeds: (n) => mesure(n, 'graine', 'graines'),
        points: (n) => `${n}`,
        wins: (n) => `gagne en ${n}`,
        loses: (n) => `perd en ${n}`,
        proven: 'prouvé',
    },
};

export const language: Language = { words: fr, said: say };
