/** What style sheets may not say, so that pages written from the right are no other pages. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postcss from 'postcss';

const sheets = ['src', 'styles'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => join(folder, name)),
);

const sides =
  /^(left|right)$|^(margin|padding|border|scroll-margin|scroll-padding)-(left|right)\b|^border-(top|bottom)-(left|right)-radius$/;
const saysSide = /^(float|clear|text-align|text-align-last|caption-side)$/;
const fourSides = /^(margin|padding|inset|border-width|border-color|border-style|border-radius)$/;

/** Four values go round from the top: the second and the fourth must be alike, and of corners each two. */
function isOneSided(name: string, value: string): boolean {
  const [first, second, third, fourth] = postcss.list.space(value);
  if (!fourSides.test(name) || fourth === undefined) return false;
  return name === 'border-radius' ? first !== second || third !== fourth : second !== fourth;
}

/** What moves sideways is multiplied by the direction. */
const isMove = (name: string, value: string): boolean =>
  ((name === 'transform' && /translate(X|3d)?\(\s*[^0\s]/.test(value)) || (name === 'translate' && !/^(0|none)\b/.test(value))) &&
  !value.includes('--onward');

/** Those that have the other direction's beside them. */
const exceptions = new Set(['src/ui/forms/field.module.css: translate', 'src/features/live/streaming/watch/watch.module.css: translate']);

it('speak of start and end, never of left and right', () => {
  expect(sheets.length).toBeGreaterThan(100);
  const found = sheets.flatMap((path) => {
    const said: string[] = [];
    postcss.parse(readFileSync(path, 'utf8')).walkDecls(({ prop, value, source }) => {
      const isWrong =
        sides.test(prop) || (saysSide.test(prop) && /\b(left|right)\b/.test(value)) || isOneSided(prop, value) || isMove(prop, value);
      if (isWrong && !exceptions.has(`${path}: ${prop}`)) said.push(`${path}:${String(source?.start?.line)} ${prop}: ${value}`);
    });
    return said;
  });
  expect(found).toEqual([]);
});
