/** Subscribing through HTTP: what it costs, brings and refuses. */
import { eq } from 'drizzle-orm';
import {
  accounts,
  freePeriods,
  payments,
  performers,
  subscriptionPeriods,
  subscriptions,
  userBlocks,
} from '@server/platform/db/schema/schema';
import { eventually } from '../../../tests/kit/timing/eventually';
import { mailsTo } from '../../../tests/support/outbox';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { setSettings } from '../../../tests/support/site-settings';
import {
  addCard,
  brokenLaws,
  fanWithCard,
  fanWithTokens,
  hasAccess,
  listen,
  performerAt,
  signInAgain,
  subscribe,
  subscribed,
  subscribersOf,
  subscriptionTo,
  type Somebody,
} from '../../../tests/support/subscriptions';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { reconcile } from './reconcile';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  expect(await brokenLaws(world)).toEqual([]);
  await world.close();
});

const day_ms = 86_400_000;
const daysFrom = (from: number, at: string): number => Math.round((Date.parse(at) - from) / day_ms);
const balanceOf = async (fan: Somebody): Promise<number> => (await world.call('GET /users/me', {}, { token: fan.token })).data.balance;
const makeOffer = async (
  performer: Somebody,
  body: { kind: 'bundle' | 'discount'; months?: 3 | 6 | 12; value: number; maximumUses?: number },
) => {
  const { status, data, refusal } = await world.call('POST /performer/promotions', { body }, { token: performer.token });
  if (status !== 200) throw new Error(JSON.stringify(refusal));
  return data._id;
};
const periodsOf = async (fan: Somebody) =>
  world.ctx.db
    .select({ startsAt: subscriptionPeriods.startsAt, endsAt: subscriptionPeriods.endsAt })
    .from(subscriptionPeriods)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionPeriods.subscriptionId))
    .where(eq(subscriptions.userId, fan.id))
    .orderBy(subscriptionPeriods.startsAt);

describe('by card', () => {
  test('a month is paid, split to the hundredth, and opens the page', async () => {
    const [fan, performer] = [await fanWithCard(world), await performerAt(world, 999n)];
    expect(await hasAccess(world, fan, performer)).toBe(false);
    const { status, data } = await subscribe(world, fan, performer, { expectedPrice: 9.99 });
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
    const subscription = await subscriptionTo(world, fan, performer);
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
    expect(daysFrom(world.clock.now().getTime(), subscription.expiredAt)).toBe(30);
    expect(await hasAccess(world, fan, performer)).toBe(true);
    expect(await subscribersOf(world, performer)).toBe(1);
    const mail = (await mailsTo(world, fan.email, 'subscription-started'))[0]?.text;
    expect(mail).toMatch(/9\.99 USD[^]*for 9\.99 USD/);
    expect(mail).not.toContain('tokens');
  });

  test('fan and performer hear of it, and the performer sees nothing of what pays', async () => {
    const [fan, performer] = [await fanWithCard(world), await performerAt(world, 500n)];
    const [hers, theirs] = [await listen(world, fan, 'subscription/changed'), await listen(world, performer, 'subscription/changed')];
    await subscribed(world, fan, performer);
    await eventually(() => {
      expect(hers()).toMatchObject([{ status: 'active', card: { last4: '4242' }, performer: { _id: performer.id, isSubscribed: true } }]);
      expect(theirs()).toMatchObject([{ status: 'active', card: null, paymentGateway: null, user: { _id: fan.id } }]);
    });
    const { data } = await world.call('GET /subscriptions/performer/search', { query: { userId: fan.id } }, { token: performer.token });
    expect(data.data).toMatchObject([{ user: { _id: fan.id }, card: null, paymentGateway: null, price: 5 }]);
    expect(data.total).toBe(1);
  });

  test('a year lasts 365 days at its own price', async () => {
    const [fan, performer] = [await fanWithCard(world), await performerAt(world, 1000n, 8888n)];
    const subscription = await subscribed(world, fan, performer, { type: 'yearly' });
    expect(subscription).toMatchObject({ subscriptionType: 'yearly', months: 12, price: 88.88, totalPaid: 88.88 });
    expect(daysFrom(world.clock.now().getTime(), subscription.expiredAt)).toBe(365);
  });

  test.each(['test_declined', 'test_insufficient'] as const)('%s is refused, and nothing stays of it', async (card) => {
    const [fan, performer] = [await fanWithCard(world, card), await performerAt(world, 999n)];
    const offer = await makeOffer(performer, { kind: 'discount', value: 0.5, maximumUses: 1 });
    const { status, refusal } = await subscribe(world, fan, performer, { promotionId: offer });
    expect([status, refusal.error]).toEqual([402, 'card_declined']);
    expect(await hasAccess(world, fan, performer)).toBe(false);
    expect(await subscribersOf(world, performer)).toBe(0);
    const paying = await addCard(world, fan);
    expect(await subscribed(world, fan, performer, { cardId: paying, promotionId: offer })).toMatchObject({ totalPaid: 5 });
  });

  test('twenty at once make one payment and one subscription', async () => {
    const [fan, performer] = [await fanWithCard(world), await performerAt(world, 999n)];
    const all = await Promise.all(Array.from({ length: 20 }, () => subscribe(world, fan, performer)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    const codes = new Set(all.filter(({ status }) => status !== 200).map(({ refusal }) => refusal.error));
    expect([...codes].filter((code) => code !== 'request_in_progress' && code !== 'already_subscribed')).toEqual([]);
    expect(await world.ctx.db.$count(payments, eq(payments.userId, fan.id))).toBe(1);
    expect(await periodsOf(fan)).toHaveLength(1);
    expect(await subscribersOf(world, performer)).toBe(1);
  });

  test('the same request again is the same payment, and another under its key is refused', async () => {
    const [fan, performer] = [await fanWithCard(world), await performerAt(world, 999n)];
    const first = await subscribe(world, fan, performer, {}, 'once');
    const again = await subscribe(world, fan, performer, {}, 'once');
    expect(again.data).toEqual(first.data);
    const other = await subscribe(world, fan, performer, { type: 'yearly' }, 'once');
    expect(other.refusal.error).toBe('idempotency_key_reused');
    expect(await periodsOf(fan)).toHaveLength(1);
  });

  test('the bank may ask: access begins when the fan has confirmed', async () => {
    const [fan, performer] = [await fanWithCard(world, 'test_authentication'), await performerAt(world, 999n)];
    const { status, data } = await subscribe(world, fan, performer, {}, 'asked');
    expect([status, data.status]).toEqual([202, 'requires_action']);
    expect(await hasAccess(world, fan, performer)).toBe(false);
    expect((await subscribe(world, fan, performer, {}, 'asked')).data._id).toBe(data._id);
    await world.call(
      'POST /payment/transactions/:id/confirm',
      { params: { id: data._id }, body: { isApproved: true } },
      { token: fan.token },
    );
    expect(await hasAccess(world, fan, performer)).toBe(true);
    expect((await subscribe(world, fan, performer, {}, 'asked')).data).toMatchObject({ _id: data._id, status: 'success' });
  });

  test('a question of the bank that was left is closed when the fan pays in another way', async () => {
    const [fan, performer] = [await fanWithCard(world, 'test_authentication'), await performerAt(world, 999n)];
    const left = await subscribe(world, fan, performer);
    expect(left.data.status).toBe('requires_action');
    await subscribed(world, fan, performer, { cardId: await addCard(world, fan) });
    const [row] = await world.ctx.db.select().from(payments).where(eq(payments.id, left.data._id));
    expect(row?.status).toBe('canceled');
    expect(await periodsOf(fan)).toHaveLength(1);
  });

  test('while the bank takes its time a second payment is refused', async () => {
    const [fan, performer] = [await fanWithCard(world, 'test_late_success'), await performerAt(world, 999n)];
    const { status, data } = await subscribe(world, fan, performer);
    expect([status, data.status]).toEqual([202, 'processing']);
    expect((await subscribe(world, fan, performer)).refusal.error).toBe('request_in_progress');
    world.clock.advance({ minutes: 2 });
    await reconcile(world.ctx);
    expect(await hasAccess(world, fan, performer)).toBe(true);
    expect(await periodsOf(fan)).toHaveLength(1);
  });
});

describe('from the wallet', () => {
  test('the tokens leave at once, and twenty at once take them once', async () => {
    const [fan, performer] = [await fanWithTokens(world, 50), await performerAt(world, 1500n)];
    const all = await Promise.all(Array.from({ length: 20 }, () => subscribe(world, fan, performer, { source: 'wallet' })));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.find(({ status }) => status === 200)?.data).toMatchObject({ paymentGateway: 'wallet', card: null, status: 'success' });
    expect(await balanceOf(fan)).toBe(35);
    expect((await mailsTo(world, fan.email, 'subscription-started'))[0]?.text).toMatch(/15\.00 tokens[^]*for 15\.00 tokens/);
    expect((await mailsTo(world, fan.email, 'receipt')).at(-1)?.text).toContain('15.00 tokens');
    expect(await subscriptionTo(world, fan, performer)).toMatchObject({ source: 'wallet', paymentGateway: 'wallet', card: null });
  });

  test('too few tokens are refused, and nothing stays of it', async () => {
    const [fan, performer] = [await fanWithTokens(world, 10), await performerAt(world, 1001n)];
    expect((await subscribe(world, fan, performer, { source: 'wallet' })).refusal.error).toBe('insufficient_balance');
    expect(await balanceOf(fan)).toBe(10);
    expect(await world.ctx.db.$count(subscriptions, eq(subscriptions.userId, fan.id))).toBe(0);
  });

  test("the fan's own limit counts, whatever pays", async () => {
    const [fan, performer, other] = [await fanWithTokens(world, 50), await performerAt(world, 1000n), await performerAt(world, 1000n)];
    await world.ctx.db.update(accounts).set({ monthlySpendingLimitCents: 1999n }).where(eq(accounts.id, fan.id));
    await subscribed(world, fan, performer);
    expect((await subscribe(world, fan, other)).refusal.error).toBe('spending_limit_reached');
    expect((await subscribe(world, fan, other, { source: 'wallet' })).refusal.error).toBe('spending_limit_reached');
  });
});

describe('the free period', () => {
  test('needs no card, does not renew and ends after its days', async () => {
    const [fan, performer] = [await signUpFan(world), await performerAt(world, 999n, 9999n, 7)];
    const { status, data } = await subscribe(world, fan, performer, { type: 'free', expectedPrice: 0 });
    expect([status, data.type, data.totalPrice]).toEqual([200, 'free_subscription', 0]);
    const subscription = await subscriptionTo(world, fan, performer);
    expect(subscription).toMatchObject({
      subscriptionType: 'free',
      isRenewing: false,
      nextRecurringDate: null,
      price: 0,
      status: 'active',
    });
    expect(daysFrom(world.clock.now().getTime(), subscription.expiredAt)).toBe(7);
    expect(await hasAccess(world, fan, performer)).toBe(true);
    const page = await world.call('GET /performers/:id', { params: { id: performer.id } }, { token: fan.token });
    expect(page.data.isFreeSubscriptionUsed).toBe(true);
  });

  test('comes once, however tried: at once, again, by another device, after its end, after a paid period', async () => {
    const [fan, performer] = [await fanWithCard(world), await performerAt(world, 999n, 9999n, 1)];
    const all = await Promise.all(Array.from({ length: 10 }, () => subscribe(world, fan, performer, { type: 'free' })));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(all.filter(({ status }) => status !== 200).map(({ refusal }) => refusal.error))).toEqual(
      new Set(['free_subscription_used']),
    );
    expect((await subscribe(world, await signInAgain(world, fan), performer, { type: 'free' })).refusal.error).toBe(
      'free_subscription_used',
    );
    const paid = await subscribed(world, fan, performer);
    const params = { gateway: 'stripe', id: paid._id };
    await world.call('POST /payment/:gateway/cancel-subscription/:id', { params, body: {} }, { token: fan.token });
    expect((await subscribe(world, fan, performer, { type: 'free' })).refusal.error).toBe('free_subscription_used');
    world.clock.advance({ days: 40 });
    const later = await signInAgain(world, fan);
    expect((await subscribe(world, later, performer, { type: 'free' })).refusal.error).toBe('free_subscription_used');
    expect(await world.ctx.db.$count(freePeriods, eq(freePeriods.userId, fan.id))).toBe(1);
  });

  test('needs a confirmed address', async () => {
    const [fan, performer] = [await signUpFan(world), await performerAt(world, 999n, 9999n, 3)];
    const body = { performerId: performer.id, type: 'free' } as const;
    const { refusal } = await world.call('POST /payment/subscribe/performers', { body }, { token: fan.token });
    expect(refusal.error).toBe('email_not_verified');
    expect(await hasAccess(world, fan, performer)).toBe(false);
  });

  test('takes no offer, and needs a performer and a site that give it', async () => {
    const [fan, performer] = [await signUpFan(world), await performerAt(world, 999n, 9999n, 3)];
    const offer = await makeOffer(performer, { kind: 'discount', value: 0.1 });
    expect((await subscribe(world, fan, performer, { type: 'free', promotionId: offer })).refusal.error).toBe('promotion_not_found');
    await setSettings(world, { freeSubscriptionEnabled: false });
    expect((await subscribe(world, fan, performer, { type: 'free' })).refusal.error).toBe('free_subscription_off');
    await setSettings(world, { freeSubscriptionEnabled: true });
    await world.ctx.db.update(performers).set({ isFreeSubscription: false }).where(eq(performers.accountId, performer.id));
    expect((await subscribe(world, fan, performer, { type: 'free' })).refusal.error).toBe('free_subscription_off');
    expect(await world.ctx.db.$count(freePeriods, eq(freePeriods.userId, fan.id))).toBe(0);
  });

  test('a paid month follows it from its end', async () => {
    const [fan, performer] = [await fanWithCard(world), await performerAt(world, 999n, 9999n, 5)];
    await subscribed(world, fan, performer, { type: 'free' });
    const month = await subscribed(world, fan, performer);
    expect(daysFrom(world.clock.now().getTime(), month.expiredAt)).toBe(35);
    expect(month).toMatchObject({ subscriptionType: 'monthly', isRenewing: true, status: 'active', price: 9.99 });
    const [free, paid] = await periodsOf(fan);
    expect(paid?.startsAt).toEqual(free?.endsAt);
    expect(await subscribersOf(world, performer)).toBe(1);
  });
});

describe('offers', () => {
  test.each([
    [3, 0.1, 999n, 26.98],
    [6, 0.15, 1001n, 51.06],
    [12, 0.3333, 1999n, 159.93],
  ] as const)('a bundle of %s months at %s off is paid at once and renews as it was bought', async (months, value, monthly, price) => {
    const [fan, performer] = [await fanWithCard(world), await performerAt(world, monthly)];
    const offer = await makeOffer(performer, { kind: 'bundle', months, value });
    const { data } = await subscribe(world, fan, performer, { promotionId: offer, expectedPrice: price });
    expect(data).toMatchObject({ totalPrice: price, originalPrice: Number(monthly * BigInt(months)) / 100 });
    const subscription = await subscriptionTo(world, fan, performer);
    expect(subscription).toMatchObject({ subscriptionType: 'monthly', months, price, promotionId: offer });
    expect(daysFrom(world.clock.now().getTime(), subscription.expiredAt)).toBe(30 * months);
  });

  test('a discount lowers the first period only', async () => {
    const [fan, performer] = [await fanWithCard(world), await performerAt(world, 999n)];
    const offer = await makeOffer(performer, { kind: 'discount', value: 0.25 });
    const { data } = await subscribe(world, fan, performer, { promotionId: offer });
    expect(data).toMatchObject({ originalPrice: 9.99, totalPrice: 7.5, commission: 1.5, earning: 6 });
    expect(await subscriptionTo(world, fan, performer)).toMatchObject({ price: 9.99, totalPaid: 7.5 });
  });

  test('a discount for the first period is taken once, and leaves the places to others', async () => {
    const [fan, other, performer] = [await fanWithCard(world), await fanWithCard(world), await performerAt(world, 999n)];
    const offer = await makeOffer(performer, { kind: 'discount', value: 0.5, maximumUses: 2 });
    const subscription = await subscribed(world, fan, performer, { promotionId: offer });
    const offered = async (who: typeof fan) =>
      (await world.call('GET /performers/:id', { params: { id: performer.id } }, { token: who.token })).data.promotions.length;
    expect([await offered(fan), await offered(other)]).toEqual([0, 1]);
    const params = { gateway: 'stripe', id: subscription._id };
    await world.call('POST /payment/:gateway/cancel-subscription/:id', { params, body: {} }, { token: fan.token });
    expect((await subscribe(world, fan, performer, { promotionId: offer })).refusal.error).toBe('promotion_used');
    world.clock.advance({ days: 40 });
    const later = await signInAgain(world, fan);
    expect((await subscribe(world, later, performer, { promotionId: offer })).refusal.error).toBe('promotion_used');
    expect((await subscribe(world, await signInAgain(world, other), performer, { promotionId: offer })).data).toMatchObject({
      totalPrice: 5,
    });
  });

  test('the last use is taken once', async () => {
    const [performer, fans] = [await performerAt(world, 999n), await Promise.all([0, 1, 2, 3].map(() => fanWithCard(world)))];
    const offer = await makeOffer(performer, { kind: 'discount', value: 0.5, maximumUses: 1 });
    const all = await Promise.all(fans.map((fan) => subscribe(world, fan, performer, { promotionId: offer })));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    expect(all.find(({ status }) => status === 404)?.refusal.error).toBe('promotion_not_found');
  });
});

describe('is refused', () => {
  let fan: Somebody;
  beforeAll(async () => {
    fan = await fanWithCard(world);
  });

  test('to somebody who is no performer on show', async () => {
    expect((await subscribe(world, fan, { id: fan.id })).refusal.error).toBe('performer_not_found');
    const waiting = await signUpPerformer(world, undefined, 'pending');
    expect((await subscribe(world, fan, waiting)).refusal.error).toBe('performer_not_found');
  });

  test('behind a block', async () => {
    const performer = await performerAt(world, 999n);
    const block = { id: world.ctx.chance.id(), blockerId: performer.id, targetId: fan.id, reason: null, createdAt: world.clock.now() };
    await world.ctx.db.insert(userBlocks).values(block);
    expect((await subscribe(world, fan, performer)).refusal.error).toBe('blocked_by_performer');
  });

  test('while one runs that renews', async () => {
    const performer = await performerAt(world, 999n);
    await subscribed(world, fan, performer);
    expect((await subscribe(world, fan, performer, { type: 'yearly' })).refusal.error).toBe('already_subscribed');
  });

  test('at another price than the fan has seen', async () => {
    const performer = await performerAt(world, 999n);
    expect((await subscribe(world, fan, performer, { expectedPrice: 9.98 })).refusal.error).toBe('price_changed');
  });

  test('without a card, and with the card of somebody else', async () => {
    const [performer, bare, other] = [await performerAt(world, 999n), await signUpFan(world), await fanWithCard(world)];
    expect((await subscribe(world, bare, performer)).refusal.error).toBe('card_required');
    expect((await subscribe(world, bare, performer, { cardId: other.cardId })).refusal.error).toBe('card_not_found');
  });

  test('with an offer of another performer', async () => {
    const [performer, other] = [await performerAt(world, 999n), await performerAt(world, 999n)];
    const offer = await makeOffer(other, { kind: 'discount', value: 0.5 });
    expect((await subscribe(world, fan, performer, { promotionId: offer })).refusal.error).toBe('promotion_not_found');
  });
});
