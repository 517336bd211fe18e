/** Shows that are planned by a post: people are told of each when its time has come. */
import { and, eq, isNull, lte } from 'drizzle-orm';
import { inTransaction, type Context } from '../../platform/context';
import { feeds, items } from '../../platform/db/schema/schema';
import { showLink } from '../../platform/notification-texts';
import { spread } from '../../people/notifications/notifications';

/** Shows that one transaction tells of. */
const batch = 50;
/** What was due longer ago, while nobody worked here, is no news any more. */
const late_ms = 3_600_000;

/** Sees to it that people are told of a show at its time, in the transaction that plans or moves it. */
export async function planShow(tx: Context, itemId: string, before: Date | null, at: Date | null): Promise<void> {
  if (at === null || at.getTime() === before?.getTime()) return;
  await tx.db.update(feeds).set({ streamToldAt: null }).where(eq(feeds.itemId, itemId));
  await tx.jobs.enqueue(tx.db, 'feeds/tell-shows', {}, { at });
}

/** Tells of those whose time has come, each once; not of posts that nobody sees. */
export async function tellOfPlannedShows(ctx: Context): Promise<void> {
  const told = await inTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    const due = await tx.db
      .select({
        id: feeds.itemId,
        at: feeds.streamScheduledAt,
        title: items.title,
        performerId: items.performerId,
        isListed: items.isListed,
      })
      .from(feeds)
      .innerJoin(items, eq(items.id, feeds.itemId))
      .where(and(lte(feeds.streamScheduledAt, now), isNull(feeds.streamToldAt)))
      .limit(batch)
      .for('update', { of: feeds, skipLocked: true });
    for (const { id, at, title, performerId, isListed } of due) {
      await tx.db.update(feeds).set({ streamToldAt: now }).where(eq(feeds.itemId, id));
      if (!isListed || at === null || now.getTime() - at.getTime() > late_ms) continue;
      await spread(tx, {
        ...{ type: 'stream_scheduled', actorId: performerId, performerId, audience: 'both', link: showLink(performerId) },
        ...{ text: `has planned a show for now${title === '' ? '.' : `: ${title}`}`, event: `stream_scheduled:${id}:${at.toISOString()}` },
      });
    }
    return due.length;
  });
  if (told === batch) await tellOfPlannedShows(ctx);
}
