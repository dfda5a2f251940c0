// A position as an SVG picture that needs nothing beside itself, laid out as the board of the page.

import { CELL, layoutOf, PIT, type Cell, type Trough } from '../../web/src/board/geometry.ts';
import { seedsIn, seedsInTrough } from '../../web/src/board/seeds.ts';
import { marksAt } from '../../web/src/engine/marks.ts';
import { STORE_SOUTH, type Position, type Rules } from '../../web/src/engine/types.ts';

const DEFS = `<defs>
<linearGradient id="kw-wood" x2=".1" y2="1"><stop offset="0" stop-color="#85502c"/><stop offset="1" stop-color="#6d3f1d"/></linearGradient>
<radialGradient id="kw-bowl" cx=".56" cy=".76" r=".82"><stop offset="0" stop-color="#80502a"/><stop offset=".45" stop-color="#512c12"/><stop offset="1" stop-color="#2b1406"/></radialGradient>
<radialGradient id="kw-seed" cx=".36" cy=".3" r=".82"><stop offset="0" stop-color="#f1f3e8"/><stop offset=".42" stop-color="#bcc3b2"/><stop offset=".8" stop-color="#7f8976"/><stop offset="1" stop-color="#4c5545"/></radialGradient>
<g id="kw-s"><ellipse cx="1.5" cy="2.6" rx="11" ry="9.8" fill="#180802" fill-opacity=".5"/><ellipse rx="10.4" ry="9.2" fill="url(#kw-seed)" stroke="#2b2f25" stroke-width=".7"/></g>
</defs>
<style>text{font:700 25px system-ui,sans-serif;fill:#fff3df;text-anchor:middle}.none{fill-opacity:.42}.name{font:600 16px system-ui,sans-serif;fill:#f7e2c6}.mark{font-size:19px;fill:#ffcf66}</style>`;

const escaped = (text: string): string =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const at = (x: number, y: number): string => `${Math.round(10 * x) / 10} ${Math.round(10 * y) / 10}`;

const seed = ({ x, y }: { readonly x: number; readonly y: number }): string =>
    `<use href="#kw-s" transform="translate(${at(x, y)})"/>`;

function drawHole({ hole, x, y, upper }: Cell, rules: Rules, position: Position, below: number, playable: boolean): string {
    const marks = marksAt(rules, position, hole);
    const count = position.hole[hole]!;
    const rim = playable ? ' stroke="#ffcf66" stroke-width="3.5"' : ' stroke="#ffdcab" stroke-opacity=".3" stroke-width="2"';
    const pit = marks.includes('h')
        ? `<rect x="${-PIT}" y="${-PIT}" width="${2 * PIT}" height="${2 * PIT}" rx="13" fill="url(#kw-bowl)"${rim}/>`
        : `<circle r="${PIT}" fill="url(#kw-bowl)"${rim}/>`;
    const letters = marks.filter((mark) => mark !== 'h').map((mark) => `<text class="mark" x="27" y="-24">${escaped(mark)}</text>`);
    const number = `<text${count === 0 ? ' class="none"' : ''} y="${(upper ? -1 : 1) * below + 8}">${count}</text>`;
    return `<g transform="translate(${at(x, y)})">${pit}${seedsIn(count, hole).map(seed).join('')}${letters.join('')}${number}</g>`;
}

function drawStore({ x, y, width, height, upright, upper }: Trough, count: number, place: number): string {
    const seeds = seedsInTrough(count, upright ? height : width, place).map((one) => {
        const along = upper ? -one.x : one.x;
        return seed(upright ? { x: one.y, y: along } : { x: along, y: one.y });
    });
    const number = upright ? at(0, upper ? -height / 2 - 14 : height / 2 + 32) : at((upper ? 1 : -1) * (width / 2 + 34), 9);
    const [tx, ty] = number.split(' ');
    return `<g transform="translate(${at(x, y)})"><rect x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}" rx="${Math.min(width, height) / 2}" fill="url(#kw-bowl)" stroke="#ffdcab" stroke-opacity=".3" stroke-width="2"/>${seeds.join('')}<text x="${tx}" y="${ty}">${count}</text></g>`;
}

/** The board `width` pixels wide; `turned`: North sits at the bottom.  Holes that can be played have a golden rim. */
export function draw(rules: Rules, position: Position, playable: ReadonlySet<number>, turned: boolean, width: number): string {
    const layout = layoutOf(rules, turned);
    const high = Math.round((width * layout.height) / layout.width);
    return [
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${layout.width} ${layout.height}" width="${width}" height="${high}" role="img">`,
        `<title>${escaped(`${rules.name}: ${position.text}`)}</title>`,
        DEFS,
        `<rect width="${layout.width}" height="${layout.height}" rx="40" fill="#4c2a12"/>`,
        `<rect x="3" y="3" width="${layout.width - 6}" height="${layout.height - 9}" rx="37" fill="url(#kw-wood)"/>`,
        `<path d="M${layout.left + 4} ${layout.middle}H${layout.right - 4}" stroke="#240f02" stroke-opacity=".55" stroke-width="3" stroke-linecap="round"/>`,
        ...layout.labels.map(({ text, x, y }) => `<text class="name" x="${x}" y="${y + 6}">${escaped(text)}</text>`),
        ...(layout.stores ?? []).map((trough, i) => drawStore(trough, position.store[i]!, STORE_SOUTH + i)),
        ...layout.cells.map((cell) => drawHole(cell, rules, position, layout.count, playable.has(cell.hole))),
        '</svg>\n',
    ].join('\n');
}

/** Narrower and wider pictures are refused. */
export const WIDTHS = { least: CELL, most: 8192, usual: 640 } as const;
