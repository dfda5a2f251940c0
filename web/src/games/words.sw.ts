// What the page of the games that are kept says, in Swahili.

import { miendo } from '../words/sw.ts';
import type { GamesWords } from './words.en.ts';

const michezo = (n: number): string => (n === 1 ? 'mchezo 1' : `michezo ${n}`);

export const sw: GamesWords = {
    search: 'Tafuta',
    searched: 'Jina au aina ya mchezo',
    state: 'Michezo ipi',
    states: {
        all: 'yote',
        on: 'inayoendelea',
        over: 'iliyokwisha',
        won: 'niliyoshinda',
        lost: 'niliyoshindwa',
        drawn: 'ya sare',
    },
    found: michezo,
    none: 'Hakuna mchezo uliohifadhiwa bado. Kila mchezo unaouanza huhifadhiwa hapa.',
    noneFound: 'Hakuna mchezo wako wa namna hiyo.',
    name: 'Jina la mchezo',
    versus: (south, north) => `${south} na ${north}`,
    person: 'mtu',
    level: (n) => `kompyuta, kiwango cha ${n}`,
    turn: (player) => `zamu ya ${player}`,
    moves: miendo,
    begun: (when) => `ulianza ${when}`,
    played: (when) => `ulichezwa ${when}`,
    resume: 'Endelea',
    look: 'Utazame',
    delete: 'Futa',
    deleted: (name) => `${name} umefutwa.`,
    undo: 'Tengua',
    export: 'Hifadhi yote kama faili',
    exported: (n) => (n === 1 ? 'Mchezo 1 umehifadhiwa.' : `Michezo ${n} imehifadhiwa.`),
    file: 'michezo-komwe.txt',
    import: 'Ongeza michezo kutoka kwenye faili',
    imported: (n) => (n === 1 ? 'Mchezo 1 umeongezwa.' : `Michezo ${n} imeongezwa.`),
    known: (n) => (n === 1 ? 'Mchezo 1 ulikuwepo tayari.' : `Michezo ${n} ilikuwepo tayari.`),
    fault: (file, line, why) =>
        `${file}, mstari wa ${line}: ${why} Hakuna kilichoongezwa kutoka kwenye faili hii.`,
    noGame: (file) => `${file} haina kumbukumbu ya mchezo wowote.`,
    unread: (file) => `${file} haikuweza kusomwa.`,
};
