/** The language's own formats, each made once: making one costs a hundred times what using it does. */

import { language } from './i18n/words';

/** `make`, remembered by its arguments. Without a language it is the reader's. Their number is that of the languages, currencies and time zones in use: few. */
function once<O, F>(make: (locale: string, options: O) => F): (locale: string | undefined, options: O) => F {
  const known = new Map<string, F>();
  return (named, options) => {
    const locale = named ?? language();
    const key = JSON.stringify([locale, options]);
    const made = known.get(key) ?? make(locale, options);
    known.set(key, made);
    return made;
  };
}

export const numberFormat = once((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));
export const dateFormat = once((locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options));
export const displayNames = once((locale, options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(locale, options));
