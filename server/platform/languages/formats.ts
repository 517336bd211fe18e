/** Formats amounts (in cents), instants and countries in the recipient's language. */
import { amountOf } from '@contract/kernel/values/amounts';
import { walletSource } from '@contract/kernel/values/money';
import type { Language } from './languages';
import { say, type Message } from './messages';

/** British format for English: the day comes before the month. */
const localeOf = ({ name }: Language): string => (name === 'en' ? 'en-GB' : name);

/** Caches a formatter per language: creating one costs a hundred times as much as using it. */
function format<F>(make: (locale: string) => F): (language: Language) => F {
  const cache = new Map<string, F>();
  return (language) => {
    const formatter = cache.get(language.name) ?? make(localeOf(language));
    cache.set(language.name, formatter);
    return formatter;
  };
}

const moment = format((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }));
const day = format((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }));
const twoDecimals = format(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false }),
);
const upToTwoDecimals = format((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 2, useGrouping: false }));
const countries = format((locale) => new Intl.DisplayNames(locale, { type: 'region' }));

const amount =
  (cents: bigint): Message =>
  (language) =>
    twoDecimals(language).format(amountOf(cents));

export const momentOf = (at: Date): Message => say`${(language) => moment(language).format(at)} UTC`;

export const dayOf =
  (at: Date): Message =>
  (language) =>
    day(language).format(at);

/** `80.00 tokens`. */
export const tokensOf = (cents: bigint): Message => say`${amount(cents)} tokens`;

/** Without decimals where possible: `20 tokens`, `1 token`, `12.50 tokens`. */
export function formatTokenCount(cents: bigint): Message {
  if (amountOf(cents) === 1) return say`1 token`;
  return Number.isInteger(amountOf(cents))
    ? say`${(language) => upToTwoDecimals(language).format(amountOf(cents))} tokens`
    : tokensOf(cents);
}

/** `45.00 USD`, in the currency of the card payment. */
export const priceOf =
  (cents: bigint, currency: string): Message =>
  (language) =>
    `${amount(cents)(language)} ${currency.toUpperCase()}`;

/** A price in the unit of its payment source: tokens for the wallet, otherwise the card's currency. */
export const pricePaidBy = (source: string, cents: bigint, currency: string): Message =>
  source === walletSource ? tokensOf(cents) : priceOf(cents, currency);

/** A share from 0 to 1, e.g. `12.5 %`. */
export const shareOf =
  (share: number): Message =>
  (language) =>
    `${upToTwoDecimals(language).format(share * 100)} %`;

/** A country by its ISO code. */
export const countryOf =
  (code: string): Message =>
  (language) =>
    countries(language).of(code) ?? code;

const hour_s = 3600;
const dayHours = 24;

export function formatDuration(duration_s: number): Message {
  const hours = Math.round(duration_s / hour_s);
  if (hours >= 2 * dayHours) return say`${String(Math.round(hours / dayHours))} days`;
  return hours === 1 ? say`one hour` : say`${String(hours)} hours`;
}
