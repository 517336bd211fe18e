/** Deletes expired sessions, links, records of delegate actions, unfinished sign-ins and username holds. */
import { and, eq, inArray, isNull, lte, notExists, sql } from 'drizzle-orm';
import { inTransaction, type Context } from '../../platform/context';
import { accounts, knownDevices, mailedLinks, pendingSocialSignIns, usernameHolds } from '../../platform/db/schema/accounts';
import { performers } from '../../platform/db/schema/performers';
import { sweepDelegateActivity } from '../delegation/delegate-sessions';
import { sweepTwoFactor } from '../two-factor/sweep';
import { sweepSessions } from '../sessions/sessions';

const batch = 500;

/**
 * Releases held usernames, and clears them from accounts that never confirmed their address, never signed in and are not approved
 * performers. A username requested with a known address becomes free at the same moment as one requested with a new address, so the timing
 * does not reveal whether the address was known.
 */
async function releaseUsernames(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const released = await inTransaction(ctx, async ({ db }) => {
    const expiredHolds = db
      .select({ username: usernameHolds.username })
      .from(usernameHolds)
      .where(lte(usernameHolds.until, now))
      .limit(batch);
    const rows = await db.delete(usernameHolds).where(inArray(usernameHolds.username, expiredHolds)).returning();
    if (rows.length === 0) return 0;
    const signedIn = db
      .select({ one: sql`1` })
      .from(knownDevices)
      .where(eq(knownDevices.accountId, accounts.id));
    const approved = db
      .select({ one: sql`1` })
      .from(performers)
      .where(and(eq(performers.accountId, accounts.id), eq(performers.verification, 'approved')));
    await db
      .update(accounts)
      .set({ username: null, updatedAt: now })
      .where(
        and(
          inArray(
            accounts.username,
            rows.map(({ username }) => username),
          ),
          isNull(accounts.emailVerifiedAt),
          notExists(signedIn),
          notExists(approved),
        ),
      );
    return rows.length;
  });
  if (released === batch) await releaseUsernames(ctx);
}

/** Deletes all expired rows. Idempotent. */
export async function sweepAccounts(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  await sweepSessions(ctx);
  await sweepTwoFactor(ctx);
  await sweepDelegateActivity(ctx);
  await ctx.db.delete(mailedLinks).where(lte(mailedLinks.expiresAt, now));
  await ctx.db.delete(pendingSocialSignIns).where(lte(pendingSocialSignIns.expiresAt, now));
  await releaseUsernames(ctx);
}
