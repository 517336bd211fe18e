/** L7 can be broken, and then it says so. */
import { eq } from 'drizzle-orm';
import { payments } from '@server/platform/db/schema/schema';
import { gatewayAccount, walletOf } from '@server/money/ledger/chart';
import { post } from '@server/money/ledger/ledger';
import { brokenLaws, freshKey, payerWith, type Payer } from '../../../tests/support/payments';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let fan: Payer;
let paymentId: string;
beforeAll(async () => {
  world = await openWorld();
  fan = await payerWith(world);
  const { data } = await world.call('POST /payment/wallet/top-up', { body: { amount: 20 } }, { token: fan.token, key: freshKey() });
  paymentId = data._id;
});
afterAll(() => world.close());

const whileItIs = async (columns: Partial<typeof payments.$inferInsert>): Promise<string[]> => {
  const [before] = await world.ctx.db.select().from(payments).where(eq(payments.id, paymentId));
  const { transferId, status, totalCents, refundedCents } = before ?? {};
  await world.ctx.db.update(payments).set(columns).where(eq(payments.id, paymentId));
  const broken = await brokenLaws(world.ctx);
  await world.ctx.db
    .update(payments)
    .set({ transferId: transferId ?? null, status: status ?? 'failed', totalCents: totalCents ?? 0n, refundedCents: refundedCents ?? 0n })
    .where(eq(payments.id, paymentId));
  return broken;
};

it('holds for a payment that was booked', async () => {
  expect(await brokenLaws(world.ctx)).toEqual([]);
});

it.each([
  [{ transferId: null }, 'has no transfer'],
  [{ status: 'failed' as const }, 'is failed and has a transfer'],
  [{ totalCents: 1999n }, 'of 1999 hundredths took 2000'],
  [{ refundedCents: 1n }, 'gave back 1 hundredths, the books say 0'],
])('is broken by a payment that differs from its transfer by %p', async (columns, words) => {
  expect((await whileItIs(columns)).join('\n')).toContain(words);
});

it('is broken by a transfer of money that no payment brought in', async () => {
  const entries = [
    { account: gatewayAccount('sandbox'), cents: -100n },
    { account: walletOf(fan.id), cents: 100n },
  ];
  const { transferId } = await post(world.ctx, { reason: 'top_up', subject: 'nothing', key: 'nothing', entries });
  expect(await brokenLaws(world.ctx)).toEqual([`L7: transfer ${transferId} (top_up) belongs to no payment`]);
});
