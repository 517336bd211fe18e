const rightToLeft = /^(ar|dv|fa|he|ps|ur|yi)\b/;
/** The writing direction of a language. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (rightToLeft.test(language) ? 'rtl' : 'ltr');
