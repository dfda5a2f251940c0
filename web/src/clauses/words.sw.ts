// What the pages of the rules, and of the people and the games, say in Swahili.

import type { RulesWords } from './words.en.ts';

export const sw: RulesWords = {
    choose: 'Chagua mchezo ili usome kanuni zake.',
    aboutAll: 'Nani hucheza kila mchezo, wapi na kwenye ubao gani, na nini kimeandikwa kuuhusu.',
    steps: 'Ngazi ya kufika Bao la Kiswahili',
    all: 'Michezo yote',
    tabs: 'Mchezo huu',
    print: 'Chapisha',
    parts: 'Sehemu za kanuni',
    groups: {
        start: 'Ubao na mwanzo',
        moving: 'Kucheza',
        capturing: 'Kula',
        stages: 'Namua na mtaji',
        special: 'Mashimo maalum',
        end: 'Mwisho',
        others: 'Kanuni nyingine',
    },
    before: 'Kabla',
    after: 'Baada',
    notAllowed: 'Hairuhusiwi',
    sow: 'Tazama ikisambazwa',
    close: 'Rudi kwenye mchoro',
    option: 'huchaguliwa',
    origin: 'Unachezwa',
    source: 'Chanzo',
    board: (rows, columns) => `safu ${rows} za mashimo ${columns}`,
    boardName: 'Ubao',
    usual: (value) => `kwa kawaida: ${value}`,
    range: (least, most) => `${least} hadi ${most}`,
    legend: {
        title: 'Katika michoro',
        start: 'mwendo unaanza',
        end: 'unaisha',
        taken: 'zimeliwa',
        changed: 'idadi imebadilika',
        barred: 'hairuhusiwi',
        store: 'Namba kando ya ubao: hazina au ghala.',
    },
    notation: 'Herufi kubwa ni mashimo ya Kusini, chini; herufi ndogo ni ya Kaskazini, juu.',
};
