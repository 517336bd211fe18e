/** Refunds of charges to the wallet that paid them: by an operator, by the seller of an order, or automatically. */
import { eq, sql } from 'drizzle-orm';
import { audit } from '../../platform/audit/audit';
import { changesOf } from '../../platform/audit/changes';
import type { Context } from '../../platform/context';
import { items } from '../../platform/db/schema/content';
import { charges } from '../../platform/db/schema/money';
import { fail, ApiError } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { walletOf } from '../../money/ledger/chart';
import type { Viewer } from '../../platform/media/links';
import { sendMail } from '../../platform/mail/mail';
import { refundRecordedSale } from '../../money/earnings/refund-sale';
import { profileTabLink, tokensText } from '../../platform/notification-texts';
import { notify } from '../../people/notifications/notify';
import { findAccount, nameOf } from '../../people/people/rows';
import { closeOrder, lockOrderOfCharge } from '../../content/orders/change';
import { lockTicketedShow } from '../../money/tickets/rows';
import { enqueueSettlement } from '../../money/charges/debt';
import { chargeResponses, isPurchase, type ChargeResponse } from '../../money/charges/rows';
import { relockMessage } from '../../talk/messages/relock';

type ChargeRow = typeof charges.$inferSelect;

export interface Refund {
  /** The part of the price in cents; the whole remainder when absent. */
  amount?: bigint | undefined;
  reason: string;
}

async function mailBuyer(tx: Context, { userId, performerId }: ChargeRow, cents: bigint, reason: string): Promise<void> {
  const [buyer, performer] = [await findAccount(tx, userId), await findAccount(tx, performerId)];
  if (!buyer?.email || !performer) return;
  await sendMail(tx, 'refund', buyer.email, {
    name: nameOf(buyer),
    performer: nameOf(performer),
    amount_cents: cents,
    reason,
    link: `${tx.config.siteUrl}/wallet`,
  });
}

interface RefundedCharge {
  charge: ChargeRow;
  cents: bigint;
  /** The total refunded so far. */
  refundedCents: bigint;
  orderId: string | null;
}

/** Notifications of an automatic refund that differ from the default. */
interface RefundNotification {
  buyer: (charge: ChargeRow, cents: bigint) => string;
  notifiesSeller: boolean;
}

/** Notifies the buyer of the refunded amount, and the performer of the lost earnings unless they made the refund themselves. */
async function notifyOfRefund(
  tx: Context,
  refundedBy: Viewer | null,
  { charge, cents, refundedCents, orderId }: RefundedCharge,
  custom: RefundNotification | null,
): Promise<void> {
  const { id, userId, performerId } = charge;
  const notification = { type: 'refund', actorId: null, event: `refund:${id}:${String(refundedCents)}` } as const;
  const orderLink = orderId === null ? null : `/orders/${orderId}`;
  const buyerText = custom === null ? `We refunded ${tokensText(cents)} to your wallet.` : custom.buyer(charge, cents);
  await notify(tx, userId, {
    ...notification,
    text: buyerText,
    link: orderLink ?? (charge.type === 'ticket' ? '/purchases?type=ticket' : '/wallet'),
  });
  if (refundedBy?.id === performerId || custom?.notifiesSeller === false) return;
  const text = `One of your sales was refunded: ${tokensText(cents)}.`;
  await notify(tx, performerId, { ...notification, text, link: orderLink ?? profileTabLink(performerId, 'earnings') });
}

interface ChargeChange {
  before: ChargeRow;
  after: Pick<ChargeRow, 'status' | 'refundedCents'>;
}

/**
 * Refunds a charge or a part of it. A full refund closes what the charge had unlocked. `note` is shown to buyer and seller of an order;
 * `reason` is for the buyer and the ledger. `refundedBy` is null for automatic refunds.
 */
async function refundPayment(
  tx: Context,
  id: string,
  refundedBy: Viewer | null,
  { amount, reason }: Refund,
  note: string,
  notification: RefundNotification | null = null,
): Promise<ChargeChange> {
  const [target] = await tx.db.select({ type: charges.type, targetId: charges.targetId }).from(charges).where(eq(charges.id, id));
  // The show is locked before its ticket, as in all sales and refunds, to prevent deadlocks.
  if (target?.type === 'ticket') await lockTicketedShow(tx, target.targetId);
  const order = target?.type === 'product' ? await lockOrderOfCharge(tx, id) : null;
  const [before] = await tx.db.select().from(charges).where(eq(charges.id, id)).for('no key update');
  if (!before) return fail('charge_not_found');
  const { userId, transferId, type, targetId } = before;
  const reversal = await refundRecordedSale(tx, {
    cause: { chargeId: id },
    transferId,
    cents: amount,
    to: walletOf(userId),
    reason: 'refund',
    reasonText: reason,
    mustBeCovered: refundedBy?.id === before.performerId,
  });
  const after = { status: reversal.isFullyRefunded ? ('refunded' as const) : before.status, refundedCents: reversal.refunded_cents };
  await tx.db
    .update(charges)
    // A fully refunded charge unlocks nothing, so it is not withheld anymore.
    .set({ ...after, ...(reversal.isFullyRefunded && { withheldAt: null }), updatedAt: tx.clock.now() })
    .where(eq(charges.id, id));
  if (reversal.isFullyRefunded && order !== null) {
    if (refundedBy === null) throw new Error('closing an order requires an actor');
    await closeOrder(tx, order, { actor: refundedBy, note });
  }
  if (reversal.isFullyRefunded && isPurchase(type))
    await tx.db
      .update(items)
      .set({ sales: sql`${items.sales} - 1` })
      .where(eq(items.id, targetId));
  if (reversal.isFullyRefunded && type === 'message') await relockMessage(tx, targetId);
  const isWithheld = !reversal.isFullyRefunded && before.withheldAt !== null;
  await enqueueSettlement(tx, userId, { cause: id, key: `refund:${id}:${String(reversal.refunded_cents)}` }, isWithheld);
  await mailBuyer(tx, before, reversal.cents, reason);
  await notifyOfRefund(
    tx,
    refundedBy,
    { charge: before, cents: reversal.cents, refundedCents: after.refundedCents, orderId: order?.id ?? null },
    notification,
  );
  return { before, after };
}

/**
 * Refunds a charge in the transaction of `tx`, audits it and notifies the buyer. Rejects with charge_not_found, already_refunded and
 * price_out_of_range.
 */
export async function refundCharge(tx: Context, operator: Actor, client: Client, id: string, refund: Refund): Promise<ChargeResponse> {
  const { before, after } = await refundPayment(tx, id, operator, refund, '');
  const changes = changesOf(
    { status: before.status, refunded: before.refundedCents },
    { status: after.status, refunded: after.refundedCents },
  );
  await audit(tx, operator, client, {
    action: 'charges.refund',
    targetType: 'charge',
    targetId: id,
    before: changes.before,
    after: { ...changes.after, reason: refund.reason },
  });
  return (await chargeResponses(tx, [id], 'operator')).get(id) ?? fail('charge_not_found');
}

/**
 * Refunds the remainder of a sale in the transaction of `tx`, and notifies the buyer. Sellers can refund up to their earnings; beyond
 * that it rejects with refund_not_covered. Operators may make the seller's earnings negative.
 */
export async function refundSale(
  tx: Context,
  { chargeId, refundedBy, reason }: { chargeId: string; refundedBy: Viewer; reason: string },
): Promise<void> {
  try {
    await refundPayment(tx, chargeId, refundedBy, { reason }, reason);
  } catch (error) {
    throw error instanceof ApiError && error.code === 'insufficient_balance' ? new ApiError('refund_not_covered') : error;
  }
}

/** Automatically refunds the remainder of an entry or a ticket, in the transaction of `tx`, and notifies both parties. */
export async function refundAutomatically(
  tx: Context,
  chargeId: string,
  reason: string,
  notification: RefundNotification | null = null,
): Promise<void> {
  await refundPayment(tx, chargeId, null, { reason }, '', notification);
}
