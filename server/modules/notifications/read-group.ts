/** What was seen where it happened needs no notification any more. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Context } from '../../context';
import { notifications } from '../../db/schema/schema';

/** Marks what stands together under `group` as read, in the transaction of what was seen. The caller tells how much is unread. */
export async function readGroup(tx: Pick<Context, 'db' | 'clock'>, accountId: string, group: string): Promise<void> {
  await tx.db
    .update(notifications)
    .set({ readAt: tx.clock.now(), mailDueAt: null })
    .where(and(eq(notifications.accountId, accountId), eq(notifications.group, group), isNull(notifications.readAt)));
}
