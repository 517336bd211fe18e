/** Words as they are compared: without case, accents, hidden characters and letters that only look like others. */

/** Letters of other scripts, and signs, that are read as Latin ones. Those of the list are folded alike, so that its own scripts still match. */
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

const hidden = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** The letters and digits of a text in their plainest form, its words parted by one space. */
export function foldedWords(text: string): string {
  const plain = Array.from(
    text.normalize('NFKD').replace(hidden, '').toLowerCase().normalize('NFKD').replace(hidden, ''),
    (sign) => lookAlikes[sign] ?? sign,
  ).join('');
  return plain.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

/** Letters that stand alone, one after the other, are read as one word: `b a d`, `b.a.d`. */
const spelled = /(?<=^| )[\p{L}\p{N}](?: [\p{L}\p{N}])+(?= |$)/gu;
export const joinSpelled = (folded: string): string => folded.replaceAll(spelled, (letters) => letters.replaceAll(' ', ''));
