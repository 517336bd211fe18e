/** Payments at a gateway that fails in every way it can: money is taken once, and never for nothing. */
import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { inTransaction } from '@server/platform/context';
import { coupons, gatewayEvents, payments, promotions } from '@server/platform/db/schema/schema';
import { brokenLaws, freshKey, openStripeWorld, walletHolds, type StripeWorld } from '../../../tests/support/payments';
import { signUpOperator } from '../../../tests/kit/people/people';
import { performerAt } from '../../../tests/support/subscriptions';
import { dropEffect } from './effects';
import { applyEvent } from './events';
import { reconcile } from '../../modules/payments/reconcile';
import { findPayment } from './rows';
import { settlePayment } from './settle';

let scene: StripeWorld;
beforeAll(async () => {
  scene = await openStripeWorld();
});
afterAll(() => scene.close());
afterEach(async () => {
  expect(await brokenLaws(scene.world.ctx)).toEqual([]);
});

const charge = 'POST /v1/payment_intents';
const lookUp = 'GET /v1/payment_intents';

const topUp = (token: string, key = freshKey(), amount = 20) =>
  scene.world.call('POST /payment/wallet/top-up', { body: { amount } }, { token, key });
const read = (token: string, id: string) => scene.world.call('GET /payment/transactions/:id', { params: { id } }, { token });
/** The charges that the gateway knows of a payment. */
const charged = (id: string) => scene.standIn.payments.intents.filter(({ metadata }) => metadata['footlight_key'] === `pay_${id}`);
/** A minute later the reconciler comes. */
const aMinuteLater = async (): Promise<void> => {
  scene.world.clock.advance({ minutes: 1 });
  await reconcile(scene.world.ctx);
};

describe('an answer that is lost', () => {
  it.each(['lose_answer', 'hang_after', 'fail_after', 'garbage', 'trickle'] as const)(
    'after the charge (%s) is looked up, and charged once',
    async (fault) => {
      const { token, id } = await scene.payer();
      scene.standIn.failNext(charge, fault);
      const { data } = await topUp(token);
      // A connection that breaks while it is used again is tried once more by the client itself, under the same key.
      if (fault !== 'lose_answer') expect(data.status).toBe('processing');
      await aMinuteLater();
      expect((await read(token, data._id)).data.status).toBe('success');
      expect(await walletHolds(scene.world.ctx, id)).toBe(2000n);
      expect(charged(data._id)).toHaveLength(1);
    },
  );

  it.each(['lose_request', 'hang', 'fail'] as const)('before anything was done (%s) ends within a minute too', async (fault) => {
    const { token, id } = await scene.payer();
    scene.standIn.failNext(charge, fault);
    const { data } = await topUp(token);
    if (fault !== 'lose_request') expect(data.status).toBe('processing');
    await aMinuteLater();
    expect((await read(token, data._id)).data.status).toBe('success');
    expect(await walletHolds(scene.world.ctx, id)).toBe(2000n);
    expect(charged(data._id).filter((intent) => intent.status === 'succeeded')).toHaveLength(1);
  });

  it('is the same payment for whoever sends the request again', async () => {
    const { token, id } = await scene.payer();
    const key = freshKey();
    scene.standIn.failNext(charge, 'hang_after');
    const first = await topUp(token, key);
    const again = await topUp(token, key);
    expect(again.data).toMatchObject({ _id: first.data._id, status: 'success' });
    expect(await walletHolds(scene.world.ctx, id)).toBe(2000n);
  });

  it('waits as long as the gateway stays away', async () => {
    const { token, id } = await scene.payer();
    scene.standIn.failNext(charge, 'hang_after');
    const { data } = await topUp(token);
    scene.standIn.failNext(lookUp, 'fail', 2);
    scene.standIn.failNext('GET /v1/events', 'fail');
    scene.world.clock.advance({ seconds: 2 * limits.confirmation_s });
    await reconcile(scene.world.ctx);
    expect((await read(token, data._id)).data.status).toBe('processing');
    await aMinuteLater();
    expect((await read(token, data._id)).data.status).toBe('success');
    expect(await walletHolds(scene.world.ctx, id)).toBe(2000n);
  });
});

describe('a gateway that did nothing', () => {
  it('for the time being is asked again, under the same key', async () => {
    const { token, id } = await scene.payer();
    scene.standIn.failNext(charge, 'busy', 2);
    const { status, data } = await topUp(token);
    expect([status, data.status]).toEqual([202, 'processing']);
    await aMinuteLater();
    expect((await read(token, data._id)).data.status).toBe('success');
    expect(await walletHolds(scene.world.ctx, id)).toBe(2000n);
  });

  it('ends a payment that it never heard of, once nobody expects it any more', async () => {
    const { token, id } = await scene.payer();
    const key = freshKey();
    scene.standIn.failNext(charge, 'hang');
    const { data } = await topUp(token, key);
    scene.world.clock.advance({ seconds: limits.confirmation_s + 60 });
    await reconcile(scene.world.ctx);
    expect((await read(token, data._id)).data).toMatchObject({ status: 'failed', failure: { code: 'try_again' } });
    expect((await topUp(token, key)).refusal).toMatchObject({ statusCode: 402, error: 'card_declined' });
    expect(charged(data._id)).toHaveLength(0);
    expect(await walletHolds(scene.world.ctx, id)).toBe(0n);
  });

  it('gives the tokens all the same when the money came in after the payment was given up', async () => {
    const { token, id } = await scene.payer();
    scene.standIn.failNext(charge, 'hang_after');
    const { data } = await topUp(token);
    await scene.world.ctx.db.update(payments).set({ status: 'failed', failureCode: 'try_again' }).where(eq(payments.id, data._id));
    await scene.deliver(scene.standIn.webhook(scene.standIn.lastEvent('payment_intent.succeeded'), scene.world.clock.now()));
    for (const { gateway, eventId } of await scene.world.ctx.db.select().from(gatewayEvents))
      await applyEvent(scene.world.ctx, gateway, eventId);
    expect((await read(token, data._id)).data).toMatchObject({ status: 'success', failure: null });
    expect(await walletHolds(scene.world.ctx, id)).toBe(2000n);
  });
});

describe('what was freed when a payment was given up', () => {
  /** Gives a payment up that was made all the same, and hears of it later. */
  const givenUpThenPaid = async (paymentId: string, between: () => Promise<void>): Promise<void> => {
    const { ctx } = scene.world;
    const payment = await findPayment(ctx, paymentId);
    if (!payment) throw new Error('no payment');
    await inTransaction(ctx, (tx) => dropEffect(tx, payment, { status: 'failed', code: 'try_again', message: 'Given up.' }));
    await between();
    expect((await settlePayment(ctx, paymentId)).status).toBe('success');
  };

  it('is used again when the money came in late: a coupon, though nothing is left of it', async () => {
    const { world } = scene;
    const [{ token, id }, other, operator] = [await scene.payer(), await scene.payer(), await signUpOperator(world)];
    const code = 'ONCE';
    const coupon = await world.call('POST /admin/coupons', { body: { code, name: 'Once', value: 0.5, maximumUses: 1 } }, operator);
    const withCoupon = (who: string) =>
      world.call('POST /payment/wallet/top-up', { body: { amount: 20, couponCode: code } }, { token: who, key: freshKey() });
    const usesOf = async () => (await world.ctx.db.select().from(coupons).where(eq(coupons.id, coupon.data._id)))[0]?.totalUses;
    scene.standIn.failNext(charge, 'hang_after');
    const { data } = await withCoupon(token);
    await givenUpThenPaid(data._id, async () => {
      expect(await usesOf()).toBe(0);
      expect((await withCoupon(other.token)).data.status).toBe('success');
    });
    expect(await usesOf()).toBe(2);
    expect((await withCoupon(token)).refusal.error).toBe('coupon_used');
    expect(await walletHolds(world.ctx, id)).toBe(2000n);
  });

  it('is used again when the money came in late: an offer', async () => {
    const { world } = scene;
    const [{ token }, performer] = [await scene.payer(), await performerAt(world, 1000n)];
    const offer = await world.call('POST /performer/promotions', { body: { kind: 'discount', value: 0.5, maximumUses: 1 } }, performer);
    const usesOf = async () => (await world.ctx.db.select().from(promotions).where(eq(promotions.id, offer.data._id)))[0]?.totalUses;
    scene.standIn.failNext(charge, 'hang_after');
    const { data } = await world.call(
      'POST /payment/subscribe/performers',
      { body: { performerId: performer.id, type: 'monthly', promotionId: offer.data._id } },
      { token, key: freshKey() },
    );
    await givenUpThenPaid(data._id, async () => {
      expect(await usesOf()).toBe(0);
    });
    expect(await usesOf()).toBe(1);
  });
});

describe('a payment that is settled by many at once', () => {
  it('takes effect once', async () => {
    const { token, id } = await scene.payer();
    scene.standIn.failNext(charge, 'hang_after');
    const { data } = await topUp(token);
    const hook = scene.standIn.webhook(scene.standIn.lastEvent('payment_intent.succeeded'), scene.world.clock.now());
    scene.world.clock.advance({ minutes: 1 });
    await Promise.all([
      ...Array.from({ length: 20 }, () => settlePayment(scene.world.ctx, data._id)),
      scene.deliver(hook),
      scene.deliver(hook),
      reconcile(scene.world.ctx),
      reconcile(scene.world.ctx),
      read(token, data._id),
    ]);
    for (const { gateway, eventId } of await scene.world.ctx.db.select().from(gatewayEvents))
      await applyEvent(scene.world.ctx, gateway, eventId);
    expect((await read(token, data._id)).data.status).toBe('success');
    expect(await walletHolds(scene.world.ctx, id)).toBe(2000n);
    expect(charged(data._id)).toHaveLength(1);
  });
});

describe("Stripe's bank that asks", () => {
  const asked = async () => {
    const fan = await scene.payer('test_authentication');
    const { status, data } = await topUp(fan.token);
    expect([status, data.status]).toEqual([202, 'requires_action']);
    return { ...fan, paymentId: data._id, secret: data.clientSecret ?? '' };
  };

  it('is answered in the browser, and the next look finds it', async () => {
    const { token, id, paymentId, secret } = await asked();
    scene.standIn.payments.answerBank(secret, 'approved');
    expect((await read(token, paymentId)).data.status).toBe('success');
    expect(await walletHolds(scene.world.ctx, id)).toBe(2000n);
  });

  it('is told no: the payment is closed, so that no other card can finish it', async () => {
    const { token, paymentId, secret } = await asked();
    scene.standIn.payments.answerBank(secret, 'refused');
    expect((await read(token, paymentId)).data).toMatchObject({ status: 'failed', clientSecret: null });
    expect(charged(paymentId)).toMatchObject([{ status: 'canceled' }]);
  });

  it('is left alone: the payment is closed in time', async () => {
    const { token, paymentId } = await asked();
    scene.world.clock.advance({ seconds: limits.confirmation_s + 60 });
    await reconcile(scene.world.ctx);
    expect((await read(token, paymentId)).data.status).toBe('canceled');
    expect(charged(paymentId)).toMatchObject([{ status: 'canceled' }]);
  });

  it('has no test bank to be played here', async () => {
    const { token, paymentId } = await asked();
    const { refusal } = await scene.world.call(
      'POST /payment/transactions/:id/confirm',
      { params: { id: paymentId }, body: { isApproved: true } },
      { token },
    );
    expect(refusal.error).toBe('payment_not_found');
  });
});
