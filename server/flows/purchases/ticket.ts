/** Tickets for scheduled shows: bought once per fan, and returnable after the show was rescheduled. */
import { and, eq, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { feeds, items } from '../../platform/db/schema/content';
import { charges } from '../../platform/db/schema/money';
import { takeAdvisoryLock } from '../../platform/db/advisory-lock';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { itemLink, tokensText, isolateText } from '../../platform/notification-texts';
import { feedResponses, type FeedResponse } from '../../content/items/feed-rows';
import { getVisibleItem } from '../../content/items/access';
import { ticketStateOf } from '../../content/items/ticket-rows';
import { notify } from '../../people/notifications/notify';
import { lockTicketedShow, ticketsFor } from '../../money/tickets/rows';
import { charge } from '../../money/charges/charge';
import { chargeResponses, type ChargeResponse } from '../../money/charges/rows';
import { refundTicket } from '../refunds/tickets';

type ChargeWithPost = ChargeResponse & { item: FeedResponse };

async function withPost(tx: Context, fan: Actor, paid: ChargeResponse): Promise<ChargeWithPost> {
  const item = (await feedResponses(tx, fan, [paid.targetId])).get(paid.targetId);
  if (!item) throw new Error(`the post of a ticket, ${paid.targetId}, is missing`);
  return { ...paid, item };
}

async function ownTicket(tx: Context, userId: string, showId: string) {
  const [row] = await tx.db
    .select({ id: charges.id, withheldAt: charges.withheldAt, createdAt: charges.createdAt })
    .from(charges)
    .where(and(ticketsFor(showId), eq(charges.userId, userId)));
  return row ?? null;
}

const responseOf = async (tx: Context, chargeId: string): Promise<ChargeResponse> =>
  (await chargeResponses(tx, [chargeId], 'buyer')).get(chargeId) ?? fail('feed_not_found');

/** Sells a ticket for a show that the fan may see. Sales of one show are serialized, so that the last ticket is sold once. */
async function sellTicket(
  tx: Context,
  fan: Actor,
  client: Client,
  postId: string,
  expected_cents: bigint | undefined,
): Promise<ChargeResponse> {
  // Concurrent requests of one fan wait for the first, and then find its charge.
  await takeAdvisoryLock(tx.db, `ticket ${fan.id} ${postId}`);
  const show = await lockTicketedShow(tx, postId);
  const { row, entitlement } = await getVisibleItem(tx, fan, client, 'feed', postId);
  const existing = await ownTicket(tx, fan.id, row.id);
  if (existing?.withheldAt) return fail('purchase_withheld');
  if (existing) return responseOf(tx, existing.id);
  if (row.performerId === fan.id) fail('own_item');
  if (show === null || !row.isListed || row.feed === null) return fail('not_for_sale');
  if (entitlement.state === 'locked') fail('content_locked');
  const state = ticketStateOf(row.feed, show.sold, tx.clock.now());
  if (state === 'sold_out') fail('tickets_sold_out');
  if (state !== 'on_sale') fail('not_for_sale');
  if (expected_cents !== undefined && expected_cents !== show.price_cents) fail('price_changed');
  const paid = await charge(tx, fan.id, {
    type: 'ticket',
    targetId: show.id,
    performerId: show.performerId,
    price_cents: show.price_cents,
    quantity: 1,
    text: show.title,
  });
  await tx.db
    .update(items)
    .set({ sales: sql`${items.sales} + 1` })
    .where(eq(items.id, show.id));
  await notify(tx, show.performerId, {
    type: 'item_sold',
    actorId: fan.id,
    link: itemLink('feed', show.id),
    event: `item_sold:${paid._id}`,
    text: `bought a ticket for your stream “${isolateText(show.title)}” for ${tokensText(show.price_cents)}.`,
  });
  return paid;
}

/**
 * Buys a ticket in the transaction of `tx`, notifies the creator of the show, and returns it with the post. If it was bought before, it
 * returns that charge without a payment. Rejects with feed_not_found, blocked_by_performer, content_locked, own_item, not_for_sale,
 * tickets_sold_out, price_changed, purchase_withheld, insufficient_balance and spending_limit_reached.
 */
export async function buyTicket(
  tx: Context,
  fan: Actor,
  client: Client,
  postId: string,
  expected_cents: bigint | undefined,
): Promise<ChargeWithPost> {
  return withPost(tx, fan, await sellTicket(tx, fan, client, postId, expected_cents));
}

/**
 * Returns the fan's ticket for a show that was rescheduled after the purchase, in the transaction of `tx`, and refunds its price to the
 * wallet. Rejects with feed_not_found and blocked_by_performer, and with ticket_not_returnable without such a ticket or once the show has
 * started.
 */
export async function returnTicket(tx: Context, fan: Actor, client: Client, postId: string): Promise<ChargeWithPost> {
  const show = await lockTicketedShow(tx, postId);
  const { row } = await getVisibleItem(tx, fan, client, 'feed', postId);
  const ticket = await ownTicket(tx, fan.id, row.id);
  const [feed] = await tx.db.select({ movedAt: feeds.showMovedAt }).from(feeds).where(eq(feeds.itemId, row.id));
  const movedAt = feed?.movedAt ?? null;
  if (show === null || ticket === null || movedAt === null || ticket.createdAt >= movedAt) return fail('ticket_not_returnable');
  if (show.outcome !== null || show.sessionId !== null) fail('ticket_not_returnable');
  await refundTicket(tx, ticket.id, 'returned');
  return withPost(tx, fan, await responseOf(tx, ticket.id));
}
