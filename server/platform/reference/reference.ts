/** Lists of the world that hardly change: countries, languages, telephone codes. Made once per process, at the first question. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js';
import world from 'world-countries';
import type { z } from 'zod';
import type { CountryEntry, LanguageEntry, PhoneCode } from '@contract/kernel/entities';
import { languageCodes } from '@contract/kernel/languages';
import type { Config } from '@server/kernel/config';
import { fail, failAt } from '@server/kernel/api-error';
import { citiesOf, statesOf, type State } from './places';

type CountryAnswer = z.output<typeof CountryEntry>;
type LanguageAnswer = z.output<typeof LanguageEntry>;
type PhoneAnswer = z.output<typeof PhoneCode>;

/** Where the host serves flags. */
export const flagsPath = '/images/flags/';

const byName = new Intl.Collator('en').compare;
const regionNames = new Intl.DisplayNames('en', { type: 'region' });
const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Computes once, when first asked. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** The folder of the flags' pictures, named by the two small letters of the country. */
export function flagsRoot(): string {
  const own = createRequire(join(process.cwd(), 'package.json'));
  return join(dirname(own.resolve('flag-icons/package.json')), 'flags', '4x3');
}

/** The language that most people of a country speak, as far as the Unicode tables know. */
function languageOf(country: string): { code: string; name: string } {
  const code = new Intl.Locale(`und-${country}`).maximize().language;
  return { code, name: languageNames.of(code) ?? code };
}

const knownCountries = once(() =>
  world
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

const countryCodes = once(() => new Set(knownCountries().map(({ code }) => code)));

/** Whether there is a country with these two capitals. */
export function isCountry(code: string): boolean {
  return countryCodes().has(code);
}

/** Refuses a country that does not exist with country_unknown; none at all is in order. */
export function assertCountry(code: string | null | undefined): void {
  if (code !== null && code !== undefined && !isCountry(code)) failAt('country', 'country_unknown');
}

/** The address of a country's flag on the host. */
export function flagAddress({ apiUrl }: Pick<Config, 'apiUrl'>, code: string): string {
  return `${apiUrl}${flagsPath}${code.toLowerCase()}.svg`;
}

/** All countries by name, each with the address of its flag on the host. */
export function countries(config: Pick<Config, 'apiUrl'>): CountryAnswer[] {
  return knownCountries().map((country) => ({ ...country, flag: flagAddress(config, country.code) }));
}

/** The states of a country. Refuses with country_not_found. */
export async function states(country: string): Promise<State[]> {
  if (!isCountry(country)) fail('country_not_found');
  return statesOf(country);
}

/** The cities of a state. Refuses with country_not_found and state_not_found. */
export async function cities(country: string, state: string): Promise<{ name: string }[]> {
  if (!isCountry(country)) fail('country_not_found');
  return citiesOf(country, state);
}

/** The languages of the contract by English name; the own name where Unicode knows it. */
export const languages = once((): LanguageAnswer[] =>
  [...languageCodes]
    .map((code) => {
      const name = languageNames.of(code) ?? code;
      return { code, name, nativeName: new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? name };
    })
    .sort((one, other) => byName(one.name, other.name)),
);

/** Telephone codes with their plus, by country. */
export const phoneCodes = once((): PhoneAnswer[] =>
  getCountries()
    .map((countryCode) => ({
      name: regionNames.of(countryCode) ?? countryCode,
      countryCode,
      code: `+${getCountryCallingCode(countryCode)}`,
    }))
    .sort((one, other) => byName(one.name, other.name)),
);
