/** The one door through which a wallet pays: whatever is sold, a priced item is charged here. */
import type { ChargeType } from '@contract/values';
import { walletSource } from '@contract/values';
import { atOneInstant, type Context } from '../../platform/context';
import { preparedInsert } from '../../platform/db/prepared';
import { charges } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import { heldFor, walletOf } from '../ledger/chart';
import { balanceOf } from '../ledger/ledger';
import { publish } from '../../platform/outbox/publish';
import { commissionRateOf, sell } from '../earnings/earnings';
import { peopleByIds } from '../../modules/people/people';
import { chargeAnswer, wireOf, type ChargeAnswer } from './rows';
import { assertWithinLimit } from './spending';

/** What is sold: whoever sells it has checked that this buyer may have it, at this price. */
export interface PricedItem {
  type: ChargeType;
  targetId: string;
  performerId: string;
  price_cents: bigint;
  quantity: number;
  /** What the buyer says with it. */
  text: string;
  /** The session of a show that it is paid in or for. */
  sessionId?: string;
  /** Paid from what is set aside for this subject, of which the buyer has known before, in place of the wallet. */
  heldFor?: string;
}

const write = preparedInsert('charge', charges, [
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
 * Charges a fan's wallet, or what was set aside of it, in the transaction of `ctx`: the transfer, the charge and the performer's earning stand together or
 * not at all. Refuses with insufficient_balance and spending_limit_reached.
 */
export async function charge(ctx: Context, userId: string, item: PricedItem): Promise<ChargeAnswer> {
  const tx = atOneInstant(ctx);
  const { type, targetId, performerId, price_cents, quantity, text, sessionId = null } = item;
  const id = tx.chance.id();
  const people = await peopleByIds(tx, [userId, performerId]);
  const rate = await commissionRateOf(tx, performerId);
  // What is set aside was asked for when it was.
  if (item.heldFor === undefined) await assertWithinLimit(tx, userId, price_cents);
  const { transferId, commission_cents, earning_cents, left_cents } = await sell(tx, {
    performerId,
    userId,
    type,
    price_cents,
    rate,
    from: item.heldFor === undefined ? walletOf(userId) : heldFor(item.heldFor),
    source: walletSource,
    cause: { chargeId: id },
    reason: item.heldFor === undefined ? 'charge' : 'show_minute',
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
    balanceAfterCents: item.heldFor === undefined ? left_cents : await balanceOf(tx, walletOf(userId)),
    status: 'success' as const,
    transferId,
    withheldAt: null,
    createdAt: now,
    updatedAt: now,
  };
  const answer = chargeAnswer(row, people, 'buyer') ?? fail('charge_not_found');
  await write(tx.db, row);
  await publish(tx, 'charge/settled', [`account:${userId}`], wireOf(answer));
  return answer;
}
