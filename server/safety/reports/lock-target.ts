/** Locking the target of a report. The target is locked before its reports, both by those who change it and in decisions. */
import { eq } from 'drizzle-orm';
import type { ReportTarget } from '@contract/kernel/values/moderation';
import type { Context } from '../../platform/context';
import { items } from '../../platform/db/schema/content';
import { comments } from '../../platform/db/schema/responses';
import { streams } from '../../platform/db/schema/streaming';
import { lockAccount } from '../../people/people/rows';

/** Locks the target until the transaction of `tx` ends. Messages never change and are not locked. */
export async function lockTarget(tx: Context, target: ReportTarget, id: string): Promise<void> {
  if (target === 'message') return;
  if (target === 'performer' || target === 'user') await lockAccount(tx, id);
  else if (target === 'stream') await tx.db.select({ id: streams.id }).from(streams).where(eq(streams.id, id)).for('no key update');
  else if (target === 'comment') await tx.db.select({ id: comments.id }).from(comments).where(eq(comments.id, id)).for('update');
  else await tx.db.select({ id: items.id }).from(items).where(eq(items.id, id)).for('update');
}
