const rightToLeft = /^(ar|dv|fa|he|ps|ur|yi)\b/;
/** Which way a language is written, by its code. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (rightToLeft.test(language) ? 'rtl' : 'ltr');
