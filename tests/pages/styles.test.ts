/** Rules for style sheets: layouts work right to left, and do not shift while a page loads. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postcss from 'postcss';

const sheets = ['src', 'styles'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => join(folder, name)),
);

const sideProperties =
  /^(left|right)$|^(margin|padding|border|scroll-margin|scroll-padding)-(left|right)\b|^border-(top|bottom)-(left|right)-radius$/;
const sideValueProperties = /^(float|clear|text-align|text-align-last|caption-side)$/;
const fourValueProperties = /^(margin|padding|inset|border-width|border-color|border-style|border-radius)$/;

/** Whether a shorthand of four values differs between left and right: sides two and four, or for corners one and two or three and four. */
function isOneSided(name: string, value: string): boolean {
  const [first, second, third, fourth] = postcss.list.space(value);
  if (!fourValueProperties.test(name) || fourth === undefined) return false;
  return name === 'border-radius' ? first !== second || third !== fourth : second !== fourth;
}

/** Horizontal movement must be multiplied by the direction. */
const isUndirectedMove = (name: string, value: string): boolean =>
  ((name === 'transform' && /translate(X|3d)?\(\s*[^0\s]/.test(value)) || (name === 'translate' && !/^(0|none)\b/.test(value))) &&
  !value.includes('--onward');

/** Declarations that have a counterpart for the other direction. */
const exceptions = new Set(['src/ui/forms/field.module.css: translate', 'src/features/live/streaming/watch/watch.module.css: translate']);

it('style sheets use logical properties instead of left and right', () => {
  expect(sheets.length).toBeGreaterThan(100);
  const found = sheets.flatMap((path) => {
    const violations: string[] = [];
    postcss.parse(readFileSync(path, 'utf8')).walkDecls(({ prop, value, source }) => {
      const isWrong =
        sideProperties.test(prop) ||
        (sideValueProperties.test(prop) && /\b(left|right)\b/.test(value)) ||
        isOneSided(prop, value) ||
        isUndirectedMove(prop, value);
      if (isWrong && !exceptions.has(`${path}: ${prop}`)) violations.push(`${path}:${String(source?.start?.line)} ${prop}: ${value}`);
    });
    return violations;
  });
  expect(found).toEqual([]);
});

it('style sheets keep the columns of a grid when more cells arrive', () => {
  // `auto-fit` creates columns for present cells only: the first one narrows when the second arrives.
  const found = sheets.filter((path) => /\bauto-fit\b/.test(readFileSync(path, 'utf8')));
  expect(found).toEqual([]);
});
