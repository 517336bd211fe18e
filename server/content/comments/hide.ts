/** Hiding and restoring comments with their replies. */
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { items } from '../../platform/db/schema/content';
import { comments } from '../../platform/db/schema/responses';

/** Hides or restores a comment with its replies and updates the counters. Returns whether anything changed. */
export async function setCommentHidden(tx: Context, id: string, isHidden: boolean): Promise<boolean> {
  const [updated] = await tx.db
    .update(comments)
    .set({ hiddenAt: isHidden ? tx.clock.now() : null })
    .where(and(eq(comments.id, id), (isHidden ? isNull : isNotNull)(comments.hiddenAt)))
    .returning();
  if (!updated) return false;
  // A deleted comment was already subtracted from the total.
  if (updated.deletedAt !== null) return true;
  const delta = isHidden ? -1 : 1;
  if (updated.parentId === null)
    await tx.db
      .update(items)
      .set({ comments: sql`${items.comments} + ${delta}` })
      .where(eq(items.id, updated.itemId));
  else
    await tx.db
      .update(comments)
      .set({ replies: sql`${comments.replies} + ${delta}` })
      .where(eq(comments.id, updated.parentId));
  return true;
}
