/** Amounts, instants and countries within words, each as the reader's language writes it. Amounts come in hundredths. */
import { amountOf, walletSource } from '@contract/values';
import type { Language } from './languages';
import { say, type Words } from '../../languages/say';

/** Days stand before months in the host's English. */
const localeOf = ({ name }: Language): string => (name === 'en' ? 'en-GB' : name);

/** Making a format costs a hundred times what using it does: each is made once for a language. */
function format<F>(make: (locale: string) => F): (language: Language) => F {
  const known = new Map<string, F>();
  return (language) => {
    const made = known.get(language.name) ?? make(localeOf(language));
    known.set(language.name, made);
    return made;
  };
}

const moment = format((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }));
const day = format((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }));
const hundredths = format(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false }),
);
const plain = format((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 2, useGrouping: false }));
const countries = format((locale) => new Intl.DisplayNames(locale, { type: 'region' }));

const amount =
  (cents: bigint): Words =>
  (language) =>
    hundredths(language).format(amountOf(cents));

export const momentOf = (at: Date): Words => say`${(language) => moment(language).format(at)} UTC`;

export const dayOf =
  (at: Date): Words =>
  (language) =>
    day(language).format(at);

/** `80.00 tokens`. */
export const tokensOf = (cents: bigint): Words => say`${amount(cents)} tokens`;

/** As it is said of a number of them: `20 tokens`, `1 token`, `12.50 tokens`. */
export function countedTokens(cents: bigint): Words {
  if (amountOf(cents) === 1) return say`1 token`;
  return Number.isInteger(amountOf(cents)) ? say`${(language) => plain(language).format(amountOf(cents))} tokens` : tokensOf(cents);
}

/** `45.00 USD`: in the currency that a card paid in. */
export const priceOf =
  (cents: bigint, currency: string): Words =>
  (language) =>
    `${amount(cents)(language)} ${currency.toUpperCase()}`;

/** A price in the unit that pays it: tokens from the wallet, else the currency that the card is charged in. */
export const pricePaidBy = (source: string, cents: bigint, currency: string): Words =>
  source === walletSource ? tokensOf(cents) : priceOf(cents, currency);

/** A share from 0 to 1: `12.5 %`. */
export const shareOf =
  (share: number): Words =>
  (language) =>
    `${plain(language).format(share * 100)} %`;

/** A country by its ISO code. */
export const countryOf =
  (code: string): Words =>
  (language) =>
    countries(language).of(code) ?? code;

const hour_s = 3600;
const dayHours = 24;

export function lasting(duration_s: number): Words {
  const hours = Math.round(duration_s / hour_s);
  if (hours >= 2 * dayHours) return say`${String(Math.round(hours / dayHours))} days`;
  return hours === 1 ? say`one hour` : say`${String(hours)} hours`;
}
