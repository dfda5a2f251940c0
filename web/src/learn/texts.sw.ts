// What the page of the lessons says, in Swahili; words/sw.ts says which words were chosen.
//
// A lesson is somo (masomo), a puzzle fumbo (mafumbo), the glossary faharasa.

import lessons from '../../lessons/sw.json' with { type: 'json' };
import type { Phrases } from './texts.en.ts';
import type { Texts } from './texts.ts';

const mafumbo = (n: number): string => (n === 1 ? 'fumbo 1' : `mafumbo ${n}`);
const mashimo = (n: number): string => (n === 1 ? 'shimo 1' : `mashimo ${n}`);

export const phrases: Phrases = {
    title: 'Jifunze',
    intro: 'Kila somo kwanza linasema jinsi ya kushinda, kisha linaonyesha miendo mmoja mmoja, linauliza mafumbo machache, na kuishia na mchezo dhidi ya mpinzani rahisi.',
    known: 'Michezo ambayo watu wengi wanaijua',
    knownAbout: 'Safu mbili, konzi moja ya kete kila mwendo: hapa ndipo pa kuanzia.',
    ladderAbout: 'Kuanzia Hus, kila somo linaongeza kanuni moja au mbili na kuonyesha kinachobadilika.',
    ladder: 'Njia ya kufika Bao la Kiswahili',
    onward: 'Endelea hapa',
    standing: 'Umefika wapi',
    others: 'Njia za pembeni na michezo mingine',
    othersAbout: 'Katra mbili zinatoka katika njia hiyo; unaweza kuanza na mchezo wowote mwingine.',
    begin: 'Anza',
    next: 'Endelea',
    all: 'Umekamilisha masomo yote.',
    completed: (n, of) => `masomo ${n} kati ya ${of} yamekamilika`,
    steps: (n, of) => `sehemu ${n} kati ya ${of}`,
    done: 'Limekamilika',
    toWin: 'Limekamilika; bado kushinda mchezo',
    won: 'Limekamilika, na mchezo umeshinda',
    noLesson: 'Hakuna somo kama hilo.',
    toLadder: 'Masomo yote',

    step: {
        of: (n, of) => `sehemu ${n} kati ya ${of}`,
        number: (n, of) => `Sehemu ya ${n} kati ya ${of}`,
        game: 'Mchezo',
        done: 'imekamilika',
        bar: 'Sehemu',
        lit: 'linalong’aa',
        find: (holes) => `Gusa ${holes} ubaoni.`,
        notThat: (hole) => `Hilo ni ${hole}.`,
        on: 'Endelea',
        play: (move) => `Cheza ${move}: gusa shimo linalong’aa zaidi.`,
        watch: 'Tazama',
        old: 'Kwa kanuni za awali',
        now: 'Kwa kanuni mpya',
        before: 'Kwa kanuni za awali',
        outcomes: 'Chagua kinachotokea.',
        reasons: 'Chagua kanuni.',
        reasonsLabel: 'Kanuni',
        why: 'Na kwa nini?',
        whyCapture: 'Sawa. Unakula kwa kanuni ipi?',
        whyStop: 'Sawa. Ni kanuni ipi inayomaliza mwendo?',
    },
    game: {
        title: 'Sasa mchezo',
        wonTitle: 'Umeshinda mchezo huu; cheza mwingine',
        about: 'Unacheza Kusini, dhidi ya kompyuta katika kiwango chepesi kabisa. Ukishinda, somo linakamilika; ukishindwa, hupotezi kitu.',
        small: (holes) => `Unachezwa kwenye ubao mdogo, wenye mashimo ${holes} kila upande.`,
        advice: 'Mpango mzuri wa kuanzia: katika kila zamu chagua mwendo unaokula zaidi.',
        begin: 'Anza mchezo',
        later: 'Si sasa',
        won: 'Hivyo somo limekamilika.',
        lost: 'Hujapoteza kitu: tafuta miendo inayokula, na ujaribu tena wakati wowote.',
        onward: 'Somo linalofuata',
    },
    repetition: {
        title: 'Marudio',
        due: (n) => `Marudio ya leo: ${mafumbo(n)}`,
        nothing: 'Hakuna cha kurudia leo.',
        none: 'Hakuna cha kurudia leo. Unachokosea kinarudi siku nyingine.',
        done: 'Hayo ndiyo yote ya leo.',
    },

    puzzle: {
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
        solve: 'Jibu',
        again: 'Jaribu tena',
        right: 'Sawa.',
        wrong: 'Hapana.',
        forgotten: (rule) => `Kwa kanuni za awali lingekuwa jibu sahihi. Kumbuka: ${rule}`,
        passes: (hole) => `Kete moja inaangukia ${hole}, lakini si ya mwisho.`,
        misses: (hole) => `Hakuna kete inayoangukia ${hole}.`,
        fewer: 'Ni chache zaidi.',
        more: 'Ni nyingi zaidi.',
        missing: (n) => (n === 1 ? 'Shimo moja limekosekana.' : `Mashimo ${n} yamekosekana.`),
        barred: (hole) => `${hole} haliwezi kuchezwa:`,
        outcome: 'Hivyo ndivyo kanuni nyingine zingefanya; tazama usambazaji unakokwenda kweli.',
        end: (hole) => `Kwa kweli kete ya mwisho inaangukia ${hole}.`,
        ends: (holes, last) => `Usambazaji wa kweli unaishia ${holes} na mwishowe ${last}.`,
        uncited: 'Kanuni hiyo haihusiki na mwendo huu.',
        other: (move) => `Hilo ni shimo jingine: cheza ${move}.`,
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

    glossary: {
        title: 'Faharasa',
        about: 'Maneno ya michezo, katika lugha zake, na yanakotoka.',
        ours: 'Maneno ya kawaida',
        oursAbout: 'Maneno ya ukurasa huu.',
        lesson: 'Somo',
    },
};

export const texts: Texts = { phrases, lessons };
