/** Writing directions. */

const rightToLeft = /^(ar|dv|fa|he|ps|ur|yi)\b/;
/** The writing direction of a language. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (rightToLeft.test(language) ? 'rtl' : 'ltr');

/**
 * A text without bidirectional embedding and override characters. First strong isolates stay if each is closed. The inline script of
 * `translations-script.ts` contains the source of this function, which therefore refers to nothing outside itself.
 */
export function withoutOverrides(text: string): string {
  const stripped = text.replaceAll(/[\u202a-\u202e\u2066\u2067\u206a-\u206f]/g, '');
  let open = 0;
  let isBalanced = true;
  for (const [control] of stripped.matchAll(/[\u2068\u2069]/g)) {
    open += control === '\u2068' ? 1 : -1;
    if (open < 0) isBalanced = false;
  }
  return isBalanced && open === 0 ? stripped : stripped.replaceAll(/[\u2068\u2069]/g, '');
}

/**
 * A value for a sentence of the given direction: isolated if it has letters of the other direction, which would otherwise reorder the
 * words and amounts beside it. For texts that cannot contain elements; elsewhere `<bdi>` does this. The inline script contains the
 * source of this function, too.
 */
export function isolated(value: string, direction: 'ltr' | 'rtl', strip: (text: string) => string = withoutOverrides): string {
  const text = strip(value);
  const rightToLeftLetters = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/gu;
  const isMixed = direction === 'ltr' ? text.search(rightToLeftLetters) !== -1 : /\p{L}/u.test(text.replaceAll(rightToLeftLetters, ''));
  return isMixed ? `\u2068${text}\u2069` : text;
}
