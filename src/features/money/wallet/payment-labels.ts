/** The purpose of a payment as text, and the path of its result page. */
import { inDirection } from '@web/lib/i18n/words';
import { formatTokenCount } from '@web/lib/i18n/money';
import { paymentTypeLabels } from '@web/lib/wording/money-labels';
import { payerStateOf } from '@web/checkout/use-tracked-payment';
import type { Payment } from '@web/checkout/use-tracked-payment';

export function paymentPurpose({ type, performer, products }: Payment): string {
  if (performer !== null) return `${paymentTypeLabels[type]}: ${inDirection(performer.name)}`;
  const [product] = products;
  if (product === undefined) return paymentTypeLabels[type];
  return product.tokens === null ? product.name : formatTokenCount(product.tokens);
}

const results = { paid: 'success', failed: 'cancel', waiting: 'pending', authenticating: 'pending' } as const;
export const resultPaths = ['success', 'cancel', 'pending'] as const;

/** The page with a payment's status. */
export const resultPath = (payment: Payment): string => `/payment/${results[payerStateOf(payment)]}?id=${payment._id}`;
