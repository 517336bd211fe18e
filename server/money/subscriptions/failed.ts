/** The effects of a failed subscription payment. */
import type { Context } from '../../platform/context';
import { pricePaidBy } from '../../platform/languages/formats';
import { say, translated } from '../../platform/languages/messages';
import { releasePromotion, redeemPromotionAgain } from '../offers/terms';
import type { PaymentRow } from './activate';
import { expireUnpaid } from './end';
import { emailFan } from './mails';
import { notifyOfFailedRenewal } from './notifications';
import { lockSubscription, publishChange, updateSubscription } from './rows';
import { renewalKey, retriesAfter } from './state';

/** The next retry of a renewal that first failed at `pastDueAt`, or null when there are no retries left. */
const nextRetry = (pastDueAt: Date, now: Date): Date | null => retriesAfter(pastDueAt).find((at) => at > now) ?? null;

const unknownReason = say`The payment didn’t go through.`;

/** Whether this payment used a promotion itself; a renewal only inherits it. */
const hasUsedPromotion = (payment: PaymentRow): payment is PaymentRow & { promotionId: string } =>
  payment.promotionId !== null && !payment.isOffSession;

/** Handles a payment that succeeded after it had failed: its released promotion is redeemed again, even beyond the maximum. */
export async function handleLatePayment(tx: Context, payment: PaymentRow): Promise<void> {
  if (hasUsedPromotion(payment)) await redeemPromotionAgain(tx, payment.promotionId);
}

/**
 * Handles a failed or abandoned subscription payment, in the transaction that stores it, after the fan's account row was locked.
 * Its promotion is released. A renewal becomes past due and is retried while access continues; after the last retry the
 * subscription ends. A payment for another period than the due one changes nothing.
 */
export async function handleFailedPayment(tx: Context, payment: PaymentRow): Promise<void> {
  if (hasUsedPromotion(payment)) await releasePromotion(tx, payment.promotionId);
  if (!payment.isOffSession || payment.subscriptionId === null) return;
  const row = await lockSubscription(tx, payment.subscriptionId);
  if (!row?.isRenewing || renewalKey(row) !== payment.gatewayKey) return;
  const now = tx.clock.now();
  const reason = payment.failureMessage === null ? unknownReason : translated(payment.failureMessage);
  const pastDueAt = row.pastDueAt ?? now;
  const next = nextRetry(pastDueAt, now);
  if (next === null) return expireUnpaid(tx, row, reason);
  const failed = await updateSubscription(tx, row.id, {
    status: 'past_due',
    failedRenewals: row.failedRenewals + 1,
    pastDueAt,
    renewsAt: next,
  });
  const price = pricePaidBy(payment.gateway, payment.totalCents, payment.currency);
  await emailFan(tx, 'renewal-failed', row, { price, reason, nextAttemptAt: next });
  await notifyOfFailedRenewal(tx, row, payment.id, next);
  await publishChange(tx, failed);
}
