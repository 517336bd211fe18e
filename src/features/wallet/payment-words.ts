/** Payments in words: what was paid for, what paid, and where one is told of. */
import { spokenTokens } from '@web/lib/i18n/money';
import { paymentTypeWords } from '@web/lib/money-words';
import { standingOf } from '@web/session/use-settled';
import type { Payment } from '@web/session/use-settled';

export function paidFor({ type, performer, products }: Payment): string {
  if (performer !== null) return `${paymentTypeWords[type]}: ${performer.name}`;
  const [product] = products;
  if (product === undefined) return paymentTypeWords[type];
  return product.tokens === null ? product.name : spokenTokens(product.tokens);
}

const results = { paid: 'success', refused: 'cancel', waiting: 'pending', asking: 'pending' } as const;
export const resultNames = ['success', 'cancel', 'pending'] as const;

/** The page that tells how a payment stands. */
export const resultPath = (payment: Payment): string => `/payment/${results[standingOf(payment)]}?id=${payment._id}`;
