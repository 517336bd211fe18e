/** Charges a wallet. Every priced item is paid for here. */
import { type ChargeType, walletSource } from '@contract/kernel/values/money';
import { withFrozenClock, type Context } from '../../platform/context';
import { preparedInsert } from '../../platform/db/prepared';
import { charges } from '../../platform/db/schema/money';
import { fail } from '../../kernel/api-error';
import { heldFor, walletOf } from '../ledger/chart';
import { balanceOf } from '../ledger/ledger';
import { publish } from '../../platform/outbox/publish';
import { commissionRateOf, recordSale } from '../earnings/sell';
import { peopleByIds } from '../../people/people/rows';
import { chargeResponse, encodeCharge, type ChargeResponse } from './rows';
import { assertWithinLimit } from './spending';

/** What is sold. The caller has already checked that this buyer may buy it at this price. */
export interface PricedItem {
  type: ChargeType;
  targetId: string;
  performerId: string;
  price_cents: bigint;
  quantity: number;
  /** The buyer's message with a tip, the title of a show, or empty. */
  text: string;
  /** The session of the live show for which, or during which, it is bought. */
  sessionId?: string;
  /** Pays from the hold for this subject instead of the wallet. The buyer approved the hold earlier. */
  holdSubject?: string;
}

const insertCharge = preparedInsert('charge', charges, [
  'id',
  'type',
  'targetId',
  'sessionId',
  'userId',
  'performerId',
  'text',
  'priceCents',
  'quantity',
  'commissionRate',
  'commissionCents',
  'earningCents',
  'refundedCents',
  'balanceAfterCents',
  'status',
  'transferId',
  'createdAt',
  'updatedAt',
]);

/**
 * Charges a fan's wallet or a hold, in the transaction of `ctx`. The transfer, the charge and the performer's earning are written
 * together or not at all. Rejects with insufficient_balance and spending_limit_reached.
 */
export async function charge(ctx: Context, userId: string, item: PricedItem): Promise<ChargeResponse> {
  const tx = withFrozenClock(ctx);
  const { type, targetId, performerId, price_cents, quantity, text, sessionId = null } = item;
  const id = tx.random.id();
  const people = await peopleByIds(tx, [userId, performerId]);
  const rate = await commissionRateOf(tx, performerId);
  // A hold was checked against the limit when it was created.
  if (item.holdSubject === undefined) await assertWithinLimit(tx, userId, price_cents);
  const { transferId, commission_cents, earning_cents, balanceAfter_cents } = await recordSale(tx, {
    performerId,
    userId,
    type,
    price_cents,
    rate,
    from: item.holdSubject === undefined ? walletOf(userId) : heldFor(item.holdSubject),
    source: walletSource,
    cause: { chargeId: id },
    reason: item.holdSubject === undefined ? 'charge' : 'show_minute',
    isForFutureShow: type === 'ticket',
  });
  const now = tx.clock.now();
  const row = {
    id,
    type,
    targetId,
    sessionId,
    userId,
    performerId,
    text,
    priceCents: price_cents,
    quantity,
    commissionRate: rate,
    commissionCents: commission_cents,
    earningCents: earning_cents,
    refundedCents: 0n,
    balanceAfterCents: item.holdSubject === undefined ? balanceAfter_cents : await balanceOf(tx, walletOf(userId)),
    status: 'success' as const,
    transferId,
    withheldAt: null,
    createdAt: now,
    updatedAt: now,
  };
  const response = chargeResponse(row, people, 'buyer') ?? fail('charge_not_found');
  await insertCharge(tx.db, row);
  await publish(tx, 'charge/settled', [`account:${userId}`], encodeCharge(response));
  return response;
}
