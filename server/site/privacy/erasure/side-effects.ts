/** Effects of an erasure on other modules: counters, renewals, and data at gateways. Idempotent. */
import { and, eq, isNull, ne, or } from 'drizzle-orm';
import { inTransaction, type Context } from '../../../platform/context';
import { paymentCards } from '../../../platform/db/schema/payments';
import { comments, follows, reactions } from '../../../platform/db/schema/responses';
import { subscriptions } from '../../../platform/db/schema/subscriptions';
import { ApiError } from '../../../kernel/api-error';
import { removeComment } from '../../../content/comments/write';
import { removeFollow } from '../../../people/follows/follows';
import { removeReaction } from '../../../content/reactions/reactions';
import { endImmediately } from '../../../money/subscriptions/end';

/** Ends the subscriptions of the account and those to it. */
async function endSubscriptions(ctx: Context, accountId: string): Promise<void> {
  const ofAccount = or(eq(subscriptions.userId, accountId), eq(subscriptions.performerId, accountId));
  const rows = await ctx.db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(ofAccount, ne(subscriptions.status, 'expired')));
  for (const { id } of rows) await endImmediately(ctx, id);
}

/** Removes saved cards; jobs delete them at the gateways. */
async function removeCards(ctx: Context, accountId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    const cards = await tx.db
      .update(paymentCards)
      .set({ removedAt: now, isDefault: false, updatedAt: now })
      .where(and(eq(paymentCards.accountId, accountId), isNull(paymentCards.removedAt)))
      .returning({ id: paymentCards.id });
    for (const { id } of cards) await tx.jobs.enqueue(tx.db, 'payments/forget-card', { cardId: id });
  });
}

/** Ignores that another worker, or the owner of the object, has already deleted the comment. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof ApiError) || error.code !== 'comment_not_found') throw error;
}

/** Removes likes, follows and comments of the account, and adjusts the counters of their objects. */
async function removeActivity(ctx: Context, accountId: string): Promise<void> {
  for (const reaction of await ctx.db.select().from(reactions).where(eq(reactions.accountId, accountId)))
    await removeReaction(ctx, accountId, reaction);
  for (const { performerId } of await ctx.db.select().from(follows).where(eq(follows.followerId, accountId)))
    await removeFollow(ctx, accountId, performerId);
  const ownComments = and(eq(comments.authorId, accountId), isNull(comments.deletedAt), isNull(comments.hiddenAt));
  for (const { id } of await ctx.db.select({ id: comments.id }).from(comments).where(ownComments))
    await removeComment(ctx, { id: accountId, rights: [] }, id).catch(ignoreMissing);
}

/** Ends the account's subscriptions, and removes its cards at gateways and its likes, follows and comments. */
export async function applyErasureSideEffects(ctx: Context, accountId: string): Promise<void> {
  await endSubscriptions(ctx, accountId);
  await removeCards(ctx, accountId);
  await removeActivity(ctx, accountId);
}
