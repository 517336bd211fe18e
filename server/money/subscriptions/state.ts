/**
 * The states of a subscription. `active` runs and renews, unless it is a free period or was extended after its renewal ended;
 * `past_due` keeps access while a failed renewal is tried again; `cancelled` runs to its end; `expired` has ended. The
 * condition in `server/entitlements` says the same of access; a performer's counter counts all that have not expired.
 */
import { eq, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { day_ms } from '@contract/kernel/units';
import type { Context } from '../../platform/context';
import { performers } from '../../platform/db/schema/schema';
import type { SubscriptionRow } from './rows';

export const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * day_ms);

/** All days on which a renewal that failed first at `pastDueAt` is tried again. */
export const retriesAfter = (pastDueAt: Date): Date[] => limits.renewalRetries_days.map((days) => daysAfter(pastDueAt, days));

/** Whether it gives access at `now`, as `givesAccess` has it for the database. */
export function isRunning({ status, isRenewing, expiresAt }: SubscriptionRow, now: Date): boolean {
  if (status === 'expired') return false;
  return expiresAt > now || status === 'past_due' || (status === 'active' && isRenewing);
}

/** Whether the performer's counter holds it. */
export const isCounted = ({ status }: SubscriptionRow): boolean => status !== 'expired';

/** Counts subscribers of a performer up or down. */
export async function countSubscribers(tx: Context, performerId: string, change: 1 | -1): Promise<void> {
  await tx.db
    .update(performers)
    .set({ subscribers: sql`${performers.subscribers} + ${change}` })
    .where(eq(performers.accountId, performerId));
}

/**
 * The key of the attempt that is due: the period that it pays for and how many attempts failed before. Whoever makes the
 * attempt writes its payment under this key, so that it is made once.
 */
export const renewalKey = ({ id, expiresAt, failedRenewals }: Pick<SubscriptionRow, 'id' | 'expiresAt' | 'failedRenewals'>): string =>
  `renew:${id}:${expiresAt.toISOString()}:${String(failedRenewals)}`;
