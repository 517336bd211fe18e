/** Holding what a report is about: whoever writes it holds it before the reports about it, and so does whoever decides on them. */
import { eq } from 'drizzle-orm';
import type { ReportTarget } from '@contract/values';
import type { Context } from '../../platform/context';
import { comments, items, streams } from '../../platform/db/schema/schema';
import { lockAccount } from '../../modules/people/people';

/** Holds it until the transaction of `tx` ends. A message never changes, and is not held. */
export async function holdTarget(tx: Context, target: ReportTarget, id: string): Promise<void> {
  if (target === 'message') return;
  if (target === 'performer' || target === 'user') await lockAccount(tx, id);
  else if (target === 'stream') await tx.db.select({ id: streams.id }).from(streams).where(eq(streams.id, id)).for('no key update');
  else if (target === 'comment') await tx.db.select({ id: comments.id }).from(comments).where(eq(comments.id, id)).for('update');
  else await tx.db.select({ id: items.id }).from(items).where(eq(items.id, id)).for('update');
}
