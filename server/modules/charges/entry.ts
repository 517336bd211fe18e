/** The entry of a show: paid once for a session of it. */
import { and, eq } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { charges } from '../../platform/db/schema/schema';
import { takeTurn } from '../../platform/db/advisory-lock';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { showLink, tokensText } from '../../platform/notification-texts';
import { notify } from '../../people/notifications/notifications';
import { entryOf } from '../../live/streaming/streaming';
import { charge } from '../../money/charges/charge';
import { chargeAnswers, type ChargeAnswer } from '../../money/charges/rows';

/** Refuses with purchase_withheld while the fan owes its price. */
async function chargeBefore(tx: Context, userId: string, sessionId: string): Promise<ChargeAnswer | null> {
  const [row] = await tx.db
    .select({ id: charges.id, withheldAt: charges.withheldAt })
    .from(charges)
    .where(and(eq(charges.userId, userId), eq(charges.targetId, sessionId), eq(charges.type, 'stream'), eq(charges.status, 'success')));
  if (row && row.withheldAt !== null) fail('purchase_withheld');
  return row ? ((await chargeAnswers(tx, [row.id], 'buyer')).get(row.id) ?? null) : null;
}

/**
 * Pays the entry of the running session of a show, in the transaction of `tx`. Paid before: the first charge again, and nothing is
 * paid. Refuses with stream_not_found, blocked_by_performer, stream_offline, own_item, not_for_sale, price_changed,
 * insufficient_balance and spending_limit_reached.
 */
export async function payEntry(
  tx: Context,
  fan: Actor,
  client: Client,
  streamId: string,
  expected_cents: bigint | undefined,
): Promise<ChargeAnswer> {
  // Copies of one wish wait for the first of them, and find it done.
  await takeTurn(tx.db, `entry ${fan.id} ${streamId}`);
  const { sessionId, performerId, title, price_cents } = await entryOf(tx, fan, client, streamId);
  const before = await chargeBefore(tx, fan.id, sessionId);
  if (before) return before;
  if (performerId === fan.id) fail('own_item');
  if (price_cents === null) return fail('not_for_sale');
  if (expected_cents !== undefined && expected_cents !== price_cents) fail('price_changed');
  const paid = await charge(tx, fan.id, {
    ...{ type: 'stream', targetId: sessionId, sessionId, performerId, price_cents, quantity: 1, text: title },
  });
  await notify(tx, performerId, {
    ...{ type: 'item_sold', actorId: fan.id, link: showLink(performerId), event: `item_sold:${paid._id}` },
    text: `paid ${tokensText(price_cents)} to watch your show.`,
  });
  return paid;
}
