/** Two servers that run the same jobs, each job more than once: every period is charged once. */
import { asc, eq } from 'drizzle-orm';
import { payments } from '@server/platform/db/schema/payments';
import { subscriptionPeriods, subscriptions } from '@server/platform/db/schema/subscriptions';
import { openContext } from '@server/open-context';
import { eventually } from '../../../../tests/kit/timing/eventually';
import {
  ledgerViolations,
  fanWithCard,
  fanWithTokens,
  performerWithPrices,
  subscribeOrFail,
  type TestPerson,
} from '../../../../tests/kit/money/subscriptions';
import { openTestHost, type TestHost } from '../../../../tests/kit/host/test-host';
import { renewalKey } from '../../subscriptions/state';
import { enqueueDueRenewals, renew } from './renew';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());

const paidPeriods = (fan: TestPerson) =>
  testHost.ctx.db
    .select({ startsAt: subscriptionPeriods.startsAt, endsAt: subscriptionPeriods.endsAt, status: payments.status })
    .from(subscriptionPeriods)
    .innerJoin(payments, eq(payments.id, subscriptionPeriods.paymentId))
    .where(eq(payments.userId, fan.id))
    .orderBy(asc(subscriptionPeriods.startsAt));

test('a period is charged once with two workers and every job repeated', async () => {
  const performer = await performerWithPrices(testHost, 999n);
  const fans = [await fanWithCard(testHost), await fanWithTokens(testHost, 100), await fanWithCard(testHost)];
  for (const [index, fan] of fans.entries()) await subscribeOrFail(testHost, fan, performer, { source: index === 1 ? 'wallet' : 'card' });
  testHost.clock.advance({ days: 30, seconds: 5 });
  const rows = await testHost.ctx.db.select().from(subscriptions).where(eq(subscriptions.performerId, performer.id));
  const due = rows.map((row) => ({ subscriptionId: row.id, key: renewalKey(row) }));
  const second = await openContext(testHost.ctx.config, testHost.databaseUrl, { clock: testHost.clock, log: testHost.ctx.log });
  const contexts = [testHost.ctx, second.ctx];
  try {
    await Promise.all(contexts.map((ctx) => ctx.jobs.work(ctx)));
    await Promise.all(contexts.map((ctx) => enqueueDueRenewals(ctx)));
    await Promise.all(due.flatMap((one) => contexts.map((ctx) => ctx.jobs.enqueue(ctx.db, 'payments/renew', one))));
    await Promise.all(due.flatMap((one) => contexts.map((ctx) => renew(ctx, one))));
    for (const fan of fans) await eventually(async () => expect(await paidPeriods(fan)).toHaveLength(2));
    // Late repetitions of finished jobs.
    await Promise.all(due.flatMap((one) => contexts.map((ctx) => renew(ctx, one))));
  } finally {
    await second.close();
  }
  for (const fan of fans) {
    const [first, next, ...more] = await paidPeriods(fan);
    expect(next).toMatchObject({ startsAt: first?.endsAt, status: 'success' });
    expect(more).toEqual([]);
    expect(await testHost.ctx.db.$count(payments, eq(payments.userId, fan.id))).toBe(fan === fans[1] ? 3 : 2);
  }
  expect(await ledgerViolations(testHost)).toEqual([]);
});
