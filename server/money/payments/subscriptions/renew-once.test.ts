/** Two hosts that work at the same jobs, each job more than once: every period is charged once. */
import { asc, eq } from 'drizzle-orm';
import { payments, subscriptionPeriods, subscriptions } from '@server/platform/db/schema/schema';
import { openContext } from '@server/open-context';
import { eventually } from '../../../../tests/kit/timing/eventually';
import { brokenLaws, fanWithCard, fanWithTokens, performerAt, subscribed, type Somebody } from '../../../../tests/support/subscriptions';
import { openWorld, type World } from '../../../../tests/kit/host/test-host';
import { renewalKey } from '../../subscriptions/state';
import { enqueueDueRenewals, renew } from './renew';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const paidPeriods = (fan: Somebody) =>
  world.ctx.db
    .select({ startsAt: subscriptionPeriods.startsAt, endsAt: subscriptionPeriods.endsAt, status: payments.status })
    .from(subscriptionPeriods)
    .innerJoin(payments, eq(payments.id, subscriptionPeriods.paymentId))
    .where(eq(payments.userId, fan.id))
    .orderBy(asc(subscriptionPeriods.startsAt));

test('a period is charged once with two workers running and every job repeated', async () => {
  const performer = await performerAt(world, 999n);
  const fans = [await fanWithCard(world), await fanWithTokens(world, 100), await fanWithCard(world)];
  for (const [index, fan] of fans.entries()) await subscribed(world, fan, performer, { source: index === 1 ? 'wallet' : 'card' });
  world.clock.advance({ days: 30, seconds: 5 });
  const rows = await world.ctx.db.select().from(subscriptions).where(eq(subscriptions.performerId, performer.id));
  const due = rows.map((row) => ({ subscriptionId: row.id, key: renewalKey(row) }));
  const second = await openContext(world.ctx.config, world.databaseUrl, { clock: world.clock, log: world.ctx.log });
  const contexts = [world.ctx, second.ctx];
  try {
    await Promise.all(contexts.map((ctx) => ctx.jobs.work(ctx)));
    await Promise.all(contexts.map((ctx) => enqueueDueRenewals(ctx)));
    await Promise.all(due.flatMap((one) => contexts.map((ctx) => ctx.jobs.enqueue(ctx.db, 'payments/renew', one))));
    await Promise.all(due.flatMap((one) => contexts.map((ctx) => renew(ctx, one))));
    for (const fan of fans) await eventually(async () => expect(await paidPeriods(fan)).toHaveLength(2), 15_000);
    // Late repetitions of what was done.
    await Promise.all(due.flatMap((one) => contexts.map((ctx) => renew(ctx, one))));
  } finally {
    await second.close();
  }
  for (const fan of fans) {
    const [first, next, ...more] = await paidPeriods(fan);
    expect(next).toMatchObject({ startsAt: first?.endsAt, status: 'success' });
    expect(more).toEqual([]);
    expect(await world.ctx.db.$count(payments, eq(payments.userId, fan.id))).toBe(fan === fans[1] ? 3 : 2);
  }
  expect(await brokenLaws(world)).toEqual([]);
});
