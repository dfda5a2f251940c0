// The HTML that shows the game in a page of somebody else: see docs/embedding.md.

import { layoutOf } from '../board/geometry.ts';
import { escaped } from './flatten.ts';
import { recordOf, type Shared } from './shared.ts';

/** Of the frame, in pixels; on a phone it becomes narrower, and no lower.  A board of four rows can be read from 400 on. */
const WIDTH = 560;
/** What stands above and below the board. */
const BESIDE = 130;
const LEAST = 400;

export async function embedOf(shared: Shared, name: string, language: string): Promise<string> {
    const { rules, position, turned = false } = shared;
    const record = await recordOf(shared);
    const shown = record === null ? { game: rules.id, options: rules.options, position: position.text } : { record };
    const all = Object.entries({ ...shown, side: turned ? 'north' : '', lang: language });
    const query = new URLSearchParams(all.filter(([, value]) => value !== '')).toString();
    const source = new URL(`embed.html#${query}`, location.origin + location.pathname).href;
    const board = layoutOf(rules, turned);
    const height = Math.max(LEAST, Math.round(BESIDE + (WIDTH * board.height) / board.width));
    return (
        `<iframe src="${escaped(source)}" title="${escaped(`${name} · komwe`)}" width="${WIDTH}" height="${height}"` +
        ' style="border:0;max-width:100%" loading="lazy" referrerpolicy="no-referrer"></iframe>'
    );
}
