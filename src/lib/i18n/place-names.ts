/** Names of countries and languages from Intl, without a request for the server's lists. */
import { displayNames } from './intl';

function displayNameOf(code: string, type: 'region' | 'language', locale: string | undefined): string {
  try {
    return displayNames(locale, { type }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** `France` for `FR`; the code itself when it is unknown. A few names may differ between server and browser. */
export function countryName(code: string, locale?: string): string {
  return displayNameOf(code, 'region', locale);
}

/** `French` for `fr`; the code itself when it is unknown. */
export function languageName(code: string, locale?: string): string {
  return displayNameOf(code, 'language', locale);
}
