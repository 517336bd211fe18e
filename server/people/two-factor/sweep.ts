/** Cleanup of two-factor data. */
import { lte } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { sweepChallenges } from '../passkeys/passkeys';
import { signInTickets, trustedDevices } from '../../platform/db/schema/two-factor';

/** Deletes expired sign-in tickets, challenges and trusted devices. */
export async function sweepTwoFactor(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.delete(signInTickets).where(lte(signInTickets.expiresAt, now));
  await sweepChallenges(ctx);
  await ctx.db.delete(trustedDevices).where(lte(trustedDevices.expiresAt, now));
}
