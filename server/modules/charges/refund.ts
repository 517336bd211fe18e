/** A charge given back to the wallet that paid it, by an operator. */
import { eq } from 'drizzle-orm';
import { audit } from '../../audit/audit';
import { changesOf } from '../../audit/changes';
import type { Context } from '../../context';
import { charges } from '../../db/schema/schema';
import { fail } from '../../failure';
import type { Actor } from '../../http/actor';
import type { Client } from '../../http/client';
import { walletOf } from '../../ledger/chart';
import { sendMail } from '../../mail/mail';
import { giveBack } from '../earnings/earnings';
import { findAccount, nameOf } from '../people/people';
import { chargeAnswers, type ChargeAnswer } from './rows';

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

/**
 * Gives a charge back in the transaction of `tx`, notes who did it and tells the buyer. Refuses with charge_not_found,
 * already_refunded and price_out_of_range.
 */
export async function refundCharge(
  tx: Context,
  operator: Actor,
  client: Client,
  id: string,
  { amount, reason }: Refund,
): Promise<ChargeAnswer> {
  const [row] = await tx.db.select().from(charges).where(eq(charges.id, id)).for('no key update');
  if (!row) return fail('charge_not_found');
  const { userId, transferId, status, refundedCents } = row;
  const cause = { chargeId: id };
  const given = await giveBack(tx, { cause, transferId, cents: amount, to: walletOf(userId), reason: 'refund', words: reason });
  const after = { status: given.isWhole ? ('refunded' as const) : status, refundedCents: given.refunded_cents };
  await tx.db
    .update(charges)
    .set({ ...after, updatedAt: tx.clock.now() })
    .where(eq(charges.id, id));
  const changes = changesOf({ status, refunded: refundedCents }, { status: after.status, refunded: after.refundedCents });
  await audit(tx, operator, client, {
    action: 'charges.refund',
    targetType: 'charge',
    targetId: id,
    before: changes.before,
    after: { ...changes.after, reason },
  });
  await tellBuyer(tx, row, given.cents, reason);
  return (await chargeAnswers(tx, [id], 'operator')).get(id) ?? fail('charge_not_found');
}
