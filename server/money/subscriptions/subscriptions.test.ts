/** Subscriptions after their start: listed, canceled, resumed, paid another way, extended, and refunded. */
import { and, eq } from 'drizzle-orm';
import { paymentCards } from '@server/platform/db/schema/payments';
import { auditLog } from '@server/platform/db/schema/site';
import { subscriptions } from '@server/platform/db/schema/subscriptions';
import { mailsTo } from '../../../tests/kit/host/mails';
import { signUpFan, signUpOperator } from '../../../tests/kit/people/people';
import {
  addCard,
  ledgerViolations,
  fanWithCard,
  fanWithTokens,
  hasAccess,
  performerWithPrices,
  renewDue,
  signInAgain,
  subscribe,
  subscribeOrFail,
  subscribersOf,
  subscriptionTo,
  type TestPerson,
} from '../../../tests/kit/money/subscriptions';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { expireEnded } from './end';
import { announceRenewals } from './notice';

let testHost: TestHost;
let operator: TestPerson;
beforeAll(async () => {
  testHost = await openTestHost();
  operator = await signUpOperator(testHost);
});
afterAll(async () => {
  expect(await ledgerViolations(testHost)).toEqual([]);
  await testHost.close();
});

const day_ms = 86_400_000;
const cancel = (person: TestPerson, id: string, gateway = 'stripe', reason?: string) =>
  testHost.call(
    'POST /payment/:gateway/cancel-subscription/:id',
    { params: { gateway, id }, body: reason === undefined ? {} : { reason } },
    { token: person.token },
  );
const change = (person: TestPerson, id: string, body: { isRenewing?: true; source?: 'card' | 'wallet'; cardId?: string }) =>
  testHost.call('PUT /subscriptions/:id', { params: { id }, body }, { token: person.token });
const rowOf = async (id: string): Promise<typeof subscriptions.$inferSelect> => {
  const [row] = await testHost.ctx.db.select().from(subscriptions).where(eq(subscriptions.id, id));
  if (!row) throw new Error('there is no subscription');
  return row;
};
const auditEntries = (targetId: string, action: string) =>
  testHost.ctx.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.targetId, targetId), eq(auditLog.action, action)));
const unknownId = '0198c0de-0000-7000-8000-00000000dead';

describe('canceling', () => {
  test('keeps access until the end, then the subscription expires', async () => {
    const [fan, performer] = [await fanWithCard(testHost), await performerWithPrices(testHost, 999n)];
    const { _id: id, expiredAt } = await subscribeOrFail(testHost, fan, performer);
    const first = await cancel(fan, id);
    expect(first.data).toMatchObject({ status: 'cancelled', isRenewing: false, nextRecurringDate: null, expiredAt });
    expect(first.data.cancelledAt).not.toBeNull();
    expect((await cancel(fan, id, 'wallet')).data).toEqual(first.data);
    expect(await mailsTo(testHost, fan.email, 'subscription-cancelled')).toHaveLength(1);
    expect(await hasAccess(testHost, fan, performer)).toBe(true);
    expect(await subscribersOf(testHost, performer)).toBe(1);
    testHost.clock.advance({ days: 30, seconds: 5 });
    const again = await signInAgain(testHost, fan);
    expect(await hasAccess(testHost, again, performer)).toBe(false);
    expect(await renewDue(testHost.ctx)).toBe(0);
    await Promise.all([expireEnded(testHost.ctx), expireEnded(testHost.ctx)]);
    expect(await subscribersOf(testHost, performer)).toBe(0);
    expect(await subscriptionTo(testHost, again, performer)).toMatchObject({ status: 'expired', isRenewing: false });
    expect((await change(again, id, { isRenewing: true })).errorBody.error).toBe('subscription_expired');
    const later = await subscribeOrFail(testHost, again, performer);
    expect(later).toMatchObject({ _id: id, status: 'active', totalPaid: 19.98, cancelledAt: null });
    expect(Date.parse(later.expiredAt) - testHost.clock.now().getTime()).toBeGreaterThan(29.9 * day_ms);
  });

  test('and subscribing before the end continues from the end', async () => {
    const [fan, performer] = [await fanWithCard(testHost), await performerWithPrices(testHost, 999n)];
    const { _id: id, expiredAt } = await subscribeOrFail(testHost, fan, performer);
    await cancel(fan, id);
    const next = await subscribeOrFail(testHost, fan, performer, { type: 'yearly' });
    expect(Date.parse(next.expiredAt) - Date.parse(expiredAt)).toBe(365 * day_ms);
    expect(next).toMatchObject({ status: 'active', subscriptionType: 'yearly', isRenewing: true, cancelledAt: null });
    expect(await subscribersOf(testHost, performer)).toBe(1);
  });

  test('is possible for the fan and for operators, and validates the gateway', async () => {
    const [fan, other, performer] = [await fanWithCard(testHost), await signUpFan(testHost), await performerWithPrices(testHost, 999n)];
    const { _id: id } = await subscribeOrFail(testHost, fan, performer);
    expect((await cancel(fan, id, 'elsewhere')).errorBody.error).toBe('gateway_unknown');
    expect((await cancel(other, id)).errorBody.error).toBe('subscription_not_found');
    expect((await cancel(fan, unknownId)).errorBody.error).toBe('subscription_not_found');
    operator = await signInAgain(testHost, operator);
    expect((await cancel(operator, id, 'stripe', 'The fan asked by mail.')).data).toMatchObject({
      status: 'cancelled',
      card: { last4: '4242' },
    });
    const [entry] = await auditEntries(id, 'subscriptions.cancel');
    expect(entry).toMatchObject({ actorId: operator.id, after: { status: 'cancelled', reason: 'The fan asked by mail.' } });
  });
});

describe('a change to a subscription', () => {
  test('resumes the renewal of a canceled subscription', async () => {
    const [fan, performer] = [await fanWithCard(testHost), await performerWithPrices(testHost, 999n)];
    const { _id: id, expiredAt } = await subscribeOrFail(testHost, fan, performer);
    await cancel(fan, id);
    const resumed = await change(fan, id, { isRenewing: true });
    expect(resumed.data).toMatchObject({ status: 'active', isRenewing: true, cancelledAt: null, nextRecurringDate: expiredAt });
    expect((await subscribe(testHost, fan, performer)).errorBody.error).toBe('already_subscribed');
    testHost.clock.advance({ days: 30, seconds: 5 });
    await renewDue(testHost.ctx);
    expect(await rowOf(id)).toMatchObject({ totalPaidCents: 1998n, status: 'active' });
  });

  test('sets another card or the wallet for future renewals', async () => {
    const [fan, performer] = [await fanWithTokens(testHost, 50), await performerWithPrices(testHost, 999n)];
    const { _id: id } = await subscribeOrFail(testHost, fan, performer);
    const second = await addCard(testHost, fan, 'test_mastercard');
    expect((await change(fan, id, { cardId: second })).data).toMatchObject({
      source: 'card',
      card: { brand: 'mastercard', last4: '4444' },
    });
    expect((await change(fan, id, { source: 'wallet' })).data).toMatchObject({ source: 'wallet', card: null, paymentGateway: 'wallet' });
    expect((await change(fan, id, { source: 'card' })).data).toMatchObject({ source: 'card', card: { last4: '4242' } });
    await change(fan, id, { source: 'wallet' });
    testHost.clock.advance({ days: 30, seconds: 5 });
    await renewDue(testHost.ctx);
    expect(await rowOf(id)).toMatchObject({ totalPaidCents: 1998n });
    const again = await signInAgain(testHost, fan);
    expect((await testHost.call('GET /users/me', {}, { token: again.token })).data.balance).toBe(40.01);
  });

  test('to another payment source allows the old card to be removed', async () => {
    const [fan, performer] = [await fanWithTokens(testHost, 50), await performerWithPrices(testHost, 999n)];
    const { _id: id } = await subscribeOrFail(testHost, fan, performer);
    const remove = () => testHost.call('DELETE /payment-cards/:id', { params: { id: fan.cardId } }, { token: fan.token });
    expect((await remove()).errorBody.error).toBe('card_in_use');
    await change(fan, id, { source: 'wallet' });
    expect((await remove()).status).toBe(200);
    expect((await change(fan, id, { source: 'card' })).errorBody.error).toBe('card_required');
  });

  test('that resumes the renewal uses another card if the old one was removed, and is rejected without a card', async () => {
    const [fan, performer] = [await fanWithCard(testHost), await performerWithPrices(testHost, 999n)];
    const { _id: id } = await subscribeOrFail(testHost, fan, performer);
    await cancel(fan, id);
    await testHost.ctx.db
      .update(paymentCards)
      .set({ removedAt: testHost.clock.now(), isDefault: false })
      .where(eq(paymentCards.id, fan.cardId));
    expect((await change(fan, id, { isRenewing: true })).errorBody.error).toBe('card_required');
    await addCard(testHost, fan, 'test_mastercard');
    expect((await change(fan, id, { isRenewing: true })).data).toMatchObject({ isRenewing: true, card: { last4: '4444' } });
  });

  test("is rejected for another fan's subscription, and for a free trial", async () => {
    const [fan, other, performer] = [
      await fanWithCard(testHost),
      await fanWithCard(testHost),
      await performerWithPrices(testHost, 999n, 9999n, 3),
    ];
    const { _id: id } = await subscribeOrFail(testHost, fan, performer, { type: 'free' });
    expect((await change(other, id, { isRenewing: true })).errorBody.error).toBe('subscription_not_found');
    expect((await change(fan, unknownId, { isRenewing: true })).errorBody.error).toBe('subscription_not_found');
    expect((await change(fan, id, { isRenewing: true })).errorBody.error).toBe('invalid_request');
    const paid = await subscribeOrFail(testHost, fan, performer);
    expect((await change(fan, paid._id, { cardId: other.cardId })).errorBody.error).toBe('card_not_found');
    expect((await change(fan, paid._id, { source: 'wallet', cardId: fan.cardId })).errorBody.error).toBe('invalid_request');
  });
});

describe('lists of subscriptions', () => {
  test('are filtered, sorted and paged, for the fan and for the performer', async () => {
    const [fan, other] = [await fanWithTokens(testHost, 200), await fanWithTokens(testHost, 200)];
    const [expensivePerformer, cheapPerformer] = [
      await performerWithPrices(testHost, 3000n),
      await performerWithPrices(testHost, 500n, 5000n, 2),
    ];
    const expensive = await subscribeOrFail(testHost, fan, expensivePerformer, { source: 'wallet' });
    await subscribeOrFail(testHost, fan, cheapPerformer, { type: 'free' });
    await subscribeOrFail(testHost, other, expensivePerformer, { source: 'wallet' });
    await cancel(fan, expensive._id);
    const listOwn = async (query: object) => (await testHost.call('GET /subscriptions/user/search', { query }, { token: fan.token })).data;
    const names = async (query: object) => (await listOwn(query)).data.map(({ performer }) => performer._id);
    expect(await names({ sortBy: 'price', sort: 'desc' })).toEqual([expensivePerformer.id, cheapPerformer.id]);
    expect(await names({ sortBy: 'expiredAt', sort: 'asc' })).toEqual([cheapPerformer.id, expensivePerformer.id]);
    expect(await names({ status: 'cancelled' })).toEqual([expensivePerformer.id]);
    expect(await names({ subscriptionType: 'free' })).toEqual([cheapPerformer.id]);
    expect(await names({ performerId: expensivePerformer.id })).toEqual([expensivePerformer.id]);
    const page = await listOwn({ limit: 1, sortBy: 'price', sort: 'asc' });
    expect(page.total).toBe(2);
    expect((await listOwn({ limit: 1, sortBy: 'price', sort: 'asc', cursor: page.nextCursor ?? '' })).data[0]?.performer._id).toBe(
      expensivePerformer.id,
    );
    const subscribers = await testHost.call(
      'GET /subscriptions/performer/search',
      { query: { sortBy: 'createdAt', sort: 'asc' } },
      { token: expensivePerformer.token },
    );
    expect(subscribers.data.data.map(({ user }) => user._id)).toEqual([fan.id, other.id]);
    operator = await signInAgain(testHost, operator);
    const all = await testHost.call(
      'GET /admin/subscriptions/search',
      { query: { performerId: expensivePerformer.id } },
      { token: operator.token },
    );
    const unknown = await testHost.call('GET /subscriptions/user/search', { query: { status: 'pending' } as never }, { token: fan.token });
    expect(unknown.errorBody.error).toBe('invalid_request');
    expect(all.data.total).toBe(2);
    expect((await testHost.call('GET /admin/subscriptions/search', {}, { token: fan.token })).errorBody.error).toBe('forbidden_role');
  });
});

describe('operators', () => {
  const extend = (id: string, days: number, person = operator) =>
    testHost.call('POST /admin/subscriptions/:id/extend', { params: { id }, body: { days } }, { token: person.token });

  test('can add days, which postpones the renewal and its notice', async () => {
    operator = await signInAgain(testHost, operator);
    const [fan, performer] = [await fanWithCard(testHost), await performerWithPrices(testHost, 999n)];
    const { _id: id, expiredAt } = await subscribeOrFail(testHost, fan, performer);
    testHost.clock.advance({ days: 28 });
    await announceRenewals(testHost.ctx);
    operator = await signInAgain(testHost, operator);
    const extended = await extend(id, 10);
    expect(Date.parse(extended.data.expiredAt) - Date.parse(expiredAt)).toBe(10 * day_ms);
    expect(extended.data).toMatchObject({ status: 'active', nextRecurringDate: extended.data.expiredAt });
    expect(await rowOf(id)).toMatchObject({ noticedAt: null, totalPaidCents: 999n });
    expect(await auditEntries(id, 'subscriptions.extend')).toMatchObject([{ actorId: operator.id, after: { days: 10 } }]);
    testHost.clock.advance({ days: 5 });
    await renewDue(testHost.ctx);
    expect(await rowOf(id)).toMatchObject({ noticedAt: null, totalPaidCents: 999n, expiresAt: new Date(extended.data.expiredAt) });
  });

  test('can add days to an expired subscription, which restores access without renewal', async () => {
    operator = await signInAgain(testHost, operator);
    const [fan, performer] = [await signUpFan(testHost), await performerWithPrices(testHost, 999n, 9999n, 1)];
    const { _id: id } = await subscribeOrFail(testHost, fan, performer, { type: 'free' });
    testHost.clock.advance({ days: 1, minutes: 1 });
    await expireEnded(testHost.ctx);
    operator = await signInAgain(testHost, operator);
    expect((await extend(id, 3)).data).toMatchObject({ status: 'cancelled', isRenewing: false });
    const again = await signInAgain(testHost, fan);
    expect(await hasAccess(testHost, again, performer)).toBe(true);
    expect(await subscribersOf(testHost, performer)).toBe(1);
    testHost.clock.advance({ days: 3, minutes: 1 });
    await expireEnded(testHost.ctx);
    expect(await hasAccess(testHost, await signInAgain(testHost, fan), performer)).toBe(false);
    expect(await subscribersOf(testHost, performer)).toBe(0);
  });

  test('can cancel a renewal with a reason, and get not found for a missing subscription', async () => {
    operator = await signInAgain(testHost, operator);
    const [fan, performer] = [await fanWithCard(testHost), await performerWithPrices(testHost, 999n)];
    const { _id: id } = await subscribeOrFail(testHost, fan, performer);
    const end = (target: string) =>
      testHost.call(
        'POST /admin/subscriptions/:id/cancel',
        { params: { id: target }, body: { reason: 'Asked by mail' } },
        { token: operator.token },
      );
    expect((await end(id)).data).toMatchObject({ status: 'cancelled' });
    expect((await end(unknownId)).errorBody.error).toBe('subscription_not_found');
    expect((await extend(unknownId, 1)).errorBody.error).toBe('subscription_not_found');
    expect((await extend(id, 1, fan)).errorBody.error).toBe('forbidden_role');
  });

  test('can refund a payment, which ends the access that it paid for and the renewal', async () => {
    operator = await signInAgain(testHost, operator);
    const [fan, performer] = [await fanWithTokens(testHost, 100), await performerWithPrices(testHost, 1000n)];
    const { data } = await subscribe(testHost, fan, performer, { source: 'wallet' });
    const { _id: id } = await subscriptionTo(testHost, fan, performer);
    const refund = (paymentId: string) =>
      testHost.call(
        'POST /admin/payments/:id/refund',
        { params: { id: paymentId }, body: { reason: 'Mistake' } },
        { token: operator.token },
      );
    expect((await refund(data._id)).status).toBe(200);
    expect(await hasAccess(testHost, fan, performer)).toBe(false);
    expect(await subscribersOf(testHost, performer)).toBe(0);
    expect(await rowOf(id)).toMatchObject({ status: 'expired', isRenewing: false, renewsAt: null });
    expect((await testHost.call('GET /users/me', {}, { token: fan.token })).data.balance).toBe(100);
    await subscribeOrFail(testHost, fan, performer, { source: 'wallet' });
    expect(await subscribersOf(testHost, performer)).toBe(1);
  });

  test('can refund the second of two periods, after which access lasts until the end of the first', async () => {
    operator = await signInAgain(testHost, operator);
    const [fan, performer] = [await fanWithTokens(testHost, 100), await performerWithPrices(testHost, 1000n)];
    const first = await subscribeOrFail(testHost, fan, performer, { source: 'wallet' });
    await cancel(fan, first._id);
    const { data } = await subscribe(testHost, fan, performer, { source: 'wallet' });
    const params = { id: data._id };
    await testHost.call('POST /admin/payments/:id/refund', { params, body: { reason: 'Mistake' } }, { token: operator.token });
    expect(await subscriptionTo(testHost, fan, performer)).toMatchObject({
      status: 'cancelled',
      isRenewing: false,
      expiredAt: first.expiredAt,
    });
    expect(await hasAccess(testHost, fan, performer)).toBe(true);
  });
});
