/** Retention of notifications and of the events they were sent for. */
import { and, eq, inArray, isNull, lte, not, type SQL } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { inTransaction, type Context } from '../../platform/context';
import { notificationEvents, notifications } from '../../platform/db/schema/notifications';
import { publishUnreadCountsOf } from './unread';

const batch = 1000;
/** People cannot read an unlisted notification. It is marked as read after this time, so that a new event of its group is pushed again. */
const unlistedUnread_s = 86_400;

const before = (ctx: Context, age_s: number): Date => new Date(ctx.clock.now().getTime() - age_s * 1000);

/** Deletes a batch of old rows and emits new counts for unread ones. Returns how many were deleted. */
function sweepBatch(ctx: Context): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const old = tx.db
      .select({ id: notifications.id })
      .from(notifications)
      .where(lte(notifications.updatedAt, before(tx, limits.notificationRetention_s)))
      .limit(batch)
      .for('update', { skipLocked: true });
    const { accountId, isListed, readAt } = notifications;
    const deleted = await tx.db.delete(notifications).where(inArray(notifications.id, old)).returning({ accountId, isListed, readAt });
    const unread = deleted.filter((row) => row.isListed && row.readAt === null);
    await publishUnreadCountsOf(tx, [...new Set(unread.map((row) => row.accountId))]);
    return deleted.length;
  });
}

async function markUnlistedRead(ctx: Context): Promise<void> {
  const isStale: SQL | undefined = and(
    not(eq(notifications.isListed, true)),
    isNull(notifications.readAt),
    isNull(notifications.mailDueAt),
    lte(notifications.createdAt, before(ctx, unlistedUnread_s)),
  );
  await ctx.db.update(notifications).set({ readAt: ctx.clock.now() }).where(isStale);
}

/** Deletes old notifications and events. */
export async function sweepNotifications(ctx: Context): Promise<void> {
  await markUnlistedRead(ctx);
  while ((await sweepBatch(ctx)) > 0);
  await ctx.db.delete(notificationEvents).where(lte(notificationEvents.createdAt, before(ctx, limits.notificationRetention_s)));
}
