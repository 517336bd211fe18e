/** Renewals over time: the notice, one charge per period, retries, and the end. The tests advance the clock and run the jobs. */
import { and, asc, eq, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { accounts, userBlocks } from '@server/platform/db/schema/accounts';
import { paymentCards, payments } from '@server/platform/db/schema/payments';
import { performers } from '@server/platform/db/schema/performers';
import { subscriptionPeriods, subscriptions } from '@server/platform/db/schema/subscriptions';
import { walletOf, adjustmentsAccount } from '@server/money/ledger/chart';
import { post } from '@server/money/ledger/ledger';
import { mailsTo } from '../../../../tests/kit/host/mails';
import {
  addCard,
  ledgerViolations,
  fanWithCard,
  fanWithTokens,
  hasAccess,
  performerWithPrices,
  renewDue,
  signInAgain,
  subscribeOrFail,
  subscribersOf,
  subscriptionTo,
  type TestPerson,
} from '../../../../tests/kit/money/subscriptions';
import { openTestHost, type TestHost } from '../../../../tests/kit/host/test-host';
import { expireEnded } from '../../subscriptions/end';
import { announceRenewals } from '../../subscriptions/notice';
import { notifySubscribersOfPriceRise } from '../../subscriptions/price-rise';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(async () => {
  expect(await ledgerViolations(testHost)).toEqual([]);
  await testHost.close();
});

const rowOf = async (fan: TestPerson): Promise<typeof subscriptions.$inferSelect> => {
  const [row] = await testHost.ctx.db.select().from(subscriptions).where(eq(subscriptions.userId, fan.id));
  if (!row) throw new Error('there is no subscription');
  return row;
};
const paymentsOf = (fan: TestPerson) =>
  testHost.ctx.db
    .select()
    .from(payments)
    .where(and(eq(payments.userId, fan.id), eq(payments.type, 'monthly_subscription')))
    .orderBy(asc(payments.receiptNumber));
const periodsOf = async (fan: TestPerson) =>
  testHost.ctx.db
    .select()
    .from(subscriptionPeriods)
    .where(eq(subscriptionPeriods.subscriptionId, (await rowOf(fan)).id))
    .orderBy(asc(subscriptionPeriods.startsAt));
const setPrice = async (performer: TestPerson, monthlyPrice: number): Promise<void> => {
  const { status } = await testHost.call(
    'PUT /performers/:id',
    { params: { id: 'me' }, body: { monthlyPrice } },
    { token: performer.token },
  );
  expect(status).toBe(200);
};
/** Advances the clock to this many days after the end of the paid period, and runs every job. */
async function advanceToDaysAfter(fan: TestPerson, endsAt: Date, days: number): Promise<void> {
  const by_ms = endsAt.getTime() + days * 86_400_000 + 1000 - testHost.clock.now().getTime();
  testHost.clock.advance({ seconds: Math.ceil(by_ms / 1000) });
  await announceRenewals(testHost.ctx);
  await renewDue(testHost.ctx);
  await expireEnded(testHost.ctx);
}

describe('a renewal', () => {
  test('is announced three days before and charged at the end of the period, which continues without a gap', async () => {
    const [fan, performer] = [await fanWithCard(testHost), await performerWithPrices(testHost, 999n)];
    const { expiredAt } = await subscribeOrFail(testHost, fan, performer);
    const end = new Date(expiredAt);
    await advanceToDaysAfter(fan, end, -limits.renewalNotice_days - 0.1);
    expect(await mailsTo(testHost, fan.email, 'renewal-notice')).toHaveLength(0);
    await advanceToDaysAfter(fan, end, -limits.renewalNotice_days + 0.1);
    await announceRenewals(testHost.ctx);
    const notices = await mailsTo(testHost, fan.email, 'renewal-notice');
    expect(notices).toHaveLength(1);
    expect(notices[0]?.text).toMatch(/\$9\.99[^]*Visa ending in 4242/);
    expect(await paymentsOf(fan)).toHaveLength(1);
    await advanceToDaysAfter(fan, end, 0);
    const [, second] = await paymentsOf(fan);
    expect(second).toMatchObject({ status: 'success', isOffSession: true, totalCents: 999n });
    const [first, next] = await periodsOf(fan);
    expect(next?.startsAt).toEqual(first?.endsAt);
    expect(await rowOf(fan)).toMatchObject({ status: 'active', isRenewing: true, noticedAt: null, totalPaidCents: 1998n });
    const signedInFan = await signInAgain(testHost, fan);
    expect(await hasAccess(testHost, signedInFan, performer)).toBe(true);
    expect(await subscribersOf(testHost, performer)).toBe(1);
  });

  test('of a yearly subscription or a bundle has the same price and duration as before', async () => {
    const [fan, other] = [await fanWithTokens(testHost, 300), await fanWithTokens(testHost, 300)];
    const performer = await performerWithPrices(testHost, 1000n, 9900n);
    const body = { kind: 'bundle', months: 3, value: 0.2 } as const;
    const offer = await testHost.call('POST /performer/promotions', { body }, { token: performer.token });
    await subscribeOrFail(testHost, fan, performer, { source: 'wallet', promotionId: offer.data._id });
    await subscribeOrFail(testHost, other, performer, { source: 'wallet', type: 'yearly' });
    // The promotion changes; existing subscriptions keep its terms.
    const params = { id: offer.data._id };
    await testHost.call('PUT /performer/promotions/:id', { params, body: { ...body, value: 0.5 } }, { token: performer.token });
    const [bundle, year] = [await rowOf(fan), await rowOf(other)];
    await advanceToDaysAfter(fan, bundle.expiresAt, -1);
    await advanceToDaysAfter(fan, bundle.expiresAt, 0);
    expect(await rowOf(fan)).toMatchObject({ priceCents: 2400n, totalPaidCents: 4800n, months: 3 });
    expect((await rowOf(fan)).expiresAt.getTime() - bundle.expiresAt.getTime()).toBe(90 * 86_400_000);
    await advanceToDaysAfter(other, year.expiresAt, 0);
    expect(await rowOf(other)).toMatchObject({ priceCents: 9900n, totalPaidCents: 19800n });
    expect((await rowOf(other)).expiresAt.getTime() - year.expiresAt.getTime()).toBe(365 * 86_400_000);
  });
});

describe('a clock', () => {
  test('that jumps forward and back charges each period once and revokes no access', async () => {
    const [fan, performer] = [await fanWithCard(testHost), await performerWithPrices(testHost, 999n)];
    await subscribeOrFail(testHost, fan, performer);
    const first = await rowOf(fan);
    const runAllJobs = async (): Promise<void> => {
      await announceRenewals(testHost.ctx);
      await renewDue(testHost.ctx);
      await expireEnded(testHost.ctx);
    };
    // Into the second period, back to yesterday, and forward again.
    for (const days of [31, -32, 32, -1, 1]) {
      testHost.clock.advance({ days });
      await runAllJobs();
    }
    expect(await paymentsOf(fan)).toHaveLength(2);
    const [one, two] = await periodsOf(fan);
    expect([one?.endsAt, two?.startsAt]).toEqual([first.expiresAt, first.expiresAt]);
    expect(await rowOf(fan)).toMatchObject({ status: 'active', isRenewing: true, totalPaidCents: 1998n });
    expect(await hasAccess(testHost, await signInAgain(testHost, fan), performer)).toBe(true);
  });

  test('that is two days ahead for a moment neither ends nor extends a session', async () => {
    const fan = await fanWithCard(testHost);
    const me = () => testHost.call('GET /users/me', {}, { token: fan.token });
    testHost.clock.advance({ days: 2 });
    expect((await me()).errorBody.error).toBe('session_ended');
    testHost.clock.advance({ days: -2 });
    expect((await me()).status).toBe(200);
  });
});

describe('a renewal that fails', () => {
  test('is retried after 1, 3 and 5 days with an email each time; access lasts until the last retry fails', async () => {
    const fan = await fanWithCard(testHost, 'test_no_renewals');
    const performer = await performerWithPrices(testHost, 999n);
    const end = new Date((await subscribeOrFail(testHost, fan, performer)).expiredAt);
    await advanceToDaysAfter(fan, end, 0);
    const pastDue = await subscriptionTo(testHost, await signInAgain(testHost, fan), performer);
    expect(pastDue.retryDates.map((at) => Math.round((Date.parse(at) - end.getTime()) / 86_400_000))).toEqual([1, 3, 5]);
    const timeline = [];
    for (const days of [0.9, 1.01, 2.9, 3.01, 4.9]) {
      await advanceToDaysAfter(fan, end, days);
      const { status, failedRenewals } = await rowOf(fan);
      const mails = (await mailsTo(testHost, fan.email, 'renewal-failed')).length;
      timeline.push([days, status, failedRenewals, mails]);
    }
    expect(timeline).toEqual([
      [0.9, 'past_due', 1, 1],
      [1.01, 'past_due', 2, 2],
      [2.9, 'past_due', 2, 2],
      [3.01, 'past_due', 3, 3],
      [4.9, 'past_due', 3, 3],
    ]);
    const [failed] = await mailsTo(testHost, fan.email, 'renewal-failed');
    expect(failed?.text).toContain('$9.99');
    expect(failed?.text).not.toContain('tokens');
    const signedInFan = await signInAgain(testHost, fan);
    expect(await hasAccess(testHost, signedInFan, performer)).toBe(true);
    const lastTry = new Date(end.getTime() + 5 * 86_400_000 + 1000).toISOString().slice(0, 10);
    const subscription = await subscriptionTo(testHost, signedInFan, performer);
    expect(subscription).toMatchObject({ status: 'past_due', isRenewing: true, retryDates: [expect.stringContaining(lastTry) as string] });
    expect((await mailsTo(testHost, fan.email, 'subscription-expired')).length).toBe(0);
    await advanceToDaysAfter(fan, end, 5.1);
    expect(await rowOf(fan)).toMatchObject({ status: 'expired', isRenewing: false, renewsAt: null });
    expect(await hasAccess(testHost, signedInFan, performer)).toBe(false);
    expect(await subscribersOf(testHost, performer)).toBe(0);
    expect(await mailsTo(testHost, fan.email, 'subscription-expired')).toHaveLength(1);
    await advanceToDaysAfter(fan, end, 20);
    expect((await paymentsOf(fan)).map(({ status }) => status)).toEqual(['success', 'failed', 'failed', 'failed', 'failed']);
    const returningFan = await signInAgain(testHost, fan);
    await subscribeOrFail(testHost, returningFan, performer, { cardId: await addCard(testHost, returningFan) });
    expect(await subscribersOf(testHost, performer)).toBe(1);
  });

  test('succeeds immediately with another card, and the next period starts where the last one ended', async () => {
    const fan = await fanWithCard(testHost, 'test_no_renewals');
    const performer = await performerWithPrices(testHost, 999n);
    const end = new Date((await subscribeOrFail(testHost, fan, performer)).expiredAt);
    await advanceToDaysAfter(fan, end, 0);
    const signedInFan = await signInAgain(testHost, fan);
    const { _id: id } = await subscriptionTo(testHost, signedInFan, performer);
    const body = { cardId: await addCard(testHost, signedInFan) };
    expect((await testHost.call('PUT /subscriptions/:id', { params: { id }, body }, { token: signedInFan.token })).status).toBe(200);
    await renewDue(testHost.ctx);
    expect(await rowOf(fan)).toMatchObject({ status: 'active', failedRenewals: 0, pastDueAt: null });
    expect((await periodsOf(fan))[1]?.startsAt).toEqual(end);
  });

  test('ends the subscription immediately when it is canceled, because the new period is unpaid', async () => {
    const fan = await fanWithCard(testHost, 'test_no_renewals');
    const performer = await performerWithPrices(testHost, 999n);
    const end = new Date((await subscribeOrFail(testHost, fan, performer)).expiredAt);
    await advanceToDaysAfter(fan, end, 0);
    const signedInFan = await signInAgain(testHost, fan);
    const { _id: id } = await subscriptionTo(testHost, signedInFan, performer);
    const params = { gateway: 'stripe', id };
    await testHost.call('POST /payment/:gateway/cancel-subscription/:id', { params, body: {} }, { token: signedInFan.token });
    expect(await hasAccess(testHost, signedInFan, performer)).toBe(false);
    await advanceToDaysAfter(fan, end, 1.1);
    expect(await rowOf(fan)).toMatchObject({ status: 'expired' });
    expect(await paymentsOf(fan)).toHaveLength(2);
  });

  test.each([
    ['canceled after four days of the grace period', 4, true],
    ['not canceled before the last retry', 5.1, false],
  ])('deducts the unpaid days from a new subscription if the failed one is %s', async (_case, days, isCanceled) => {
    const fan = await fanWithCard(testHost, 'test_no_renewals');
    const performer = await performerWithPrices(testHost, 999n);
    const end = new Date((await subscribeOrFail(testHost, fan, performer)).expiredAt);
    for (const day of [0, 1.01, 3.01, days]) await advanceToDaysAfter(fan, end, day);
    const signedInFan = await signInAgain(testHost, fan);
    const params = { gateway: 'stripe', id: (await subscriptionTo(testHost, signedInFan, performer))._id };
    if (isCanceled)
      await testHost.call('POST /payment/:gateway/cancel-subscription/:id', { params, body: {} }, { token: signedInFan.token });
    expect(await hasAccess(testHost, signedInFan, performer)).toBe(false);
    const { expiredAt } = await subscribeOrFail(testHost, signedInFan, performer, { cardId: await addCard(testHost, signedInFan) });
    const daysLeft = (Date.parse(expiredAt) - testHost.clock.now().getTime()) / 86_400_000;
    expect(daysLeft).toBeCloseTo(30 - Math.min(days, 5.1), 1);
    await advanceToDaysAfter(fan, new Date(expiredAt), -1);
    await testHost.call(
      'POST /payment/:gateway/cancel-subscription/:id',
      { params, body: {} },
      { token: (await signInAgain(testHost, fan)).token },
    );
    await advanceToDaysAfter(fan, new Date(expiredAt), 3);
    const later = await signInAgain(testHost, fan);
    const next = await subscribeOrFail(testHost, later, performer);
    expect((Date.parse(next.expiredAt) - testHost.clock.now().getTime()) / 86_400_000).toBeCloseTo(30, 1);
  });

  test('because of too few tokens says so in the email, and succeeds once the wallet has enough', async () => {
    const fan = await fanWithTokens(testHost, 15);
    const performer = await performerWithPrices(testHost, 1000n);
    const end = new Date((await subscribeOrFail(testHost, fan, performer, { source: 'wallet' })).expiredAt);
    await advanceToDaysAfter(fan, end, 0);
    expect(await rowOf(fan)).toMatchObject({ status: 'past_due' });
    expect((await mailsTo(testHost, fan.email, 'renewal-failed'))[0]?.text).toMatch(/Your balance is too low\.[^]*10 tokens/);
    await post(testHost.ctx, {
      reason: 'adjustment',
      subject: fan.id,
      key: `test:${fan.id}`,
      entries: [
        { account: adjustmentsAccount, cents: -500n },
        { account: walletOf(fan.id), cents: 500n },
      ],
    });
    await advanceToDaysAfter(fan, end, 1.01);
    expect(await rowOf(fan)).toMatchObject({ status: 'active', totalPaidCents: 2000n });
    expect((await paymentsOf(fan)).map(({ status, gateway }) => [status, gateway])).toEqual([
      ['success', 'wallet'],
      ['failed', 'wallet'],
      ['success', 'wallet'],
    ]);
  });

  test.each(['card', 'wallet'] as const)("because of the fan's spending limit says so in the email (%s)", async (source) => {
    const fan = await fanWithTokens(testHost, 50);
    const performer = await performerWithPrices(testHost, 1000n);
    const end = new Date((await subscribeOrFail(testHost, fan, performer, { source })).expiredAt);
    await testHost.ctx.db.update(accounts).set({ monthlySpendingLimitCents: 500n }).where(eq(accounts.id, fan.id));
    await advanceToDaysAfter(fan, end, 0);
    expect((await mailsTo(testHost, fan.email, 'renewal-failed'))[0]?.text).toContain('exceed the monthly limit you set');
    expect((await paymentsOf(fan))[1]).toMatchObject({ status: 'failed', failureCode: 'spending_limit_reached' });
  });

  test('because the card was removed says so in the email', async () => {
    const fan = await fanWithCard(testHost);
    const performer = await performerWithPrices(testHost, 1000n);
    const end = new Date((await subscribeOrFail(testHost, fan, performer)).expiredAt);
    await testHost.ctx.db.update(paymentCards).set({ removedAt: testHost.clock.now() }).where(eq(paymentCards.accountId, fan.id));
    await advanceToDaysAfter(fan, end, 0);
    expect((await mailsTo(testHost, fan.email, 'renewal-failed'))[0]?.text).toContain('This card is no longer saved');
  });
});

describe('no renewal', () => {
  test.each([
    [
      'the fan is suspended',
      (fan: TestPerson) => testHost.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, fan.id)),
    ],
    [
      'the performer is suspended',
      (_fan: TestPerson, performer: TestPerson) =>
        testHost.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, performer.id)),
    ],
    [
      'the performer is no longer approved',
      (_fan: TestPerson, performer: TestPerson) =>
        testHost.ctx.db.update(performers).set({ verification: 'rejected' }).where(eq(performers.accountId, performer.id)),
    ],
    [
      'one has blocked the other',
      (fan: TestPerson, performer: TestPerson) =>
        testHost.ctx.db.insert(userBlocks).values({
          id: testHost.ctx.random.id(),
          blockerId: fan.id,
          targetId: performer.id,
          reason: null,
          createdAt: testHost.clock.now(),
        }),
    ],
  ])('is charged when %s: the subscription ends', async (_case, arrange) => {
    const [fan, performer] = [await fanWithCard(testHost), await performerWithPrices(testHost, 999n)];
    const end = new Date((await subscribeOrFail(testHost, fan, performer)).expiredAt);
    await arrange(fan, performer);
    await advanceToDaysAfter(fan, end, 0);
    expect(await rowOf(fan)).toMatchObject({ status: 'expired', isRenewing: false });
    expect(await paymentsOf(fan)).toHaveLength(1);
  });

  test('follows a free trial', async () => {
    const [fan, performer] = [await fanWithCard(testHost), await performerWithPrices(testHost, 999n, 9999n, 2)];
    const end = new Date((await subscribeOrFail(testHost, fan, performer, { type: 'free' })).expiredAt);
    await advanceToDaysAfter(fan, end, -0.1);
    expect(await hasAccess(testHost, await signInAgain(testHost, fan), performer)).toBe(true);
    await advanceToDaysAfter(fan, end, 0);
    expect(await rowOf(fan)).toMatchObject({ status: 'expired' });
    expect(await hasAccess(testHost, await signInAgain(testHost, fan), performer)).toBe(false);
    expect(await subscribersOf(testHost, performer)).toBe(0);
    expect(await paymentsOf(fan)).toHaveLength(0);
  });
});

describe('a price change', () => {
  const runPriceRiseJob = async (performer: TestPerson): Promise<void> =>
    notifySubscribersOfPriceRise(testHost.ctx, { performerId: performer.id, types: ['monthly'], afterId: null });

  const pendingPriceRiseJobs = async (performer: TestPerson): Promise<unknown[]> => {
    const { rows } = await testHost.ctx.db.execute<{ data: unknown }>(
      sql`select data from jobs.job where name = 'subscriptions/price-rise' and data ->> 'performerId' = ${performer.id}`,
    );
    return rows.map(({ data }) => data);
  };

  test('made before the renewal notice applies to the next period, and subscribers are notified of the date', async () => {
    const [fan, performer] = [await fanWithTokens(testHost, 100), await performerWithPrices(testHost, 1000n)];
    const end = new Date((await subscribeOrFail(testHost, fan, performer, { source: 'wallet' })).expiredAt);
    await setPrice(performer, 12.5);
    expect(await pendingPriceRiseJobs(performer)).toEqual([{ performerId: performer.id, types: ['monthly'], afterId: null }]);
    await runPriceRiseJob(performer);
    await runPriceRiseJob(performer);
    const [mail, ...more] = await mailsTo(testHost, fan.email, 'price-raised');
    expect(more).toEqual([]);
    expect(await subscriptionTo(testHost, fan, performer)).toMatchObject({ price: 12.5, paidPrice: 10 });
    expect((await testHost.call('GET /users/me', {}, { token: fan.token })).data).toMatchObject({ nextWalletRenewal: 12.5 });
    expect(mail?.text).toMatch(/10 tokens[^]*12\.50 tokens/);
    expect(mail?.text).toContain(new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(end));
    await advanceToDaysAfter(fan, end, -2);
    await advanceToDaysAfter(fan, end, 0);
    expect((await paymentsOf(fan))[1]).toMatchObject({ status: 'success', totalCents: 1250n });
  });

  test('is reported in money to a subscriber who pays by card', async () => {
    const [fan, performer] = [await fanWithCard(testHost), await performerWithPrices(testHost, 1000n)];
    await subscribeOrFail(testHost, fan, performer);
    await setPrice(performer, 12.5);
    await runPriceRiseJob(performer);
    const [mail] = await mailsTo(testHost, fan.email, 'price-raised');
    expect(mail?.text).toMatch(/\$10\.00[^]*\$12\.50/);
    expect(mail?.text).not.toContain('tokens');
    const { data } = await testHost.call('GET /notifications', {}, { token: fan.token });
    expect(data.data.map(({ text }) => text).join('\n')).toContain('raised your subscription price to $12.50, starting');
  });

  test('made after the renewal notice applies one period later, which is announced by a notice of its own', async () => {
    const [fan, performer] = [await fanWithTokens(testHost, 100), await performerWithPrices(testHost, 1000n)];
    const end = new Date((await subscribeOrFail(testHost, fan, performer, { source: 'wallet' })).expiredAt);
    await advanceToDaysAfter(fan, end, -2);
    await setPrice(await signInAgain(testHost, performer), 20);
    await runPriceRiseJob(performer);
    const from = new Date(end.getTime() + 30 * 86_400_000);
    const [mail] = await mailsTo(testHost, fan.email, 'price-raised');
    expect(mail?.text).toContain(new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(from));
    await advanceToDaysAfter(fan, end, 0);
    expect((await paymentsOf(fan))[1]).toMatchObject({ status: 'success', totalCents: 1000n });
    expect(await rowOf(fan)).toMatchObject({ priceCents: 2000n });
    await advanceToDaysAfter(fan, from, -2);
    expect((await mailsTo(testHost, fan.email, 'renewal-notice')).at(-1)?.text).toContain('20 tokens');
    await advanceToDaysAfter(fan, from, 0);
    expect((await paymentsOf(fan))[2]).toMatchObject({ status: 'success', totalCents: 2000n });
  });

  test('to a lower price sends no email and applies from the next notice', async () => {
    const [fan, performer] = [await fanWithTokens(testHost, 100), await performerWithPrices(testHost, 1000n)];
    const end = new Date((await subscribeOrFail(testHost, fan, performer, { source: 'wallet' })).expiredAt);
    await setPrice(performer, 5);
    expect(await pendingPriceRiseJobs(performer)).toEqual([]);
    await runPriceRiseJob(performer);
    expect(await mailsTo(testHost, fan.email, 'price-raised')).toEqual([]);
    await advanceToDaysAfter(fan, end, -1);
    await advanceToDaysAfter(fan, end, 0);
    expect((await paymentsOf(fan))[1]).toMatchObject({ totalCents: 500n });
  });
});
