/** Every law of the books: the ledger's own, and those that modules add over their tables. */
import { ledgerLaws } from '../money/ledger/invariants';
import type { Law } from '../money/ledger/check';
import { adjustmentLaws } from '../money/adjustments/invariants';
import { chargeLaws } from '../money/charges/invariants';
import { orderLaws } from '../content/orders/invariants';
import { paymentLaws } from '../money/payments/invariants';
import { subscriptionLaws } from '../money/subscriptions/invariants';
import { earningLaws } from '../money/earnings/invariants';
import { showLaws } from '../live/private-shows/invariants';
import { payoutLaws } from '../money/payouts/invariants';

export const laws: readonly Law[] = [
  ...ledgerLaws,
  ...chargeLaws,
  ...orderLaws,
  ...earningLaws,
  ...showLaws,
  ...paymentLaws,
  ...payoutLaws,
  ...adjustmentLaws,
  ...subscriptionLaws,
];
