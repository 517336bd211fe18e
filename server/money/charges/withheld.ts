/**
 * Purchases withheld because of a debt. Tokens are interchangeable, so a reversed payment counts as having paid for the newest
 * purchases. Purchases since that payment stay withheld, newest first and up to the amount of the debt, until it is settled. Nothing is
 * refunded or sold again.
 */
import { sql } from 'drizzle-orm';
import { walletSource } from '@contract/kernel/values/money';
import type { Context } from '../../platform/context';
import { charges } from '../../platform/db/schema/money';
import { payments } from '../../platform/db/schema/payments';
import { subscriptionPeriods, subscriptions } from '../../platform/db/schema/subscriptions';
import { receivableOf } from '../ledger/chart';
import { balanceOf } from '../ledger/ledger';
import { publishChangeOf } from '../subscriptions/rows';

/** Everything that the wallet paid for since the first reversed payment, each with the total that was paid for newer purchases. */
const spent = (userId: string) => sql`
  spent as (
    select id, sum(cents) over (order by created_at desc, id desc) - cents as newer from (
      select id, created_at, price_cents - refunded_cents as cents from ${charges} where user_id = ${userId}
      union all
      select id, created_at, total_cents - refunded_cents from ${payments}
        where user_id = ${userId} and gateway = ${walletSource} and type <> 'top_up' and status = 'success'
    ) paid
    where cents > 0 and created_at >= (
      select min(created_at) from ${payments} where user_id = ${userId} and type = 'top_up' and refunded_cents + disputed_cents > 0)
  )`;

interface ChangedCharge extends Record<string, unknown> {
  id: string;
  type: string;
  target_id: string;
  performer_id: string;
}

/** Skips a charge that another transaction is refunding: that refund updates the withheld purchases itself. */
async function withholdCharges(tx: Context, userId: string, owed_cents: bigint, now: string): Promise<ChangedCharge[]> {
  const { rows } = await tx.db.execute<ChangedCharge>(sql`
    with ${spent(userId)}, changed as (
      select c.id from ${charges} c left join spent on spent.id = c.id
      where c.user_id = ${userId} and (c.withheld_at is not null) <> coalesce(spent.newer < ${owed_cents}, false)
      for no key update of c skip locked
    )
    update ${charges} c set withheld_at = case when c.withheld_at is null then ${now}::timestamptz end
    from changed where c.id = changed.id returning c.id, c.type, c.target_id, c.performer_id`);
  return rows;
}

/** A subscription is withheld if the payment of its latest period is. */
async function withholdSubscriptions(tx: Context, userId: string, owed_cents: bigint, now: string): Promise<string[]> {
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    with ${spent(userId)}, latest as (
      select distinct on (p.subscription_id) p.subscription_id, p.payment_id
      from ${subscriptionPeriods} p join ${subscriptions} s on s.id = p.subscription_id
      where s.user_id = ${userId} order by p.subscription_id, p.starts_at desc
    )
    update ${subscriptions} s set withheld_at = case when s.withheld_at is null then ${now}::timestamptz end
    from latest left join spent on spent.id = latest.payment_id
    where s.id = latest.subscription_id and (s.withheld_at is not null) <> coalesce(spent.newer < ${owed_cents}, false)
    returning s.id`);
  return rows.map(({ id }) => id);
}

/**
 * Withholds purchases to match the fan's current debt and releases the rest, in the transaction of `tx` with the fan's account locked.
 * Emits an event for each change.
 */
export async function updateWithheldPurchases(tx: Context, userId: string): Promise<void> {
  const balance = await balanceOf(tx, receivableOf(userId));
  const owed_cents = balance < 0n ? -balance : 0n;
  const now = tx.clock.now().toISOString();
  const changed = await withholdCharges(tx, userId, owed_cents, now);
  for (const { type, target_id, performer_id } of changed)
    if (type === 'message') await tx.hooks.messageChanged(tx, target_id, { senderId: performer_id, receiverId: userId });
  const orders = changed.filter(({ type }) => type === 'product').map(({ id }) => id);
  if (orders.length > 0) await tx.hooks.ordersWithheld(tx, orders);
  for (const id of await withholdSubscriptions(tx, userId, owed_cents, now)) await publishChangeOf(tx, id);
}
