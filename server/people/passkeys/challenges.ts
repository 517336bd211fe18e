/** WebAuthn challenges: each can be used once, within minutes, for the purpose it was issued for. */
import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { Context } from '../../platform/context';
import { passkeyChallenges } from '../../platform/db/schema/passkeys';

/** Issues a challenge: for a registration by the account, or for an authentication if `accountId` is null. */
export async function issueChallenge(ctx: Context, accountId: string | null): Promise<string> {
  const challenge = ctx.random.secret();
  const expiresAt = new Date(ctx.clock.now().getTime() + limits.passkeys.challenge_s * 1000);
  await ctx.db.insert(passkeyChallenges).values({ challenge, accountId, expiresAt });
  return challenge;
}

/** Consumes a challenge. Returns false if it is unknown, expired, already consumed, or issued for another purpose. */
export async function consumeChallenge(ctx: Context, challenge: string, accountId: string | null): Promise<boolean> {
  const consumed = await ctx.db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        accountId === null ? isNull(passkeyChallenges.accountId) : eq(passkeyChallenges.accountId, accountId),
        gt(passkeyChallenges.expiresAt, ctx.clock.now()),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge });
  return consumed.length > 0;
}

/** Deletes expired challenges. */
export async function sweepChallenges(ctx: Context): Promise<void> {
  await ctx.db.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, ctx.clock.now()));
}
