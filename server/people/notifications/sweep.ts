/** Notifications are kept for some time, and so is what was told to whom. */
import { and, eq, inArray, isNull, lte, not, type SQL } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { inTransaction, type Context } from '../../platform/context';
import { notificationEvents, notifications } from '../../platform/db/schema/schema';
import { tellUnreadTo } from '../../modules/notifications/unread';

const batch = 1000;
/** What stands in no list cannot be read there: after so long the next of its group counts as news again. */
const hidden_s = 86_400;

const before = (ctx: Context, age_s: number): Date => new Date(ctx.clock.now().getTime() - age_s * 1000);

/** Deletes some old rows, and tells those who had not read theirs; answers how many. */
function sweepSome(ctx: Context): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const old = tx.db
      .select({ id: notifications.id })
      .from(notifications)
      .where(lte(notifications.updatedAt, before(tx, limits.notificationsKept_s)))
      .limit(batch)
      .for('update', { skipLocked: true });
    const { accountId, isListed, readAt } = notifications;
    const gone = await tx.db.delete(notifications).where(inArray(notifications.id, old)).returning({ accountId, isListed, readAt });
    const unread = gone.filter((row) => row.isListed && row.readAt === null);
    await tellUnreadTo(tx, [...new Set(unread.map((row) => row.accountId))]);
    return gone.length;
  });
}

async function closeHidden(ctx: Context): Promise<void> {
  const isOver: SQL | undefined = and(
    not(eq(notifications.isListed, true)),
    isNull(notifications.readAt),
    isNull(notifications.mailDueAt),
    lte(notifications.createdAt, before(ctx, hidden_s)),
  );
  await ctx.db.update(notifications).set({ readAt: ctx.clock.now() }).where(isOver);
}

/** Takes away what is too old. */
export async function sweepNotifications(ctx: Context): Promise<void> {
  await closeHidden(ctx);
  while ((await sweepSome(ctx)) > 0);
  await ctx.db.delete(notificationEvents).where(lte(notificationEvents.createdAt, before(ctx, limits.notificationsKept_s)));
}
