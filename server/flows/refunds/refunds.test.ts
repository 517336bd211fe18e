/** Refunds by operators: to the fan, at the expense of the performer and the site, once. */
import { desc, eq } from 'drizzle-orm';
import { charges, refunds } from '@server/platform/db/schema/money';
import { auditLog } from '@server/platform/db/schema/site';
import { commissionAccount, earningsOf, walletOf, type AccountId } from '@server/money/ledger/chart';
import { balanceOf } from '@server/money/ledger/ledger';
import { violatedInvariants, waitForBlockedQuery } from '../../../tests/kit/money/ledger';
import { payingFan, performerWithEarnings, type Earner } from '../../../tests/kit/money/earners';
import { openSocket } from '../../../tests/kit/host/test-socket';
import { eventually } from '../../../tests/kit/timing/eventually';
import { mailsTo } from '../../../tests/kit/host/mails';
import { signUpOperator } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let operator: { token: string; id: string };
let performer: Earner;

beforeAll(async () => {
  testHost = await openTestHost();
  operator = await signUpOperator(testHost);
  performer = await performerWithEarnings(testHost, 0, 'ada');
});
afterAll(async () => {
  expect(await violatedInvariants(testHost)).toEqual([]);
  await testHost.close();
});

const refund = (id: string, body: { amount?: number; reason?: string } = {}, key?: string) =>
  testHost.call(
    'POST /admin/charges/:id/refund',
    { params: { id }, body: { reason: 'Sent twice', ...body } },
    { token: operator.token, ...(key !== undefined && { key }) },
  );
const errorOf = async (call: Promise<{ errorBody: { error: string } }>) => (await call).errorBody.error;
const balance = (account: AccountId) => balanceOf(testHost.ctx, account);
const balances = async (fan: { id: string }) => ({
  fan: await balance(walletOf(fan.id)),
  performer: await balance(earningsOf(performer.id)),
  site: await balance(commissionAccount),
});
async function sendTip(cents: bigint) {
  const fan = await payingFan(testHost);
  const before = await balances(fan);
  return { fan, before, id: await fan.pays(performer.id, cents) };
}

test('a full refund restores all balances, and is visible to the fan, in lists and in the audit log', async () => {
  const { fan, before, id } = await sendTip(1255n);
  const socket = await openSocket(testHost, fan.token);
  const { status, data } = await refund(id, { reason: 'Sent by mistake' });
  expect(status).toBe(200);
  expect(data).toMatchObject({ _id: id, status: 'refunded', price: 12.55, refunded: 12.55, balanceAfter: null });
  expect(await balances(fan)).toEqual({ ...before, fan: 1255n });
  const mine = await testHost.call('GET /wallet/charges/search', { query: { status: 'refunded' } }, { token: fan.token });
  expect(mine.data.data).toMatchObject([{ _id: id, refunded: 12.55 }]);
  const sold = await testHost.call('GET /performer/earning/search', { query: { userId: fan.id } }, { token: performer.token });
  expect(sold.data.data).toMatchObject([{ chargeId: id, status: 'refunded', grossPrice: 12.55, refunded: 12.55 }]);
  const [entry] = await testHost.ctx.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect(entry).toMatchObject({
    actorId: operator.id,
    action: 'charges.refund',
    targetId: id,
    before: { status: 'success', refunded: 0 },
    after: { status: 'refunded', refunded: 12.55, reason: 'Sent by mistake' },
  });
  const [mail] = await mailsTo(testHost, `${(await testHost.call('GET /users/me', {}, { token: fan.token })).data.email}`, 'refund');
  expect(mail?.text).toContain('Your payment to ada was refunded.');
  expect(mail?.text).toContain('> Sent by mistake');
  await eventually(() => {
    expect(socket.received('wallet/balance-changed').at(-1)).toMatchObject({ change: 12.55, balance: 12.55, reason: 'refund' });
  });
  socket.close();
  const spending = await testHost.call('GET /wallet/spending', {}, { token: fan.token });
  expect(spending.data.spent).toBe(0);
});

test('partial refunds are shared in proportion, and add up to the whole exactly', async () => {
  const { fan, before, id } = await sendTip(1003n);
  for (const amount of [0.01, 3.33, 0.02, 6.66]) expect((await refund(id, { amount })).data.status).toBe('success');
  expect((await refund(id)).data).toMatchObject({ status: 'refunded', refunded: 10.03 });
  expect(await balances(fan)).toEqual({ ...before, fan: 1003n });
  expect(await testHost.ctx.db.$count(refunds, eq(refunds.userId, fan.id))).toBe(5);
});

test('a refund is rejected with a specific error', async () => {
  const { id } = await sendTip(1000n);
  expect(await errorOf(refund(testHost.ctx.random.id()))).toBe('charge_not_found');
  for (const amount of [10.01, 0, -1]) expect(await errorOf(refund(id, { amount }))).toBe('price_out_of_range');
  expect(await errorOf(refund(id, { reason: '' }))).toBe('invalid_request');
  await refund(id, { amount: 4 });
  expect(await errorOf(refund(id, { amount: 6.01 }))).toBe('price_out_of_range');
  await refund(id, {}, 'key');
  expect(await errorOf(refund(id))).toBe('already_refunded');
  expect(await errorOf(refund(id, { amount: 1 }, 'key'))).toBe('idempotency_key_reused');
  expect((await refund(id, {}, 'key')).data).toMatchObject({ status: 'refunded' });
});

test('twenty concurrent requests refund once, with and without a key', async () => {
  for (const key of ['once', undefined]) {
    const { fan, id } = await sendTip(2000n);
    const responses = await Promise.all(Array.from({ length: 20 }, () => refund(id, {}, key)));
    expect(responses.some(({ status }) => status === 200)).toBe(true);
    for (const { status, errorBody } of responses)
      expect(status === 200 || ['already_refunded', 'request_in_progress'].includes(errorBody.error)).toBe(true);
    if (key === undefined) expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await balance(walletOf(fan.id))).toBe(2000n);
  }
});

test('a repeated request is rejected while a refund with the same key is in progress', async () => {
  const { id } = await sendTip(2000n);
  const { running } = await testHost.ctx.db.transaction(async (tx) => {
    await tx.select().from(charges).where(eq(charges.id, id)).for('update');
    const first = refund(id, {}, 'slow');
    await waitForBlockedQuery(testHost);
    expect(await errorOf(refund(id, {}, 'slow'))).toBe('request_in_progress');
    return { running: first };
  });
  expect((await running).status).toBe(200);
});

test('refunds are only for operators', async () => {
  const { fan, id } = await sendTip(1000n);
  const response = await testHost.call(
    'POST /admin/charges/:id/refund',
    { params: { id }, body: { reason: 'Mine' } },
    { token: fan.token },
  );
  expect(response.errorBody.error).toBe('forbidden_role');
});
