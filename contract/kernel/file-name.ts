/** Shortens file names and keeps the extension. */

/** The longest name that may be sent. The stored name may be shorter. */
export const fileNameLengthMax = 200;

/** A longer ending is taken for text after a dot, not for an extension. */
const extensionPattern = /\.[^.\s/\\]{1,12}$/u;

/** The name with at most `lengthMax` UTF-16 units, cut before its extension and never within a surrogate pair. */
export function cutFileName(name: string, lengthMax: number): string {
  if (name.length <= lengthMax) return name;
  const extension = extensionPattern.exec(name)?.[0] ?? '';
  const stem = name.slice(0, lengthMax - extension.length);
  return stem.replace(/[\uD800-\uDBFF]$/, '').trimEnd() + extension;
}
