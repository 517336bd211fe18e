/** Marks notifications as read after their subject was seen elsewhere or deleted. */
import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { notifications } from '../../platform/db/schema/notifications';

interface Group {
  accountId: string;
  group: string;
}

/** Marks the notifications of each group as read, in the caller's transaction. The caller emits the new unread counts. */
export async function markGroupsRead(tx: Pick<Context, 'db' | 'clock'>, groups: readonly Group[]): Promise<void> {
  if (groups.length === 0) return;
  await tx.db.execute(sql`
    update ${notifications} n set read_at = ${tx.clock.now().toISOString()}::timestamptz, mail_due_at = null
    from jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) read("accountId" uuid, "group" text)
    where n.account_id = read."accountId" and n."group" = read."group" and n.read_at is null`);
}

/** `markGroupsRead` for one group. */
export const markGroupRead = (tx: Pick<Context, 'db' | 'clock'>, accountId: string, group: string): Promise<void> =>
  markGroupsRead(tx, [{ accountId, group }]);
