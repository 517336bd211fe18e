/** Unlocking: a post, a video or a gallery is bought once and kept. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { unlockTypes, type UnlockType } from '@contract/kernel/values/money';
import type { Context } from '../../platform/context';
import { items } from '../../platform/db/schema/content';
import { charges } from '../../platform/db/schema/money';
import { takeAdvisoryLock } from '../../platform/db/advisory-lock';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { itemLink, itemLabel, tokensText } from '../../platform/notification-texts';
import { itemResponses, type ItemResponse } from '../../content/items/item-rows';
import { getVisibleItem } from '../../content/items/access';
import { notify } from '../../people/notifications/notify';
import { charge } from '../../money/charges/charge';
import { chargeResponses, type ChargeResponse } from '../../money/charges/rows';

type Unlocked<K extends UnlockType> = ChargeResponse & { item: Extract<ItemResponse, { kind: K }> };

/** The earlier charge, if there is one. Rejects with purchase_withheld while the fan owes its price. */
async function existingCharge(tx: Context, userId: string, itemId: string): Promise<ChargeResponse | null> {
  const [row] = await tx.db
    .select({ id: charges.id, withheldAt: charges.withheldAt })
    .from(charges)
    .where(
      and(eq(charges.userId, userId), eq(charges.targetId, itemId), eq(charges.status, 'success'), inArray(charges.type, [...unlockTypes])),
    );
  if (row && row.withheldAt !== null) fail('purchase_withheld');
  return row ? ((await chargeResponses(tx, [row.id], 'buyer')).get(row.id) ?? null) : null;
}

async function buy(
  tx: Context,
  fan: Actor,
  client: Client,
  type: UnlockType,
  id: string,
  expected_cents: bigint | undefined,
): Promise<ChargeResponse> {
  // Concurrent requests of one fan wait for the first, and then find its charge.
  await takeAdvisoryLock(tx.db, `unlock ${fan.id} ${id}`);
  // Locked until it is paid: deletions and changes (`lockOwnItem`) wait, and then see that it is sold.
  await tx.db.select({ id: items.id }).from(items).where(eq(items.id, id)).for('key share');
  const { row } = await getVisibleItem(tx, fan, client, type, id);
  const existing = await existingCharge(tx, fan.id, row.id);
  if (existing) return existing;
  if (row.performerId === fan.id) fail('own_item');
  if (row.priceCents === null) return fail('not_for_sale');
  if (expected_cents !== undefined && expected_cents !== row.priceCents) fail('price_changed');
  const paid = await charge(tx, fan.id, {
    type,
    targetId: row.id,
    performerId: row.performerId,
    price_cents: row.priceCents,
    quantity: 1,
    text: '',
  });
  await tx.db
    .update(items)
    .set({ sales: sql`${items.sales} + 1` })
    .where(eq(items.id, row.id));
  await notify(tx, row.performerId, {
    type: 'item_sold',
    actorId: fan.id,
    text: `bought your ${itemLabel[type]} for ${tokensText(row.priceCents)}.`,
    link: itemLink(type, row.id),
    event: `item_sold:${paid._id}`,
  });
  return paid;
}

/**
 * Buys an item in the transaction of `tx`, notifies its performer, and returns it unlocked. If it was bought before, it returns that
 * charge without a payment.
 * Rejects with the kind's `…_not_found`, blocked_by_performer, own_item, not_for_sale, price_changed, purchase_withheld,
 * insufficient_balance and spending_limit_reached.
 */
export async function unlock<K extends UnlockType>(
  tx: Context,
  fan: Actor,
  client: Client,
  type: K,
  id: string,
  expected_cents: bigint | undefined,
): Promise<Unlocked<K>> {
  const paid = await buy(tx, fan, client, type, id, expected_cents);
  const item = (await itemResponses(tx, fan, [{ kind: type, id }])).get(id);
  if (item?.kind !== type) throw new Error('the bought item is missing');
  return { ...paid, item } as Unlocked<K>;
}
