/** Cached Intl formatters. Creating one costs a hundred times as much as using it. */

import { language } from './words';

/** Memoizes `make`. The locale defaults to the viewer's. The cache is bounded by the languages, currencies and time zones in use. */
function memoized<O, F>(make: (locale: string, options: O) => F): (locale: string | undefined, options: O) => F {
  const cache = new Map<string, F>();
  return (requestedLocale, options) => {
    const locale = requestedLocale ?? language();
    const key = JSON.stringify([locale, options]);
    const formatter = cache.get(key) ?? make(locale, options);
    cache.set(key, formatter);
    return formatter;
  };
}

export const numberFormat = memoized((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));
export const dateFormat = memoized((locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options));
export const displayNames = memoized((locale, options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(locale, options));
