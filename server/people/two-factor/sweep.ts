/** What of second steps has had its time. */
import { lte } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { sweepChallenges } from '../passkeys/passkeys';
import { signInTickets, trustedDevices } from '../../platform/db/schema/schema';

/** Removes sign-ins that never got their second step, and devices that are trusted no more. */
export async function sweepSecondSteps(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.delete(signInTickets).where(lte(signInTickets.expiresAt, now));
  await sweepChallenges(ctx);
  await ctx.db.delete(trustedDevices).where(lte(trustedDevices.expiresAt, now));
}
