/** A sale: the price leaves its source, the performer and the site get their shares, and the earning is written, all at once. */
import { eq } from 'drizzle-orm';
import type { EarningType, TransferReason } from '@contract/values';
import { atOneInstant, type Context } from '../../context';
import { earnings, performers } from '../../db/schema/schema';
import { fail } from '../../failure';
import { commissionAccount, earningsOf, type AccountId } from '../../ledger/chart';
import { balanceAfter, post } from '../../ledger/ledger';
import { splitPrice } from '../../ledger/split';

/** What caused a sale: a charge of a wallet, or a subscription's payment. */
export type Cause = { chargeId: string } | { paymentId: string };

export interface Sale {
  performerId: string;
  userId: string;
  type: EarningType;
  price_cents: bigint;
  /** The balance that pays. */
  from: AccountId;
  /** What paid, in the words of the contract: the wallet, or a gateway. */
  source: string;
  cause: Cause;
  reason: TransferReason;
}

export interface Sold {
  transferId: string;
  rate: number;
  commission_cents: bigint;
  earning_cents: bigint;
  /** What the paying balance holds now. */
  left_cents: bigint;
}

/** The site's share of what this performer sells: her own rate, else the site's. Refuses with performer_not_found. */
export async function commissionRateOf(ctx: Context, performerId: string): Promise<number> {
  const [row] = await ctx.db.select({ rate: performers.commissionRate }).from(performers).where(eq(performers.accountId, performerId));
  if (!row) return fail('performer_not_found');
  return row.rate ?? ctx.settings.values().commissionRate;
}

/** The id of what caused a sale: it is also the key of its transfer, so that one cause is never paid twice. */
const idOf = (cause: Cause): string => ('chargeId' in cause ? cause.chargeId : cause.paymentId);

/** Books a sale in the transaction of `ctx`. Refuses with insufficient_balance. */
export async function sell(ctx: Context, sale: Sale): Promise<Sold> {
  const tx = atOneInstant(ctx);
  const { performerId, userId, type, price_cents, from, source, cause, reason } = sale;
  const rate = await commissionRateOf(tx, performerId);
  const { commission, earning } = splitPrice(price_cents, rate);
  const posted = await post(tx, {
    reason,
    subject: idOf(cause),
    key: `${reason}:${idOf(cause)}`,
    entries: [
      { account: from, cents: -price_cents },
      { account: earningsOf(performerId), cents: earning },
      { account: commissionAccount, cents: commission },
    ],
  });
  const now = tx.clock.now();
  await tx.db.insert(earnings).values({
    id: tx.chance.id(),
    performerId,
    userId,
    type,
    ...cause,
    grossCents: price_cents,
    commissionRate: rate,
    commissionCents: commission,
    netCents: earning,
    source,
    availableAt: now,
    createdAt: now,
    updatedAt: now,
  });
  return {
    transferId: posted.transferId,
    rate,
    commission_cents: commission,
    earning_cents: earning,
    left_cents: balanceAfter(posted, from),
  };
}
