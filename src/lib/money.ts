/** Amounts as people read and write them. Amounts are numbers with two decimals; tokens and card money never mix. */
import { numberFormat } from './intl';

/** `20.00`, the way a language writes it. For tokens, beside their sign or word. */
export function formatTokens(amount: number, locale = 'en'): string {
  return numberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(amount);
}

/** How an amount of tokens is read aloud: `20 tokens`, `1 token`, `12.50 tokens`. */
export function spokenTokens(amount: number, locale = 'en'): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  const figure = numberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(amount);
  return `${figure} ${amount === 1 ? 'token' : 'tokens'}`;
}

/** `$9.99`: an amount of card money with its sign. `currency` is a code of three letters. */
export function formatCurrency(amount: number, currency: string, locale = 'en'): string {
  return numberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(amount);
}

/** The amount that someone typed, with a point or a comma before at most two decimals; null when it is none. */
export function amountFrom(text: string): number | null {
  const figure = text.trim().replace(',', '.');
  return /^\d{1,12}(\.\d{1,2})?$/.test(figure) ? Number(figure) : null;
}
