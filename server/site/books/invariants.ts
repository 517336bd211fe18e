/** Every invariant of the ledger: the ledger's own, and those that modules add for their tables. */
import { ledgerInvariants } from '../../money/ledger/invariants';
import type { LedgerInvariant } from '../../money/ledger/check';
import { adjustmentInvariants } from '../../money/adjustments/invariants';
import { chargeInvariants } from '../../money/charges/invariants';
import { orderInvariants } from '../../content/orders/invariants';
import { paymentInvariants } from '../../money/payments/invariants';
import { subscriptionInvariants } from '../../money/subscriptions/invariants';
import { earningInvariants } from '../../money/earnings/invariants';
import { privateShowInvariants } from '../../live/private-shows/invariants';
import { payoutInvariants } from '../../money/payouts/invariants';
import { ticketInvariants } from '../../money/tickets/invariants';

export const allInvariants: readonly LedgerInvariant[] = [
  ...ledgerInvariants,
  ...chargeInvariants,
  ...ticketInvariants,
  ...orderInvariants,
  ...earningInvariants,
  ...privateShowInvariants,
  ...paymentInvariants,
  ...payoutInvariants,
  ...adjustmentInvariants,
  ...subscriptionInvariants,
];
