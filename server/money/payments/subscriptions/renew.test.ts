/** Renewals over time: announced, charged once, tried again, ended. The clock is turned, the jobs are run by hand. */
import { and, asc, eq, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import {
  accounts,
  paymentCards,
  payments,
  performers,
  subscriptionPeriods,
  subscriptions,
  userBlocks,
} from '@server/platform/db/schema/schema';
import { walletOf, adjustmentsAccount } from '@server/money/ledger/chart';
import { post } from '@server/money/ledger/ledger';
import { mailsTo } from '../../../../tests/support/outbox';
import {
  addCard,
  brokenLaws,
  fanWithCard,
  fanWithTokens,
  hasAccess,
  performerAt,
  renewDue,
  signInAgain,
  subscribed,
  subscribersOf,
  subscriptionTo,
  type Somebody,
} from '../../../../tests/support/subscriptions';
import { openWorld, type World } from '../../../../tests/kit/host/test-host';
import { expireOver } from '../../subscriptions/end';
import { announceRenewals } from '../../subscriptions/notice';
import { tellOfPriceRise } from '../../subscriptions/price-rise';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  expect(await brokenLaws(world)).toEqual([]);
  await world.close();
});

const rowOf = async (fan: Somebody): Promise<typeof subscriptions.$inferSelect> => {
  const [row] = await world.ctx.db.select().from(subscriptions).where(eq(subscriptions.userId, fan.id));
  if (!row) throw new Error('there is no subscription');
  return row;
};
const paymentsOf = (fan: Somebody) =>
  world.ctx.db
    .select()
    .from(payments)
    .where(and(eq(payments.userId, fan.id), eq(payments.type, 'monthly_subscription')))
    .orderBy(asc(payments.receiptNumber));
const periodsOf = async (fan: Somebody) =>
  world.ctx.db
    .select()
    .from(subscriptionPeriods)
    .where(eq(subscriptionPeriods.subscriptionId, (await rowOf(fan)).id))
    .orderBy(asc(subscriptionPeriods.startsAt));
const setPrice = async (performer: Somebody, monthlyPrice: number): Promise<void> => {
  const { status } = await world.call('PUT /performers/:id', { params: { id: 'me' }, body: { monthlyPrice } }, { token: performer.token });
  expect(status).toBe(200);
};
/** Turns the clock to so many days after the end of what is paid, and runs every job. */
async function untilDaysAfter(fan: Somebody, endsAt: Date, days: number): Promise<void> {
  const by_ms = endsAt.getTime() + days * 86_400_000 + 1000 - world.clock.now().getTime();
  world.clock.advance({ seconds: Math.ceil(by_ms / 1000) });
  await announceRenewals(world.ctx);
  await renewDue(world.ctx);
  await expireOver(world.ctx);
}

describe('a renewal', () => {
  test('is announced three days before and charged at the end of the period, which goes on without a gap', async () => {
    const [fan, performer] = [await fanWithCard(world), await performerAt(world, 999n)];
    const { expiredAt } = await subscribed(world, fan, performer);
    const end = new Date(expiredAt);
    await untilDaysAfter(fan, end, -limits.renewalNotice_days - 0.1);
    expect(await mailsTo(world, fan.email, 'renewal-notice')).toHaveLength(0);
    await untilDaysAfter(fan, end, -limits.renewalNotice_days + 0.1);
    await announceRenewals(world.ctx);
    const notices = await mailsTo(world, fan.email, 'renewal-notice');
    expect(notices).toHaveLength(1);
    expect(notices[0]?.text).toMatch(/9\.99 USD[^]*Visa ending in 4242/);
    expect(await paymentsOf(fan)).toHaveLength(1);
    await untilDaysAfter(fan, end, 0);
    const [, second] = await paymentsOf(fan);
    expect(second).toMatchObject({ status: 'success', isOffSession: true, totalCents: 999n });
    const [first, next] = await periodsOf(fan);
    expect(next?.startsAt).toEqual(first?.endsAt);
    expect(await rowOf(fan)).toMatchObject({ status: 'active', isRenewing: true, noticedAt: null, totalPaidCents: 1998n });
    const again = await signInAgain(world, fan);
    expect(await hasAccess(world, again, performer)).toBe(true);
    expect(await subscribersOf(world, performer)).toBe(1);
  });

  test('of a year and of a bundle costs and lasts as it did', async () => {
    const [fan, other] = [await fanWithTokens(world, 300), await fanWithTokens(world, 300)];
    const performer = await performerAt(world, 1000n, 9900n);
    const body = { kind: 'bundle', months: 3, value: 0.2 } as const;
    const offer = await world.call('POST /performer/promotions', { body }, { token: performer.token });
    await subscribed(world, fan, performer, { source: 'wallet', promotionId: offer.data._id });
    await subscribed(world, other, performer, { source: 'wallet', type: 'yearly' });
    // The offer changes; who has taken it keeps it.
    const params = { id: offer.data._id };
    await world.call('PUT /performer/promotions/:id', { params, body: { ...body, value: 0.5 } }, { token: performer.token });
    const [bundle, year] = [await rowOf(fan), await rowOf(other)];
    await untilDaysAfter(fan, bundle.expiresAt, -1);
    await untilDaysAfter(fan, bundle.expiresAt, 0);
    expect(await rowOf(fan)).toMatchObject({ priceCents: 2400n, totalPaidCents: 4800n, months: 3 });
    expect((await rowOf(fan)).expiresAt.getTime() - bundle.expiresAt.getTime()).toBe(90 * 86_400_000);
    await untilDaysAfter(other, year.expiresAt, 0);
    expect(await rowOf(other)).toMatchObject({ priceCents: 9900n, totalPaidCents: 19800n });
    expect((await rowOf(other)).expiresAt.getTime() - year.expiresAt.getTime()).toBe(365 * 86_400_000);
  });
});

describe('a clock', () => {
  test('that jumps ahead and back charges each period once, and takes no access away', async () => {
    const [fan, performer] = [await fanWithCard(world), await performerAt(world, 999n)];
    await subscribed(world, fan, performer);
    const first = await rowOf(fan);
    const everyJob = async (): Promise<void> => {
      await announceRenewals(world.ctx);
      await renewDue(world.ctx);
      await expireOver(world.ctx);
    };
    // Into the second period, back to yesterday, and there again.
    for (const days of [31, -32, 32, -1, 1]) {
      world.clock.advance({ days });
      await everyJob();
    }
    expect(await paymentsOf(fan)).toHaveLength(2);
    const [one, two] = await periodsOf(fan);
    expect([one?.endsAt, two?.startsAt]).toEqual([first.expiresAt, first.expiresAt]);
    expect(await rowOf(fan)).toMatchObject({ status: 'active', isRenewing: true, totalPaidCents: 1998n });
    expect(await hasAccess(world, await signInAgain(world, fan), performer)).toBe(true);
  });

  test('that is a day ahead for a moment ends no session that was made to last, and lets nobody in for longer', async () => {
    const fan = await fanWithCard(world);
    const me = () => world.call('GET /users/me', {}, { token: fan.token });
    world.clock.advance({ days: 2 });
    expect((await me()).refusal.error).toBe('session_ended');
    world.clock.advance({ days: -2 });
    expect((await me()).status).toBe(200);
  });
});

describe('a renewal that fails', () => {
  test('is tried again after 1, 3 and 5 days with a mail each time, access being kept, and then the subscription ends', async () => {
    const fan = await fanWithCard(world, 'test_no_renewals');
    const performer = await performerAt(world, 999n);
    const end = new Date((await subscribed(world, fan, performer)).expiredAt);
    await untilDaysAfter(fan, end, 0);
    const early = await subscriptionTo(world, await signInAgain(world, fan), performer);
    expect(early.retryDates.map((at) => Math.round((Date.parse(at) - end.getTime()) / 86_400_000))).toEqual([1, 3, 5]);
    const timeline = [];
    for (const days of [0.9, 1.01, 2.9, 3.01, 4.9]) {
      await untilDaysAfter(fan, end, days);
      const { status, failedRenewals } = await rowOf(fan);
      const mails = (await mailsTo(world, fan.email, 'renewal-failed')).length;
      timeline.push([days, status, failedRenewals, mails]);
    }
    expect(timeline).toEqual([
      [0.9, 'past_due', 1, 1],
      [1.01, 'past_due', 2, 2],
      [2.9, 'past_due', 2, 2],
      [3.01, 'past_due', 3, 3],
      [4.9, 'past_due', 3, 3],
    ]);
    const [failed] = await mailsTo(world, fan.email, 'renewal-failed');
    expect(failed?.text).toContain('9.99 USD');
    expect(failed?.text).not.toContain('tokens');
    const again = await signInAgain(world, fan);
    expect(await hasAccess(world, again, performer)).toBe(true);
    const lastTry = new Date(end.getTime() + 5 * 86_400_000 + 1000).toISOString().slice(0, 10);
    const shown = await subscriptionTo(world, again, performer);
    expect(shown).toMatchObject({ status: 'past_due', isRenewing: true, retryDates: [expect.stringContaining(lastTry) as string] });
    expect((await mailsTo(world, fan.email, 'subscription-expired')).length).toBe(0);
    await untilDaysAfter(fan, end, 5.1);
    expect(await rowOf(fan)).toMatchObject({ status: 'expired', isRenewing: false, renewsAt: null });
    expect(await hasAccess(world, again, performer)).toBe(false);
    expect(await subscribersOf(world, performer)).toBe(0);
    expect(await mailsTo(world, fan.email, 'subscription-expired')).toHaveLength(1);
    await untilDaysAfter(fan, end, 20);
    expect((await paymentsOf(fan)).map(({ status }) => status)).toEqual(['success', 'failed', 'failed', 'failed', 'failed']);
    const late = await signInAgain(world, fan);
    await subscribed(world, late, performer, { cardId: await addCard(world, late) });
    expect(await subscribersOf(world, performer)).toBe(1);
  });

  test('is saved by another card at once, and the next period begins where the last one ended', async () => {
    const fan = await fanWithCard(world, 'test_no_renewals');
    const performer = await performerAt(world, 999n);
    const end = new Date((await subscribed(world, fan, performer)).expiredAt);
    await untilDaysAfter(fan, end, 0);
    const again = await signInAgain(world, fan);
    const { _id: id } = await subscriptionTo(world, again, performer);
    const body = { cardId: await addCard(world, again) };
    expect((await world.call('PUT /subscriptions/:id', { params: { id }, body }, { token: again.token })).status).toBe(200);
    await renewDue(world.ctx);
    expect(await rowOf(fan)).toMatchObject({ status: 'active', failedRenewals: 0, pastDueAt: null });
    expect((await periodsOf(fan))[1]?.startsAt).toEqual(end);
  });

  test('and is cancelled then ends, for nothing more was paid', async () => {
    const fan = await fanWithCard(world, 'test_no_renewals');
    const performer = await performerAt(world, 999n);
    const end = new Date((await subscribed(world, fan, performer)).expiredAt);
    await untilDaysAfter(fan, end, 0);
    const again = await signInAgain(world, fan);
    const { _id: id } = await subscriptionTo(world, again, performer);
    const params = { gateway: 'stripe', id };
    await world.call('POST /payment/:gateway/cancel-subscription/:id', { params, body: {} }, { token: again.token });
    expect(await hasAccess(world, again, performer)).toBe(false);
    await untilDaysAfter(fan, end, 1.1);
    expect(await rowOf(fan)).toMatchObject({ status: 'expired' });
    expect(await paymentsOf(fan)).toHaveLength(2);
  });

  test.each([
    ['cancelled after four days of grace', 4, true],
    ['left until the last try', 5.1, false],
  ])('and is %s costs those days: whoever subscribes again pays for them', async (_how, days, isCancelled) => {
    const fan = await fanWithCard(world, 'test_no_renewals');
    const performer = await performerAt(world, 999n);
    const end = new Date((await subscribed(world, fan, performer)).expiredAt);
    for (const day of [0, 1.01, 3.01, days]) await untilDaysAfter(fan, end, day);
    const again = await signInAgain(world, fan);
    const params = { gateway: 'stripe', id: (await subscriptionTo(world, again, performer))._id };
    if (isCancelled) await world.call('POST /payment/:gateway/cancel-subscription/:id', { params, body: {} }, { token: again.token });
    expect(await hasAccess(world, again, performer)).toBe(false);
    const { expiredAt } = await subscribed(world, again, performer, { cardId: await addCard(world, again) });
    const daysLeft = (Date.parse(expiredAt) - world.clock.now().getTime()) / 86_400_000;
    expect(daysLeft).toBeCloseTo(30 - Math.min(days, 5.1), 1);
    await untilDaysAfter(fan, new Date(expiredAt), -1);
    await world.call(
      'POST /payment/:gateway/cancel-subscription/:id',
      { params, body: {} },
      { token: (await signInAgain(world, fan)).token },
    );
    await untilDaysAfter(fan, new Date(expiredAt), 3);
    const later = await signInAgain(world, fan);
    const next = await subscribed(world, later, performer);
    expect((Date.parse(next.expiredAt) - world.clock.now().getTime()) / 86_400_000).toBeCloseTo(30, 1);
  });

  test('for want of tokens names that, and succeeds when they are there', async () => {
    const fan = await fanWithTokens(world, 15);
    const performer = await performerAt(world, 1000n);
    const end = new Date((await subscribed(world, fan, performer, { source: 'wallet' })).expiredAt);
    await untilDaysAfter(fan, end, 0);
    expect(await rowOf(fan)).toMatchObject({ status: 'past_due' });
    expect((await mailsTo(world, fan.email, 'renewal-failed'))[0]?.text).toMatch(/Your balance is too low\.[^]*10\.00 tokens/);
    await post(world.ctx, {
      reason: 'adjustment',
      subject: fan.id,
      key: `test:${fan.id}`,
      entries: [
        { account: adjustmentsAccount, cents: -500n },
        { account: walletOf(fan.id), cents: 500n },
      ],
    });
    await untilDaysAfter(fan, end, 1.01);
    expect(await rowOf(fan)).toMatchObject({ status: 'active', totalPaidCents: 2000n });
    expect((await paymentsOf(fan)).map(({ status, gateway }) => [status, gateway])).toEqual([
      ['success', 'wallet'],
      ['failed', 'wallet'],
      ['success', 'wallet'],
    ]);
  });

  test.each(['card', 'wallet'] as const)("for the fan's own limit names that (%s)", async (source) => {
    const fan = await fanWithTokens(world, 50);
    const performer = await performerAt(world, 1000n);
    const end = new Date((await subscribed(world, fan, performer, { source })).expiredAt);
    await world.ctx.db.update(accounts).set({ monthlySpendingLimitCents: 500n }).where(eq(accounts.id, fan.id));
    await untilDaysAfter(fan, end, 0);
    expect((await mailsTo(world, fan.email, 'renewal-failed'))[0]?.text).toContain('monthly limit that you have set for yourself');
    expect((await paymentsOf(fan))[1]).toMatchObject({ status: 'failed', failureCode: 'spending_limit_reached' });
  });

  test('because its card is gone names that', async () => {
    const fan = await fanWithCard(world);
    const performer = await performerAt(world, 1000n);
    const end = new Date((await subscribed(world, fan, performer)).expiredAt);
    await world.ctx.db.update(paymentCards).set({ removedAt: world.clock.now() }).where(eq(paymentCards.accountId, fan.id));
    await untilDaysAfter(fan, end, 0);
    expect((await mailsTo(world, fan.email, 'renewal-failed'))[0]?.text).toContain('not on your list any more');
  });
});

describe('no renewal', () => {
  test.each([
    ['the fan is suspended', (fan: Somebody) => world.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, fan.id))],
    [
      'the performer is suspended',
      (_fan: Somebody, performer: Somebody) =>
        world.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, performer.id)),
    ],
    [
      'the performer is no longer approved',
      (_fan: Somebody, performer: Somebody) =>
        world.ctx.db.update(performers).set({ verification: 'rejected' }).where(eq(performers.accountId, performer.id)),
    ],
    [
      'one has blocked the other',
      (fan: Somebody, performer: Somebody) =>
        world.ctx.db
          .insert(userBlocks)
          .values({ id: world.ctx.chance.id(), blockerId: fan.id, targetId: performer.id, reason: null, createdAt: world.clock.now() }),
    ],
  ])('is charged when %s: the subscription ends', async (_why, happen) => {
    const [fan, performer] = [await fanWithCard(world), await performerAt(world, 999n)];
    const end = new Date((await subscribed(world, fan, performer)).expiredAt);
    await happen(fan, performer);
    await untilDaysAfter(fan, end, 0);
    expect(await rowOf(fan)).toMatchObject({ status: 'expired', isRenewing: false });
    expect(await paymentsOf(fan)).toHaveLength(1);
  });

  test('follows a free period', async () => {
    const [fan, performer] = [await fanWithCard(world), await performerAt(world, 999n, 9999n, 2)];
    const end = new Date((await subscribed(world, fan, performer, { type: 'free' })).expiredAt);
    await untilDaysAfter(fan, end, -0.1);
    expect(await hasAccess(world, await signInAgain(world, fan), performer)).toBe(true);
    await untilDaysAfter(fan, end, 0);
    expect(await rowOf(fan)).toMatchObject({ status: 'expired' });
    expect(await hasAccess(world, await signInAgain(world, fan), performer)).toBe(false);
    expect(await subscribersOf(world, performer)).toBe(0);
    expect(await paymentsOf(fan)).toHaveLength(0);
  });
});

describe('a price that changes', () => {
  const riseJob = async (performer: Somebody): Promise<void> =>
    tellOfPriceRise(world.ctx, { performerId: performer.id, types: ['monthly'], afterId: null });

  const waitingRises = async (performer: Somebody): Promise<unknown[]> => {
    const { rows } = await world.ctx.db.execute<{ data: unknown }>(
      sql`select data from jobs.job where name = 'subscriptions/price-rise' and data ->> 'performerId' = ${performer.id}`,
    );
    return rows.map(({ data }) => data);
  };

  test('before the notice holds for the next period, and subscribers are told from when', async () => {
    const [fan, performer] = [await fanWithTokens(world, 100), await performerAt(world, 1000n)];
    const end = new Date((await subscribed(world, fan, performer, { source: 'wallet' })).expiredAt);
    await setPrice(performer, 12.5);
    expect(await waitingRises(performer)).toEqual([{ performerId: performer.id, types: ['monthly'], afterId: null }]);
    await riseJob(performer);
    await riseJob(performer);
    const [told, ...more] = await mailsTo(world, fan.email, 'price-raised');
    expect(more).toEqual([]);
    expect(await subscriptionTo(world, fan, performer)).toMatchObject({ price: 12.5, paidPrice: 10 });
    expect((await world.call('GET /users/me', {}, { token: fan.token })).data).toMatchObject({ nextWalletRenewal: 12.5 });
    expect(told?.text).toMatch(/10\.00 tokens[^]*12\.50 tokens/);
    expect(told?.text).toContain(new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(end));
    await untilDaysAfter(fan, end, -2);
    await untilDaysAfter(fan, end, 0);
    expect((await paymentsOf(fan))[1]).toMatchObject({ status: 'success', totalCents: 1250n });
  });

  test('is told in money to a subscriber who pays by card', async () => {
    const [fan, performer] = [await fanWithCard(world), await performerAt(world, 1000n)];
    await subscribed(world, fan, performer);
    await setPrice(performer, 12.5);
    await riseJob(performer);
    const [told] = await mailsTo(world, fan.email, 'price-raised');
    expect(told?.text).toMatch(/10\.00 USD[^]*12\.50 USD/);
    expect(told?.text).not.toContain('tokens');
    const { data } = await world.call('GET /notifications', {}, { token: fan.token });
    expect(data.data.map(({ text }) => text).join('\n')).toContain('subscription to 12.50 USD from');
  });

  test('after the notice waits for the period after, whose notice says it', async () => {
    const [fan, performer] = [await fanWithTokens(world, 100), await performerAt(world, 1000n)];
    const end = new Date((await subscribed(world, fan, performer, { source: 'wallet' })).expiredAt);
    await untilDaysAfter(fan, end, -2);
    await setPrice(await signInAgain(world, performer), 20);
    await riseJob(performer);
    const from = new Date(end.getTime() + 30 * 86_400_000);
    const [told] = await mailsTo(world, fan.email, 'price-raised');
    expect(told?.text).toContain(new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(from));
    await untilDaysAfter(fan, end, 0);
    expect((await paymentsOf(fan))[1]).toMatchObject({ status: 'success', totalCents: 1000n });
    expect(await rowOf(fan)).toMatchObject({ priceCents: 2000n });
    await untilDaysAfter(fan, from, -2);
    expect((await mailsTo(world, fan.email, 'renewal-notice')).at(-1)?.text).toContain('20.00 tokens');
    await untilDaysAfter(fan, from, 0);
    expect((await paymentsOf(fan))[2]).toMatchObject({ status: 'success', totalCents: 2000n });
  });

  test('downwards needs no mail and holds from the next notice', async () => {
    const [fan, performer] = [await fanWithTokens(world, 100), await performerAt(world, 1000n)];
    const end = new Date((await subscribed(world, fan, performer, { source: 'wallet' })).expiredAt);
    await setPrice(performer, 5);
    expect(await waitingRises(performer)).toEqual([]);
    await riseJob(performer);
    expect(await mailsTo(world, fan.email, 'price-raised')).toEqual([]);
    await untilDaysAfter(fan, end, -1);
    await untilDaysAfter(fan, end, 0);
    expect((await paymentsOf(fan))[1]).toMatchObject({ totalCents: 500n });
  });
});
