/** Payments under every kind of gateway failure: the card is charged at most once, and each charge is credited. */
import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { inTransaction } from '@server/platform/context';
import { coupons, gatewayEvents, payments } from '@server/platform/db/schema/payments';
import { promotions } from '@server/platform/db/schema/subscriptions';
import {
  ledgerViolations,
  newIdempotencyKey,
  openStripeTestHost,
  walletBalance,
  type StripeTestHost,
} from '../../../tests/kit/money/payments';
import { signUpOperator } from '../../../tests/kit/people/people';
import { performerWithPrices } from '../../../tests/kit/money/subscriptions';
import { failPayment } from './effects';
import { applyEvent } from './events';
import { reconcile } from './reconcile';
import { findPayment } from './rows';
import { settlePayment } from './settle';

let stripe: StripeTestHost;
beforeAll(async () => {
  stripe = await openStripeTestHost();
});
afterAll(() => stripe.close());
afterEach(async () => {
  expect(await ledgerViolations(stripe.testHost.ctx)).toEqual([]);
});

const charge = 'POST /v1/payment_intents';
const lookUpRequest = 'GET /v1/payment_intents';

const topUp = (token: string, key = newIdempotencyKey(), amount = 20) =>
  stripe.testHost.call('POST /payment/wallet/top-up', { body: { amount } }, { token, key });
const read = (token: string, id: string) => stripe.testHost.call('GET /payment/transactions/:id', { params: { id } }, { token });
/** The charges that the gateway has for a payment. */
const chargesOf = (id: string) => stripe.standIn.payments.intents.filter(({ metadata }) => metadata['footlight_key'] === `pay_${id}`);
/** Advances the clock by a minute and runs the reconciler. */
const runReconcilerLater = async (): Promise<void> => {
  stripe.testHost.clock.advance({ minutes: 1 });
  await reconcile(stripe.testHost.ctx);
};

describe('a lost response', () => {
  it.each(['lose_response', 'hang_after', 'fail_after', 'garbage', 'trickle'] as const)(
    'after the charge (%s) is found by a lookup, and the card is charged once',
    async (fault) => {
      const { token, id } = await stripe.payer();
      stripe.standIn.failNext(charge, fault);
      const { data } = await topUp(token);
      // The HTTP client retries once on a reused connection that breaks, with the same key.
      if (fault !== 'lose_response') expect(data.status).toBe('processing');
      await runReconcilerLater();
      expect((await read(token, data._id)).data.status).toBe('success');
      expect(await walletBalance(stripe.testHost.ctx, id)).toBe(2000n);
      expect(chargesOf(data._id)).toHaveLength(1);
    },
  );

  it.each(['lose_request', 'hang', 'fail'] as const)('before the charge (%s) is also settled within a minute', async (fault) => {
    const { token, id } = await stripe.payer();
    stripe.standIn.failNext(charge, fault);
    const { data } = await topUp(token);
    if (fault !== 'lose_request') expect(data.status).toBe('processing');
    await runReconcilerLater();
    expect((await read(token, data._id)).data.status).toBe('success');
    expect(await walletBalance(stripe.testHost.ctx, id)).toBe(2000n);
    expect(chargesOf(data._id).filter((intent) => intent.status === 'succeeded')).toHaveLength(1);
  });

  it('returns the same payment when the request is retried', async () => {
    const { token, id } = await stripe.payer();
    const key = newIdempotencyKey();
    stripe.standIn.failNext(charge, 'hang_after');
    const first = await topUp(token, key);
    const again = await topUp(token, key);
    expect(again.data).toMatchObject({ _id: first.data._id, status: 'success' });
    expect(await walletBalance(stripe.testHost.ctx, id)).toBe(2000n);
  });

  it('stays open while the gateway is unreachable', async () => {
    const { token, id } = await stripe.payer();
    stripe.standIn.failNext(charge, 'hang_after');
    const { data } = await topUp(token);
    stripe.standIn.failNext(lookUpRequest, 'fail', 2);
    stripe.standIn.failNext('GET /v1/events', 'fail');
    stripe.testHost.clock.advance({ seconds: 2 * limits.confirmation_s });
    await reconcile(stripe.testHost.ctx);
    expect((await read(token, data._id)).data.status).toBe('processing');
    await runReconcilerLater();
    expect((await read(token, data._id)).data.status).toBe('success');
    expect(await walletBalance(stripe.testHost.ctx, id)).toBe(2000n);
  });
});

describe('a payment without an outcome', () => {
  it('is charged again with the same key when the gateway rate limited the first call', async () => {
    const { token, id } = await stripe.payer();
    stripe.standIn.failNext(charge, 'busy', 2);
    const { status, data } = await topUp(token);
    expect([status, data.status]).toEqual([202, 'processing']);
    await runReconcilerLater();
    expect((await read(token, data._id)).data.status).toBe('success');
    expect(await walletBalance(stripe.testHost.ctx, id)).toBe(2000n);
  });

  it('fails once the payer no longer waits, if the gateway does not know it', async () => {
    const { token, id } = await stripe.payer();
    const key = newIdempotencyKey();
    stripe.standIn.failNext(charge, 'hang');
    const { data } = await topUp(token, key);
    stripe.testHost.clock.advance({ seconds: limits.confirmation_s + 60 });
    await reconcile(stripe.testHost.ctx);
    expect((await read(token, data._id)).data).toMatchObject({ status: 'failed', failure: { code: 'try_again' } });
    expect((await topUp(token, key)).errorBody).toMatchObject({ statusCode: 402, error: 'card_declined' });
    expect(chargesOf(data._id)).toHaveLength(0);
    expect(await walletBalance(stripe.testHost.ctx, id)).toBe(0n);
  });

  it('still adds the tokens if it succeeds after it was abandoned', async () => {
    const { token, id } = await stripe.payer();
    stripe.standIn.failNext(charge, 'hang_after');
    const { data } = await topUp(token);
    await stripe.testHost.ctx.db.update(payments).set({ status: 'failed', failureCode: 'try_again' }).where(eq(payments.id, data._id));
    await stripe.deliver(stripe.standIn.webhook(stripe.standIn.lastEvent('payment_intent.succeeded'), stripe.testHost.clock.now()));
    for (const { gateway, eventId } of await stripe.testHost.ctx.db.select().from(gatewayEvents))
      await applyEvent(stripe.testHost.ctx, gateway, eventId);
    expect((await read(token, data._id)).data).toMatchObject({ status: 'success', failure: null });
    expect(await walletBalance(stripe.testHost.ctx, id)).toBe(2000n);
  });
});

describe('a discount released by an abandoned payment', () => {
  /** Abandons a payment whose charge succeeded, and settles it later. */
  const abandonThenPay = async (paymentId: string, between: () => Promise<void>): Promise<void> => {
    const { ctx } = stripe.testHost;
    const payment = await findPayment(ctx, paymentId);
    if (!payment) throw new Error('no payment');
    await inTransaction(ctx, (tx) => failPayment(tx, payment, { status: 'failed', code: 'try_again', message: 'Given up.' }));
    await between();
    expect((await settlePayment(ctx, paymentId)).status).toBe('success');
  };

  it('is counted again when the money arrives late: a coupon, even beyond its maximum uses', async () => {
    const { testHost } = stripe;
    const [{ token, id }, other, operator] = [await stripe.payer(), await stripe.payer(), await signUpOperator(testHost)];
    const code = 'ONCE';
    const coupon = await testHost.call('POST /admin/coupons', { body: { code, name: 'Once', value: 0.5, maximumUses: 1 } }, operator);
    const withCoupon = (payerToken: string) =>
      testHost.call(
        'POST /payment/wallet/top-up',
        { body: { amount: 20, couponCode: code } },
        { token: payerToken, key: newIdempotencyKey() },
      );
    const usesOf = async () => (await testHost.ctx.db.select().from(coupons).where(eq(coupons.id, coupon.data._id)))[0]?.totalUses;
    stripe.standIn.failNext(charge, 'hang_after');
    const { data } = await withCoupon(token);
    await abandonThenPay(data._id, async () => {
      expect(await usesOf()).toBe(0);
      expect((await withCoupon(other.token)).data.status).toBe('success');
    });
    expect(await usesOf()).toBe(2);
    expect((await withCoupon(token)).errorBody.error).toBe('coupon_used');
    expect(await walletBalance(testHost.ctx, id)).toBe(2000n);
  });

  it('is counted again when the money arrives late: a promotion', async () => {
    const { testHost } = stripe;
    const [{ token }, performer] = [await stripe.payer(), await performerWithPrices(testHost, 1000n)];
    const offer = await testHost.call('POST /performer/promotions', { body: { kind: 'discount', value: 0.5, maximumUses: 1 } }, performer);
    const usesOf = async () => (await testHost.ctx.db.select().from(promotions).where(eq(promotions.id, offer.data._id)))[0]?.totalUses;
    stripe.standIn.failNext(charge, 'hang_after');
    const { data } = await testHost.call(
      'POST /payment/subscribe/performers',
      { body: { performerId: performer.id, type: 'monthly', promotionId: offer.data._id } },
      { token, key: newIdempotencyKey() },
    );
    await abandonThenPay(data._id, async () => {
      expect(await usesOf()).toBe(0);
    });
    expect(await usesOf()).toBe(1);
  });
});

describe('a payment that is settled concurrently', () => {
  it('is applied once', async () => {
    const { token, id } = await stripe.payer();
    stripe.standIn.failNext(charge, 'hang_after');
    const { data } = await topUp(token);
    const webhook = stripe.standIn.webhook(stripe.standIn.lastEvent('payment_intent.succeeded'), stripe.testHost.clock.now());
    stripe.testHost.clock.advance({ minutes: 1 });
    await Promise.all([
      ...Array.from({ length: 20 }, () => settlePayment(stripe.testHost.ctx, data._id)),
      stripe.deliver(webhook),
      stripe.deliver(webhook),
      reconcile(stripe.testHost.ctx),
      reconcile(stripe.testHost.ctx),
      read(token, data._id),
    ]);
    for (const { gateway, eventId } of await stripe.testHost.ctx.db.select().from(gatewayEvents))
      await applyEvent(stripe.testHost.ctx, gateway, eventId);
    expect((await read(token, data._id)).data.status).toBe('success');
    expect(await walletBalance(stripe.testHost.ctx, id)).toBe(2000n);
    expect(chargesOf(data._id)).toHaveLength(1);
  });
});

describe('a bank confirmation at Stripe', () => {
  const awaitingConfirmation = async () => {
    const fan = await stripe.payer('test_authentication');
    const { status, data } = await topUp(fan.token);
    expect([status, data.status]).toEqual([202, 'requires_action']);
    return { ...fan, paymentId: data._id, secret: data.clientSecret ?? '' };
  };

  it('is completed in the browser, and found by the next lookup', async () => {
    const { token, id, paymentId, secret } = await awaitingConfirmation();
    stripe.standIn.payments.authenticate(secret, 'approved');
    expect((await read(token, paymentId)).data.status).toBe('success');
    expect(await walletBalance(stripe.testHost.ctx, id)).toBe(2000n);
  });

  it('that is declined cancels the payment, so that no other card can finish it', async () => {
    const { token, paymentId, secret } = await awaitingConfirmation();
    stripe.standIn.payments.authenticate(secret, 'refused');
    expect((await read(token, paymentId)).data).toMatchObject({ status: 'failed', clientSecret: null });
    expect(chargesOf(paymentId)).toMatchObject([{ status: 'canceled' }]);
  });

  it('that is not completed in time cancels the payment', async () => {
    const { token, paymentId } = await awaitingConfirmation();
    stripe.testHost.clock.advance({ seconds: limits.confirmation_s + 60 });
    await reconcile(stripe.testHost.ctx);
    expect((await read(token, paymentId)).data.status).toBe('canceled');
    expect(chargesOf(paymentId)).toMatchObject([{ status: 'canceled' }]);
  });

  it('cannot be simulated, because that endpoint is for the sandbox only', async () => {
    const { token, paymentId } = await awaitingConfirmation();
    const { errorBody } = await stripe.testHost.call(
      'POST /payment/transactions/:id/confirm',
      { params: { id: paymentId }, body: { isApproved: true } },
      { token },
    );
    expect(errorBody.error).toBe('payment_not_found');
  });
});
