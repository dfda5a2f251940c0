// How the main views look, beside pictures that somebody has looked at and approved:
// page/looks/pictures/*.jpg, which `make pictures` takes anew.  What differs is kept in build/web/pictures.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import jpeg from 'jpeg-js';
import pixelmatch from 'pixelmatch';
import { treePath } from '../../test/support/load.ts';
import { SIZES, takePictures } from '../support/views.ts';
import { Visitors } from '../support/visit.ts';

/** Other versions of the browser draw the edges of letters and curves a little otherwise. */
const SHARE_ALLOWED = 0.002;
const COLOUR_ALLOWED = 0.15;

let visitors: Visitors;
before(async () => (visitors = await Visitors.open()));
after(() => visitors.close());

const decode = (picture: Buffer) => jpeg.decode(picture, { useTArray: true });

/** The share of pixels that are not as they were approved. */
function difference(name: string, taken: Buffer): number {
    const approved = decode(readFileSync(treePath(`web/page/looks/pictures/${name}.jpg`)));
    const { width, height, data } = decode(taken);
    assert.deepEqual([width, height], [approved.width, approved.height], name);
    const marked = new Uint8Array(data.length);
    const share =
        pixelmatch(approved.data, data, marked, width, height, { threshold: COLOUR_ALLOWED }) / (width * height);
    if (share > SHARE_ALLOWED) {
        const folder = treePath('build/web/pictures');
        mkdirSync(folder, { recursive: true });
        writeFileSync(`${folder}/${name}.jpg`, taken);
        writeFileSync(`${folder}/${name}-differs.jpg`, jpeg.encode({ width, height, data: marked }, 80).data);
    }
    return share;
}

const compared = new Set<string>();
for (const size of SIZES)
    test(`${size.name}, ${size.theme}: the views look as they were approved`, async () => {
        const different: string[] = [];
        for await (const { name, picture } of takePictures(visitors, size)) {
            compared.add(`${name}.jpg`);
            const share = difference(name, picture);
            if (share > SHARE_ALLOWED) different.push(`${name}: ${(100 * share).toFixed(2)} % of its pixels`);
        }
        assert.deepEqual(different, [], 'see build/web/pictures');
    });

test('each approved picture is compared', () => {
    assert.deepEqual(readdirSync(treePath('web/page/looks/pictures')).sort(), [...compared].sort());
});
