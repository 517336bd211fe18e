/** The invariant on periods finds violations. */
import { eq } from 'drizzle-orm';
import { payments } from '@server/platform/db/schema/payments';
import { subscriptionPeriods } from '@server/platform/db/schema/subscriptions';
import { ledgerViolations, fanWithTokens, performerWithPrices, subscribe } from '../../../tests/kit/money/subscriptions';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { daysAfter } from './state';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());

const broken = async (): Promise<string[]> => (await ledgerViolations(testHost)).filter((sentence) => sentence.startsWith('L8'));

test('the check finds a period without its transfer, a transfer without its period and a period of another payment', async () => {
  const [fan, performer] = [await fanWithTokens(testHost, 50), await performerWithPrices(testHost, 999n)];
  const { data } = await subscribe(testHost, fan, performer, { source: 'wallet' });
  expect(await broken()).toEqual([]);
  const [period] = await testHost.ctx.db.select().from(subscriptionPeriods).where(eq(subscriptionPeriods.paymentId, data._id));
  const [topUp] = await testHost.ctx.db.select().from(payments).where(eq(payments.type, 'top_up'));
  if (!period || !topUp) throw new Error('nothing was paid');

  await testHost.ctx.db.delete(subscriptionPeriods).where(eq(subscriptionPeriods.paymentId, data._id));
  expect(await broken()).toEqual([expect.stringMatching(/^L8: transfer \S+ paid for 0 periods$/)]);

  await testHost.ctx.db.insert(subscriptionPeriods).values(period);
  const extraPeriod = { ...period, startsAt: daysAfter(period.startsAt, 1), paymentId: topUp.id };
  await testHost.ctx.db.insert(subscriptionPeriods).values(extraPeriod);
  expect(await broken()).toEqual(expect.arrayContaining([expect.stringContaining('which paid for no period of it')]));
  await testHost.ctx.db.delete(subscriptionPeriods).where(eq(subscriptionPeriods.paymentId, topUp.id));

  await testHost.ctx.db.update(payments).set({ transferId: null }).where(eq(payments.id, data._id));
  expect(await broken()).toEqual(expect.arrayContaining([expect.stringContaining('cost 999 hundredths and has no transfer of them')]));
});
