/**
 * Texts as search compares them: one function for what is found and for what is typed. Words are cut at everything that is no
 * letter, digit or sign of a letter, by Unicode, whatever the database takes for one; case, accents and letters with a stroke
 * make no difference.
 */

/** Raised by whoever changes what `searchable` makes of a text: items with an older number are folded anew in the background. */
export const searchVersion = 1;

/**
 * Accents of Latin, Greek and Cyrillic, points of Hebrew and Arabic, and signs that are not seen. The marks of other scripts are
 * letters to their readers, and stay.
 */
const dropped =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ς: 'σ',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ħ: 'h',
  ŋ: 'ng',
};
const lettersPattern = new RegExp(`[${Object.keys(letters).join('')}]`, 'gu');

/** Scripts that write words without a space between them. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;

const pairsOf = (run: readonly string[]): string[] => run.slice(0, -1).map((sign, index) => sign + (run[index + 1] ?? ''));

/**
 * Such a run as pairs of neighbours, so that a word of two signs is found inside a sentence. What is found has its last sign by
 * itself too, so that each sign begins something.
 */
const cut = (run: string, isTyped: boolean): string => {
  const signs = Array.from(run);
  return ` ${(signs.length === 1 ? signs : [...pairsOf(signs), ...(isTyped ? [] : signs.slice(-1))]).join(' ')} `;
};

function fold(text: string, isTyped: boolean): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(dropped, '')
    .normalize('NFC')
    .replaceAll(lettersPattern, (letter) => letters[letter] ?? letter)
    .replaceAll(unspaced, (run) => cut(run, isTyped))
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}

/** A text that can be found: its words, parted by one space. */
export const searchable = (text: string): string => fold(text, false);

/** What somebody typed to find it, in the same form. Empty where there is no word in it. */
export const typedWords = (text: string): string => fold(text, true);
