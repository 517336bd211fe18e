/** The law on periods finds what breaks it. */
import { eq } from 'drizzle-orm';
import { payments, subscriptionPeriods } from '@server/platform/db/schema/schema';
import { brokenLaws, fanWithTokens, performerAt, subscribe } from '../../../tests/support/subscriptions';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { daysAfter } from './state';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const broken = async (): Promise<string[]> => (await brokenLaws(world)).filter((sentence) => sentence.startsWith('L8'));

test('a period without its transfer, a transfer without its period and a period of another payment are found', async () => {
  const [fan, performer] = [await fanWithTokens(world, 50), await performerAt(world, 999n)];
  const { data } = await subscribe(world, fan, performer, { source: 'wallet' });
  expect(await broken()).toEqual([]);
  const [period] = await world.ctx.db.select().from(subscriptionPeriods).where(eq(subscriptionPeriods.paymentId, data._id));
  const [topUp] = await world.ctx.db.select().from(payments).where(eq(payments.type, 'top_up'));
  if (!period || !topUp) throw new Error('nothing was paid');

  await world.ctx.db.delete(subscriptionPeriods).where(eq(subscriptionPeriods.paymentId, data._id));
  expect(await broken()).toEqual([expect.stringMatching(/^L8: transfer \S+ paid for 0 periods$/)]);

  await world.ctx.db.insert(subscriptionPeriods).values(period);
  const stray = { ...period, startsAt: daysAfter(period.startsAt, 1), paymentId: topUp.id };
  await world.ctx.db.insert(subscriptionPeriods).values(stray);
  expect(await broken()).toEqual(expect.arrayContaining([expect.stringContaining('which paid for no period of it')]));
  await world.ctx.db.delete(subscriptionPeriods).where(eq(subscriptionPeriods.paymentId, topUp.id));

  const untied = world.ctx.db.update(payments).set({ transferId: null }).where(eq(payments.id, data._id));
  await untied;
  expect(await broken()).toEqual(expect.arrayContaining([expect.stringContaining('cost 999 hundredths and has no transfer of them')]));
});
