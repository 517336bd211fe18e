/** Shortening the names of files: how a name ends says what opens it. */

/** So long a name may be sent; what is kept of it may be shorter. */
export const fileNameLengthMax = 200;

/** Longer endings are words after a dot. */
const ending = /\.[^.\s/\\]{1,12}$/u;

/** The name with at most `lengthMax` UTF-16 units, cut before its extension and never inside of a character. */
export function cutFileName(name: string, lengthMax: number): string {
  if (name.length <= lengthMax) return name;
  const extension = ending.exec(name)?.[0] ?? '';
  const stem = name.slice(0, lengthMax - extension.length);
  return stem.replace(/[\uD800-\uDBFF]$/, '').trimEnd() + extension;
}
