/** WebAuthn challenges: each can be used once, within minutes, for the purpose it was issued for. */
import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { Context } from '../../platform/context';
import { passkeyChallenges } from '../../platform/db/schema/passkeys';

/** Issues a challenge. `accountId` is set for registrations only. */
export async function newChallenge(ctx: Context, accountId: string | null): Promise<string> {
  const challenge = ctx.random.secret();
  const expiresAt = new Date(ctx.clock.now().getTime() + limits.passkeys.answer_s * 1000);
  await ctx.db.insert(passkeyChallenges).values({ challenge, accountId, expiresAt });
  return challenge;
}

/** Uses a challenge up. False if it is unknown, expired, used, or issued for another purpose. */
export async function consumeChallenge(ctx: Context, challenge: string, accountId: string | null): Promise<boolean> {
  const spent = await ctx.db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        accountId === null ? isNull(passkeyChallenges.accountId) : eq(passkeyChallenges.accountId, accountId),
        gt(passkeyChallenges.expiresAt, ctx.clock.now()),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge });
  return spent.length > 0;
}

/** Deletes expired challenges. */
export async function sweepChallenges(ctx: Context): Promise<void> {
  await ctx.db.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, ctx.clock.now()));
}
