/**
 * Refunds a sale, in full or in part: its transfer is reversed, and the site and the performer each bear their share. Posted
 * transfers and sales do not change; a refund is a separate row, dated on its own day.
 */
import { eq, sql } from 'drizzle-orm';
import type { TransferReason } from '@contract/kernel/values/money';
import { withFrozenClock, type Context } from '../../platform/context';
import { earnings, refunds } from '../../platform/db/schema/money';
import { fail } from '../../kernel/api-error';
import { apportion } from '../ledger/apportion';
import { commissionAccount, earningsOf, type AccountId } from '../ledger/chart';
import { reverse } from '../ledger/reverse';
import type { SaleCause } from './sell';

export interface SaleRefund {
  cause: SaleCause;
  /** The sale's transfer. */
  transferId: string;
  /** How much of the price to refund. Defaults to all that is left. */
  cents?: bigint | undefined;
  /** The account that paid and gets the money back. */
  to: AccountId;
  reason: Extract<TransferReason, 'refund' | 'dispute'>;
  /** The reason, in an operator's or a gateway's words. */
  reasonText: string;
  /** Rejects with insufficient_balance when the performer's earnings do not cover it. */
  mustBeCovered?: boolean;
  /** The ledger's idempotency key. Defaults to the sale's id and its number of earlier refunds. */
  key?: string;
}

export interface SaleRefundResult {
  cents: bigint;
  /** Total refunded of this sale so far. */
  refunded_cents: bigint;
  /** Whether nothing of the sale is left to refund. */
  isFullyRefunded: boolean;
}

/**
 * Refunds a sale in the transaction of `tx`. The caller has locked what was sold. The performer's earnings may fall below zero.
 * Rejects with already_refunded when nothing is left, and with price_out_of_range when the amount is not above zero or is more than
 * is left.
 */
export async function refundRecordedSale(
  tx: Context,
  { cause, transferId, cents, to, reason, reasonText, mustBeCovered = false, key }: SaleRefund,
): Promise<SaleRefundResult> {
  const ctx = withFrozenClock(tx);
  const [sale] = await ctx.db
    .select()
    .from(earnings)
    .where('chargeId' in cause ? eq(earnings.chargeId, cause.chargeId) : eq(earnings.paymentId, cause.paymentId))
    .for('update');
  if (!sale) throw new Error(`no sale belongs to ${JSON.stringify(cause)}`);
  const [earlier] = await ctx.db
    .select({ count: sql`count(*)`.mapWith(Number), commission: sql`coalesce(sum(${refunds.commissionCents}), 0)`.mapWith(BigInt) })
    .from(refunds)
    .where(eq(refunds.earningId, sale.id));
  const { count = 0, commission = 0n } = earlier ?? {};
  const left = sale.grossCents - sale.refundedCents;
  const refundCents = cents ?? left;
  if (left === 0n) fail('already_refunded');
  if (refundCents <= 0n || refundCents > left) fail('price_out_of_range');
  const commissionLeft = sale.commissionCents - commission;
  const [commissionPart = 0n, netPart = 0n] = apportion(refundCents, [commissionLeft, left - commissionLeft]);
  const posted = await reverse(ctx, {
    transferId,
    reason,
    key: key ?? `${reason}:${sale.id}:${String(count + 1)}`,
    cents: refundCents,
    covered: mustBeCovered ? [earningsOf(sale.performerId)] : [],
    entries: [
      { account: to, cents: refundCents },
      { account: earningsOf(sale.performerId), cents: -netPart },
      { account: commissionAccount, cents: -commissionPart },
    ],
  });
  const now = ctx.clock.now();
  await ctx.db.insert(refunds).values({
    id: ctx.random.id(),
    earningId: sale.id,
    performerId: sale.performerId,
    userId: sale.userId,
    type: sale.type,
    grossCents: refundCents,
    commissionCents: commissionPart,
    netCents: netPart,
    reason: reasonText,
    transferId: posted.transferId,
    createdAt: now,
  });
  const isFullyRefunded = refundCents === left;
  const refunded_cents = sale.refundedCents + refundCents;
  await ctx.db
    .update(earnings)
    .set({ refundedCents: refunded_cents, status: isFullyRefunded ? 'refunded' : sale.status, updatedAt: now })
    .where(eq(earnings.id, sale.id));
  return { cents: refundCents, refunded_cents, isFullyRefunded };
}

/** The part of a payment's sale that is not refunded yet, in hundredths; 0 if it has no sale. */
export async function remainingSaleCents(ctx: Context, paymentId: string): Promise<bigint> {
  const [sale] = await ctx.db
    .select({ gross: earnings.grossCents, refunded: earnings.refundedCents })
    .from(earnings)
    .where(eq(earnings.paymentId, paymentId));
  return sale ? sale.gross - sale.refunded : 0n;
}
