/** Performers with a balance to be paid out, for tests. */
import { eq } from 'drizzle-orm';
import { inTransaction } from '@server/platform/context';
import { earnings } from '@server/platform/db/schema/money';
import { charge } from '@server/money/charges/charge';
import { fillWallet } from './ledger';
import { signUpFan, signUpPerformer } from '../people/people';
import type { TestHost } from '../host/test-host';

export interface Earner {
  token: string;
  id: string;
  username: string;
  email: string;
}

/** A fan whose `pays` tips a performer an amount in cents and returns the id of the charge; the earnings are available immediately. */
export async function payingFan(
  testHost: TestHost,
): Promise<{ id: string; token: string; pays(performerId: string, cents: bigint): Promise<string> }> {
  const fan = await signUpFan(testHost);
  return {
    ...fan,
    pays: async (performerId, cents) => {
      await fillWallet(testHost, fan.id, cents);
      const item = { type: 'tip', targetId: performerId, performerId, price_cents: cents, quantity: 1, text: '' } as const;
      const { _id } = await inTransaction(testHost.ctx, (tx) => charge(tx, fan.id, item));
      await clearEarnings(testHost, performerId);
      return _id;
    },
  };
}

/** Makes all earnings of a performer available, as if their clearing period were over. */
export async function clearEarnings(testHost: TestHost, performerId: string): Promise<void> {
  await testHost.ctx.db.update(earnings).set({ availableAt: earnings.createdAt }).where(eq(earnings.performerId, performerId));
}

/** An approved performer who has earned `tokens` and is paid by PayPal. */
export async function performerWithEarnings(testHost: TestHost, tokens: number, name?: string): Promise<Earner> {
  const performer = await signUpPerformer(testHost, name);
  if (tokens > 0) {
    const { pays } = await payingFan(testHost);
    // The site's commission is 20 %.
    await pays(performer.id, BigInt(tokens * 125));
  }
  await setPaypalPayout(testHost, performer);
  return performer;
}

/** Sets the performer's payout method to PayPal. */
export async function setPaypalPayout(testHost: TestHost, { token }: Pick<Earner, 'token'>, email = 'stage@example.com'): Promise<void> {
  await testHost.call(
    'PUT /performers/:id/payment-gateway-settings',
    { params: { id: 'me' }, body: { method: 'paypal', email } },
    { token },
  );
}
