/** The forms of text, for every writer. */

/**
 * A character that shows something. Beside white space and controls, Unicode lists those that show nothing as default ignorable:
 * zero width spaces and joiners, fillers, marks of direction, variation selectors. It leaves out the empty braille pattern, the
 * null note head and the marks of annotations.
 */
const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\ufff9-\ufffb\u{1d159}]/u;

/** Whether a text shows nothing: it is empty, or made of white space and invisible characters alone. */
export const isBlank = (text: string): boolean => !visible.test(text);

/** A tag as it is stored and looked for: in one spelling of its characters, in small letters, without number signs before it. */
export const tagOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/^[\s#]+/, '')
    .trim()
    .toLowerCase();

/** A password in one spelling: devices type the same characters composed or decomposed. */
export const passwordOf = (text: string): string => text.normalize('NFKC');
