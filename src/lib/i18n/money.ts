/** Amounts as people read and write them. Amounts are numbers with two decimals; tokens and card money never mix. */
import { numberFormat } from '../intl';

/** `20.00`, the way a language writes it. For tokens, beside their sign or word. */
export function formatTokens(amount: number, locale?: string): string {
  return numberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(amount);
}

/** How an amount of tokens is read aloud: `20 tokens`, `1 token`, `12.50 tokens`. */
export function spokenTokens(amount: number, locale?: string): string {
  return `${shortTokens(amount, locale)} ${amount === 1 ? 'token' : 'tokens'}`;
}

/** `$9.99`: an amount of card money with its sign. `currency` is a code of three letters. */
export function formatCurrency(amount: number, currency: string, locale?: string): string {
  return numberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(amount);
}

/** The amount that someone typed, with a point or a comma before at most two decimals; null when it is none. */
export function amountFrom(text: string): number | null {
  const figure = text.trim().replace(',', '.');
  return /^\d{1,12}(\.\d{1,2})?$/.test(figure) ? Number(figure) : null;
}

const shareUnits = 10_000;
const centsIn = (amount: number): number => Math.round(amount * 100);

/** Who gets what of a price: the three always add up. */
export interface Split {
  pays: number;
  receives: number;
  keeps: number;
}

/** Divides a price as the host does: the site's part is rounded down to the hundredth, and the performer gets all the rest. */
export function splitOf(price: number, commissionRate: number): Split {
  const cents = centsIn(price);
  const kept = Math.floor((cents * Math.round(commissionRate * shareUnits)) / shareUnits);
  return { pays: cents / 100, receives: (cents - kept) / 100, keeps: kept / 100 };
}

/** A price with a share taken off, as the host counts it: what is taken off is rounded down to the hundredth. */
export function loweredBy(price: number, share: number): number {
  const cents = centsIn(price);
  return (cents - Math.floor((cents * Math.round(share * shareUnits)) / shareUnits)) / 100;
}

/** The sum of amounts in whole hundredths, whatever binary fractions make of them. */
export function sumOf(...amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + centsIn(amount), 0) / 100;
}

/** Tokens as short as they can be said on a button: `20`, `12.50`. */
export function shortTokens(amount: number, locale?: string): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  return numberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(amount);
}

/** `$`, or the code where a currency has no sign. */
export function currencySign(currency: string): string {
  const parts = numberFormat(undefined, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency.toUpperCase();
}
