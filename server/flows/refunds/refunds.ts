/** A charge given back to the wallet that paid it: by an operator, or by the seller of an order. */
import { eq, sql } from 'drizzle-orm';
import { audit } from '../../platform/audit/audit';
import { changesOf } from '../../audit/changes';
import type { Context } from '../../platform/context';
import { charges, items } from '../../platform/db/schema/schema';
import { fail, Refusal } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { walletOf } from '../../money/ledger/chart';
import type { Viewer } from '../../platform/media/links';
import { sendMail } from '../../mail/mail';
import { giveBack } from '../../money/earnings/earnings';
import { ownTabLink, tokensText } from '../../platform/notification-texts';
import { notify } from '../../people/notifications/notifications';
import { findAccount, nameOf } from '../../modules/people/people';
import { closeOrder, holdOrderOf } from '../../content/orders/orders';
import { settleLater } from '../../modules/charges/debt';
import { relockMessage } from '../purchases/message';
import { chargeAnswers, isUnlock, type ChargeAnswer } from '../../money/charges/rows';

type ChargeRow = typeof charges.$inferSelect;

export interface Refund {
  /** How much of the price; all that is left when this is not said. */
  amount?: bigint | undefined;
  reason: string;
}

async function tellBuyer(tx: Context, { userId, performerId }: ChargeRow, cents: bigint, reason: string): Promise<void> {
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

interface Back {
  charge: ChargeRow;
  cents: bigint;
  /** All that went back of it so far. */
  refundedCents: bigint;
  orderId: string | null;
}

/** Tells the buyer what is in her wallet again, and the performer what she has no more unless she gave it back herself. */
async function newsOfRefund(tx: Context, by: Viewer | null, { charge, cents, refundedCents, orderId }: Back): Promise<void> {
  const { id, userId, performerId } = charge;
  const told = { type: 'refund', actorId: null, event: `refund:${id}:${String(refundedCents)}` } as const;
  const orderLink = orderId === null ? null : `/orders/${orderId}`;
  await notify(tx, userId, { ...told, text: `${tokensText(cents)} went back to your wallet.`, link: orderLink ?? '/wallet' });
  if (by?.id === performerId) return;
  const text = `${tokensText(cents)} of a sale of yours went back to the buyer.`;
  await notify(tx, performerId, { ...told, text, link: orderLink ?? ownTabLink(performerId, 'earnings') });
}

interface GivenBackCharge {
  before: ChargeRow;
  after: Pick<ChargeRow, 'status' | 'refundedCents'>;
}

/**
 * Gives back what a charge paid, or a part of it, and closes what it had opened once all of it went back. `note` is what both
 * sides of an order read of it: the reason is for the buyer and the books. `by` is null where a rule of the site does it.
 */
async function giveBackCharge(
  tx: Context,
  id: string,
  by: Viewer | null,
  { amount, reason }: Refund,
  note: string,
): Promise<GivenBackCharge> {
  const [known] = await tx.db.select({ type: charges.type }).from(charges).where(eq(charges.id, id));
  const order = known?.type === 'product' ? await holdOrderOf(tx, id) : null;
  const [before] = await tx.db.select().from(charges).where(eq(charges.id, id)).for('no key update');
  if (!before) return fail('charge_not_found');
  const { userId, transferId, type, targetId } = before;
  const given = await giveBack(tx, {
    cause: { chargeId: id },
    transferId,
    cents: amount,
    to: walletOf(userId),
    reason: 'refund',
    words: reason,
    isCovered: by?.id === before.performerId,
  });
  const after = { status: given.isWhole ? ('refunded' as const) : before.status, refundedCents: given.refunded_cents };
  await tx.db
    .update(charges)
    .set({ ...after, updatedAt: tx.clock.now() })
    .where(eq(charges.id, id));
  if (given.isWhole && order !== null) {
    if (by === null) throw new Error('an order is closed by somebody');
    await closeOrder(tx, order, { by, note });
  }
  if (given.isWhole && isUnlock(type))
    await tx.db
      .update(items)
      .set({ sales: sql`${items.sales} - 1` })
      .where(eq(items.id, targetId));
  if (given.isWhole && type === 'message') await relockMessage(tx, targetId);
  await settleLater(tx, userId, { cause: id, key: `refund:${id}:${String(given.refunded_cents)}` });
  await tellBuyer(tx, before, given.cents, reason);
  await newsOfRefund(tx, by, { charge: before, cents: given.cents, refundedCents: after.refundedCents, orderId: order?.id ?? null });
  return { before, after };
}

/**
 * Gives a charge back in the transaction of `tx`, notes who did it and tells the buyer. Refuses with charge_not_found,
 * already_refunded and price_out_of_range.
 */
export async function refundCharge(tx: Context, operator: Actor, client: Client, id: string, refund: Refund): Promise<ChargeAnswer> {
  const { before, after } = await giveBackCharge(tx, id, operator, refund, '');
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
  return (await chargeAnswers(tx, [id], 'operator')).get(id) ?? fail('charge_not_found');
}

/**
 * Gives back all that is left of a sale, in the transaction of `tx`; the buyer is told. A seller gives what they have earned: refuses
 * with refund_not_covered beyond that. An operator may take the seller's earnings below zero.
 */
export async function refundSale(tx: Context, { chargeId, by, reason }: { chargeId: string; by: Viewer; reason: string }): Promise<void> {
  try {
    await giveBackCharge(tx, chargeId, by, { reason }, reason);
  } catch (error) {
    throw error instanceof Refusal && error.code === 'insufficient_balance' ? new Refusal('refund_not_covered') : error;
  }
}

/** Gives an entry to a show back, as the rule of the site has it, in the transaction of `tx`; both sides are told. */
export async function refundEntry(tx: Context, chargeId: string, reason: string): Promise<void> {
  await giveBackCharge(tx, chargeId, null, { reason }, '');
}
