/** Price, capacity and time of a show with tickets, as the creator sets them. */
import { eq } from 'drizzle-orm';
import { errors } from '@contract/kernel/errors';
import * as limits from '@contract/kernel/limits';
import { centsOf } from '@contract/kernel/values/amounts';
import { type Audience } from '@contract/kernel/values/content';
import { type FeedType } from '@contract/kernel/values/feeds';
import type { Context } from '../../platform/context';
import { feeds } from '../../platform/db/schema/content';
import { fail } from '../../kernel/api-error';
import { momentOf } from '../../platform/languages/formats';
import { english } from '../../platform/languages/languages';
import { itemLink, isolateText } from '../../platform/notification-texts';
import { lockTicketedShow } from './rows';

export interface TicketTerms {
  ticketPrice?: bigint | null | undefined;
  ticketCapacity?: number | null | undefined;
}

const rejectField = (path: string, message: string): never => fail('invalid_request', { message, issues: [{ path, message }] });

function assertTicketPrice(price_cents: bigint): void {
  const { min, max } = limits.stream.price;
  if (price_cents >= (centsOf(min) ?? 0n) && price_cents <= (centsOf(max) ?? 0n)) return;
  const message = `Set a ticket price between ${String(min)} and ${String(max)} tokens.`;
  fail('price_out_of_range', { message, issues: [{ path: 'ticketPrice', message: errors.price_out_of_range[1] }] });
}

/** Throws invalid_request when the post does not schedule a show or is itself for sale. */
function assertCanSell(type: FeedType, audience: Audience): void {
  if (type !== 'scheduled-stream') rejectField('ticketPrice', 'You can sell tickets only for scheduled streams.');
  if (audience === 'paid') rejectField('audience', 'Open ticketed streams to everyone, followers or subscribers. Fans pay for the ticket.');
}

/** The ticket columns of a post after a change. Throws price_out_of_range, and invalid_request for a capacity without a price. */
export function ticketColumns(
  { ticketPrice, ticketCapacity }: TicketTerms,
  before: { ticketCents: bigint | null; ticketCapacity: number | null } = { ticketCents: null, ticketCapacity: null },
) {
  const price = ticketPrice === undefined ? before.ticketCents : ticketPrice;
  if (price !== null) assertTicketPrice(price);
  if (price === null && typeof ticketCapacity === 'number') rejectField('ticketCapacity', 'Set a ticket price first.');
  const capacity = ticketCapacity === undefined ? before.ticketCapacity : ticketCapacity;
  return { ticketCents: price, ticketCapacity: price === null ? null : capacity };
}

/** Throws invalid_request when a post of this type and audience cannot sell tickets. */
export function assertSellable(ticketCents: bigint | null, type: FeedType, audience: Audience): void {
  if (ticketCents !== null) assertCanSell(type, audience);
}

/**
 * Changes the tickets and the time of a locked post, in the transaction of `tx`. After the first sale, a show can only be moved to
 * a later time; holders are notified and may return their tickets until it starts. Rejects with show_not_open once it is live or
 * over, with price_out_of_range, and with invalid_request and a message.
 */
export async function changeTicketedShow(tx: Context, id: string, terms: TicketTerms, startsAt: Date | null): Promise<void> {
  const [feed] = await tx.db.select().from(feeds).where(eq(feeds.itemId, id));
  if (!feed) return;
  const after = ticketColumns(terms, feed);
  const isMoved = startsAt?.getTime() !== feed.streamScheduledAt?.getTime();
  const isChanged = isMoved || after.ticketCents !== feed.ticketCents || after.ticketCapacity !== feed.ticketCapacity;
  if (!isChanged) return;
  const show = await lockTicketedShow(tx, id);
  if (show && (show.outcome !== null || show.sessionId !== null)) fail('show_not_open');
  const sold = show?.sold ?? 0;
  if (sold > 0) {
    if (after.ticketCents === null) rejectField('ticketPrice', 'Fans have bought tickets. Cancel the stream to refund them.');
    if (after.ticketCapacity !== null && after.ticketCapacity < sold)
      rejectField('ticketCapacity', `${String(sold)} tickets are already sold. Offer at least that many.`);
    if (isMoved && (startsAt === null || (feed.streamScheduledAt !== null && startsAt < feed.streamScheduledAt)))
      rejectField('streamScheduledAt', 'Fans have bought tickets. You can only move the stream to a later time.');
  }
  await tx.db
    .update(feeds)
    .set({ ...after, ...(isMoved && sold > 0 && { showMovedAt: tx.clock.now() }) })
    .where(eq(feeds.itemId, id));
  if (!show || !isMoved || sold === 0 || startsAt === null) return;
  await tx.jobs.enqueue(tx.db, 'tickets/tell', {
    showId: id,
    afterId: null,
    told: {
      type: 'stream_scheduled',
      actorId: show.performerId,
      link: itemLink('feed', id),
      event: `show_moved:${id}:${startsAt.toISOString()}`,
      text: `moved the stream “${isolateText(show.title)}” to ${momentOf(startsAt)(english)}. You can return your ticket until it starts.`,
    },
  });
}
