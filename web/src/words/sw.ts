// What every page says, in Swahili.  What one page alone says comes with it: see analyse/words.sw.ts.
//
// The words chosen, here and in said.sw.json, where the library's sentences are:
//     a game mchezo, a move mwendo (miendo), a turn zamu, a lap duru, a way round the board mzunguko,
//     a step of the ladder hatua, the ladder ngazi, a stage of a game awamu,
//     a position hali ya ubao, the board ubao, a row safu, a rule kanuni, an option chaguo;
//     a hole or pit shimo (mashimo), seeds and stones kete, to sow kusambaza, to capture kula, the
//     facing hole shimo la mkabala, to pass over kuruka, to pass kupitisha zamu;
//     a store of captured seeds hazina, Bao's reserve ghala (maghala); South and North, Kusini and
//     Kaskazini, are persons: Kusini anashinda.
// Bao's own words stay and are used as words: kichwa, kimbi, nyumba (halali or batili, and destroyed:
// kubomolewa), takata a blank, mtaji the harvest and a capturing move, namua with kunamua planting,
// takasia with kutakasiwa blocking, kodi the tax, safari.  Kiothi's warriors are askari, its boma
// maboma, a prison gereza; bulto, mine, mona, boto, nki stay.

import type { Words } from './en.ts';
import said from './said.sw.json' with { type: 'json' };
import { inSwahili } from './learned.ts';
import { sayingsOf } from './sayings.ts';
import type { Language } from './words.svelte.ts';

const say = sayingsOf(said, inSwahili);

export const kete = (n: number | string): string => `kete ${n}`;
export const miendo = (n: number): string => (n === 1 ? 'mwendo 1' : `miendo ${n}`);
/** Of one seed, of several: imeliwa, zimeliwa. */
const keteZi = (n: number, verb: string): string => `kete ${n} ${n === 1 ? 'i' : 'zi'}${verb}`;

export const sw: Words = {
    code: 'sw',

    app: {
        title: 'komwe',
        skip: 'Nenda kwenye maudhui',
        pages: { home: 'Mwanzo', play: 'Cheza', games: 'Michezo yangu', learn: 'Jifunze', puzzles: 'Mafumbo', analyse: 'Chambua', rules: 'Kanuni', write: 'Andika' },
        about: 'Watu na mchezo',
        inGlossary: 'Katika faharasa',
        menu: 'Orodha ya kurasa',
        language: 'Lugha',
        theme: 'Rangi',
        look: 'Mwonekano',
        sound: 'Sauti',
        sounds: { on: 'Sauti imewashwa.', off: 'Sauti imezimwa.' },
        themes: { auto: 'otomatiki', light: 'angavu', dark: 'za giza' },
        opening: 'Inafunguliwa …',
        failed: (why) => `Hitilafu imetokea: ${why}.`,
        again: 'Jaribu tena',
        install: {
            offer: 'Sakinisha kwenye kifaa hiki',
            'by hand': 'Ili kusakinisha: Shiriki, kisha Ongeza kwenye Skrini ya Mwanzo.',
            no: 'Kusakinisha: menyu ya kivinjari, kisha Ongeza kwenye Skrini ya Mwanzo.',
            installed: 'Umesakinishwa kwenye kifaa hiki',
        },
        copied: 'Imenakiliwa.',
        copyByHand: 'Kivinjari hakiruhusu ukurasa kunakili; maandishi yenyewe ni haya.',
        missing:
            'Sehemu hii ya ukurasa haikupatikana: hakuna mtandao, au ukurasa umebadilishwa wakati huo huo.',
    },

    players: ['Kusini', 'Kaskazini'],
    place: say,

    board: {
        label: (game, player) => `${game}: ubao, ${player} akiwa chini`,
        hole: (name, count, whose) => `${name}, ${whose}: ${kete(count)}`,
        store: (name, count) => `${name}: ${kete(count)}`,
        won: (count) => `amepata ${kete(count)} kwa jumla`,
        marks: {
            h: 'nyumba',
            t: 'limetakasiwa',
            k: 'ni nki',
            b: 'ni bulto',
            m: 'ni mine',
            u: 'bado halijachezwa',
            s: 'mtoto wa Kusini',
            n: 'mtoto wa Kaskazini',
            x: 'limefungwa',
        },
        playable: 'linaweza kuchezwa',
        whose: { S: 'la Kusini', N: 'la Kaskazini', own: 'lako', other: 'la mpinzani wako' },
        of: {
            S: (hole) => `${hole} la Kusini`,
            N: (hole) => `${hole} la Kaskazini`,
            own: (hole) => `${hole} lako`,
            other: (hole) => `${hole} la mpinzani wako`,
        },
        pointed: 'limeonyeshwa',
        read: 'Soma ubao',
        row: (first, last, counts) => `${first} hadi ${last}, kutoka kushoto: ${counts}.`,
    },

    playback: {
        label: 'Usambazaji',
        play: 'Endesha',
        pause: 'Simamisha',
        skip: 'Hadi mwisho',
        back: {
            seed: 'Rudi nyuma kete moja',
            lap: 'Rudi nyuma duru moja',
            move: 'Rudi nyuma mwendo mmoja',
        },
        on: { seed: 'Mbele kete moja', lap: 'Mbele duru moja', move: 'Mbele mwendo mmoja' },
        where: (at, of) => `${at} kati ya ${of}`,
        scrub: 'Mahali katika mwendo',
        speed: 'Kasi',
        speeds: (speed) =>
            speed === 'adaptive' ? 'inayojirekebisha' : speed === 0 ? 'papo hapo' : `${speed}×`,
    },

    // The subject of what has none is the player.
    describe: {
        plant: (n, to) => `${keteZi(n, 'menamuliwa')} katika ${to}`,
        lift: (n, from) => `${keteZi(n, 'mechukuliwa')} kutoka ${from}`,
        drop: (to, n) => `moja katika ${to}, sasa ${n}`,
        skip: (to) => `anaruka ${to}`,
        relay: (to) => `anaendelea kutoka ${to}`,
        turn: 'anageuza mwelekeo',
        capture: (n, from) => `${keteZi(n, 'meliwa')} kutoka ${from}`,
        bank: (n, to) => `${keteZi(n, 'mewekwa')} katika ${to}`,
        place: (n, to) => `askari ${n} ${n === 1 ? 'amepangwa' : 'wamepangwa'} katika ${to}`,
        tax: (n, from) => `kodi: ${kete(n)} kutoka ${from}`,
        mark: (mark, to) => `${to} sasa ${mark}`,
        unmark: (mark, to) => `${to} si tena: ${mark}`,
        block: (to) => `${to} limetakasiwa`,
        head: (to) => `kete zinaingia katika ${to}`,
        choice: 'uamuzi',
        stop: (to) => `mwendo unaishia katika ${to}`,
        stopped: 'mwendo unaisha',
        pass: 'anapitisha zamu',
        swap: 'anabadilishana pande',
        next: (player) => `zamu ya ${player}`,
        over: 'mchezo umekwisha',
        move: (player, move) => `${player}: ${move}.`,
        laps: (n) => `duru ${n}`,
        took: (n) => `anakula ${kete(n)}`,
        tookFrom: (n, holes) => `anakula ${kete(n)} kutoka ${holes}`,
        tookNothing: 'bila kula',
        stored: (n) => `anaingiza ${kete(n)} hazinani`,
        refuses: (holes) => `bila kufanya bulto katika ${holes}`,
        ended: (to) => `anaishia katika ${to}`,
        again: 'anacheza tena',
        firstLap: (to) => `duru ya kwanza inaishia katika ${to}`,
        staysAt: (to) => `anasimama katika ${to}`,
        goesOnAt: (to) => `anaendelea kutoka ${to}`,
    },

    play: {
        game: 'Mchezo',
        newGame: 'Mchezo mpya',
        start: 'Cheza',
        options: 'Machaguo ya kanuni',
        range: (least, most) => `Ni kati ya ${least} na ${most}.`,
        seat: { S: 'Kusini (anaanza)', N: 'Kaskazini' },
        human: 'Mtu mwingine kwenye skrini hii',
        level: (n) => `Kompyuta, kiwango cha ${n}`,
        levels: 'Kiwango cha 1 ni cha mchezo wa kwanza, cha 10 ndicho chenye nguvu kuliko vyote.',
        you: 'Wewe',
        opponent: 'Mpinzani wako',
        yourTurn: 'Zamu yako',
        toMove: 'zamu yake',
        isThinking: 'anafikiri …',
        moves: 'Miendo',
        noMoves: 'Hakuna mwendo uliochezwa bado.',
        undo: 'Rudisha mwendo',
        takenBack: (moves) => `Umerudisha: ${moves}.`,
        score: (south, north) => `Matokeo: ${south} kwa ${north}.`,
        hint: 'Dokezo',
        hinted: (move, why) => `${move} unaonekana kuwa bora: ${why}.`,
        resign: 'Kubali kushindwa',
        resignSure: 'Unakubali kushindwa katika mchezo huu?',
        draw: 'Pendekeza sare',
        drawAsked: (player) => `${player} anapendekezewa sare.`,
        accept: 'Kubali',
        decline: 'Kataa',
        declined: (player) => `${player} anakataa sare.`,
        yes: 'Ndiyo',
        no: 'Hapana',
        pause: 'Simamisha mchezo',
        goOn: 'Endelea na mchezo',
        ringed: 'Chagua shimo lenye pete ya dhahabu.',
        keys: 'Kwa kibodi: mishale na Enter.',
        taps: 'Ligusa uone linapoishia; liguse tena kucheza.',
        turnBoard: 'Geuza ubao',
        previews: 'Onyesha mwisho wa mwendo kabla haujachezwa',
        typed: 'Andika mwendo',
        typedHelp: 'kama katika orodha ya miendo; Enter huucheza',
        enter: 'Ucheze',
        choose: (hole) => `${hole}: upi?`,
        ask: {
            way: (hole) => `${hole}: upande gani? Gusa mshale.`,
            end: (hole) => `${hole} linakula. Kete ziingie upande gani?`,
            house: (hole) => `${hole}: usimame kwenye nyumba, au uisambaze?`,
            bulto: (hole) => `${hole}: bulto katika nafasi ipi? Alama – haifanyi yoyote.`,
            hand: (hole) => `${hole}: uchukue askari wake, au upange mmoja?`,
        },
        askNumber: (n, hole) => `Wangapi kati ya ${n} wa ${hole}? Gusa duru ya kwanza inapoishia.`,
        tapAgain: 'Gusa tena ili kuucheza.',
        askLift:
            'Zamu ya kwanza: chagua mashimo yako yasiyozidi mawili ili kuchukua askari wake, au waache wote walivyo.',
        askPlace: (n) =>
            `Askari ${n} mkononi: gusa shimo kwa kila mmoja, kutoka kushoto kwako hadi kulia, kisha upande wa mpinzani.`,
        cancel: 'Ghairi',
        close: 'Funga',
        gone: 'Mchezo huu haumo katika kivinjari hiki: umefutwa, au ulianzwa kwenye kingine.',
        elsewhere: 'Mchezo huu umeendelea katika kichupo kingine.',
        parted:
            'Mchezo huu umeendelea katika kichupo kingine. Ulichocheza hapa kimehifadhiwa kama mchezo wa pekee, na sasa unaendelea nao.',
        load: 'Ufungue ulivyo kule',
        unkept: {
            full: 'Hakuna nafasi tena katika kivinjari hiki: mchezo huu umo katika kichupo hiki tu, na utapotea ukikifunga. Futa michezo usiyoitaka tena.',
            unavailable:
                'Kivinjari hiki hakiruhusu ukurasa kuhifadhi michezo, kama katika dirisha la faragha: mchezo huu umo katika kichupo hiki tu, na utapotea ukikifunga.',
        },
        more: (n) => (n === 1 ? 'na mwingine 1: uandike' : `na mingine ${n}: iandike`),
        ways: {
            left: 'kushoto kwako',
            right: 'kulia kwako',
            up: 'kuchukua',
            down: 'kupanga',
            stay: 'kubaki hapo',
            fromLeft: 'mwisho wa kushoto, kusambaza kuelekea kulia',
            fromRight: 'mwisho wa kulia, kusambaza kuelekea kushoto',
        },
        menu: 'Mengine',
        analyse: 'Chambua mchezo huu',
        kinds: {
            pass: 'Pitisha zamu',
            swap: 'Badilishaneni pande',
            keep: 'Acha waliobaki walivyo',
            lift: 'Chukua',
            place: 'Panga',
            sow: '',
            plant: '',
        },
    },

    result: {
        title: 'Mwisho wa mchezo',
        wins: (player) => `${player} ameshinda`,
        youWin: 'Umeshinda',
        youLose: 'Umeshindwa',
        again: 'Cheza tena',
        nextRound: 'Raundi inayofuata',
        round: (n) => `Raundi ya ${n}`,
        matchOver: 'Shindano limeisha',
        matchWon: (player, you) => (you ? 'Umeshinda shindano' : `${player} ameshinda shindano`),
        roundsWon: (south, s, north, n) => `Raundi walizoshinda: ${south} ${s}, ${north} ${n}`,
        roundsOf: (n) => `ameshinda raundi ${n}`,
        to: 'kwa',
        swapped: 'Badilisha pande',
        review: 'Makosa yangu',
        left: (store, board) => `${store} + ${board} zilizobaki ubaoni`,
        share: 'Shiriki',
        draw: 'Mchezo umeisha kwa sare',
        ending: {
            rules: '',
            repetition: 'kwa kurudiwa kwa hali ya ubao',
            resignation: 'kwa kukubali kushindwa',
            agreement: 'kwa makubaliano',
        },
        score: (south, north) => `${south} : ${north}`,
        narrow: 'ushindi wa askari mmoja',
    },

    why: {
        button: 'Kwa nini?',
        clause: 'Kanuni',
        source: 'chanzo,',
        as: 'kama',
        hasIt: 'inavyosema',
        reading: 'jinsi tunavyoelewa chanzo',
    },

    value: {
        seeds: (n) => `kete ${n}`,
        points: (n) => `${n}`,
        wins: (n) => `anashinda baada ya ${miendo(n)}`,
        loses: (n) => `anashindwa baada ya ${miendo(n)}`,
        proven: 'imethibitishwa',
    },
};

export const language: Language = { words: sw, said: say };
