// Takes the pictures that page/looks/pictures.test.ts compares with, of the sizes that are named or all: look at
// each before it is committed.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { treePath } from '../../test/support/load.ts';
import { SIZES, takePictures } from '../support/views.ts';
import { Visitors } from '../support/visit.ts';

const folder = treePath('web/page/looks/pictures');
const sizes = process.argv.length > 2 ? SIZES.filter(({ name }) => process.argv.includes(name, 2)) : SIZES;
if (sizes === SIZES) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const visitors = await Visitors.open();
for (const size of sizes)
    for await (const { name, picture } of takePictures(visitors, size)) {
        writeFileSync(`${folder}/${name}.jpg`, picture);
        console.log(`${name}.jpg`);
    }
await visitors.close();
