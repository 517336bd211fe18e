/** Subscriptions after they began: listed, cancelled, resumed, paid otherwise, given days, and taken back. */
import { and, eq } from 'drizzle-orm';
import { auditLog, paymentCards, subscriptions } from '@server/platform/db/schema/schema';
import { mailsTo } from '../../../tests/support/outbox';
import { signUpFan, signUpOperator } from '../../../tests/kit/people/people';
import {
  addCard,
  brokenLaws,
  fanWithCard,
  fanWithTokens,
  hasAccess,
  performerAt,
  renewDue,
  signInAgain,
  subscribe,
  subscribed,
  subscribersOf,
  subscriptionTo,
  type Somebody,
} from '../../../tests/support/subscriptions';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { expireOver } from '../../money/subscriptions/end';
import { announceRenewals } from '../../money/subscriptions/notice';

let world: World;
let operator: Somebody;
beforeAll(async () => {
  world = await openWorld();
  operator = await signUpOperator(world);
});
afterAll(async () => {
  expect(await brokenLaws(world)).toEqual([]);
  await world.close();
});

const day_ms = 86_400_000;
const cancel = (who: Somebody, id: string, gateway = 'stripe', reason?: string) =>
  world.call(
    'POST /payment/:gateway/cancel-subscription/:id',
    { params: { gateway, id }, body: reason === undefined ? {} : { reason } },
    { token: who.token },
  );
const change = (who: Somebody, id: string, body: { isRenewing?: true; source?: 'card' | 'wallet'; cardId?: string }) =>
  world.call('PUT /subscriptions/:id', { params: { id }, body }, { token: who.token });
const rowOf = async (id: string): Promise<typeof subscriptions.$inferSelect> => {
  const [row] = await world.ctx.db.select().from(subscriptions).where(eq(subscriptions.id, id));
  if (!row) throw new Error('there is no subscription');
  return row;
};
const trail = (targetId: string, action: string) =>
  world.ctx.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.targetId, targetId), eq(auditLog.action, action)));
const unknownId = '0198c0de-0000-7000-8000-00000000dead';

describe('cancelling', () => {
  test('keeps access to the end, then the subscription has ended', async () => {
    const [fan, performer] = [await fanWithCard(world), await performerAt(world, 999n)];
    const { _id: id, expiredAt } = await subscribed(world, fan, performer);
    const first = await cancel(fan, id);
    expect(first.data).toMatchObject({ status: 'cancelled', isRenewing: false, nextRecurringDate: null, expiredAt });
    expect(first.data.cancelledAt).not.toBeNull();
    expect((await cancel(fan, id, 'wallet')).data).toEqual(first.data);
    expect(await mailsTo(world, fan.email, 'subscription-cancelled')).toHaveLength(1);
    expect(await hasAccess(world, fan, performer)).toBe(true);
    expect(await subscribersOf(world, performer)).toBe(1);
    world.clock.advance({ days: 30, seconds: 5 });
    const again = await signInAgain(world, fan);
    expect(await hasAccess(world, again, performer)).toBe(false);
    expect(await renewDue(world.ctx)).toBe(0);
    await Promise.all([expireOver(world.ctx), expireOver(world.ctx)]);
    expect(await subscribersOf(world, performer)).toBe(0);
    expect(await subscriptionTo(world, again, performer)).toMatchObject({ status: 'expired', isRenewing: false });
    expect((await change(again, id, { isRenewing: true })).refusal.error).toBe('subscription_expired');
    const later = await subscribed(world, again, performer);
    expect(later).toMatchObject({ _id: id, status: 'active', totalPaid: 19.98, cancelledAt: null });
    expect(Date.parse(later.expiredAt) - world.clock.now().getTime()).toBeGreaterThan(29.9 * day_ms);
  });

  test('and subscribing before the end goes on from the end', async () => {
    const [fan, performer] = [await fanWithCard(world), await performerAt(world, 999n)];
    const { _id: id, expiredAt } = await subscribed(world, fan, performer);
    await cancel(fan, id);
    const next = await subscribed(world, fan, performer, { type: 'yearly' });
    expect(Date.parse(next.expiredAt) - Date.parse(expiredAt)).toBe(365 * day_ms);
    expect(next).toMatchObject({ status: 'active', subscriptionType: 'yearly', isRenewing: true, cancelledAt: null });
    expect(await subscribersOf(world, performer)).toBe(1);
  });

  test("is for the fan and operators, and knows this site's gateways", async () => {
    const [fan, other, performer] = [await fanWithCard(world), await signUpFan(world), await performerAt(world, 999n)];
    const { _id: id } = await subscribed(world, fan, performer);
    expect((await cancel(fan, id, 'elsewhere')).refusal.error).toBe('gateway_unknown');
    expect((await cancel(other, id)).refusal.error).toBe('subscription_not_found');
    expect((await cancel(fan, unknownId)).refusal.error).toBe('subscription_not_found');
    operator = await signInAgain(world, operator);
    expect((await cancel(operator, id, 'stripe', 'The fan asked by mail.')).data).toMatchObject({
      status: 'cancelled',
      card: { last4: '4242' },
    });
    const [entry] = await trail(id, 'subscriptions.cancel');
    expect(entry).toMatchObject({ actorId: operator.id, after: { status: 'cancelled', reason: 'The fan asked by mail.' } });
  });
});

describe('changing', () => {
  test('lets a cancelled one renew again at the end', async () => {
    const [fan, performer] = [await fanWithCard(world), await performerAt(world, 999n)];
    const { _id: id, expiredAt } = await subscribed(world, fan, performer);
    await cancel(fan, id);
    const resumed = await change(fan, id, { isRenewing: true });
    expect(resumed.data).toMatchObject({ status: 'active', isRenewing: true, cancelledAt: null, nextRecurringDate: expiredAt });
    expect((await subscribe(world, fan, performer)).refusal.error).toBe('already_subscribed');
    world.clock.advance({ days: 30, seconds: 5 });
    await renewDue(world.ctx);
    expect(await rowOf(id)).toMatchObject({ totalPaidCents: 1998n, status: 'active' });
  });

  test('chooses another card or the wallet for what comes next', async () => {
    const [fan, performer] = [await fanWithTokens(world, 50), await performerAt(world, 999n)];
    const { _id: id } = await subscribed(world, fan, performer);
    const second = await addCard(world, fan, 'test_mastercard');
    expect((await change(fan, id, { cardId: second })).data).toMatchObject({
      source: 'card',
      card: { brand: 'mastercard', last4: '4444' },
    });
    expect((await change(fan, id, { source: 'wallet' })).data).toMatchObject({ source: 'wallet', card: null, paymentGateway: 'wallet' });
    expect((await change(fan, id, { source: 'card' })).data).toMatchObject({ source: 'card', card: { last4: '4242' } });
    await change(fan, id, { source: 'wallet' });
    world.clock.advance({ days: 30, seconds: 5 });
    await renewDue(world.ctx);
    expect(await rowOf(id)).toMatchObject({ totalPaidCents: 1998n });
    const again = await signInAgain(world, fan);
    expect((await world.call('GET /users/me', {}, { token: again.token })).data.balance).toBe(40.01);
  });

  test('a card that a subscription renews with stays until another source is chosen', async () => {
    const [fan, performer] = [await fanWithTokens(world, 50), await performerAt(world, 999n)];
    const { _id: id } = await subscribed(world, fan, performer);
    const remove = () => world.call('DELETE /payment-cards/:id', { params: { id: fan.cardId } }, { token: fan.token });
    expect((await remove()).refusal.error).toBe('card_in_use');
    await change(fan, id, { source: 'wallet' });
    expect((await remove()).status).toBe(200);
    expect((await change(fan, id, { source: 'card' })).refusal.error).toBe('card_required');
  });

  test('resumes with another card when the one that paid is gone, and asks for one when there is none', async () => {
    const [fan, performer] = [await fanWithCard(world), await performerAt(world, 999n)];
    const { _id: id } = await subscribed(world, fan, performer);
    await cancel(fan, id);
    await world.ctx.db.update(paymentCards).set({ removedAt: world.clock.now(), isDefault: false }).where(eq(paymentCards.id, fan.cardId));
    expect((await change(fan, id, { isRenewing: true })).refusal.error).toBe('card_required');
    await addCard(world, fan, 'test_mastercard');
    expect((await change(fan, id, { isRenewing: true })).data).toMatchObject({ isRenewing: true, card: { last4: '4444' } });
  });

  test('is refused for what is not hers, and for a free period', async () => {
    const [fan, other, performer] = [await fanWithCard(world), await fanWithCard(world), await performerAt(world, 999n, 9999n, 3)];
    const { _id: id } = await subscribed(world, fan, performer, { type: 'free' });
    expect((await change(other, id, { isRenewing: true })).refusal.error).toBe('subscription_not_found');
    expect((await change(fan, unknownId, { isRenewing: true })).refusal.error).toBe('subscription_not_found');
    expect((await change(fan, id, { isRenewing: true })).refusal.error).toBe('invalid_request');
    const paid = await subscribed(world, fan, performer);
    expect((await change(fan, paid._id, { cardId: other.cardId })).refusal.error).toBe('card_not_found');
    expect((await change(fan, paid._id, { source: 'wallet', cardId: fan.cardId })).refusal.error).toBe('invalid_request');
  });
});

describe('lists', () => {
  test('are filtered, sorted and paged, each side its own', async () => {
    const [fan, other] = [await fanWithTokens(world, 200), await fanWithTokens(world, 200)];
    const [dear, cheap] = [await performerAt(world, 3000n), await performerAt(world, 500n, 5000n, 2)];
    const expensive = await subscribed(world, fan, dear, { source: 'wallet' });
    await subscribed(world, fan, cheap, { type: 'free' });
    await subscribed(world, other, dear, { source: 'wallet' });
    await cancel(fan, expensive._id);
    const own = async (query: object) => (await world.call('GET /subscriptions/user/search', { query }, { token: fan.token })).data;
    const names = async (query: object) => (await own(query)).data.map(({ performer }) => performer._id);
    expect(await names({ sortBy: 'price', sort: 'desc' })).toEqual([dear.id, cheap.id]);
    expect(await names({ sortBy: 'expiredAt', sort: 'asc' })).toEqual([cheap.id, dear.id]);
    expect(await names({ status: 'cancelled' })).toEqual([dear.id]);
    expect(await names({ subscriptionType: 'free' })).toEqual([cheap.id]);
    expect(await names({ performerId: dear.id })).toEqual([dear.id]);
    const page = await own({ limit: 1, sortBy: 'price', sort: 'asc' });
    expect(page.total).toBe(2);
    expect((await own({ limit: 1, sortBy: 'price', sort: 'asc', cursor: page.nextCursor ?? '' })).data[0]?.performer._id).toBe(dear.id);
    const hers = await world.call(
      'GET /subscriptions/performer/search',
      { query: { sortBy: 'createdAt', sort: 'asc' } },
      { token: dear.token },
    );
    expect(hers.data.data.map(({ user }) => user._id)).toEqual([fan.id, other.id]);
    operator = await signInAgain(world, operator);
    const all = await world.call('GET /admin/subscriptions/search', { query: { performerId: dear.id } }, { token: operator.token });
    const unknown = await world.call('GET /subscriptions/user/search', { query: { status: 'pending' } as never }, { token: fan.token });
    expect(unknown.refusal.error).toBe('invalid_request');
    expect(all.data.total).toBe(2);
    expect((await world.call('GET /admin/subscriptions/search', {}, { token: fan.token })).refusal.error).toBe('forbidden_role');
  });
});

describe('operators', () => {
  const extend = (id: string, days: number, who = operator) =>
    world.call('POST /admin/subscriptions/:id/extend', { params: { id }, body: { days } }, { token: who.token });

  test('give days: the renewal comes later and is announced anew', async () => {
    operator = await signInAgain(world, operator);
    const [fan, performer] = [await fanWithCard(world), await performerAt(world, 999n)];
    const { _id: id, expiredAt } = await subscribed(world, fan, performer);
    world.clock.advance({ days: 28 });
    await announceRenewals(world.ctx);
    operator = await signInAgain(world, operator);
    const given = await extend(id, 10);
    expect(Date.parse(given.data.expiredAt) - Date.parse(expiredAt)).toBe(10 * day_ms);
    expect(given.data).toMatchObject({ status: 'active', nextRecurringDate: given.data.expiredAt });
    expect(await rowOf(id)).toMatchObject({ noticedAt: null, totalPaidCents: 999n });
    expect(await trail(id, 'subscriptions.extend')).toMatchObject([{ actorId: operator.id, after: { days: 10 } }]);
    world.clock.advance({ days: 5 });
    await renewDue(world.ctx);
    expect(await rowOf(id)).toMatchObject({ noticedAt: null, totalPaidCents: 999n, expiresAt: new Date(given.data.expiredAt) });
  });

  test('give days to one that has ended: access is back, and does not renew', async () => {
    operator = await signInAgain(world, operator);
    const [fan, performer] = [await signUpFan(world), await performerAt(world, 999n, 9999n, 1)];
    const { _id: id } = await subscribed(world, fan, performer, { type: 'free' });
    world.clock.advance({ days: 1, minutes: 1 });
    await expireOver(world.ctx);
    operator = await signInAgain(world, operator);
    expect((await extend(id, 3)).data).toMatchObject({ status: 'cancelled', isRenewing: false });
    const again = await signInAgain(world, fan);
    expect(await hasAccess(world, again, performer)).toBe(true);
    expect(await subscribersOf(world, performer)).toBe(1);
    world.clock.advance({ days: 3, minutes: 1 });
    await expireOver(world.ctx);
    expect(await hasAccess(world, await signInAgain(world, fan), performer)).toBe(false);
    expect(await subscribersOf(world, performer)).toBe(0);
  });

  test('end a renewal with a reason, and find no subscription that is not there', async () => {
    operator = await signInAgain(world, operator);
    const [fan, performer] = [await fanWithCard(world), await performerAt(world, 999n)];
    const { _id: id } = await subscribed(world, fan, performer);
    const end = (target: string) =>
      world.call(
        'POST /admin/subscriptions/:id/cancel',
        { params: { id: target }, body: { reason: 'Asked by mail' } },
        { token: operator.token },
      );
    expect((await end(id)).data).toMatchObject({ status: 'cancelled' });
    expect((await end(unknownId)).refusal.error).toBe('subscription_not_found');
    expect((await extend(unknownId, 1)).refusal.error).toBe('subscription_not_found');
    expect((await extend(id, 1, fan)).refusal.error).toBe('forbidden_role');
  });

  test('give money back: access that it paid for ends, and nothing renews', async () => {
    operator = await signInAgain(world, operator);
    const [fan, performer] = [await fanWithTokens(world, 100), await performerAt(world, 1000n)];
    const { data } = await subscribe(world, fan, performer, { source: 'wallet' });
    const { _id: id } = await subscriptionTo(world, fan, performer);
    const refund = (paymentId: string) =>
      world.call('POST /admin/payments/:id/refund', { params: { id: paymentId }, body: { reason: 'Mistake' } }, { token: operator.token });
    expect((await refund(data._id)).status).toBe(200);
    expect(await hasAccess(world, fan, performer)).toBe(false);
    expect(await subscribersOf(world, performer)).toBe(0);
    expect(await rowOf(id)).toMatchObject({ status: 'expired', isRenewing: false, renewsAt: null });
    expect((await world.call('GET /users/me', {}, { token: fan.token })).data.balance).toBe(100);
    await subscribed(world, fan, performer, { source: 'wallet' });
    expect(await subscribersOf(world, performer)).toBe(1);
  });

  test('give the second of two periods back: access lasts to the end of the first', async () => {
    operator = await signInAgain(world, operator);
    const [fan, performer] = [await fanWithTokens(world, 100), await performerAt(world, 1000n)];
    const first = await subscribed(world, fan, performer, { source: 'wallet' });
    await cancel(fan, first._id);
    const { data } = await subscribe(world, fan, performer, { source: 'wallet' });
    const params = { id: data._id };
    await world.call('POST /admin/payments/:id/refund', { params, body: { reason: 'Mistake' } }, { token: operator.token });
    expect(await subscriptionTo(world, fan, performer)).toMatchObject({
      status: 'cancelled',
      isRenewing: false,
      expiredAt: first.expiredAt,
    });
    expect(await hasAccess(world, fan, performer)).toBe(true);
  });
});
