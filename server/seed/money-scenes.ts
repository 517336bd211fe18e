/** What the people of the cast have paid: a card, tokens, tips and subscriptions, all with the sandbox's test card. */
import { eq } from 'drizzle-orm';
import { testCards } from '@contract/money/test-cards';
import { inTransaction, type Context } from '../platform/context';
import { earnings } from '../platform/db/schema/schema';
import type { Intention } from '../platform/idempotency/idempotency';
import { tip } from '../money/charges/charges';
import { addCard, createCoupon, createPackage, subscribe, topUp } from '../modules/payments/payments';
import { actorOf, here } from './accounts';

/** Who takes part; ids of accounts. */
export interface Payers {
  operator: string;
  fan: string;
  /** Has many tips and a subscriber. */
  loved: string;
  /** Offers a free period, and the fan has begun it. */
  tried: string;
}

const packages = [
  { name: 'Small', price: 1000n, tokens: 1000n },
  { name: 'Medium', price: 2500n, tokens: 2600n },
  { name: 'Large', price: 10_000n, tokens: 11_000n },
];
const bought = 20_000n;
const tips = [
  { cents: 5000n, text: 'For the shoes that the last piece wore out' },
  { cents: 2000n, text: 'That second act!' },
];

/** What is on sale, and then a fan's first evening. Gateways are asked, so it runs outside a transaction. */
export async function payAround(ctx: Context, { operator, fan, loved, tried }: Payers): Promise<void> {
  const olive = actorOf(ctx, operator, 'operator');
  for (const [ordering, offer] of packages.entries())
    await createPackage(ctx, olive, here, { ...offer, description: '', ordering, isActive: true });
  await createCoupon(ctx, olive, here, {
    code: 'WELCOME',
    name: 'Ten percent off the first top-up',
    description: '',
    value: 0.1,
    expiresAt: null,
    maximumUses: null,
    status: 'active',
  });
  const finn = actorOf(ctx, fan, 'user');
  const intention = (): Intention => ({ accountId: fan, key: null, digest: '' });
  await addCard(ctx, fan, ctx.settings.values().paymentGateway, { token: testCards[0].token, holderName: 'Finn Baker', isDefault: true });
  await topUp(ctx, fan, intention(), { amount: bought });
  for (const { cents, text } of tips) await inTransaction(ctx, (tx) => tip(tx, finn, here, loved, { price: cents, text }));
  // Their clearing time is over: the performer has something to be paid, and something that still waits.
  await ctx.db.update(earnings).set({ availableAt: ctx.clock.now() }).where(eq(earnings.performerId, loved));
  await subscribe(ctx, finn, here, intention(), { performerId: loved, type: 'monthly', source: 'card' });
  await subscribe(ctx, finn, here, intention(), { performerId: tried, type: 'free', source: 'card' });
}
