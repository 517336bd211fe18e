/** Who enters a show and for how much, in words, and whether a price is one. */
import * as limits from '@contract/kernel/limits';
import { amountFrom, shortTokens, spokenTokens } from '@web/lib/i18n/money';

export const entryOptions = [
  { value: 'free', label: 'Subscribers, free', note: 'Nobody else comes in.' },
  { value: 'paid', label: 'Everybody who pays a price', note: 'Once for this show. Subscribers pay it too.' },
];

const { min, max } = limits.stream.price;

/** What is wrong with a typed price, or true. */
export function priceFault(text: string): string | true {
  const amount = amountFrom(text);
  return (amount !== null && amount >= min && amount <= max) || `Enter a price from ${shortTokens(min)} to ${spokenTokens(max)}.`;
}

/** What a show costs, as the host takes it. Call it with a price that has no fault. */
export function entryTerms(entry: string, text: string): { isFree: boolean; price?: number } {
  const price = entry === 'paid' ? amountFrom(text) : null;
  return price === null ? { isFree: true } : { isFree: false, price };
}
