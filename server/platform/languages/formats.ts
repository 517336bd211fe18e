/** Formats amounts (in cents), instants and countries in the recipient's language. */
import { amountOf } from '@contract/kernel/values/amounts';
import { walletSource } from '@contract/kernel/values/money';
import type { Language } from './languages';
import { say, type Message } from './messages';

/** Caches a formatter per language: creating one costs a hundred times as much as using it. */
function cachePerLanguage<F>(make: (locale: string) => F): (language: Language) => F {
  const cache = new Map<string, F>();
  return (language) => {
    const formatter = cache.get(language.name) ?? make(language.name);
    cache.set(language.name, formatter);
    return formatter;
  };
}

const dateTime = cachePerLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' }),
);
const day = cachePerLanguage((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }));
const whole = cachePerLanguage((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }));
const twoDecimals = cachePerLanguage((locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }));
const percent = cachePerLanguage((locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }));
const countries = cachePerLanguage((locale) => new Intl.DisplayNames(locale, { type: 'region' }));

/** Date and time in UTC: `March 4, 2026 at 05:06 UTC`. */
export const momentOf = (at: Date): Message => say`${(language) => dateTime(language).format(at)} UTC`;

/** The date in UTC: `March 4, 2026`. */
export const dayOf =
  (at: Date): Message =>
  (language) =>
    day(language).format(at);

/** Without decimals where possible: `20 tokens`, `1 token`, `12.50 tokens`. */
export function formatTokenCount(cents: bigint): Message {
  const amount = amountOf(cents);
  if (amount === 1) return say`1 token`;
  const figures = Number.isInteger(amount) ? whole : twoDecimals;
  return say`${(language) => figures(language).format(amount)} tokens`;
}

const currencyFormats = new Map<string, (language: Language) => Intl.NumberFormat>();

/** `$45.00`, in German `45,00 $`: an amount of card money. `currency` is an ISO 4217 code in either case. */
export function priceOf(cents: bigint, currency: string): Message {
  const formatIn =
    currencyFormats.get(currency) ??
    cachePerLanguage((locale) => new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }));
  currencyFormats.set(currency, formatIn);
  return (language) => formatIn(language).format(amountOf(cents));
}

/** A price in the unit of its payment source: tokens for the wallet, otherwise the card's currency. */
export const pricePaidBy = (source: string, cents: bigint, currency: string): Message =>
  source === walletSource ? formatTokenCount(cents) : priceOf(cents, currency);

/** A share from 0 to 1: `12.5%`, in German `12,5 %`. */
export const shareOf =
  (share: number): Message =>
  (language) =>
    percent(language).format(share);

/** A country by its ISO code. */
export const countryOf =
  (code: string): Message =>
  (language) =>
    countries(language).of(code) ?? code;

const hour_s = 3600;
const dayHours = 24;

/** Rounded to whole hours, or to days from two days on. */
export function formatDuration(duration_s: number): Message {
  const hours = Math.round(duration_s / hour_s);
  if (hours >= 2 * dayHours) return say`${String(Math.round(hours / dayHours))} days`;
  return hours === 1 ? say`1 hour` : say`${String(hours)} hours`;
}
