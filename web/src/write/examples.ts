// What a new game can begin as: Kalah in few lines, a shipped text under another id, or almost nothing.

import giuthi from '../../../rules/giuthi.rules?raw';
import oware from '../../../rules/oware.rules?raw';
import { renamed } from '../texts/drafts.ts';
import { kalah, skeleton } from './few.ts';

/** As a text of the visitor's own. */
export const asOwn = (id: string, name: string, text: string): string => renamed(text, `my-${id}`, `My ${name}`);

export const EXAMPLES: Readonly<Record<'kalah' | 'oware' | 'giuthi' | 'skeleton', string>> = {
    kalah,
    oware: asOwn('oware', 'Oware', oware),
    giuthi: asOwn('giuthi', 'Giuthi', giuthi),
    skeleton,
};
