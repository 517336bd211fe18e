/** Truncates texts. Separate from `text.ts`, because the first pages of guests need only this. */

/** Firefox has had it since version 125. Without it, a text may be cut within what readers see as one character. */
const { Segmenter } = Intl as { Segmenter?: typeof Intl.Segmenter };

/**
 * The start of a text, at most `max` UTF-16 code units. Grapheme clusters stay whole: an emoji of several parts, a letter with its
 * accents.
 */
export const startOf = (text: string, max: number): string =>
  text.slice(0, Segmenter ? new Segmenter().segment(text).containing(max)?.index : max);

/** A text of at most `max` UTF-16 code units; a longer one ends in an ellipsis. */
export const shortened = (text: string, max: number): string => (text.length > max ? `${startOf(text, max - 1).trimEnd()}…` : text);
