/** Writing directions. */

const rightToLeft = /^(ar|dv|fa|he|ps|ur|yi)\b/;
/** The writing direction of a language. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (rightToLeft.test(language) ? 'rtl' : 'ltr');

/**
 * A text without the controls that turn around what follows them. Isolates stay if each has its end. The page's first script contains
 * this function, which therefore refers to nothing else.
 */
export function withoutOverrides(text: string): string {
  const calm = text.replaceAll(/[\u202a-\u202e\u2066\u2067\u206a-\u206f]/g, '');
  let open = 0;
  let isBalanced = true;
  for (const [control] of calm.matchAll(/[\u2068\u2069]/g)) {
    open += control === '\u2068' ? 1 : -1;
    if (open < 0) isBalanced = false;
  }
  return isBalanced && open === 0 ? calm : calm.replaceAll(/[\u2068\u2069]/g, '');
}

/**
 * A value as it stands in a sentence of the given direction: isolated if it has letters of the other direction, which would otherwise
 * move the words and amounts beside it. For texts that cannot have elements; elsewhere `<bdi>` does this. The page's first script
 * contains this function, too.
 */
export function isolated(value: string, direction: 'ltr' | 'rtl', calmed: (text: string) => string = withoutOverrides): string {
  const text = calmed(value);
  const rightToLeftLetters = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/gu;
  const isMixed = direction === 'ltr' ? text.search(rightToLeftLetters) !== -1 : /\p{L}/u.test(text.replaceAll(rightToLeftLetters, ''));
  return isMixed ? `\u2068${text}\u2069` : text;
}
