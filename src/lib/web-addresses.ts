/**
 * The web addresses in a text that people wrote. Our own matcher, because linkifyjs includes closing quotes, ellipses and Chinese
 * text in the address, and would be loaded only after a page was rendered without the links.
 */

/** Scripts that are written without spaces: their text follows an address directly. Browsers copy such addresses encoded. */
const unspaced =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Bopomofo}\\p{sc=Hangul}\\p{sc=Yi}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
/**
 * Characters that end an address: white space, invisible characters, quotation marks, East Asian punctuation and full-width forms, and
 * emoji. Not U+2019, which is also the apostrophe.
 */
const ending =
  '\\s\\p{Cc}\\p{Cf}<>"`\\\\\u2018\u201a-\u201f\u00ab\u00bb\u2039\u203a\u2026\u3000-\u303f\uff00-\uffef\\p{Extended_Pictographic}';
/** A label of the host. It may contain letters of unspaced scripts only if it begins with one; else they end the address. */
const label = `(?:[${unspaced}][^.:/?#${ending}]*|[^.:/?#${unspaced}${ending}]+)`;
const pattern = new RegExp(`\\bhttps?://(?:${label}(?:\\.${label})*)?[^${unspaced}${ending}]*`, 'giu');

const closers = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);
const openers = new Set(closers.values());
/** Punctuation of the sentence, and brackets that open after the address. */
const trailing = /[.,;:!?'\u2019([{]+$/;

/** Cuts an address before a closing bracket that is not opened in it, and before the punctuation of the sentence. */
function trimmed(address: string): string {
  const open: string[] = [];
  let end = 0;
  for (const character of address) {
    const opener = closers.get(character);
    if (openers.has(character)) open.push(character);
    else if (opener !== undefined && open.pop() !== opener) break;
    end += character.length;
  }
  return address.slice(0, end).replace(trailing, '');
}

export interface WebAddress {
  address: string;
  /** Where it begins in the text. */
  start: number;
}

/** The addresses in order. Scripts, brackets and punctuation around an address are not part of it. */
export function webAddressesIn(text: string): WebAddress[] {
  return [...text.matchAll(pattern)].flatMap((found) => {
    const address = trimmed(found[0]);
    return URL.canParse(address) ? [{ address, start: found.index }] : [];
  });
}
