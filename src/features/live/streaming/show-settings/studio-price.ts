/** The price of a show: validation, and the body for the API. */
import * as limits from '@contract/kernel/limits';
import type { Audience } from '@contract/kernel/values/content';
import { shortTokens, formatTokenCount } from '@web/lib/i18n/money';
import { typedAmount } from '@web/lib/typed-number';

const { min, max } = limits.stream.price;

/** The validation error of a typed price, or false. */
export function checkPrice(text: string): string | false {
  const amount = typedAmount(text);
  return !(amount >= min && amount <= max) && `Enter a price from ${shortTokens(min)} to ${formatTokenCount(max)}.`;
}

/** Audience and price as the API expects them. */
export const accessTerms = (audience: Audience, price: string): { audience: Audience; price?: number } =>
  audience === 'paid' ? { audience, price: typedAmount(price) } : { audience };
