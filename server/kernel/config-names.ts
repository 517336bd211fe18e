/** Names of variables that are nearly ours: a misspelt one would be ignored, and the site would run without what it says. */
import { variables, type Variable } from './config-variables';

/** In shorter names one letter is another word, and a second wrong one is allowed in long names only. */
const lengthMin = { oneWrong: 6, twoWrong: 9 };

/** Names that other programs use, and that are near to ours by chance. */
const othersNames = new Set(['APP_URL', 'APP_PORT']);

/**
 * Unset variables with the misspelt name that stands in their place. Names that begin like npm's or a shell's own are at a greater
 * distance from ours than two letters.
 */
export function misspelt(env: Readonly<Record<string, string | undefined>>): { variable: Variable; found: string }[] {
  const ours = Object.keys(variables) as Variable[];
  const unset = ours.filter((variable) => env[variable] === undefined);
  return Object.keys(env)
    .filter((name) => !(name in variables) && !othersNames.has(name))
    .flatMap((found) => {
      const variable = unset.find((name) => isNear(found.toUpperCase().replaceAll('-', '_'), name));
      return variable === undefined ? [] : [{ variable, found }];
    });
}

function isNear(found: string, name: string): boolean {
  if (found === name) return true;
  const wrongMax = name.length >= lengthMin.twoWrong ? 2 : name.length >= lengthMin.oneWrong ? 1 : 0;
  return Math.abs(found.length - name.length) <= wrongMax && distance(found, name) <= wrongMax;
}

/** How many letters must be added, left out, changed or swapped with their neighbour. */
function distance(left: string, right: string): number {
  const rows: number[][] = [Array.from({ length: right.length + 1 }, (_, place) => place)];
  for (let row = 1; row <= left.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const [above, beside, across] = [rows[row - 1]?.[column] ?? 0, line[column - 1] ?? 0, rows[row - 1]?.[column - 1] ?? 0];
      const isSame = left[row - 1] === right[column - 1];
      const isSwap = row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      line.push(Math.min(above + 1, beside + 1, across + (isSame ? 0 : 1), isSwap ? (rows[row - 2]?.[column - 2] ?? 0) + 1 : Infinity));
    }
    rows.push(line);
  }
  return rows[left.length]?.[right.length] ?? Infinity;
}
