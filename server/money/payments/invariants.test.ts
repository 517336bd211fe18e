/** The check finds violations of L7. */
import { eq } from 'drizzle-orm';
import { payments } from '@server/platform/db/schema/payments';
import { gatewayAccount, walletOf } from '@server/money/ledger/chart';
import { post } from '@server/money/ledger/ledger';
import { ledgerViolations, newIdempotencyKey, fanWithTestCard, type Payer } from '../../../tests/kit/money/payments';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let fan: Payer;
let paymentId: string;
beforeAll(async () => {
  testHost = await openTestHost();
  fan = await fanWithTestCard(testHost);
  const { data } = await testHost.call(
    'POST /payment/wallet/top-up',
    { body: { amount: 20 } },
    { token: fan.token, key: newIdempotencyKey() },
  );
  paymentId = data._id;
});
afterAll(() => testHost.close());

const differencesWith = async (columns: Partial<typeof payments.$inferInsert>): Promise<string[]> => {
  const [before] = await testHost.ctx.db.select().from(payments).where(eq(payments.id, paymentId));
  const { transferId, status, totalCents, refundedCents } = before ?? {};
  await testHost.ctx.db.update(payments).set(columns).where(eq(payments.id, paymentId));
  const broken = await ledgerViolations(testHost.ctx);
  await testHost.ctx.db
    .update(payments)
    .set({ transferId: transferId ?? null, status: status ?? 'failed', totalCents: totalCents ?? 0n, refundedCents: refundedCents ?? 0n })
    .where(eq(payments.id, paymentId));
  return broken;
};

test('L7 holds for a settled payment', async () => {
  expect(await ledgerViolations(testHost.ctx)).toEqual([]);
});

test.each([
  [{ transferId: null }, 'has no transfer'],
  [{ status: 'failed' as const }, 'is failed and has a transfer'],
  [{ totalCents: 1999n }, 'of 1999 hundredths took 2000'],
  [{ refundedCents: 1n }, 'gave back 1 hundredths, the books say 0'],
])('L7 is violated by a payment that differs from its transfer by %p', async (columns, sentence) => {
  expect((await differencesWith(columns)).join('\n')).toContain(sentence);
});

test('L7 is violated by a transfer that belongs to no payment', async () => {
  const entries = [
    { account: gatewayAccount('sandbox'), cents: -100n },
    { account: walletOf(fan.id), cents: 100n },
  ];
  const { transferId } = await post(testHost.ctx, { reason: 'top_up', subject: 'nothing', key: 'nothing', entries });
  expect(await ledgerViolations(testHost.ctx)).toEqual([`L7: transfer ${transferId} (top_up) belongs to no payment`]);
});
