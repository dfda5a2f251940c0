// What a new game can begin as: a shipped text under another id, or almost nothing.

import giuthi from '../../../rules/giuthi.rules?raw';
import kalah from '../../../rules/kalah.rules?raw';
import oware from '../../../rules/oware.rules?raw';
import { renamed } from '../texts/drafts.ts';

/** The fewest words that make a game. */
const skeleton = `# A line that begins with # is a comment.
game my-game
name My game
summary One sentence about it.
where Who plays it, and where
source Where the rules come from

board 2 x 6
start 4
stores captured
sow counterclockwise

# What happens where the last seed falls: the first row that fits.
end own, empty, facing filled: capture facing; bank here
end anywhere: stop

over either empty: rest to owner
repetition third: rest to owner
`;

/** As a text of the visitor's own. */
export const asOwn = (id: string, name: string, text: string): string => renamed(text, `my-${id}`, `My ${name}`);

export const EXAMPLES: Readonly<Record<'kalah' | 'oware' | 'giuthi' | 'skeleton', string>> = {
    kalah: asOwn('kalah', 'Kalah', kalah),
    oware: asOwn('oware', 'Oware', oware),
    giuthi: asOwn('giuthi', 'Giuthi', giuthi),
    skeleton,
};
