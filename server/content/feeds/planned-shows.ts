/** Scheduled shows, which a post announces. Fans are notified when the scheduled time has come. */
import { and, eq, isNull, lte } from 'drizzle-orm';
import { inTransaction, type Context } from '../../platform/context';
import { feeds, items } from '../../platform/db/schema/content';
import { showLink } from '../../platform/notification-texts';
import { enqueueFanOut } from '../../people/notifications/notify';

/** Shows per transaction. */
const batchSize = 50;
/** A show that has been due for longer, because no worker was running, is no longer announced. */
const delayMax_ms = 3_600_000;

/** Schedules the notification of a show, in the transaction that schedules or reschedules the show. */
export async function scheduleShowNotification(tx: Context, itemId: string, before: Date | null, at: Date | null): Promise<void> {
  if (at === null || at.getTime() === before?.getTime()) return;
  await tx.db.update(feeds).set({ streamToldAt: null }).where(eq(feeds.itemId, itemId));
  await tx.jobs.enqueue(tx.db, 'feeds/tell-shows', {}, { at });
}

/** Notifies about the shows that are due, once each. Shows of unpublished posts are skipped. */
export async function notifyOfScheduledShows(ctx: Context): Promise<void> {
  const handled = await inTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    const due = await tx.db
      .select({
        id: feeds.itemId,
        at: feeds.streamScheduledAt,
        title: items.title,
        performerId: items.performerId,
        isListed: items.isListed,
        ticketCents: feeds.ticketCents,
        outcome: feeds.showOutcome,
      })
      .from(feeds)
      .innerJoin(items, eq(items.id, feeds.itemId))
      .where(and(lte(feeds.streamScheduledAt, now), isNull(feeds.streamToldAt)))
      .limit(batchSize)
      .for('update', { of: feeds, skipLocked: true });
    for (const { id, at, title, performerId, isListed, ticketCents, outcome } of due) {
      await tx.db.update(feeds).set({ streamToldAt: now }).where(eq(feeds.itemId, id));
      if (!isListed || at === null || now.getTime() - at.getTime() > delayMax_ms) continue;
      if (outcome === 'canceled') continue;
      const notification = {
        type: 'stream_scheduled',
        actorId: performerId,
        link: showLink(performerId),
        text: `has a stream scheduled for now${title === '' ? '.' : `: ${title}`}`,
        event: `stream_scheduled:${id}:${at.toISOString()}`,
      } as const;
      await enqueueFanOut(tx, { ...notification, performerId, audience: 'both' });
      // Ticket holders may not be followers. The event key prevents a second notification.
      if (ticketCents !== null) await tx.jobs.enqueue(tx.db, 'tickets/tell', { showId: id, told: notification, afterId: null });
    }
    return due.length;
  });
  if (handled === batchSize) await notifyOfScheduledShows(ctx);
}
