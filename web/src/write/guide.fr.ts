// The words of the rule language in short, in French: titles and meanings, in the order of the English ones.

import { en, type Guide } from './guide.en.ts';

const said: readonly (readonly [title: string, ...means: string[]])[] = [
    [
        'Comment le jeu s’appelle',
        'L’identifiant du jeu : petites lettres, chiffres et traits d’union. C’est la première ligne.',
        'Son nom, tel qu’on le voit.',
        'Une phrase à son sujet.',
        'Qui y joue, et où.',
        'Le livre ou la page d’où viennent les règles.',
        'Un commentaire, qui ne change rien.',
    ],
    [
        'Le plateau et les semailles',
        'Les rangées, et les cases d’une rangée.',
        'Les graines de chaque case au départ.',
        'Il n’y en a pas, ils reçoivent ce qui est capturé, ou un joueur sème aussi dans le sien.',
        'Le sens : antihoraire, horaire, ou l’un ou l’autre au gré du joueur.',
        'Une case qui a moins de graines ne peut pas être jouée.',
        'Aucune graine ne tombe dans la case où un tour, ou le coup, a commencé.',
    ],
    [
        'Là où tombe la dernière graine',
        'Quand un tour finit, ces lignes se lisent de haut en bas, et la première qui convient dit ce qui arrive.',
        'De quel côté, ou dans son propre grenier.',
        'S’il y avait des graines avant.',
        'Combien il y a de graines maintenant.',
        'Ce qu’il y a dans la case d’en face.',
        'Le coup est passé par le camp de l’adversaire.',
        'Des graines vont au grenier du joueur : d’ici (here), d’en face (facing) ou de la suivante (next), et plus loin (on) ou en arrière (back) tant qu’une condition tient.',
        'La dernière graine va aussi au grenier.',
        'Toutes les graines de la case sont semées plus loin dans un nouveau tour.',
        'Le tour suivant va dans l’autre sens.',
        'Le joueur rejoue.',
        'Le coup est fini.',
    ],
    [
        'Les obligations, et la fin de la partie',
        'Il faut donner des graines à un adversaire qui n’en a pas, si possible.',
        'Qui peut capturer le doit.',
        'La partie finit quand le joueur qui a le trait ne peut pas jouer.',
        'Elle finit quand un camp n’a plus de graines. Ce qui reste va à celui dont ce sont les cases (owner), à celui qui joue (mover), à l’adversaire (opponent), à personne, ou par moitiés.',
        'Ce qui arrive quand une position revient.',
    ],
    [
        'Phrases et options',
        'Votre propre phrase pour une règle, que chaque coup cite. « reading » dit que la source laisse ce point ouvert.',
        'La règle à laquelle une ligne appartient.',
        'Quelque chose que l’on peut choisir : un nombre d’un intervalle, ou un mot.',
        'Une ligne qui compte pour une seule valeur d’une option.',
    ],
];

export const fr: Guide = en.map(({ entries }, i) => {
    const [title, ...means] = said[i]!;
    return { title, entries: entries.map((entry, k) => ({ ...entry, means: means[k]! })) };
});
