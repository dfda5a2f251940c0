// What the home page and the way into a game say, in Swahili.

import { kete } from '../words/sw.ts';
import type { ShelfWords } from './words.en.ts';


export const sw: ShelfWords = {
    title: 'Sambaza. Kula. Endelea.',
    lead: 'Mancala huchezwa kwa kete katika mashimo ya ubao: unachukua kete za shimo moja, unazisambaza moja moja katika mashimo yanayofuata, na unashinda ukila nyingi kuliko mpinzani wako, au akikosa mwendo.',
    free: 'Bure, bila mtandao, bila akaunti.',
    begin: 'Jifunze kwa dakika tano',
    itself: (game) => `Mchezo wa ${game} unaojicheza wenyewe`,
    plants: (player, hole) => `${player} anapanda kete moja katika ${hole}.`,
    sows: (player, n, hole) => `${player} anasambaza ${kete(n)} kutoka ${hole}.`,
    sowsOn: (player, n, hole) =>
        `Kete ya mwisho imekuta nyingine katika ${hole}: ${player} anasambaza zote ${n}.`,
    takesOn: (player, n) => `${player} amekula ${kete(n)} na anazisambaza.`,
    takes: (player, n) => `${player} amekula ${kete(n)}.`,
    ends: (player, laps, n) =>
        laps === 1
            ? `${player} amesambaza, na ${n === 0 ? 'hakula chochote' : `amekula ${kete(n)}`}.`
            : `${player} amesambaza mara ${laps} katika mwendo mmoja, na ${n === 0 ? 'hakula chochote' : `amekula ${kete(n)}`}.`,
    again: (player) => `Kete ya mwisho imeangukia hazina: ${player} anacheza tena.`,

    now: {
        label: 'Yako kwa sasa',
        goOn: (moves) => `Endelea baada ya mwendo wa ${moves}.`,
        first: 'Mchezo wako wa kwanza',
        firstAbout: (game) => `${game}, dhidi ya mpinzani rahisi. Wewe unaanza.`,
        puzzle: 'Fumbo la leo',
        puzzleAbout: 'Mwendo mmoja unageuza mchezo. Utafute.',
        lesson: 'Somo linalofuata',
        firstLesson: 'Somo la kwanza',
        lessonAbout: (game, done, of) =>
            done === 0 ? `${game}: sehemu ${of}.` : `${game}: sehemu ${done} kati ya ${of}.`,
        allLearnt: 'Masomo yote yamekamilika',
        allLearntAbout: 'Unaijua njia yote ya Bao la Kiswahili.',
        more: (n) => (n === 1 ? 'Mchezo wako mwingine 1' : `Michezo yako mingine ${n}`),
    },

    choose: 'Chagua mchezo',
    chooseAbout: 'Gusa mara moja ili uanze.',
    players: {
        south: (level) => `Wewe unaanza, dhidi ya kompyuta ya kiwango cha ${level}.`,
        north: (level) => `Kompyuta ya kiwango cha ${level} inaanza, nawe unajibu.`,
        people: 'Watu wawili wanacheza kwenye skrini hii.',
        engines: 'Kompyuta inacheza na nafsi yake, nawe unatazama.',
        change: 'Badilisha',
    },
    another: 'Michezo yote',
    change: 'Mpinzani, pande na kanuni',
    groups: {
        start: 'Anzia hapa',
        startAbout: 'Kalah na Oware inajulikana duniani kote, na kila mmoja una somo lake',
        ladder: 'Njia ya Bao',
        ladderAbout: (steps) => `Kutoka Hus, hatua ya 1 hadi ya ${steps}, kila moja na kanuni mpya`,
        ladderOn: (step) => `Endelea na ${step}`,
        step: (n) => `hatua ya ${n}`,
        stepDone: 'umejifunza',
        sources: 'Michezo ya vyanzo',
        sourcesAbout: 'Kila kanuni inataja maandishi ilikotoka',
        more: 'Michezo zaidi',
        moreAbout: 'Bao la kujifunzia, miwili ya Madagaska, na mchezo uliotatuliwa',
        all: 'Michezo yote',
    },
    learn: 'Jifunze',
    rules: 'Kanuni',
    rows: (rows, columns) => `${rows} kwa ${columns}`,
    lines: {
        hus: 'Endelea kusambaza kutoka kila shimo lililokuwa na kete.',
        giuthi: 'Endelea kusambaza unapoishia, kila mara upande wa pili.',
        oware: 'Fanya mbili na tatu, na umwachie mpinzani wako mwendo.',
        kujifunza: 'Bao la kujifunzia: kete mbili kila shimo, kula kwanza.',
        kiswahili: 'Kunamua, nyumba, kodi na kutakasia: mchezo mzima.',
        kiothi: 'Panga askari wako, wahifadhi, teka wafungwa.',
        bulto: 'Jipatie mashimo katika safu ya mpinzani na uyajaze.',
        'adji-boto': 'Unasambaza mara moja kila mwendo; moja, tatu na tano ni zako.',
        fandatsaka: 'Panda kete tangu mwanzo, na ule mara moja.',
        sakalava: 'Bao lenye nyumba ya sehemu mbili.',
        kalah: 'Sambaza hadi hazina yako, kisha cheza tena.',
        awari: 'Oware kama kompyuta zinavyocheza: mbili na tatu huliwa.',
    },
    origins: {
        hus: 'Namibia',
        giuthi: 'Wakikuyu, Kenya',
        oware: 'Ghana',
        kujifunza: 'Afrika Mashariki',
        kiswahili: 'Pwani ya Waswahili',
        kiothi: 'Wameru, Kenya',
        bulto: 'Waborana',
        'adji-boto': 'Surinamu',
        fandatsaka: 'Madagaska',
        sakalava: 'Madagaska',
        kalah: 'Marekani',
        awari: 'Afrika Magharibi',
    },

    noPage: 'Hakuna ukurasa kama huo.',
    noPageAbout: 'Huenda anwani imeandikwa vibaya au ni ya zamani.',
    noGame: (name) => `Hakuna mchezo unaoitwa “${name}”.`,
};
