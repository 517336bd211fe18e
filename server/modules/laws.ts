/** Every law of the books: the ledger's own, and those that modules add over their tables. */
import { ledgerLaws } from '../ledger/laws';
import type { Law } from '../ledger/check';
import { adjustmentLaws } from './adjustments/laws';
import { chargeLaws } from './charges/laws';
import { orderLaws } from './orders/laws';
import { paymentLaws } from './payments/laws';
import { subscriptionLaws } from './subscriptions/laws';
import { earningLaws } from './earnings/laws';
import { showLaws } from './private-shows/laws';
import { payoutLaws } from './payouts/laws';

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
