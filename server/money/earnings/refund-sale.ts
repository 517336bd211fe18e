/**
 * A sale given back, whole or in part: the transfer is reversed, and the site and the performer each bear their share of it.
 * What was posted and what was sold stay as they were; the giving back is a row of its own, on its own day.
 */
import { eq, sql } from 'drizzle-orm';
import type { TransferReason } from '@contract/values';
import { atOneInstant, type Context } from '../../platform/context';
import { earnings, refunds } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import { apportion } from '../ledger/apportion';
import { commissionAccount, earningsOf, type AccountId } from '../ledger/chart';
import { reverse } from '../ledger/reverse';
import type { Cause } from './sell';

export interface GivingBack {
  cause: Cause;
  /** The sale's transfer. */
  transferId: string;
  /** How much of the price; all that is left when this is not said. */
  cents?: bigint | undefined;
  /** The balance that paid, and gets it back. */
  to: AccountId;
  reason: Extract<TransferReason, 'refund' | 'dispute'>;
  /** Why, in an operator's or a gateway's words. */
  words: string;
  /** Only as far as the performer's earnings reach: refuses with insufficient_balance beyond that. */
  isCovered?: boolean;
  /** Names it in the ledger; where it is not said, the sale and how often it was given back name it. */
  key?: string;
}

export interface GivenBack {
  cents: bigint;
  /** All that was given back of this sale so far. */
  refunded_cents: bigint;
  /** Nothing of the sale is left. */
  isWhole: boolean;
}

/**
 * Gives a sale back in the transaction of `tx`; the caller has locked what was sold. The performer's earnings may fall below
 * zero. Refuses with already_refunded when nothing is left of it, and price_out_of_range for more than is left or for nothing.
 */
export async function giveBack(
  tx: Context,
  { cause, transferId, cents, to, reason, words, isCovered = false, key }: GivingBack,
): Promise<GivenBack> {
  const ctx = atOneInstant(tx);
  const [sale] = await ctx.db
    .select()
    .from(earnings)
    .where('chargeId' in cause ? eq(earnings.chargeId, cause.chargeId) : eq(earnings.paymentId, cause.paymentId))
    .for('update');
  if (!sale) throw new Error(`nothing was sold by ${JSON.stringify(cause)}`);
  const [earlier] = await ctx.db
    .select({ count: sql`count(*)`.mapWith(Number), commission: sql`coalesce(sum(${refunds.commissionCents}), 0)`.mapWith(BigInt) })
    .from(refunds)
    .where(eq(refunds.earningId, sale.id));
  const { count = 0, commission = 0n } = earlier ?? {};
  const left = sale.grossCents - sale.refundedCents;
  const wanted = cents ?? left;
  if (left === 0n) fail('already_refunded');
  if (wanted <= 0n || wanted > left) fail('price_out_of_range');
  const leftOfCommission = sale.commissionCents - commission;
  const [ofCommission = 0n, ofNet = 0n] = apportion(wanted, [leftOfCommission, left - leftOfCommission]);
  const posted = await reverse(ctx, {
    transferId,
    reason,
    key: key ?? `${reason}:${sale.id}:${String(count + 1)}`,
    cents: wanted,
    covered: isCovered ? [earningsOf(sale.performerId)] : [],
    entries: [
      { account: to, cents: wanted },
      { account: earningsOf(sale.performerId), cents: -ofNet },
      { account: commissionAccount, cents: -ofCommission },
    ],
  });
  const now = ctx.clock.now();
  await ctx.db.insert(refunds).values({
    id: ctx.chance.id(),
    earningId: sale.id,
    performerId: sale.performerId,
    userId: sale.userId,
    type: sale.type,
    grossCents: wanted,
    commissionCents: ofCommission,
    netCents: ofNet,
    reason: words,
    transferId: posted.transferId,
    createdAt: now,
  });
  const isWhole = wanted === left;
  const refunded_cents = sale.refundedCents + wanted;
  await ctx.db
    .update(earnings)
    .set({ refundedCents: refunded_cents, status: isWhole ? 'refunded' : sale.status, updatedAt: now })
    .where(eq(earnings.id, sale.id));
  return { cents: wanted, refunded_cents, isWhole };
}

/** What is left of a sale that a payment paid, in hundredths. */
export async function leftOfSale(ctx: Context, paymentId: string): Promise<bigint> {
  const [sale] = await ctx.db
    .select({ gross: earnings.grossCents, refunded: earnings.refundedCents })
    .from(earnings)
    .where(eq(earnings.paymentId, paymentId));
  return sale ? sale.gross - sale.refunded : 0n;
}
