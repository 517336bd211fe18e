/** The clearing period: sales are paid out after it, and a payout lists the sales that it pays. */
import { eq } from 'drizzle-orm';
import { inTransaction } from '@server/platform/context';
import { earnings, payoutSales } from '@server/platform/db/schema/money';
import { charge } from '@server/money/charges/charge';
import { violatedInvariants, fillWallet } from '../../../tests/kit/money/ledger';
import { setPaypalPayout } from '../../../tests/kit/money/earners';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { setSettings } from '../../../tests/kit/host/site-settings';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

type TestAccount = { id: string; token: string; username: string };

let testHost: TestHost;
let operator: TestAccount;
beforeAll(async () => {
  testHost = await openTestHost();
  operator = await signUpOperator(testHost, 'olga');
});
afterAll(async () => {
  expect(await violatedInvariants(testHost)).toEqual([]);
  await testHost.close();
});

/** A performer who is paid by PayPal. `sells` sells a tip with earnings of `tokens`. */
async function seller(): Promise<TestAccount & { sells(tokens: number): Promise<string> }> {
  const [performer, fan] = [await signUpPerformer(testHost), await signUpFan(testHost)];
  await setPaypalPayout(testHost, performer);
  return {
    ...performer,
    sells: async (tokens) => {
      const cents = BigInt(tokens * 125);
      await fillWallet(testHost, fan.id, cents);
      const item = { type: 'tip', targetId: performer.id, performerId: performer.id, price_cents: cents, quantity: 1, text: '' } as const;
      return (await inTransaction(testHost.ctx, (tx) => charge(tx, fan.id, item)))._id;
    },
  };
}
const request = ({ token }: TestAccount, amount: number) =>
  testHost.call('POST /payout-requests', { body: { amount, method: 'paypal', requestNote: '' } }, { token });
const calculate = async ({ token }: TestAccount) => (await testHost.call('POST /payout-requests/calculate', { body: {} }, { token })).data;
const salesOf = async (id: string, { token }: TestAccount = operator) =>
  (
    await testHost.call('GET /payout-requests/:id/sales', { params: { id }, query: { sortBy: 'createdAt', sort: 'asc' } }, { token })
  ).data.data.map(({ netPrice, paid }) => [netPrice, paid]);
const reject = (id: string) =>
  testHost.call('POST /admin/payout-requests/:id/reject', { params: { id }, body: { note: 'No' } }, { token: operator.token });
/** Logs in again after time has passed. */
const logInAgain = async (who: TestAccount): Promise<void> => {
  const { data } = await testHost.call('POST /auth/login', {
    body: { username: who.username, password: 'correct horse battery', remember: true },
  });
  who.token = data.token;
};

test('a sale clears after the clearing period, and the performer sees the date', async () => {
  await setSettings(testHost, { earningsClearingDays: 7 });
  const performer = await seller();
  await performer.sells(80);
  const clearsAt = new Date(testHost.clock.now().getTime() + 7 * 86_400_000);
  expect(await calculate(performer)).toMatchObject({ available: 0, clearing: 80, totalEarned: 80 });
  expect(Date.parse((await calculate(performer)).clearsAt ?? '')).toBeCloseTo(clearsAt.getTime(), -4);
  const { errorBody } = await request(performer, 80);
  expect(errorBody).toMatchObject({ statusCode: 422, error: 'earnings_clearing' });
  expect(errorBody.message).toContain(`You can request 0.00 tokens now. More becomes available on ${clearsAt.toISOString().slice(0, 10)}`);
  testHost.clock.advance({ days: 3 });
  await logInAgain(performer);
  await performer.sells(60);
  testHost.clock.advance({ days: 4, minutes: 1 });
  await logInAgain(performer);
  expect(await calculate(performer)).toMatchObject({ available: 80, clearing: 60 });
  expect((await request(performer, 80.01)).errorBody.error).toBe('earnings_clearing');
  expect((await request(performer, 140.01)).errorBody.error).toBe('insufficient_balance');
  const { data } = await request(performer, 80);
  const more = await testHost.call('PUT /payout-requests/:id', { params: { id: data._id }, body: { amount: 90 } }, performer);
  expect(more.errorBody.error).toBe('earnings_clearing');
  expect(await salesOf(data._id, performer)).toEqual([[80, 80]]);
});

test('the clearing period can be zero days, and can be set for one performer', async () => {
  await setSettings(testHost, { earningsClearingDays: 0 });
  operator = await signUpOperator(testHost);
  const performer = await seller();
  await performer.sells(60);
  expect(await calculate(performer)).toMatchObject({ available: 60, clearing: 0, clearsAt: null });
  const set = (value: number | null) =>
    testHost.call('PUT /admin/performers/:id/clearing', { params: { id: performer.id }, body: { days: value } }, { token: operator.token });
  expect((await set(30)).data.clearingDays).toBe(30);
  await performer.sells(40);
  expect(await calculate(performer)).toMatchObject({ available: 60, clearing: 40 });
  expect((await set(null)).data.clearingDays).toBeNull();
  expect(
    (
      await testHost.call(
        'PUT /admin/performers/:id/clearing',
        { params: { id: performer.id }, body: { days: 91 } },
        { token: operator.token },
      )
    ).status,
  ).toBe(400);
  const missingPerformer = { params: { id: crypto.randomUUID() }, body: { days: 1 } };
  expect((await testHost.call('PUT /admin/performers/:id/clearing', missingPerformer, operator)).errorBody.error).toBe(
    'performer_not_found',
  );
  const { data } = await testHost.call('GET /notifications', {}, { token: performer.token });
  expect(data.data.map(({ text }) => text)).toContain('Earnings from new sales now become available after 30 days.');
});

test('a payout pays the sales that became available first, each once, and releases them when it is rejected', async () => {
  await setSettings(testHost, { earningsClearingDays: 0 });
  operator = await signUpOperator(testHost);
  const performer = await seller();
  for (const tokens of [30, 40, 50]) await performer.sells(tokens);
  const first = (await request(performer, 60)).data;
  expect(await salesOf(first._id)).toEqual([
    [30, 30],
    [40, 30],
  ]);
  expect((await testHost.call('PUT /payout-requests/:id', { params: { id: first._id }, body: { amount: 75 } }, performer)).status).toBe(
    200,
  );
  expect(await salesOf(first._id)).toEqual([
    [30, 30],
    [40, 40],
    [50, 5],
  ]);
  await reject(first._id);
  expect(await salesOf(first._id)).toEqual([]);
  const unknown = await testHost.call('GET /payout-requests/:id/statement', { params: { id: crypto.randomUUID() } }, performer);
  expect(unknown.errorBody.error).toBe('payout_not_found');
  const second = (await request(performer, 60)).data;
  await testHost.call('POST /admin/payout-requests/:id/done', { params: { id: second._id }, body: {} }, { token: operator.token });
  const third = (await request(performer, 60)).data;
  expect(await salesOf(third._id)).toEqual([
    [40, 10],
    [50, 50],
  ]);
  const paid = await testHost.ctx.db.select().from(earnings).where(eq(earnings.performerId, performer.id));
  expect(paid.map(({ netCents, paidCents }) => netCents - paidCents)).toEqual([0n, 0n, 0n]);
  const otherPerformer = await signUpPerformer(testHost);
  const otherPerformerResponse = await testHost.call(
    'GET /payout-requests/:id/sales',
    { params: { id: third._id } },
    { token: otherPerformer.token },
  );
  expect(otherPerformerResponse.errorBody.error).toBe('payout_not_found');
  const { data: text } = await testHost.call('GET /payout-requests/:id/statement', { params: { id: third._id } }, performer);
  expect(
    text
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(',').slice(4).join()),
  ).toEqual([
    "Gross,Site's share,Net,Refunded,Available on,Paid by this payout",
    `50.00,10.00,40.00,0.00,${testHost.clock.now().toISOString().slice(0, 10)},10.00`,
    `62.50,12.50,50.00,0.00,${testHost.clock.now().toISOString().slice(0, 10)},50.00`,
  ]);
});

test('refunded parts of a sale are neither clearing nor paid', async () => {
  await setSettings(testHost, { earningsClearingDays: 7 });
  operator = await signUpOperator(testHost);
  const performer = await seller();
  const id = await performer.sells(80);
  await performer.sells(50);
  await testHost.call(
    'POST /admin/charges/:id/refund',
    { params: { id }, body: { reason: 'Half', amount: 50 } },
    { token: operator.token },
  );
  expect(await calculate(performer)).toMatchObject({ available: 0, clearing: 90 });
  testHost.clock.advance({ days: 8 });
  await logInAgain(performer);
  operator = await signUpOperator(testHost);
  const { data } = await request(performer, 90);
  expect(await salesOf(data._id)).toEqual([
    [80, 40],
    [50, 50],
  ]);
});

test('concurrent refunds and payouts of the same sales never deadlock', async () => {
  await setSettings(testHost, { earningsClearingDays: 0 });
  operator = await signUpOperator(testHost);
  const performer = await seller();
  const sold: string[] = [];
  for (let count = 0; count < 10; count += 1) sold.push(await performer.sells(10));
  const refund = (id: string) =>
    testHost.call('POST /admin/charges/:id/refund', { params: { id }, body: { reason: 'Race', amount: 5 } }, { token: operator.token });
  const responses = await Promise.all([request(performer, 60), ...sold.map(refund), request(performer, 55)]);
  expect(responses.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  const [open] = (await testHost.call('GET /payout-requests/search', {}, performer)).data.data;
  const rows = await testHost.ctx.db
    .select()
    .from(payoutSales)
    .where(eq(payoutSales.payoutId, open?._id ?? ''));
  expect(rows.reduce((sum, { cents }) => sum + cents, 0n)).toBeLessThanOrEqual(BigInt((open?.amount ?? 0) * 100));
});
