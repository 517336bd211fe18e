/** Demo payments: a card, tokens, tips and subscriptions, all with the sandbox's test card. */
import { eq } from 'drizzle-orm';
import { testCards } from '@contract/money/test-cards';
import { inTransaction, type Context } from '../platform/context';
import { earnings } from '../platform/db/schema/money';
import type { IdempotentRequest } from '../platform/idempotency/idempotency';
import { tip } from '../flows/tips/tips';
import { addCard } from '../money/payments/cards/cards';
import { createCoupon } from '../money/payments/coupons/coupons.admin';
import { createPackage } from '../money/payments/coupons/packages';
import { subscribe, topUp } from '../money/payments/purchases';
import { actorOf, seedClient } from './accounts';

/** The ids of the accounts. */
export interface PaymentCast {
  operator: string;
  fan: string;
  /** Has many tips and a subscriber. */
  popularPerformer: string;
  /** Offers a free trial, which the fan has started. */
  trialPerformer: string;
}

const tokenPackages = [
  { name: 'Small', price: 1000n, tokens: 1000n },
  { name: 'Medium', price: 2500n, tokens: 2600n },
  { name: 'Large', price: 10_000n, tokens: 11_000n },
];
const topUpAmount = 20_000n;
const tips = [
  { cents: 5000n, text: 'For the shoes that the last piece wore out' },
  { cents: 2000n, text: 'That second act!' },
];

/** Creates offers, and then a fan's purchases. Gateways are called, so it runs outside a transaction. */
export async function seedPayments(ctx: Context, { operator, fan, popularPerformer, trialPerformer }: PaymentCast): Promise<void> {
  const olive = actorOf(ctx, operator, 'operator');
  for (const [ordering, offer] of tokenPackages.entries())
    await createPackage(ctx, olive, seedClient, { ...offer, description: '', ordering, isActive: true });
  await createCoupon(ctx, olive, seedClient, {
    code: 'WELCOME',
    name: 'Ten percent off the first top-up',
    description: '',
    value: 0.1,
    expiresAt: null,
    maximumUses: null,
    status: 'active',
  });
  const finn = actorOf(ctx, fan, 'user');
  const newRequest = (): IdempotentRequest => ({ accountId: fan, key: null, digest: '' });
  await addCard(ctx, fan, ctx.settings.values().paymentGateway, { token: testCards[0].token, holderName: 'Finn Baker', isDefault: true });
  await topUp(ctx, fan, newRequest(), { amount: topUpAmount });
  for (const { cents, text } of tips) await inTransaction(ctx, (tx) => tip(tx, finn, seedClient, popularPerformer, { price: cents, text }));
  // The sales so far have cleared; later ones are pending. So the performer has both amounts.
  await ctx.db.update(earnings).set({ availableAt: ctx.clock.now() }).where(eq(earnings.performerId, popularPerformer));
  await subscribe(ctx, finn, seedClient, newRequest(), { performerId: popularPerformer, type: 'monthly', source: 'card' });
  await subscribe(ctx, finn, seedClient, newRequest(), { performerId: trialPerformer, type: 'free', source: 'card' });
}
