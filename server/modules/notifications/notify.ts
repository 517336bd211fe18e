/** Telling people what happened. */
import { and, asc, eq, gt, inArray, type SQL } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { Right } from '@contract/kernel/rights';
import { inTransaction, type Context } from '../../platform/context';
import { accounts, follows, subscriptions } from '../../platform/db/schema/schema';
import { givesAccess } from '../../entitlements/entitlements';
import type { JobKinds } from '../../platform/jobs/jobs';
import { holds } from '../../platform/rights';
import { notBlocked } from '../../people/blocking/blocking';
import { tell, tellEach } from '../../people/notifications/delivery/deliver';
import type { SpreadTold, Told } from './told';

/** People who are told in one transaction. */
const batch = 500;

/**
 * Tells one person, in the transaction of what happened; twice is once. Nobody is told of what she did herself, or somebody
 * who has blocked her or whom she has blocked, and a suspended account of nothing.
 */
export async function notify(tx: Context, accountId: string, told: Told): Promise<void> {
  if (accountId !== told.actorId) await tell(tx, and(eq(accounts.id, accountId), notBlocked(accounts.id, told.actorId)), told);
}

/** Tells many at once, each in words of her own, which are of one type and caused by one person; else as `notify`. Some hundreds at most. */
export async function notifyEach(tx: Context, common: Pick<Told, 'type' | 'actorId'>, told: ReadonlyMap<string, Told>): Promise<void> {
  if (told.size === 0) return;
  const who = and(inArray(accounts.id, [...told.keys()]), notBlocked(accounts.id, common.actorId));
  await tellEach(tx, who, common, (accountId) => told.get(accountId) ?? missing(accountId));
}

function missing(accountId: string): never {
  throw new Error(`nothing is told to ${accountId}`);
}

/** Tells the operators who hold a right, whoever has blocked them; it is shown to them while they hold it. */
export async function notifyOperators(tx: Context, right: Right, told: Omit<Told, 'right'>): Promise<void> {
  await tell(tx, and(eq(accounts.role, 'operator'), holds(accounts.id, right)), { ...told, right });
}

/** Tells all whom a performer's news concern, by a job that is enqueued in the transaction of what happened. */
export async function spread(tx: Context, told: SpreadTold): Promise<void> {
  await tx.jobs.enqueue(tx.db, 'notifications/spread', { told, afterId: null });
}

/** The next of an audience, in the order of their ids. */
async function audienceAfter(ctx: Context, { performerId, audience }: SpreadTold, afterId: string | null): Promise<string[]> {
  const behind = (column: typeof follows.followerId | typeof subscriptions.userId): SQL | undefined =>
    afterId === null ? undefined : gt(column, afterId);
  const following = () =>
    ctx.db
      .select({ id: follows.followerId })
      .from(follows)
      .where(and(eq(follows.performerId, performerId), behind(follows.followerId)))
      .orderBy(asc(follows.followerId))
      .limit(batch);
  const subscribed = () =>
    ctx.db
      .select({ id: subscriptions.userId })
      .from(subscriptions)
      .where(and(eq(subscriptions.performerId, performerId), givesAccess(ctx.clock.now()), behind(subscriptions.userId)))
      .orderBy(asc(subscriptions.userId))
      .limit(batch);
  const ways: Record<SpreadTold['audience'], () => PromiseLike<{ id: string }[]>> = {
    followers: following,
    subscribers: subscribed,
    both: () => union(following(), subscribed()),
  };
  const people = await ways[audience]();
  return people
    .map(({ id }) => id)
    .sort()
    .slice(0, batch);
}

/**
 * Tells the next of an audience, and leaves the rest to another job: each is told in the transaction that passes her by, and
 * one that is done again finds them told.
 */
export async function spreadOn(ctx: Context, { told, afterId }: JobKinds['notifications/spread']): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const ids = await audienceAfter(tx, told, afterId);
    const last = ids.at(-1);
    if (last === undefined) return;
    const { actorId, performerId } = told;
    await tell(tx, and(inArray(accounts.id, ids), notBlocked(accounts.id, performerId), notBlocked(accounts.id, actorId)), told);
    if (ids.length === batch) await tx.jobs.enqueue(tx.db, 'notifications/spread', { told, afterId: last });
  });
}
