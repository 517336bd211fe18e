/** Shows with tickets, each scheduled by a post. Selling, starting, moving and ending a show all lock the post's row. */
import { and, asc, eq, gt, sql, type SQL } from 'drizzle-orm';
import type { ShowOutcome } from '@contract/kernel/values/live';
import type { Context } from '../../platform/context';
import { feeds, items } from '../../platform/db/schema/content';
import { charges } from '../../platform/db/schema/money';

export interface TicketedShow {
  /** The id of the post. */
  id: string;
  performerId: string;
  title: string;
  price_cents: bigint;
  /** Maximum number of tickets; null is unlimited. */
  capacity: number | null;
  /** Tickets sold and not refunded. */
  sold: number;
  startsAt: Date | null;
  /** The live session of the show, once it has started. */
  sessionId: string | null;
  outcome: ShowOutcome | null;
  /** The post was deleted or hidden by an operator. */
  isUnavailable: boolean;
}

/** A show by its post, locked until the transaction ends; null when the post sells no tickets. */
export async function lockTicketedShow(tx: Pick<Context, 'db'>, id: string): Promise<TicketedShow | null> {
  const [item] = await tx.db
    .select()
    .from(items)
    .where(and(eq(items.id, id), eq(items.kind, 'feed')))
    .for('no key update');
  // Read after the lock: an earlier lock holder may have changed it.
  const [feed] = await tx.db.select().from(feeds).where(eq(feeds.itemId, id));
  if (!item || !feed || feed.ticketCents === null) return null;
  return {
    id,
    performerId: item.performerId,
    title: item.title,
    sold: item.sales,
    price_cents: feed.ticketCents,
    capacity: feed.ticketCapacity,
    startsAt: feed.streamScheduledAt,
    sessionId: feed.showSessionId,
    outcome: feed.showOutcome,
    isUnavailable: item.deletedAt !== null || item.hiddenAt !== null,
  };
}

/** The show of a live session, locked until the transaction ends; null when the session belongs to no ticketed show. */
export async function lockShowOfSession(tx: Pick<Context, 'db'>, sessionId: string): Promise<TicketedShow | null> {
  const [feed] = await tx.db.select({ id: feeds.itemId }).from(feeds).where(eq(feeds.showSessionId, sessionId));
  return feed ? lockTicketedShow(tx, feed.id) : null;
}

/** SQL for the number of fans who paid for entry to a session and were not refunded. `session` is the session's id. */
export const paidEntriesOf = (session: SQL): SQL<number> =>
  sql<number>`(select count(*)::int from ${charges} entry where entry.session_id = ${session} and entry.type = 'stream' and entry.status = 'success')`;

/** Condition: charges that are tickets for a show and were not refunded. */
export const ticketsFor = (id: string) => and(eq(charges.targetId, id), eq(charges.type, 'ticket'), eq(charges.status, 'success'));

/** The next ticket holders of a show, ordered by id. */
export async function holdersAfter(ctx: Pick<Context, 'db'>, id: string, afterId: string | null, limit: number): Promise<string[]> {
  const rows = await ctx.db
    .select({ userId: charges.userId })
    .from(charges)
    .where(and(ticketsFor(id), afterId === null ? undefined : gt(charges.userId, afterId)))
    .orderBy(asc(charges.userId))
    .limit(limit);
  return rows.map(({ userId }) => userId);
}
