/** What a payment of a subscription leaves when it came to nothing. */
import type { Context } from '../../platform/context';
import { pricePaidBy } from '../../platform/languages/formats';
import { say, told } from '../../languages/say';
import { returnPromotion, takePromotionAgain } from '../../money/offers/offers';
import type { PaymentRow } from '../../money/subscriptions/activate';
import { expireUnpaid } from '../../money/subscriptions/end';
import { tellFan } from '../../money/subscriptions/mails';
import { newsOfFailure } from './news';
import { lockSubscription, publishChange, update } from '../../money/subscriptions/rows';
import { renewalKey, retriesAfter } from '../../money/subscriptions/state';

/** When a renewal that failed first at `pastDueAt` is tried again, or null when it has been tried often enough. */
const nextTry = (pastDueAt: Date, now: Date): Date | null => retriesAfter(pastDueAt).find((at) => at > now) ?? null;

const unknownReason = say`The payment did not go through.`;

/** Whether a payment itself took the offer that it names; a renewal only goes on with it. */
const hasTakenOffer = (payment: PaymentRow): payment is PaymentRow & { promotionId: string } =>
  payment.promotionId !== null && !payment.isOffSession;

/** Takes note that a payment which had failed was paid after all: the offer that was freed is used again, also beyond its last use. */
export async function noteLatePayment(tx: Context, payment: PaymentRow): Promise<void> {
  if (hasTakenOffer(payment)) await takePromotionAgain(tx, payment.promotionId);
}

/**
 * Takes note that a subscription's payment failed or was given up, in the transaction that writes it and after the account
 * row of its fan was locked. An offer that it took is free again. A renewal becomes past due and is tried again, access
 * being kept; after the last try the subscription ends. A payment that is not of the period that is due changes nothing.
 */
export async function noteFailure(tx: Context, payment: PaymentRow): Promise<void> {
  if (hasTakenOffer(payment)) await returnPromotion(tx, payment.promotionId);
  if (!payment.isOffSession || payment.subscriptionId === null) return;
  const row = await lockSubscription(tx, payment.subscriptionId);
  if (!row?.isRenewing || renewalKey(row) !== payment.gatewayKey) return;
  const now = tx.clock.now();
  const reason = payment.failureMessage === null ? unknownReason : told(payment.failureMessage);
  const pastDueAt = row.pastDueAt ?? now;
  const next = nextTry(pastDueAt, now);
  if (next === null) return expireUnpaid(tx, row, reason);
  const failed = await update(tx, row.id, {
    status: 'past_due',
    failedRenewals: row.failedRenewals + 1,
    pastDueAt,
    renewsAt: next,
  });
  const price = pricePaidBy(payment.gateway, payment.totalCents, payment.currency);
  await tellFan(tx, 'renewal-failed', row, { price, reason, next });
  await newsOfFailure(tx, row, payment.id, next);
  await publishChange(tx, failed);
}
