// What the page of the lessons says, in Swahili; words/sw.ts tells which words were chosen.
//
// A lesson is somo (masomo), a puzzle fumbo (mafumbo), the glossary faharasa.

import lessons from '../../lessons/sw.json' with { type: 'json' };
import type { Phrases } from './texts.en.ts';
import type { Texts } from './texts.ts';

const mafumbo = (n: number): string => (n === 1 ? 'fumbo 1' : `mafumbo ${n}`);
const mashimo = (n: number): string => (n === 1 ? 'shimo 1' : `mashimo ${n}`);

export const phrases: Phrases = {
    title: 'Jifunze',
    intro: (n) =>
        `Kutoka Hus hadi Bao la Kiswahili kwa masomo ${n}: kila somo linaongeza kanuni moja au mbili, linaonyesha kinachobadilika, na kuuliza mafumbo machache.`,
    ladder: 'Njia ya kufika Bao la Kiswahili',
    branch: 'Njia ya pembeni',
    others: 'Michezo mingine',
    othersAbout: 'Unaweza kuanza na wowote kati ya hii.',
    begin: 'Anza',
    next: 'Endelea na',
    all: 'Mafumbo yote yamefumbuliwa.',
    solved: (n, of) => `${n} kati ya ${mafumbo(of)} ${of === 1 ? 'limefumbuliwa' : 'yamefumbuliwa'}`,
    noLesson: 'Hakuna somo kama hilo.',
    toLadder: 'Masomo yote',

    why: 'Kwa nini iko hivyo?',
    clauses: 'Kanuni kwa ukamilifu',

    demo: {
        title: 'Tazama',
        now: 'Sasa',
        before: 'Kabla',
        together: 'Bao zote mbili kwa pamoja',
        lone: (board) => `Vidhibiti: ${board}`,
        differ: 'Mashimo yanayong’aa ndiyo yanayotofautiana mwishoni.',
    },

    puzzle: {
        title: 'Mafumbo',
        number: (n, of) => `Fumbo la ${n} kati ya ${of}`,
        isSolved: 'limefumbuliwa',
        how: {
            holes: 'Chagua mashimo ubaoni; ukilichagua shimo tena linaondolewa.',
            end: 'Chagua shimo ubaoni.',
            number: 'Chagua namba.',
            move: 'Chagua mwendo ubaoni.',
        },
        marked: 'limechaguliwa',
        check: (n) => (n === 0 ? 'Kagua' : `Kagua ${mashimo(n)}`),
        numbers: 'Namba',
        hint: 'Dokezo',
        solve: 'Onyesha jibu',
        again: 'Jaribu tena',
        next: 'Fumbo linalofuata',
        onward: 'Endelea na somo linalofuata',
        right: 'Sawa.',
        wrong: 'Hapana.',
        forgotten: (rule) => `Kwa kanuni za awali lingekuwa jibu sahihi. Kumbuka: ${rule}`,
        passes: (hole) => `Kete moja inaangukia ${hole}, lakini si ya mwisho.`,
        misses: (hole) => `Hakuna kete inayoangukia ${hole}.`,
        fewer: 'Ni chache zaidi.',
        more: 'Ni nyingi zaidi.',
        missing: (n) => (n === 1 ? 'Shimo moja limekosekana.' : `Mashimo ${n} yamekosekana.`),
        barred: (hole) => `${hole} haliwezi kuchezwa:`,
        goal: {
            capture: 'Mwendo huo hauli.',
            most: 'Mwendo mwingine unakula zaidi.',
            wins: 'Mwendo huo haushindi.',
            best: 'Mwendo mwingine ni bora.',
            block: 'Mwendo huo hautakasii.',
            mark: 'Mwendo huo haupati shimo.',
            later: 'Mpinzani wako ana jibu kwa mwendo huo.',
            over: 'Mchezo unaendelea.',
        },
    },

    finish: {
        title: 'Endelea',
        playStep: 'Cheza hatua hii',
        playGame: 'Cheza mchezo huu',
        playAbout: 'Dhidi ya kompyuta, kwa kanuni za somo hili.',
        previous: 'Somo lililotangulia',
        following: 'Somo linalofuata',
    },

    glossary: {
        title: 'Faharasa',
        about: 'Maneno ya michezo, katika lugha zake, na yanakotoka.',
        ours: 'Maneno ya kawaida',
        oursAbout: 'Maneno ya ukurasa huu.',
        lesson: 'Somo',
    },
};

export const texts: Texts = { phrases, lessons };
