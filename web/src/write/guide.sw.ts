// The words of the rule language in short, in Swahili: titles and meanings, in the order of the English ones.

import { en, type Guide } from './guide.en.ts';

const said: readonly (readonly [title: string, ...means: string[]])[] = [
    [
        'Mchezo unaitwaje',
        'Kitambulisho cha mchezo: herufi ndogo, tarakimu na vistari. Ni mstari wa kwanza.',
        'Jina lake, kama watu wanavyoliona.',
        'Sentensi moja kuuhusu.',
        'Nani huucheza, na wapi.',
        'Kitabu au ukurasa ambamo kanuni zimetoka.',
        'Maoni, ambayo hayabadilishi chochote.',
    ],
    [
        'Ubao na usambazaji',
        'Safu, na mashimo katika kila safu.',
        'Kete katika kila shimo mwanzoni.',
        'Hakuna hazina, hazina hupokea zinazoliwa, au mchezaji husambaza pia katika yake mwenyewe.',
        'Mwelekeo: kinyume cha saa, kufuata saa, au wowote apendao mchezaji.',
        'Shimo lenye kete chache zaidi haliwezi kuchezwa.',
        'Hakuna kete inayoangukia shimo ambamo duru, au mwendo, ulianza.',
    ],
    [
        'Kete ya mwisho inapoangukia',
        'Duru inapoisha, mistari hii husomwa kutoka juu hadi chini, na wa kwanza unaofaa husema kinachotokea.',
        'Upande wa nani, au hazina ya mwenyewe.',
        'Kama palikuwa na kete kabla.',
        'Kete ngapi zimo sasa.',
        'Kilichomo katika shimo la mkabala.',
        'Mwendo umepita upande wa mpinzani.',
        'Kete huenda katika hazina ya mchezaji: kutoka hapa, mkabala au linalofuata, na kuendelea au kurudi maadamu sharti latimia.',
        'Kete ya mwisho pia huenda katika hazina.',
        'Kete zote za shimo husambazwa katika duru nyingine.',
        'Duru inayofuata huenda upande mwingine.',
        'Mchezaji hucheza tena.',
        'Mwendo umeisha.',
    ],
    [
        'Wajibu, na mwisho wa mchezo',
        'Mpinzani asiye na kete lazima apewe, ikiwezekana.',
        'Anayeweza kula lazima ale.',
        'Mchezo huisha mwenye zamu asipoweza kucheza.',
        'Huisha upande mmoja ukikosa kete. Zilizobaki huwa za mwenye mashimo, mwenye zamu, mpinzani, za hakuna, au hugawanywa.',
        'Kinachotokea hali ile ile ya ubao inaporudi.',
    ],
    [
        'Sentensi na chaguo',
        'Sentensi yako mwenyewe ya kanuni, ambayo kila mwendo huitaja. “reading” husema kwamba chanzo hakilisemi.',
        'Kanuni ambayo mstari ni wake.',
        'Jambo linaloweza kuchaguliwa: nambari, au neno.',
        'Mstari unaohesabika chaguo likiwa na thamani moja.',
    ],
];

export const sw: Guide = en.map(({ entries }, i) => {
    const [title, ...means] = said[i]!;
    return { title, entries: entries.map((entry, k) => ({ ...entry, means: means[k]! })) };
});
