/** Folds text for comparison with blocked words: ignores case, accents, invisible characters and look-alike letters. */

/** Letters of other scripts, and symbols, that look like Latin letters. Blocked words are folded too, so other scripts still match. */
const lookAlikes: Readonly<Record<string, string>> = Object.fromEntries([
  ['а', 'a'],
  ['в', 'b'],
  ['с', 'c'],
  ['ԁ', 'd'],
  ['е', 'e'],
  ['ё', 'e'],
  ['һ', 'h'],
  ['і', 'i'],
  ['ї', 'i'],
  ['ј', 'j'],
  ['к', 'k'],
  ['ӏ', 'l'],
  ['м', 'm'],
  ['н', 'h'],
  ['о', 'o'],
  ['р', 'p'],
  ['ԛ', 'q'],
  ['ѕ', 's'],
  ['т', 't'],
  ['у', 'y'],
  ['ԝ', 'w'],
  ['х', 'x'],
  ['α', 'a'],
  ['β', 'b'],
  ['ε', 'e'],
  ['η', 'n'],
  ['ι', 'i'],
  ['κ', 'k'],
  ['ν', 'v'],
  ['ο', 'o'],
  ['ρ', 'p'],
  ['τ', 't'],
  ['υ', 'u'],
  ['χ', 'x'],
  ['ı', 'i'],
  ['ɑ', 'a'],
  ['ɡ', 'g'],
  ['ſ', 's'],
  ['ß', 'ss'],
  ['ø', 'o'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['đ', 'd'],
  ['ł', 'l'],
  ['@', 'a'],
  ['$', 's'],
]);

const invisible = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** The folded letters and digits of a text, with words separated by one space. */
export function foldedWords(text: string): string {
  const plain = Array.from(
    text.normalize('NFKD').replace(invisible, '').toLowerCase().normalize('NFKD').replace(invisible, ''),
    (character) => lookAlikes[character] ?? character,
  ).join('');
  return plain.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

/** Single letters that spell a word: `b a d`, `b.a.d`. */
const spelled = /(?<=^| )[\p{L}\p{N}](?: [\p{L}\p{N}])+(?= |$)/gu;
/** Joins sequences of single letters of a folded text into words. */
export const joinSpelled = (folded: string): string => folded.replaceAll(spelled, (letters) => letters.replaceAll(' ', ''));
