// What is said of opening moves, in Swahili.

import type { OpeningWords } from './words.en.ts';

const michezo = (n: number): string => (n === 1 ? 'mchezo 1' : `michezo ${n}`);

export const sw: OpeningWords = {
    title: 'Miendo ya kufungulia',
    book: {
        title: 'Kitabu cha kufungulia',
        source: (player) => `Thamani ya miendo ya ${player}, kwa utafutaji mrefu; viwango vya 9 na 10 hukifuata`,
        loading: 'Kitabu kinapakiwa …',
        value: 'Thamani',
        positions: 'Hali',
        label: (value, positions) =>
            `${value}, ${positions === 0 ? 'wa mwisho kitabuni' : `hali ${positions} za kitabu baada yake`}`,
        left: (plies) => `Nje ya kitabu baada ya ${plies === 1 ? 'mwendo 1' : `miendo ${plies}`}.`,
        never: 'Hali hii haimo kitabuni.',
    },
    source: (n, player) => `Miendo ya ${player} katika michezo ${n} ya kompyuta dhidi yake yenyewe`,
    loading: 'Michezo inapakiwa …',
    none: 'Hakuna mchezo uliofika hapa.',
    options: 'Hakuna michezo yenye machaguo haya ya sheria.',
    move: 'Mwendo',
    games: 'Michezo',
    went: 'Ushindi, sare, kushindwa',
    success: 'Mafanikio',
    margin: (n) => `kete ${n}`,
    label: (games, won, drawn, lost) =>
        `${michezo(games)}, ushindi ${won}, sare ${drawn}, kushindwa ${lost}`,
};
