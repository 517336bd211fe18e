/** Reference data: countries, languages, phone codes. Built once per process, on first use. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js';
import allWorldCountries from 'world-countries';
import type { z } from 'zod';
import type { CountryEntry, LanguageEntry, PhoneCode } from '@contract/kernel/entities';
import { languageCodes } from '@contract/kernel/languages';
import type { Config } from '@server/kernel/config';
import { fail, failAt } from '@server/kernel/api-error';
import { citiesOf, statesOf, type State } from './places';

type CountryResponse = z.output<typeof CountryEntry>;
type LanguageResponse = z.output<typeof LanguageEntry>;
type PhoneResponse = z.output<typeof PhoneCode>;

/** The URL path of flags. */
export const flagsPath = '/images/flags/';

const byName = new Intl.Collator('en').compare;
const regionNames = new Intl.DisplayNames('en', { type: 'region' });
const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Computes a value on first use and caches it. */
function memoized<T>(make: () => T): () => T {
  let cached: { value: T } | null = null;
  return () => (cached ??= { value: make() }).value;
}

/** The folder of the flag images, which are named by lower-case country code. */
export function flagsRoot(): string {
  const require = createRequire(join(process.cwd(), 'package.json'));
  return join(dirname(require.resolve('flag-icons/package.json')), 'flags', '4x3');
}

/** The main language of a country, according to Unicode CLDR. */
function languageOf(country: string): { code: string; name: string } {
  const code = new Intl.Locale(`und-${country}`).maximize().language;
  return { code, name: languageNames.of(code) ?? code };
}

const allCountries = memoized(() =>
  allWorldCountries
    .map((country) => {
      const [currency] = Object.entries(country.currencies);
      return {
        name: country.name.common,
        code: country.cca2,
        capital: country.capital[0] ?? '',
        region: country.region,
        currency: { code: currency?.[0] ?? '', name: currency?.[1].name ?? '', symbol: currency?.[1].symbol ?? '' },
        language: languageOf(country.cca2),
        demonym: country.demonyms.eng?.m ?? null,
      };
    })
    .sort((one, other) => byName(one.name, other.name)),
);

const countryCodes = memoized(() => new Set(allCountries().map(({ code }) => code)));

/** Whether a country with this code exists. */
export function isCountry(code: string): boolean {
  return countryCodes().has(code);
}

/** Throws country_unknown if the country does not exist; null and undefined are accepted. */
export function assertCountry(code: string | null | undefined): void {
  if (code !== null && code !== undefined && !isCountry(code)) failAt('country', 'country_unknown');
}

/** The URL of a country's flag. */
export function flagUrl({ apiUrl }: Pick<Config, 'apiUrl'>, code: string): string {
  return `${apiUrl}${flagsPath}${code.toLowerCase()}.svg`;
}

/** All countries sorted by name, with the URL of their flag. */
export function countries(config: Pick<Config, 'apiUrl'>): CountryResponse[] {
  return allCountries().map((country) => ({ ...country, flag: flagUrl(config, country.code) }));
}

/** The states of a country. Throws country_not_found. */
export async function states(country: string): Promise<State[]> {
  if (!isCountry(country)) fail('country_not_found');
  return statesOf(country);
}

/** The cities of a state. Throws country_not_found and state_not_found. */
export async function cities(country: string, state: string): Promise<{ name: string }[]> {
  if (!isCountry(country)) fail('country_not_found');
  return citiesOf(country, state);
}

/** The languages of the contract sorted by English name, with the native name where available. */
export const languages = memoized((): LanguageResponse[] =>
  [...languageCodes]
    .map((code) => {
      const name = languageNames.of(code) ?? code;
      return { code, name, nativeName: new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? name };
    })
    .sort((one, other) => byName(one.name, other.name)),
);

/** Phone codes with their plus, by country. */
export const phoneCodes = memoized((): PhoneResponse[] =>
  getCountries()
    .map((countryCode) => ({
      name: regionNames.of(countryCode) ?? countryCode,
      countryCode,
      code: `+${getCountryCallingCode(countryCode)}`,
    }))
    .sort((one, other) => byName(one.name, other.name)),
);
