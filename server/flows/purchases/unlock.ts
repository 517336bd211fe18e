/** Unlocking: a post, a video or a gallery is bought once and stays bought. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { unlockTypes, type UnlockType } from '@contract/values';
import type { Context } from '../../platform/context';
import { charges, items } from '../../platform/db/schema/schema';
import { takeTurn } from '../../platform/db/advisory-lock';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { itemLink, itemWord, tokensText } from '../../platform/notification-texts';
import { itemAnswers, itemToSee, type ItemAnswer } from '../../modules/items/items';
import { notify } from '../../people/notifications/notifications';
import { charge } from '../../money/charges/charge';
import { chargeAnswers, type ChargeAnswer } from '../../money/charges/rows';

type Unlocked<K extends UnlockType> = ChargeAnswer & { item: Extract<ItemAnswer, { kind: K }> };

/** Refuses with purchase_withheld while the fan owes its price. */
async function chargeBefore(tx: Context, userId: string, itemId: string): Promise<ChargeAnswer | null> {
  const [row] = await tx.db
    .select({ id: charges.id, withheldAt: charges.withheldAt })
    .from(charges)
    .where(
      and(eq(charges.userId, userId), eq(charges.targetId, itemId), eq(charges.status, 'success'), inArray(charges.type, [...unlockTypes])),
    );
  if (row && row.withheldAt !== null) fail('purchase_withheld');
  return row ? ((await chargeAnswers(tx, [row.id], 'buyer')).get(row.id) ?? null) : null;
}

async function buy(
  tx: Context,
  fan: Actor,
  client: Client,
  type: UnlockType,
  id: string,
  expected_cents: bigint | undefined,
): Promise<ChargeAnswer> {
  // Copies of one wish wait for the first of them, and find it done.
  await takeTurn(tx.db, `unlock ${fan.id} ${id}`);
  // Held until it is paid: who deletes or empties it (`lockOwnItem`) waits meanwhile, and then finds it sold.
  await tx.db.select({ id: items.id }).from(items).where(eq(items.id, id)).for('key share');
  const { row } = await itemToSee(tx, fan, client, type, id);
  const before = await chargeBefore(tx, fan.id, row.id);
  if (before) return before;
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
    text: `bought your ${itemWord[type]} for ${tokensText(row.priceCents)}.`,
    link: itemLink(type, row.id),
    event: `item_sold:${paid._id}`,
  });
  return paid;
}

/**
 * Buys an item, in the transaction of `tx`, tells its performer, and answers it open. Bought before: the first charge again, and
 * nothing is paid.
 * Refuses with the kind's `…_not_found`, blocked_by_performer, own_item, not_for_sale, price_changed, purchase_withheld, insufficient_balance and
 * spending_limit_reached.
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
  const item = (await itemAnswers(tx, fan, [{ kind: type, id }])).get(id);
  if (item?.kind !== type) throw new Error('what was bought is not there');
  return { ...paid, item } as Unlocked<K>;
}
