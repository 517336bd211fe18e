/** What has had its time: sessions, links, what helpers did long ago, sign-ins that were never finished, and names that nobody came for. */
import { and, eq, inArray, isNull, lte, notExists, sql } from 'drizzle-orm';
import { inTransaction, type Context } from '../../platform/context';
import { accounts, knownDevices, mailedLinks, performers, socialAttempts, usernameHolds } from '../../platform/db/schema/schema';
import { sweepActs } from '../../modules/helping/helping';
import { sweepSecondSteps } from '../../modules/second-step/second-step';
import { sweepSessions } from '../sessions/sessions';

const batch = 500;

/**
 * Gives held names back, and takes them from accounts that never confirmed their address: a name that was asked for with
 * a known address comes free at the same moment as one that was asked for with a new one, so waiting tells nothing.
 */
async function releaseUsernames(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const released = await inTransaction(ctx, async ({ db }) => {
    const over = db.select({ username: usernameHolds.username }).from(usernameHolds).where(lte(usernameHolds.until, now)).limit(batch);
    const rows = await db.delete(usernameHolds).where(inArray(usernameHolds.username, over)).returning();
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

/** Removes all of it. Running twice is the same as once. */
export async function sweepAccounts(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  await sweepSessions(ctx);
  await sweepSecondSteps(ctx);
  await sweepActs(ctx);
  await ctx.db.delete(mailedLinks).where(lte(mailedLinks.expiresAt, now));
  await ctx.db.delete(socialAttempts).where(lte(socialAttempts.expiresAt, now));
  await releaseUsernames(ctx);
}
