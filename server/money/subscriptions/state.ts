/**
 * The states of a subscription. `active`: has access and renews, except for a free trial or an extension after cancellation.
 * `past_due`: has access while a failed renewal is retried. `cancelled`: has access until its end. `expired`: has ended.
 * `givesAccess` in `server/content/entitlements` is the SQL condition for access. A performer's subscriber count includes all that
 * have not expired.
 */
import { eq, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { day_ms } from '@contract/kernel/units';
import type { Context } from '../../platform/context';
import { performers } from '../../platform/db/schema/performers';
import type { SubscriptionRow } from './rows';

export const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * day_ms);

/** The retry dates of a renewal that first failed at `pastDueAt`. */
export const retriesAfter = (pastDueAt: Date): Date[] => limits.renewalRetries_days.map((days) => daysAfter(pastDueAt, days));

/** Whether a subscription gives access at `now`. `givesAccess` is the same rule in SQL, except that it excludes withheld ones. */
export function isActiveAt({ status, isRenewing, expiresAt }: SubscriptionRow, now: Date): boolean {
  if (status === 'expired') return false;
  return expiresAt > now || status === 'past_due' || (status === 'active' && isRenewing);
}

/** Whether a subscription is included in the performer's subscriber count. */
export const isCountedAsSubscriber = ({ status }: SubscriptionRow): boolean => status !== 'expired';

/** Increments or decrements a performer's subscriber count. */
export async function countSubscribers(tx: Context, performerId: string, change: 1 | -1): Promise<void> {
  await tx.db
    .update(performers)
    .set({ subscribers: sql`${performers.subscribers} + ${change}` })
    .where(eq(performers.accountId, performerId));
}

/**
 * The key of the due attempt: the period that it pays for and the number of failed attempts. The attempt's payment has this key, so
 * that it is made once.
 */
export const renewalKey = ({ id, expiresAt, failedRenewals }: Pick<SubscriptionRow, 'id' | 'expiresAt' | 'failedRenewals'>): string =>
  `renew:${id}:${expiresAt.toISOString()}:${String(failedRenewals)}`;
