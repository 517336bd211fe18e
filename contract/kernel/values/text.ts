/** Normalization of text. */

/**
 * A visible character. Besides white space and controls, this excludes Unicode's default ignorable code points (zero-width spaces
 * and joiners, fillers, direction marks, variation selectors), and three invisible kinds that are missing there: the blank braille
 * pattern, the null notehead and the interlinear annotation marks.
 */
const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\ufff9-\ufffb\u{1d159}]/u;

/** The most blank lines between two lines of a text. */
const blankLinesMax = 2;

/** A run of more blank lines than allowed. Lines of invisible characters count as blank. */
const longGap = new RegExp(
  `\\n(?:(?:(?!\\n)[\\p{White_Space}\\p{Default_Ignorable_Code_Point}\\u2800])*\\n){${String(blankLinesMax + 1)},}`,
  'gu',
);

/**
 * A text with LF as its only line break and at most `blankLinesMax` blank lines in a row. Forms with files send CR LF, and browsers also
 * break lines at Unicode's own separators. A text of hundreds of breaks would push everything after it off the screen.
 */
export const linesOf = (text: string): string =>
  text.replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replaceAll(longGap, '\n'.repeat(blankLinesMax + 1));

/** Whether a text is empty or consists only of white space and invisible characters. */
export const isBlank = (text: string): boolean => !visible.test(text);

/** A tag in the form for storing and searching: NFKC, lower case, without leading number signs. */
export const tagOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/^[\s#]+/, '')
    .trim()
    .toLowerCase();

/** A password in NFKC: devices send the same characters composed or decomposed. */
export const passwordOf = (text: string): string => text.normalize('NFKC');
