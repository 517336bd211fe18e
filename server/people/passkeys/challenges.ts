/** Questions to devices: each is answered once, within minutes, for what it was asked. */
import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { Context } from '../../platform/context';
import { passkeyChallenges } from '../../platform/db/schema/schema';

/** Asks a new question; `accountId` names for whom a key is made. */
export async function newChallenge(ctx: Context, accountId: string | null): Promise<string> {
  const challenge = ctx.chance.secret();
  const expiresAt = new Date(ctx.clock.now().getTime() + limits.passkeys.answer_s * 1000);
  await ctx.db.insert(passkeyChallenges).values({ challenge, accountId, expiresAt });
  return challenge;
}

/** Uses a question up. False when it was never asked, not for this, answered before, or too long ago. */
export async function spendChallenge(ctx: Context, challenge: string, accountId: string | null): Promise<boolean> {
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

/** Removes questions that nobody answered. */
export async function sweepChallenges(ctx: Context): Promise<void> {
  await ctx.db.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, ctx.clock.now()));
}
