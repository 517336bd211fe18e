/**
 * Records sales: the paying account is debited, the performer and the site get their shares, and the earning is written, in one
 * transaction.
 */
import { sql } from 'drizzle-orm';
import type { EarningType, TransferReason } from '@contract/kernel/values/money';
import { withFrozenClock, type Context } from '../../platform/context';
import { prepared, preparedInsert } from '../../platform/db/prepared';
import { earnings } from '../../platform/db/schema/money';
import { performers } from '../../platform/db/schema/performers';
import { fail } from '../../kernel/api-error';
import { commissionAccount, earningsOf, type AccountId } from '../ledger/chart';
import { balanceAfter, post } from '../ledger/ledger';
import { splitPrice } from '../ledger/split';
import { availableAtFor, availableAfterShow } from './clearing';

/** What caused a sale: a charge of a wallet, or a subscription's payment. */
export type SaleCause = { chargeId: string } | { paymentId: string };

export interface Sale {
  performerId: string;
  userId: string;
  type: EarningType;
  price_cents: bigint;
  /** The site's share, from `commissionRateOf`. */
  rate: number;
  /** The account that pays. */
  from: AccountId;
  /** The payment source, as in the contract: the wallet, or a gateway. */
  source: string;
  cause: SaleCause;
  reason: TransferReason;
  /** The sale is for a future show: its earnings cannot be paid out before the show has taken place. */
  isForFutureShow?: boolean;
}

export interface RecordedSale {
  transferId: string;
  commission_cents: bigint;
  earning_cents: bigint;
  /** The paying account's balance after the sale. */
  balanceAfter_cents: bigint;
}

const rateOf = prepared<{ performerId: string }, { rate: string | null }>(
  'commission_rate',
  sql`select commission_rate as rate from ${performers} where account_id = ${sql.placeholder('performerId')}`,
);

/**
 * The site's share of this performer's sales: the performer's own rate, else the site's default. Rejects with performer_not_found.
 */
export async function commissionRateOf(ctx: Context, performerId: string): Promise<number> {
  const [row] = await rateOf(ctx.db, { performerId });
  if (!row) return fail('performer_not_found');
  return row.rate === null ? ctx.settings.values().commissionRate : Number(row.rate);
}

/** The id of the sale's cause. It is part of the transfer's key, so that one cause is never paid twice. */
const idOf = (cause: SaleCause): string => ('chargeId' in cause ? cause.chargeId : cause.paymentId);

const insertSale = preparedInsert('sale', earnings, [
  'id',
  'performerId',
  'userId',
  'type',
  'chargeId',
  'paymentId',
  'grossCents',
  'commissionRate',
  'commissionCents',
  'netCents',
  'source',
  'availableAt',
  'createdAt',
  'updatedAt',
]);

/** Records a sale in the transaction of `ctx`. Rejects with insufficient_balance. */
export async function recordSale(ctx: Context, sale: Sale): Promise<RecordedSale> {
  const tx = withFrozenClock(ctx);
  const { performerId, userId, type, price_cents, rate, from, source, cause, reason, isForFutureShow = false } = sale;
  const { commission, earning } = splitPrice(price_cents, rate);
  const now = tx.clock.now();
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
  await insertSale(tx.db, {
    chargeId: null,
    paymentId: null,
    id: tx.random.id(),
    performerId,
    userId,
    type,
    ...cause,
    grossCents: price_cents,
    commissionRate: rate,
    commissionCents: commission,
    netCents: earning,
    source,
    availableAt: isForFutureShow ? availableAfterShow : await availableAtFor(tx, performerId, now),
    createdAt: now,
    updatedAt: now,
  });
  return {
    transferId: posted.transferId,
    commission_cents: commission,
    earning_cents: earning,
    balanceAfter_cents: balanceAfter(posted, from),
  };
}
