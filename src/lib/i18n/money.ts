/** Formats and parses amounts. Amounts are numbers with two decimals; tokens and card money never mix. */
import { numberFormat } from './intl';

/** `20.00`, in the language's format. For tokens, beside their symbol or noun. */
export function formatTokens(amount: number, locale?: string): string {
  return numberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(amount);
}

/** An amount of tokens for screen readers: `20 tokens`, `1 token`, `12.50 tokens`. */
export function formatTokenCount(amount: number, locale?: string): string {
  return `${shortTokens(amount, locale)} ${amount === 1 ? 'token' : 'tokens'}`;
}

/** `$9.99`: an amount of card money with its symbol. `currency` is an ISO 4217 code. */
export function formatCurrency(amount: number, currency: string, locale?: string): string {
  return numberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(amount);
}

/** Parses a typed amount with at most two decimals after a point or comma; null when it is invalid. */
export function parseAmount(text: string): number | null {
  const normalized = text.trim().replace(',', '.');
  return /^\d{1,12}(\.\d{1,2})?$/.test(normalized) ? Number(normalized) : null;
}

/** Rates have at most four decimals. */
const rateScale = 10_000;
const centsIn = (amount: number): number => Math.round(amount * 100);

/** How a price is divided: `earning` (performer) + `commission` (site) = `price`. */
export interface PriceSplit {
  price: number;
  earning: number;
  commission: number;
}

/** Divides a price as the server does: the commission is rounded down to the cent, and the performer gets the rest. */
export function splitPrice(price: number, commissionRate: number): PriceSplit {
  const cents = centsIn(price);
  const commission = Math.floor((cents * Math.round(commissionRate * rateScale)) / rateScale);
  return { price: cents / 100, earning: (cents - commission) / 100, commission: commission / 100 };
}

/** A discounted price, as the server computes it: the discount is rounded down to the cent. `discount` is a fraction from 0 to 1. */
export function discountedPrice(price: number, discount: number): number {
  const cents = centsIn(price);
  return (cents - Math.floor((cents * Math.round(discount * rateScale)) / rateScale)) / 100;
}

/** The sum of amounts, computed in cents to avoid binary rounding errors. */
export function sumOf(...amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + centsIn(amount), 0) / 100;
}

/** The price of `quantity` units, computed in cents. */
export const totalOf = (price: number, quantity: number): number => (centsIn(price) * quantity) / 100;

/** One of `parts` equal parts of an amount, rounded to the cent. */
export const equalPartOf = (amount: number, parts: number): number => Math.round(centsIn(amount) / parts) / 100;

/** Tokens without needless decimals, for buttons: `20`, `12.50`. */
export function shortTokens(amount: number, locale?: string): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  return numberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(amount);
}

/** `$`, or the code where a currency has no symbol. */
export function currencySign(currency: string): string {
  const parts = numberFormat(undefined, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency.toUpperCase();
}
