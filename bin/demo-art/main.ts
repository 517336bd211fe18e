/**
 * Draws the demo's pictures into server/seed/art: `npm run demo:art`, or with names only these. The results are committed, so this runs
 * only when a drawing has changed.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bust } from './bust';
import { covers } from './covers';
import { coversOutside } from './covers-outside';
import { evenings } from './evenings';
import { keepsakes } from './keepsakes';
import { exposures } from './light';
import { render } from './march';
import { music } from './music';
import { outdoors } from './outdoors';
import { people } from './people';
import { encode, type Picture } from './picture';
import { scenes } from './scenes';
import { stage } from './stage';

const folder = join(import.meta.dirname, '../../server/seed/art');
const avatarWidth = 480;

const avatars = Object.fromEntries(
  Object.entries(people).map(([name, person]): [string, Picture] => [
    `people/${name}`,
    { width: avatarWidth, height: avatarWidth, draw: () => render(bust(person), avatarWidth, avatarWidth), grain: 3 },
  ]),
);
const pictures: Record<string, Picture> = {
  ...avatars,
  ...covers,
  ...coversOutside,
  ...evenings,
  ...exposures,
  ...keepsakes,
  ...music,
  ...outdoors,
  ...scenes,
  ...stage,
};

const wanted = process.argv.slice(2);
for (const [name, picture] of Object.entries(pictures)) {
  if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
  const began = Date.now();
  const path = join(folder, `${name}.webp`);
  const bytes = await encode(picture);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
  console.warn(`${name}: ${Math.round(bytes.length / 1024)} kB, ${((Date.now() - began) / 1000).toFixed(1)} s`);
}
