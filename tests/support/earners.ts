/** Performers with something to be paid out, for tests. */
import { eq } from 'drizzle-orm';
import { inTransaction } from '@server/platform/context';
import { earnings } from '@server/platform/db/schema/schema';
import { charge } from '@server/money/charges/charges';
import { fillWallet } from './books';
import { signUpFan, signUpPerformer } from '../kit/people/people';
import type { World } from '../kit/host/test-host';

export interface Earner {
  token: string;
  id: string;
  username: string;
  email: string;
}

/** A fan who pays performers what they are told to; what is earned by it is available at once. */
export async function buyer(
  world: World,
): Promise<{ id: string; token: string; pays(performerId: string, cents: bigint): Promise<string> }> {
  const fan = await signUpFan(world);
  return {
    ...fan,
    pays: async (performerId, cents) => {
      await fillWallet(world, fan.id, cents);
      const item = { type: 'tip', targetId: performerId, performerId, price_cents: cents, quantity: 1, text: '' } as const;
      const { _id } = await inTransaction(world.ctx, (tx) => charge(tx, fan.id, item));
      await clear(world, performerId);
      return _id;
    },
  };
}

/** Lets what a performer has sold be available now, as if its clearing time were over. */
export async function clear(world: World, performerId: string): Promise<void> {
  await world.ctx.db.update(earnings).set({ availableAt: earnings.createdAt }).where(eq(earnings.performerId, performerId));
}

/** An approved performer who has earned `tokens` and is paid by PayPal. */
export async function performerWith(world: World, tokens: number, name?: string): Promise<Earner> {
  const performer = await signUpPerformer(world, name);
  if (tokens > 0) {
    const { pays } = await buyer(world);
    // The site keeps a fifth.
    await pays(performer.id, BigInt(tokens * 125));
  }
  await payByPaypal(world, performer);
  return performer;
}

/** Has a performer paid to this address. */
export async function payByPaypal(world: World, { token }: Pick<Earner, 'token'>, email = 'stage@example.com'): Promise<void> {
  await world.call('PUT /performers/:id/payment-gateway-settings', { params: { id: 'me' }, body: { method: 'paypal', email } }, { token });
}
