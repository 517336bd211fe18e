/** Normalization of text. */

/**
 * A visible character. Besides white space and controls, this excludes Unicode's default ignorable code points (zero-width spaces
 * and joiners, fillers, direction marks, variation selectors), and three invisible kinds that are missing there: the blank braille
 * pattern, the null notehead and the interlinear annotation marks.
 */
const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\ufff9-\ufffb\u{1d159}]/u;

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
