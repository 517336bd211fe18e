/** What an erasure leaves to others' hands: what counts for somebody else, renews, or is known to a gateway. Doing it twice is once. */
import { and, eq, isNull, ne, or } from 'drizzle-orm';
import { inTransaction, type Context } from '../../../platform/context';
import { comments, follows, paymentCards, reactions, subscriptions } from '../../../platform/db/schema/schema';
import { Refusal } from '../../../kernel/api-error';
import { removeComment } from '../../../modules/comments/comments';
import { removeFollow } from '../../../people/follows/follows';
import { removeReaction } from '../../../content/reactions/reactions';
import { endNow } from '../../../modules/subscriptions/subscriptions';

/** Her subscriptions, and those to her: nobody pays or is paid for them any more. */
async function endSubscriptions(ctx: Context, accountId: string): Promise<void> {
  const hers = or(eq(subscriptions.userId, accountId), eq(subscriptions.performerId, accountId));
  const rows = await ctx.db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(hers, ne(subscriptions.status, 'expired')));
  for (const { id } of rows) await endNow(ctx, id);
}

/** Her cards, which the gateways forget by jobs. */
async function forgetCards(ctx: Context, accountId: string): Promise<void> {
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

/** Another worker, or whose page it stood on, was quicker. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Refusal) || error.code !== 'comment_not_found') throw error;
}

/** What she liked, followed and said to others' things: their counters move with it. */
async function takeBack(ctx: Context, accountId: string): Promise<void> {
  for (const reaction of await ctx.db.select().from(reactions).where(eq(reactions.accountId, accountId)))
    await removeReaction(ctx, accountId, reaction);
  for (const { performerId } of await ctx.db.select().from(follows).where(eq(follows.followerId, accountId)))
    await removeFollow(ctx, accountId, performerId);
  const said = and(eq(comments.authorId, accountId), isNull(comments.deletedAt), isNull(comments.hiddenAt));
  for (const { id } of await ctx.db.select({ id: comments.id }).from(comments).where(said))
    await removeComment(ctx, { id: accountId, rights: [] }, id).catch(unlessGone);
}

/** Everything that is more than a row of hers. */
export async function settle(ctx: Context, accountId: string): Promise<void> {
  await endSubscriptions(ctx, accountId);
  await forgetCards(ctx, accountId);
  await takeBack(ctx, accountId);
}
