/** Taking comments from everybody, and giving them back with all that belongs to them. */
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { comments, items } from '../../platform/db/schema/schema';

/** Hides a comment with what stands below it, or shows it again; counters go with it. Answers whether that changed anything. */
export async function setCommentHidden(tx: Context, id: string, isHidden: boolean): Promise<boolean> {
  const [turned] = await tx.db
    .update(comments)
    .set({ hiddenAt: isHidden ? tx.clock.now() : null })
    .where(and(eq(comments.id, id), (isHidden ? isNull : isNotNull)(comments.hiddenAt)))
    .returning();
  if (!turned) return false;
  // A deleted one was taken from the total before.
  if (turned.deletedAt !== null) return true;
  const by = isHidden ? -1 : 1;
  if (turned.parentId === null)
    await tx.db
      .update(items)
      .set({ comments: sql`${items.comments} + ${by}` })
      .where(eq(items.id, turned.itemId));
  else
    await tx.db
      .update(comments)
      .set({ replies: sql`${comments.replies} + ${by}` })
      .where(eq(comments.id, turned.parentId));
  return true;
}
