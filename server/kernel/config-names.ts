/** Detects misspelled names of environment variables: they would otherwise be ignored silently. */
import { variables, type Variable } from './config-variables';

/** The length from which one edit, or two, counts as a misspelling: in a short name one edit makes another word. */
const lengthMin = { oneEdit: 6, twoEdits: 9 };

/** Names of other programs' variables that are similar by chance. */
const unrelatedNames = new Set(['APP_URL', 'APP_PORT']);

/**
 * Returns unset variables, each with the misspelled name that is set instead. Variables of npm and of shells differ from ours by
 * more than two letters.
 */
export function misspelledVariables(env: Readonly<Record<string, string | undefined>>): { variable: Variable; found: string }[] {
  const ours = Object.keys(variables) as Variable[];
  const unset = ours.filter((variable) => env[variable] === undefined);
  return Object.keys(env)
    .filter((name) => !(name in variables) && !unrelatedNames.has(name))
    .flatMap((found) => {
      const variable = unset.find((name) => isMisspelling(found.toUpperCase().replaceAll('-', '_'), name));
      return variable === undefined ? [] : [{ variable, found }];
    });
}

function isMisspelling(found: string, name: string): boolean {
  if (found === name) return true;
  const editsMax = name.length >= lengthMin.twoEdits ? 2 : name.length >= lengthMin.oneEdit ? 1 : 0;
  return Math.abs(found.length - name.length) <= editsMax && editDistance(found, name) <= editsMax;
}

/** The Damerau–Levenshtein distance. */
function editDistance(left: string, right: string): number {
  const rows: number[][] = [Array.from({ length: right.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const [above, beside, diagonal] = [rows[row - 1]?.[column] ?? 0, current[column - 1] ?? 0, rows[row - 1]?.[column - 1] ?? 0];
      const isSame = left[row - 1] === right[column - 1];
      const isSwap = row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current.push(
        Math.min(above + 1, beside + 1, diagonal + (isSame ? 0 : 1), isSwap ? (rows[row - 2]?.[column - 2] ?? 0) + 1 : Infinity),
      );
    }
    rows.push(current);
  }
  return rows[left.length]?.[right.length] ?? Infinity;
}
