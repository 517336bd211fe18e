/** Subscribing over HTTP: prices, effects and errors. */
import { eq } from 'drizzle-orm';
import { accounts, userBlocks } from '@server/platform/db/schema/accounts';
import { payments } from '@server/platform/db/schema/payments';
import { performers } from '@server/platform/db/schema/performers';
import { freePeriods, subscriptionPeriods, subscriptions } from '@server/platform/db/schema/subscriptions';
import { eventually } from '../../../../tests/kit/timing/eventually';
import { mailsTo } from '../../../../tests/kit/host/mails';
import { signUpFan, signUpPerformer } from '../../../../tests/kit/people/people';
import { setSettings } from '../../../../tests/kit/host/site-settings';
import {
  addCard,
  ledgerViolations,
  fanWithCard,
  fanWithTokens,
  hasAccess,
  collectEvents,
  performerWithPrices,
  signInAgain,
  subscribe,
  subscribeOrFail,
  subscribersOf,
  subscriptionTo,
  type TestPerson,
} from '../../../../tests/kit/money/subscriptions';
import { openTestHost, type TestHost } from '../../../../tests/kit/host/test-host';
import { reconcile } from '../reconcile';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(async () => {
  expect(await ledgerViolations(testHost)).toEqual([]);
  await testHost.close();
});

const day_ms = 86_400_000;
const daysFrom = (from: number, at: string): number => Math.round((Date.parse(at) - from) / day_ms);
const balanceOf = async (fan: TestPerson): Promise<number> => (await testHost.call('GET /users/me', {}, { token: fan.token })).data.balance;
const makeOffer = async (
  performer: TestPerson,
  body: { kind: 'bundle' | 'discount'; months?: 3 | 6 | 12; value: number; maximumUses?: number },
) => {
  const { status, data, errorBody } = await testHost.call('POST /performer/promotions', { body }, { token: performer.token });
  if (status !== 200) throw new Error(JSON.stringify(errorBody));
  return data._id;
};
const periodsOf = async (fan: TestPerson) =>
  testHost.ctx.db
    .select({ startsAt: subscriptionPeriods.startsAt, endsAt: subscriptionPeriods.endsAt })
    .from(subscriptionPeriods)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionPeriods.subscriptionId))
    .where(eq(subscriptions.userId, fan.id))
    .orderBy(subscriptionPeriods.startsAt);

describe('by card', () => {
  test('a month is paid, split to the hundredth, and gives access to the page', async () => {
    const [fan, performer] = [await fanWithCard(testHost), await performerWithPrices(testHost, 999n)];
    expect(await hasAccess(testHost, fan, performer)).toBe(false);
    const { status, data } = await subscribe(testHost, fan, performer, { expectedPrice: 9.99 });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      type: 'monthly_subscription',
      status: 'success',
      paymentGateway: 'stripe',
      card: { last4: '4242' },
      totalPrice: 9.99,
      commission: 1.99,
      earning: 8,
    });
    const subscription = await subscriptionTo(testHost, fan, performer);
    expect(subscription).toMatchObject({
      _id: data.subscriptionId,
      subscriptionType: 'monthly',
      months: 1,
      status: 'active',
      price: 9.99,
      source: 'card',
      paymentGateway: 'stripe',
      card: { brand: 'visa', last4: '4242' },
      isRenewing: true,
      totalPaid: 9.99,
      nextRecurringDate: subscription.expiredAt,
    });
    expect(daysFrom(testHost.clock.now().getTime(), subscription.expiredAt)).toBe(30);
    expect(await hasAccess(testHost, fan, performer)).toBe(true);
    expect(await subscribersOf(testHost, performer)).toBe(1);
    const mail = (await mailsTo(testHost, fan.email, 'subscription-started'))[0]?.text;
    expect(mail).toMatch(/\$9\.99[^]*for \$9\.99/);
    expect(mail).not.toContain('tokens');
  });

  test('fan and performer get events, and the performer sees no payment source', async () => {
    const [fan, performer] = [await fanWithCard(testHost), await performerWithPrices(testHost, 500n)];
    const [fanEvents, performerEvents] = [
      await collectEvents(testHost, fan, 'subscription/changed'),
      await collectEvents(testHost, performer, 'subscription/changed'),
    ];
    await subscribeOrFail(testHost, fan, performer);
    await eventually(() => {
      expect(fanEvents()).toMatchObject([
        { status: 'active', card: { last4: '4242' }, performer: { _id: performer.id, isSubscribed: true } },
      ]);
      expect(performerEvents()).toMatchObject([{ status: 'active', card: null, paymentGateway: null, user: { _id: fan.id } }]);
    });
    const { data } = await testHost.call('GET /subscriptions/performer/search', { query: { userId: fan.id } }, { token: performer.token });
    expect(data.data).toMatchObject([{ user: { _id: fan.id }, card: null, paymentGateway: null, price: 5 }]);
    expect(data.total).toBe(1);
  });

  test('a year lasts 365 days at its own price', async () => {
    const [fan, performer] = [await fanWithCard(testHost), await performerWithPrices(testHost, 1000n, 8888n)];
    const subscription = await subscribeOrFail(testHost, fan, performer, { type: 'yearly' });
    expect(subscription).toMatchObject({ subscriptionType: 'yearly', months: 12, price: 88.88, totalPaid: 88.88 });
    expect(daysFrom(testHost.clock.now().getTime(), subscription.expiredAt)).toBe(365);
  });

  test.each(['test_declined', 'test_insufficient'] as const)('%s is rejected, and leaves nothing behind', async (card) => {
    const [fan, performer] = [await fanWithCard(testHost, card), await performerWithPrices(testHost, 999n)];
    const offer = await makeOffer(performer, { kind: 'discount', value: 0.5, maximumUses: 1 });
    const { status, errorBody } = await subscribe(testHost, fan, performer, { promotionId: offer });
    expect([status, errorBody.error]).toEqual([402, 'card_declined']);
    expect(await hasAccess(testHost, fan, performer)).toBe(false);
    expect(await subscribersOf(testHost, performer)).toBe(0);
    const paying = await addCard(testHost, fan);
    expect(await subscribeOrFail(testHost, fan, performer, { cardId: paying, promotionId: offer })).toMatchObject({ totalPaid: 5 });
  });

  test('twenty concurrent requests create one payment and one subscription', async () => {
    const [fan, performer] = [await fanWithCard(testHost), await performerWithPrices(testHost, 999n)];
    const responses = await Promise.all(Array.from({ length: 20 }, () => subscribe(testHost, fan, performer)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const codes = new Set(responses.filter(({ status }) => status !== 200).map(({ errorBody }) => errorBody.error));
    expect([...codes].filter((code) => code !== 'request_in_progress' && code !== 'already_subscribed')).toEqual([]);
    expect(await testHost.ctx.db.$count(payments, eq(payments.userId, fan.id))).toBe(1);
    expect(await periodsOf(fan)).toHaveLength(1);
    expect(await subscribersOf(testHost, performer)).toBe(1);
  });

  test('the same request again returns the same payment, and another body with its key is rejected', async () => {
    const [fan, performer] = [await fanWithCard(testHost), await performerWithPrices(testHost, 999n)];
    const first = await subscribe(testHost, fan, performer, {}, 'once');
    const again = await subscribe(testHost, fan, performer, {}, 'once');
    expect(again.data).toEqual(first.data);
    const other = await subscribe(testHost, fan, performer, { type: 'yearly' }, 'once');
    expect(other.errorBody.error).toBe('idempotency_key_reused');
    expect(await periodsOf(fan)).toHaveLength(1);
  });

  test('a bank confirmation: access starts once the fan has confirmed', async () => {
    const [fan, performer] = [await fanWithCard(testHost, 'test_authentication'), await performerWithPrices(testHost, 999n)];
    const { status, data } = await subscribe(testHost, fan, performer, {}, 'asked');
    expect([status, data.status]).toEqual([202, 'requires_action']);
    expect(await hasAccess(testHost, fan, performer)).toBe(false);
    expect((await subscribe(testHost, fan, performer, {}, 'asked')).data._id).toBe(data._id);
    await testHost.call(
      'POST /payment/transactions/:id/confirm',
      { params: { id: data._id }, body: { isApproved: true } },
      { token: fan.token },
    );
    expect(await hasAccess(testHost, fan, performer)).toBe(true);
    expect((await subscribe(testHost, fan, performer, {}, 'asked')).data).toMatchObject({ _id: data._id, status: 'success' });
  });

  test('an open bank confirmation is canceled when the fan pays another way', async () => {
    const [fan, performer] = [await fanWithCard(testHost, 'test_authentication'), await performerWithPrices(testHost, 999n)];
    const pending = await subscribe(testHost, fan, performer);
    expect(pending.data.status).toBe('requires_action');
    await subscribeOrFail(testHost, fan, performer, { cardId: await addCard(testHost, fan) });
    const [row] = await testHost.ctx.db.select().from(payments).where(eq(payments.id, pending.data._id));
    expect(row?.status).toBe('canceled');
    expect(await periodsOf(fan)).toHaveLength(1);
  });

  test('while the bank has not decided, a second payment is rejected', async () => {
    const [fan, performer] = [await fanWithCard(testHost, 'test_late_success'), await performerWithPrices(testHost, 999n)];
    const { status, data } = await subscribe(testHost, fan, performer);
    expect([status, data.status]).toEqual([202, 'processing']);
    expect((await subscribe(testHost, fan, performer)).errorBody.error).toBe('request_in_progress');
    testHost.clock.advance({ minutes: 2 });
    await reconcile(testHost.ctx);
    expect(await hasAccess(testHost, fan, performer)).toBe(true);
    expect(await periodsOf(fan)).toHaveLength(1);
  });
});

describe('from the wallet', () => {
  test('the tokens are charged immediately, and once for twenty concurrent requests', async () => {
    const [fan, performer] = [await fanWithTokens(testHost, 50), await performerWithPrices(testHost, 1500n)];
    const responses = await Promise.all(Array.from({ length: 20 }, () => subscribe(testHost, fan, performer, { source: 'wallet' })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.find(({ status }) => status === 200)?.data).toMatchObject({ paymentGateway: 'wallet', card: null, status: 'success' });
    expect(await balanceOf(fan)).toBe(35);
    expect((await mailsTo(testHost, fan.email, 'subscription-started'))[0]?.text).toMatch(/15 tokens[^]*for 15 tokens/);
    expect((await mailsTo(testHost, fan.email, 'receipt')).at(-1)?.text).toContain('15 tokens');
    expect(await subscriptionTo(testHost, fan, performer)).toMatchObject({ source: 'wallet', paymentGateway: 'wallet', card: null });
  });

  test('too few tokens are rejected, and nothing is left behind', async () => {
    const [fan, performer] = [await fanWithTokens(testHost, 10), await performerWithPrices(testHost, 1001n)];
    expect((await subscribe(testHost, fan, performer, { source: 'wallet' })).errorBody.error).toBe('insufficient_balance');
    expect(await balanceOf(fan)).toBe(10);
    expect(await testHost.ctx.db.$count(subscriptions, eq(subscriptions.userId, fan.id))).toBe(0);
  });

  test("the fan's spending limit counts for every payment source", async () => {
    const [fan, performer, other] = [
      await fanWithTokens(testHost, 50),
      await performerWithPrices(testHost, 1000n),
      await performerWithPrices(testHost, 1000n),
    ];
    await testHost.ctx.db.update(accounts).set({ monthlySpendingLimitCents: 1999n }).where(eq(accounts.id, fan.id));
    await subscribeOrFail(testHost, fan, performer);
    expect((await subscribe(testHost, fan, other)).errorBody.error).toBe('spending_limit_reached');
    expect((await subscribe(testHost, fan, other, { source: 'wallet' })).errorBody.error).toBe('spending_limit_reached');
  });
});

describe('the free trial', () => {
  test('needs no card, does not renew and ends after its days', async () => {
    const [fan, performer] = [await signUpFan(testHost), await performerWithPrices(testHost, 999n, 9999n, 7)];
    const { status, data } = await subscribe(testHost, fan, performer, { type: 'free', expectedPrice: 0 });
    expect([status, data.type, data.totalPrice]).toEqual([200, 'free_subscription', 0]);
    const subscription = await subscriptionTo(testHost, fan, performer);
    expect(subscription).toMatchObject({
      subscriptionType: 'free',
      isRenewing: false,
      nextRecurringDate: null,
      price: 0,
      status: 'active',
    });
    expect(daysFrom(testHost.clock.now().getTime(), subscription.expiredAt)).toBe(7);
    expect(await hasAccess(testHost, fan, performer)).toBe(true);
    const page = await testHost.call('GET /performers/:id', { params: { id: performer.id } }, { token: fan.token });
    expect(page.data.isFreeSubscriptionUsed).toBe(true);
  });

  test('is granted once, even to concurrent requests, from another device, after its end and after a paid period', async () => {
    const [fan, performer] = [await fanWithCard(testHost), await performerWithPrices(testHost, 999n, 9999n, 1)];
    const responses = await Promise.all(Array.from({ length: 10 }, () => subscribe(testHost, fan, performer, { type: 'free' })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(responses.filter(({ status }) => status !== 200).map(({ errorBody }) => errorBody.error))).toEqual(
      new Set(['free_subscription_used']),
    );
    expect((await subscribe(testHost, await signInAgain(testHost, fan), performer, { type: 'free' })).errorBody.error).toBe(
      'free_subscription_used',
    );
    const paid = await subscribeOrFail(testHost, fan, performer);
    const params = { gateway: 'stripe', id: paid._id };
    await testHost.call('POST /payment/:gateway/cancel-subscription/:id', { params, body: {} }, { token: fan.token });
    expect((await subscribe(testHost, fan, performer, { type: 'free' })).errorBody.error).toBe('free_subscription_used');
    testHost.clock.advance({ days: 40 });
    const later = await signInAgain(testHost, fan);
    expect((await subscribe(testHost, later, performer, { type: 'free' })).errorBody.error).toBe('free_subscription_used');
    expect(await testHost.ctx.db.$count(freePeriods, eq(freePeriods.userId, fan.id))).toBe(1);
  });

  test('needs a confirmed email address', async () => {
    const [fan, performer] = [await signUpFan(testHost), await performerWithPrices(testHost, 999n, 9999n, 3)];
    const body = { performerId: performer.id, type: 'free' } as const;
    const { errorBody } = await testHost.call('POST /payment/subscribe/performers', { body }, { token: fan.token });
    expect(errorBody.error).toBe('email_not_verified');
    expect(await hasAccess(testHost, fan, performer)).toBe(false);
  });

  test('accepts no promotion, and requires a performer and a site that offer it', async () => {
    const [fan, performer] = [await signUpFan(testHost), await performerWithPrices(testHost, 999n, 9999n, 3)];
    const offer = await makeOffer(performer, { kind: 'discount', value: 0.1 });
    expect((await subscribe(testHost, fan, performer, { type: 'free', promotionId: offer })).errorBody.error).toBe('promotion_not_found');
    await setSettings(testHost, { freeSubscriptionEnabled: false });
    expect((await subscribe(testHost, fan, performer, { type: 'free' })).errorBody.error).toBe('free_subscription_off');
    await setSettings(testHost, { freeSubscriptionEnabled: true });
    await testHost.ctx.db.update(performers).set({ isFreeSubscription: false }).where(eq(performers.accountId, performer.id));
    expect((await subscribe(testHost, fan, performer, { type: 'free' })).errorBody.error).toBe('free_subscription_off');
    expect(await testHost.ctx.db.$count(freePeriods, eq(freePeriods.userId, fan.id))).toBe(0);
  });

  test('is followed by a paid month without a gap', async () => {
    const [fan, performer] = [await fanWithCard(testHost), await performerWithPrices(testHost, 999n, 9999n, 5)];
    await subscribeOrFail(testHost, fan, performer, { type: 'free' });
    const month = await subscribeOrFail(testHost, fan, performer);
    expect(daysFrom(testHost.clock.now().getTime(), month.expiredAt)).toBe(35);
    expect(month).toMatchObject({ subscriptionType: 'monthly', isRenewing: true, status: 'active', price: 9.99 });
    const [free, paid] = await periodsOf(fan);
    expect(paid?.startsAt).toEqual(free?.endsAt);
    expect(await subscribersOf(testHost, performer)).toBe(1);
  });
});

describe('promotions', () => {
  test.each([
    [3, 0.1, 999n, 26.98],
    [6, 0.15, 1001n, 51.06],
    [12, 0.3333, 1999n, 159.93],
  ] as const)('a bundle of %s months at %s off is paid in full and renews as it was bought', async (months, value, monthly, price) => {
    const [fan, performer] = [await fanWithCard(testHost), await performerWithPrices(testHost, monthly)];
    const offer = await makeOffer(performer, { kind: 'bundle', months, value });
    const { data } = await subscribe(testHost, fan, performer, { promotionId: offer, expectedPrice: price });
    expect(data).toMatchObject({ totalPrice: price, originalPrice: Number(monthly * BigInt(months)) / 100 });
    const subscription = await subscriptionTo(testHost, fan, performer);
    expect(subscription).toMatchObject({ subscriptionType: 'monthly', months, price, promotionId: offer });
    expect(daysFrom(testHost.clock.now().getTime(), subscription.expiredAt)).toBe(30 * months);
  });

  test('a discount lowers the first period only', async () => {
    const [fan, performer] = [await fanWithCard(testHost), await performerWithPrices(testHost, 999n)];
    const offer = await makeOffer(performer, { kind: 'discount', value: 0.25 });
    const { data } = await subscribe(testHost, fan, performer, { promotionId: offer });
    expect(data).toMatchObject({ originalPrice: 9.99, totalPrice: 7.5, commission: 1.5, earning: 6 });
    expect(await subscriptionTo(testHost, fan, performer)).toMatchObject({ price: 9.99, totalPaid: 7.5 });
  });

  test('a first-period discount is used once per fan, and remains available to others', async () => {
    const [fan, other, performer] = [await fanWithCard(testHost), await fanWithCard(testHost), await performerWithPrices(testHost, 999n)];
    const offer = await makeOffer(performer, { kind: 'discount', value: 0.5, maximumUses: 2 });
    const subscription = await subscribeOrFail(testHost, fan, performer, { promotionId: offer });
    const offered = async (person: typeof fan) =>
      (await testHost.call('GET /performers/:id', { params: { id: performer.id } }, { token: person.token })).data.promotions.length;
    expect([await offered(fan), await offered(other)]).toEqual([0, 1]);
    const params = { gateway: 'stripe', id: subscription._id };
    await testHost.call('POST /payment/:gateway/cancel-subscription/:id', { params, body: {} }, { token: fan.token });
    expect((await subscribe(testHost, fan, performer, { promotionId: offer })).errorBody.error).toBe('promotion_used');
    testHost.clock.advance({ days: 40 });
    const later = await signInAgain(testHost, fan);
    expect((await subscribe(testHost, later, performer, { promotionId: offer })).errorBody.error).toBe('promotion_used');
    expect((await subscribe(testHost, await signInAgain(testHost, other), performer, { promotionId: offer })).data).toMatchObject({
      totalPrice: 5,
    });
  });

  test('a fan who has used one first-period discount of a performer gets no other of theirs', async () => {
    const [fan, performer] = [await fanWithCard(testHost), await performerWithPrices(testHost, 999n)];
    const [half, more] = [
      await makeOffer(performer, { kind: 'discount', value: 0.5 }),
      await makeOffer(performer, { kind: 'discount', value: 0.6 }),
    ];
    const bundle = await makeOffer(performer, { kind: 'bundle', months: 3, value: 0.1 });
    const subscription = await subscribeOrFail(testHost, fan, performer, { promotionId: half });
    const params = { gateway: 'stripe', id: subscription._id };
    await testHost.call('POST /payment/:gateway/cancel-subscription/:id', { params, body: {} }, { token: fan.token });
    testHost.clock.advance({ days: 40 });
    const later = await signInAgain(testHost, fan);
    const { data } = await testHost.call('GET /performers/:id', { params: { id: performer.id } }, { token: later.token });
    expect(data.promotions.map(({ _id }) => _id)).toEqual([bundle]);
    expect((await subscribe(testHost, later, performer, { promotionId: more })).errorBody.error).toBe('promotion_used');
    const other = await performerWithPrices(testHost, 999n);
    const otherOffer = await makeOffer(other, { kind: 'discount', value: 0.5 });
    expect((await subscribe(testHost, later, other, { promotionId: otherOffer })).data).toMatchObject({ totalPrice: 5 });
  });

  test('the last use of a promotion goes to one fan', async () => {
    const [performer, fans] = [await performerWithPrices(testHost, 999n), await Promise.all([0, 1, 2, 3].map(() => fanWithCard(testHost)))];
    const offer = await makeOffer(performer, { kind: 'discount', value: 0.5, maximumUses: 1 });
    const responses = await Promise.all(fans.map((fan) => subscribe(testHost, fan, performer, { promotionId: offer })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    expect(responses.find(({ status }) => status === 404)?.errorBody.error).toBe('promotion_not_found');
  });
});

describe('subscribing is rejected', () => {
  let fan: TestPerson;
  beforeAll(async () => {
    fan = await fanWithCard(testHost);
  });

  test('for an account that is not a visible performer', async () => {
    expect((await subscribe(testHost, fan, { id: fan.id })).errorBody.error).toBe('performer_not_found');
    const pendingPerformer = await signUpPerformer(testHost, undefined, 'pending');
    expect((await subscribe(testHost, fan, pendingPerformer)).errorBody.error).toBe('performer_not_found');
  });

  test('after a block', async () => {
    const performer = await performerWithPrices(testHost, 999n);
    const block = {
      id: testHost.ctx.random.id(),
      blockerId: performer.id,
      targetId: fan.id,
      reason: null,
      createdAt: testHost.clock.now(),
    };
    await testHost.ctx.db.insert(userBlocks).values(block);
    expect((await subscribe(testHost, fan, performer)).errorBody.error).toBe('blocked_by_performer');
  });

  test('while an active subscription renews', async () => {
    const performer = await performerWithPrices(testHost, 999n);
    await subscribeOrFail(testHost, fan, performer);
    expect((await subscribe(testHost, fan, performer, { type: 'yearly' })).errorBody.error).toBe('already_subscribed');
  });

  test('when the price differs from the one that the fan saw', async () => {
    const performer = await performerWithPrices(testHost, 999n);
    expect((await subscribe(testHost, fan, performer, { expectedPrice: 9.98 })).errorBody.error).toBe('price_changed');
  });

  test("without a card, and with another fan's card", async () => {
    const [performer, withoutCard, other] = [
      await performerWithPrices(testHost, 999n),
      await signUpFan(testHost),
      await fanWithCard(testHost),
    ];
    expect((await subscribe(testHost, withoutCard, performer)).errorBody.error).toBe('card_required');
    expect((await subscribe(testHost, withoutCard, performer, { cardId: other.cardId })).errorBody.error).toBe('card_not_found');
  });

  test("with another performer's promotion", async () => {
    const [performer, other] = [await performerWithPrices(testHost, 999n), await performerWithPrices(testHost, 999n)];
    const offer = await makeOffer(other, { kind: 'discount', value: 0.5 });
    expect((await subscribe(testHost, fan, performer, { promotionId: offer })).errorBody.error).toBe('promotion_not_found');
  });
});
