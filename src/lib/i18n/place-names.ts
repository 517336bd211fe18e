/** Names of countries and languages from Intl, without a request for the server's list. */
import { displayNames } from './intl';

function named(code: string, type: 'region' | 'language', locale: string | undefined): string {
  try {
    return displayNames(locale, { type }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** `France` for `FR`; the code itself when it is unknown. Server and browser may word a few names differently. */
export function countryName(code: string, locale?: string): string {
  return named(code, 'region', locale);
}

/** `French` for `fr`; the code itself when it is unknown. */
export function languageName(code: string, locale?: string): string {
  return named(code, 'language', locale);
}
