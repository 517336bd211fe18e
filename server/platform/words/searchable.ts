/**
 * Folds texts for search, with the same rules for indexed texts and search terms. Words are split at everything that Unicode does not
 * classify as letter, digit or mark, independent of the database. Case, accents and strokes are ignored.
 */

/** Increment it with every change of the result of `searchable`: rows with an older version are folded again in the background. */
export const searchVersion = 1;

/**
 * Accents of Latin, Greek and Cyrillic, points of Hebrew and Arabic, and invisible characters. Marks of other scripts are kept,
 * because they distinguish words.
 */
const ignoredMarks =
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

/** Scripts without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;

const bigramsOf = (run: readonly string[]): string[] => run.slice(0, -1).map((character, index) => character + (run[index + 1] ?? ''));

/**
 * Splits text of these scripts into bigrams, so that a word of two characters is found inside a sentence. Indexed text also gets its
 * last character alone, so that every character begins a term.
 */
const splitIntoBigrams = (run: string, isQuery: boolean): string => {
  const characters = Array.from(run);
  return ` ${(characters.length === 1 ? characters : [...bigramsOf(characters), ...(isQuery ? [] : characters.slice(-1))]).join(' ')} `;
};

function fold(text: string, isQuery: boolean): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(ignoredMarks, '')
    .normalize('NFC')
    .replaceAll(lettersPattern, (letter) => letters[letter] ?? letter)
    .replaceAll(unspaced, (run) => splitIntoBigrams(run, isQuery))
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}

/** The indexed form of a text: its words, separated by one space. */
export const searchable = (text: string): string => fold(text, false);

/** A search term in the same form. Empty if it contains no word. */
export const searchableQuery = (text: string): string => fold(text, true);
