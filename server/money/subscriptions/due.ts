/** Renewals that are due: who makes the next attempt, and whether there may still be one. */
import { and, asc, eq, inArray, lte } from 'drizzle-orm';
import type { AccountStatus } from '@contract/values';
import type { Context } from '../../platform/context';
import { accounts, performers, subscriptions } from '../../platform/db/schema/schema';
import { say, type Words } from '../../languages/say';
import { isBlockedBetween } from '../../people/blocking/blocking';
import { lockAccount } from '../../modules/people/people';
import { expireUnpaid } from './end';
import { findSubscription, lockSubscription, type SubscriptionRow } from './rows';
import { renewalKey } from './state';

/** An attempt that was not finished in this time, because whoever took it died, is taken by another. */
const lease_ms = 3_600_000;

/** An attempt to renew: its key says which period it pays for. */
export interface DueRenewal {
  subscriptionId: string;
  key: string;
}

/** Takes some renewals that are due, in the transaction of `tx`: nobody else takes them for an hour. */
export async function takeDue(tx: Context, limit: number): Promise<DueRenewal[]> {
  const now = tx.clock.now();
  const due = await tx.db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(lte(subscriptions.renewsAt, now), eq(subscriptions.isRenewing, true)))
    .orderBy(asc(subscriptions.renewsAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  if (due.length === 0) return [];
  const taken = await tx.db
    .update(subscriptions)
    .set({ renewsAt: new Date(now.getTime() + lease_ms) })
    .where(
      inArray(
        subscriptions.id,
        due.map(({ id }) => id),
      ),
    )
    .returning();
  return taken.map((row) => ({ subscriptionId: row.id, key: renewalKey(row) }));
}

/** Why a fan, whose account has this status, can have no period of a performer, in words for the fan; null when they can. */
export async function obstacle(
  tx: Context,
  { userId, performerId }: Pick<SubscriptionRow, 'userId' | 'performerId'>,
  status: AccountStatus | undefined,
): Promise<Words | null> {
  if (status !== 'active') return status === 'suspended' ? say`Your account is suspended.` : say`Your account is being deleted.`;
  const [performer] = await tx.db
    .select({ status: accounts.status, isPerformer: accounts.isPerformer, verification: performers.verification })
    .from(performers)
    .innerJoin(accounts, eq(accounts.id, performers.accountId))
    .where(eq(performers.accountId, performerId));
  const isThere = performer?.status === 'active' && performer.isPerformer && performer.verification === 'approved';
  const isOpen = isThere && !(await isBlockedBetween(tx, userId, performerId));
  return isOpen ? null : say`This page is not available any more.`;
}

/**
 * The subscription whose attempt `due` is, with the fan's account and its row locked; null when the attempt was made before,
 * when the renewal was ended meanwhile, or when there can be none any more: then the subscription ends here, uncharged.
 */
export async function lockDue(tx: Context, due: DueRenewal): Promise<SubscriptionRow | null> {
  const found = await findSubscription(tx, due.subscriptionId);
  if (!found) return null;
  const fan = await lockAccount(tx, found.userId);
  const row = await lockSubscription(tx, found.id);
  if (!row?.isRenewing || renewalKey(row) !== due.key) return null;
  const reason = await obstacle(tx, row, fan?.status);
  if (reason === null) return row;
  await expireUnpaid(tx, row, reason);
  return null;
}
