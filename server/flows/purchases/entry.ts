/** The entry to a show, paid once per session. */
import { and, eq, or, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { charges } from '../../platform/db/schema/money';
import { takeAdvisoryLock } from '../../platform/db/advisory-lock';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { showLink, tokensText } from '../../platform/notification-texts';
import { notify } from '../../people/notifications/notify';
import { lockShowEntry } from '../../live/streaming/chat/tips';
import { paidEntriesOf, lockShowOfSession, type TicketedShow } from '../../money/tickets/rows';
import { charge } from '../../money/charges/charge';
import { chargeResponses, type ChargeResponse } from '../../money/charges/rows';

/** The earlier charge, if there is one. Rejects with purchase_withheld while the fan owes its price. */
async function existingCharge(tx: Context, userId: string, sessionId: string, showId: string | null): Promise<ChargeResponse | null> {
  const [row] = await tx.db
    .select({ id: charges.id, withheldAt: charges.withheldAt })
    .from(charges)
    .where(
      and(
        ...[eq(charges.userId, userId), eq(charges.status, 'success')],
        or(
          and(eq(charges.targetId, sessionId), eq(charges.type, 'stream')),
          showId === null ? undefined : and(eq(charges.targetId, showId), eq(charges.type, 'ticket')),
        ),
      ),
    );
  if (row && row.withheldAt !== null) fail('purchase_withheld');
  return row ? ((await chargeResponses(tx, [row.id], 'buyer')).get(row.id) ?? null) : null;
}

/** Whether tickets and paid entries have reached the capacity of the show. */
async function isFull(tx: Context, { capacity, sold }: Pick<TicketedShow, 'capacity' | 'sold'>, sessionId: string): Promise<boolean> {
  if (capacity === null) return false;
  const { rows } = await tx.db.execute<{ entries: number }>(sql`select ${paidEntriesOf(sql`${sessionId}::uuid`)} as entries`);
  return sold + (rows[0]?.entries ?? 0) >= capacity;
}

/**
 * Pays the entry to the running session of a show, in the transaction of `tx`. If the fan has paid before or has a ticket, it returns that
 * charge without a payment. Rejects with tickets_sold_out, stream_not_found, blocked_by_performer, stream_offline, own_item, not_for_sale,
 * price_changed, insufficient_balance and spending_limit_reached.
 */
export async function payEntry(
  tx: Context,
  fan: Actor,
  client: Client,
  streamId: string,
  expected_cents: bigint | undefined,
): Promise<ChargeResponse> {
  // Concurrent requests of one fan wait for the first, and then find its charge.
  await takeAdvisoryLock(tx.db, `entry ${fan.id} ${streamId}`);
  const { sessionId, performerId, title, price_cents } = await lockShowEntry(tx, fan, client, streamId);
  // Locks the show, so that entries to a show with limited capacity are serialized.
  const show = await lockShowOfSession(tx, sessionId);
  const existing = await existingCharge(tx, fan.id, sessionId, show?.id ?? null);
  if (existing) return existing;
  if (performerId === fan.id) fail('own_item');
  if (price_cents === null) return fail('not_for_sale');
  if (show !== null && (await isFull(tx, show, sessionId))) fail('tickets_sold_out');
  if (expected_cents !== undefined && expected_cents !== price_cents) fail('price_changed');
  const paid = await charge(tx, fan.id, {
    type: 'stream',
    targetId: sessionId,
    sessionId,
    performerId,
    price_cents,
    quantity: 1,
    text: title,
  });
  await notify(tx, performerId, {
    type: 'item_sold',
    actorId: fan.id,
    link: showLink(performerId),
    event: `item_sold:${paid._id}`,
    text: `paid ${tokensText(price_cents)} to watch your stream.`,
  });
  return paid;
}
