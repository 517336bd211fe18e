/** What was seen where it happened, or is not there any more, needs no notification. */
import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { notifications } from '../../platform/db/schema/schema';

interface Group {
  accountId: string;
  group: string;
}

/** Marks what stands together under each group of its account as read, in the caller's transaction. The caller tells how much is unread. */
export async function readGroups(tx: Pick<Context, 'db' | 'clock'>, groups: readonly Group[]): Promise<void> {
  if (groups.length === 0) return;
  await tx.db.execute(sql`
    update ${notifications} n set read_at = ${tx.clock.now().toISOString()}::timestamptz, mail_due_at = null
    from jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) read("accountId" uuid, "group" text)
    where n.account_id = read."accountId" and n."group" = read."group" and n.read_at is null`);
}

/** The same for one. */
export const readGroup = (tx: Pick<Context, 'db' | 'clock'>, accountId: string, group: string): Promise<void> =>
  readGroups(tx, [{ accountId, group }]);
