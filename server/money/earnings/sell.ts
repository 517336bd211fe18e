/** A sale: the price leaves its source, the performer and the site get their shares, and the earning is written, all at once. */
import { sql } from 'drizzle-orm';
import type { EarningType, TransferReason } from '@contract/values';
import { atOneInstant, type Context } from '../../platform/context';
import { prepared, preparedInsert } from '../../platform/db/prepared';
import { earnings, performers } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import { commissionAccount, earningsOf, type AccountId } from '../ledger/chart';
import { balanceAfter, post } from '../ledger/ledger';
import { splitPrice } from '../ledger/split';
import { availableFrom } from '../../modules/earnings/clearing';

/** What caused a sale: a charge of a wallet, or a subscription's payment. */
export type Cause = { chargeId: string } | { paymentId: string };

export interface Sale {
  performerId: string;
  userId: string;
  type: EarningType;
  price_cents: bigint;
  /** The site's share, as `commissionRateOf` tells it. */
  rate: number;
  /** The balance that pays. */
  from: AccountId;
  /** What paid, in the words of the contract: the wallet, or a gateway. */
  source: string;
  cause: Cause;
  reason: TransferReason;
}

export interface Sold {
  transferId: string;
  commission_cents: bigint;
  earning_cents: bigint;
  /** What the paying balance holds now. */
  left_cents: bigint;
}

const rateOf = prepared<{ performerId: string }, { rate: string | null }>(
  'commission_rate',
  sql`select commission_rate as rate from ${performers} where account_id = ${sql.placeholder('performerId')}`,
);

/** The site's share of what this performer sells: her own rate, else the site's. Refuses with performer_not_found. */
export async function commissionRateOf(ctx: Context, performerId: string): Promise<number> {
  const [row] = await rateOf(ctx.db, { performerId });
  if (!row) return fail('performer_not_found');
  return row.rate === null ? ctx.settings.values().commissionRate : Number(row.rate);
}

/** The id of what caused a sale: it is also the key of its transfer, so that one cause is never paid twice. */
const idOf = (cause: Cause): string => ('chargeId' in cause ? cause.chargeId : cause.paymentId);

const book = preparedInsert('sale', earnings, [
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

/** Books a sale in the transaction of `ctx`. Refuses with insufficient_balance. */
export async function sell(ctx: Context, sale: Sale): Promise<Sold> {
  const tx = atOneInstant(ctx);
  const { performerId, userId, type, price_cents, rate, from, source, cause, reason } = sale;
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
  await book(tx.db, {
    chargeId: null,
    paymentId: null,
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
    availableAt: await availableFrom(tx, performerId, now),
    createdAt: now,
    updatedAt: now,
  });
  return {
    transferId: posted.transferId,
    commission_cents: commission,
    earning_cents: earning,
    left_cents: balanceAfter(posted, from),
  };
}
