/** Paying from the wallet: tips, their commission, and what a fan has spent. */
import { eq, sql } from 'drizzle-orm';
import { accounts, userBlocks } from '@server/platform/db/schema/accounts';
import { earnings } from '@server/platform/db/schema/money';
import { earningsOf, walletOf } from '@server/money/ledger/chart';
import { balanceOf } from '@server/money/ledger/ledger';
import { violatedInvariants, csvRows, fillWallet, waitForBlockedQuery } from '../../../tests/kit/money/ledger';
import { openSocket } from '../../../tests/kit/host/test-socket';
import { eventually } from '../../../tests/kit/timing/eventually';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { setSettings } from '../../../tests/kit/host/site-settings';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let performer: { token: string; id: string; username: string };

beforeAll(async () => {
  testHost = await openTestHost();
  performer = await signUpPerformer(testHost, 'ada');
  await setSettings(testHost, { minimumTipPrice: 0.5 });
});
afterAll(async () => {
  expect(await violatedInvariants(testHost)).toEqual([]);
  await testHost.close();
});

async function fanWith(tokens: number, name?: string) {
  const fan = await signUpFan(testHost, name);
  if (tokens > 0) await fillWallet(testHost, fan.id, BigInt(Math.round(tokens * 100)));
  return fan;
}
const tip = (token: string, price: number, options: { key?: string; to?: string; text?: string } = {}) =>
  testHost.call(
    'POST /wallet/charges/tip/:id',
    { params: { id: options.to ?? performer.id }, body: { price, ...(options.text !== undefined && { text: options.text }) } },
    { token, ...(options.key !== undefined && { key: options.key }) },
  );
const wallet = async (id: string) => Number(await balanceOf(testHost.ctx, walletOf(id))) / 100;
const errorOf = async (call: Promise<{ errorBody: { error: string } }>) => (await call).errorBody.error;
const times = <T>(count: number, call: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: count }, call));
describe('a tip', () => {
  test('moves the price, returns the split, and is listed for buyer and performer', async () => {
    const fan = await fanWith(100);
    const before = await balanceOf(testHost.ctx, earningsOf(performer.id));
    const { status, data } = await tip(fan.token, 12.55, { text: 'Brava!' });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      type: 'tip',
      targetId: performer.id,
      user: { _id: fan.id },
      performer: { _id: performer.id, username: 'ada' },
      text: 'Brava!',
      price: 12.55,
      commission: 2.51,
      earning: 10.04,
      refunded: 0,
      status: 'success',
      balanceAfter: 87.45,
    });
    expect(await wallet(fan.id)).toBe(87.45);
    expect((await balanceOf(testHost.ctx, earningsOf(performer.id))) - before).toBe(1004n);
    const bought = await testHost.call('GET /wallet/charges/search', { query: { performerId: performer.id } }, { token: fan.token });
    expect(bought.data).toMatchObject({ total: 1, data: [data] });
    const sold = await testHost.call('GET /performer/earning/search', { query: { userId: fan.id } }, { token: performer.token });
    expect(sold.data.data).toEqual([
      expect.objectContaining({
        chargeId: data._id,
        grossPrice: 12.55,
        siteCommission: 2.51,
        netPrice: 10.04,
        commissionRate: 0.2,
        paymentGateway: 'wallet',
        createdAt: data.createdAt,
      }),
    ]);
  });

  test('emits events to buyer and performer on success, and none on failure', async () => {
    const [fan, earner] = [await signUpFan(testHost), await signUpPerformer(testHost)];
    const [buyerSocket, sellerSocket] = [await openSocket(testHost, fan.token), await openSocket(testHost, earner.token)];
    const filled = { change: 30, balance: 30, reason: 'adjustment' };
    await fillWallet(testHost, fan.id, 3000n);
    await eventually(() => {
      expect(buyerSocket.received('wallet/balance-changed')).toMatchObject([filled]);
    });
    expect(await errorOf(tip(fan.token, 30.01, { to: earner.id }))).toBe('insufficient_balance');
    const { data } = await tip(fan.token, 10, { to: earner.id });
    const paid = { reason: 'charge', subjectId: data._id };
    await eventually(() => {
      expect(buyerSocket.received('charge/settled')).toMatchObject([data]);
      expect(buyerSocket.received('wallet/balance-changed')).toMatchObject([filled, { ...paid, change: -10, balance: 20 }]);
      expect(sellerSocket.received('wallet/balance-changed')).toMatchObject([{ ...paid, change: 8 }]);
    });
    expect(sellerSocket.received('charge/settled')).toEqual([]);
    buyerSocket.close();
    sellerSocket.close();
  });

  test.each([
    [0.49, 'price_out_of_range'],
    [-5, 'price_out_of_range'],
    [0, 'price_out_of_range'],
    [100_000, 'price_out_of_range'],
    [10.001, 'invalid_request'],
    ['10', 'invalid_request'],
    [1e400, 'invalid_request'],
    [null, 'invalid_request'],
  ])('of %p is rejected with %s', async (price, code) => {
    const fan = await fanWith(5);
    expect(await errorOf(tip(fan.token, price as number))).toBe(code);
    expect(await wallet(fan.id)).toBe(5);
  });

  test('at the exact minimum and maximum is accepted', async () => {
    const { minimumTipPrice: min, maximumTipPrice: max } = testHost.ctx.settings.values();
    const fan = await fanWith(min + max);
    for (const price of [min, max]) expect((await tip(fan.token, price)).status).toBe(200);
    expect(await wallet(fan.id)).toBe(0);
  });

  test('is rejected for performers who are not visible', async () => {
    const fan = await fanWith(20);
    const [pending, suspended, blocking] = [
      await signUpPerformer(testHost, undefined, 'pending'),
      await signUpPerformer(testHost),
      await signUpPerformer(testHost),
    ];
    await testHost.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, suspended.id));
    for (const to of [testHost.ctx.random.id(), pending.id, suspended.id, fan.id])
      expect(await errorOf(tip(fan.token, 5, { to }))).toBe('performer_not_found');
    await testHost.ctx.db
      .insert(userBlocks)
      .values({ id: testHost.ctx.random.id(), blockerId: blocking.id, targetId: fan.id, createdAt: testHost.clock.now() });
    expect(await errorOf(tip(fan.token, 5, { to: blocking.id }))).toBe('blocked_by_performer');
    expect(await wallet(fan.id)).toBe(20);
  });

  test('can only be sent by fans', async () => {
    expect(await errorOf(tip(performer.token, 5))).toBe('forbidden_role');
    expect(await errorOf(tip('', 5))).toBe('session_required');
  });
});

describe('the same idempotency key', () => {
  test('creates one tip for twenty concurrent requests', async () => {
    const fan = await fanWith(100);
    const responses = await times(20, () => tip(fan.token, 30, { key: 'one tip' }));
    const succeeded = responses.filter(({ status }) => status === 200);
    expect(succeeded.length).toBeGreaterThanOrEqual(1);
    expect(new Set(succeeded.map(({ data }) => data._id)).size).toBe(1);
    for (const { status, errorBody } of responses) expect(status === 200 || errorBody.error === 'request_in_progress').toBe(true);
    expect(await wallet(fan.id)).toBe(70);
    expect(await testHost.ctx.db.$count(earnings, eq(earnings.userId, fan.id))).toBe(1);
  });

  test('returns the first result again, even after the balance is spent, and is rejected with another body', async () => {
    const fan = await fanWith(10);
    const first = await tip(fan.token, 10, { key: 'k' });
    const again = await tip(fan.token, 10, { key: 'k' });
    expect(again.status).toBe(200);
    expect(again.data).toEqual(first.data);
    expect(await errorOf(tip(fan.token, 9, { key: 'k' }))).toBe('idempotency_key_reused');
    expect(await errorOf(tip(fan.token, 10, { key: 'another' }))).toBe('insufficient_balance');
    expect(await wallet(fan.id)).toBe(0);
  });

  test('can be used by two fans independently', async () => {
    const [one, other] = [await fanWith(10), await fanWith(10)];
    expect((await tip(one.token, 10, { key: 'shared' })).status).toBe(200);
    expect((await tip(other.token, 10, { key: 'shared' })).status).toBe(200);
    expect([await wallet(one.id), await wallet(other.id)]).toEqual([0, 0]);
  });

  test('can be retried after a rejected request', async () => {
    const fan = await fanWith(1);
    expect(await errorOf(tip(fan.token, 10, { key: 'later' }))).toBe('insufficient_balance');
    await fillWallet(testHost, fan.id, 900n);
    expect((await tip(fan.token, 10, { key: 'later' })).status).toBe(200);
  });

  test('has 1 to 255 characters', async () => {
    const fan = await fanWith(10);
    expect(await errorOf(tip(fan.token, 1, { key: '' }))).toBe('invalid_request');
    expect(await errorOf(tip(fan.token, 1, { key: 'x'.repeat(256) }))).toBe('invalid_request');
    expect((await tip(fan.token, 1, { key: 'x'.repeat(255) })).status).toBe(200);
  });
});

test('twenty concurrent tips of 30 against a balance of 100 leave 10', async () => {
  const fan = await fanWith(100);
  const responses = await times(20, () => tip(fan.token, 30));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
  for (const { status, errorBody } of responses) expect(status === 200 || errorBody.error === 'insufficient_balance').toBe(true);
  expect(await wallet(fan.id)).toBe(10);
  const after = responses.flatMap(({ status, data }) => (status === 200 ? [data.balanceAfter] : []));
  expect(after.sort()).toEqual([10, 40, 70]);
});

describe("a fan's spending", () => {
  const spending = async (token: string) => (await testHost.call('GET /wallet/spending', {}, { token })).data;
  const limitTo = (token: string, monthlySpendingLimit: number) =>
    testHost.call('PUT /users', { body: { monthlySpendingLimit } }, { token });

  test('is summed for the month, and charges that would exceed the limit are rejected, even concurrent ones', async () => {
    const fan = await fanWith(500);
    expect(await spending(fan.token)).toMatchObject({ spent: 0, limit: null });
    expect((await limitTo(fan.token, 50)).status).toBe(200);
    const responses = await times(20, () => tip(fan.token, 20));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(2);
    for (const { status, errorBody } of responses) expect(status === 200 || errorBody.error === 'spending_limit_reached').toBe(true);
    expect((await tip(fan.token, 10)).status).toBe(200);
    expect(await spending(fan.token)).toMatchObject({ spent: 50, limit: 50 });
    expect(await wallet(fan.id)).toBe(450);
  });

  test('starts at zero each calendar month, in UTC', async () => {
    const fan = await fanWith(50);
    await limitTo(fan.token, 10);
    await tip(fan.token, 10);
    const { from, until } = await spending(fan.token);
    expect(from).toMatch(/-01T00:00:00.000Z$/);
    expect(until).toMatch(/-01T00:00:00.000Z$/);
    await testHost.ctx.db.execute(
      sql`update charges set created_at = ${from}::timestamptz - interval '1 millisecond' where user_id = ${fan.id}`,
    );
    expect(await spending(fan.token)).toMatchObject({ spent: 0 });
    await testHost.ctx.db.execute(sql`update charges set created_at = ${from}::timestamptz where user_id = ${fan.id}`);
    expect(await spending(fan.token)).toMatchObject({ spent: 10 });
    await testHost.ctx.db.execute(
      sql`update charges set created_at = e.created_at from earnings e where e.charge_id = charges.id and charges.user_id = ${fan.id}`,
    );
  });
});

describe('a purchase of a missing item', () => {
  const types = ['feed', 'video', 'gallery', 'product', 'message', 'stream'] as const;

  test.each(types)('of type %s returns not found, and its idempotency key follows the same rules', async (type) => {
    const fan = await fanWith(10);
    const buy = (key?: string) =>
      testHost.call(
        `POST /wallet/charges/${type}/:id`,
        { params: { id: testHost.ctx.random.id() }, body: {} },
        { token: fan.token, ...(key !== undefined && { key }) },
      );
    expect(await errorOf(buy())).toBe(`${type}_not_found`);
    expect(await errorOf(buy('again'))).toBe(`${type}_not_found`);
    // A key stays bound to the request that it was first used for, whatever its type.
    await tip(fan.token, 5, { key: 'spent' });
    expect(await errorOf(buy('spent'))).toBe('idempotency_key_reused');
    // A tip that waits for the locked wallet still holds its key.
    const { running } = await testHost.ctx.db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from ledger_balances where account_id = ${walletOf(fan.id)} for update`);
      const first = tip(fan.token, 5, { key: 'running' });
      await waitForBlockedQuery(testHost);
      expect(await errorOf(buy('running'))).toBe('request_in_progress');
      expect(await errorOf(tip(fan.token, 5, { key: 'running' }))).toBe('request_in_progress');
      return { running: first };
    });
    expect((await running).status).toBe(200);
  });
});

describe('the statement', () => {
  test('lists every entry with the running balance, and can be limited to a date range', async () => {
    const fan = await fanWith(100);
    for (const price of [10, 0.5, 20.25]) await tip(fan.token, price);
    const statement = async (query: object = {}) =>
      csvRows((await testHost.call('GET /wallet/statement', { query }, { token: fan.token })).data);
    const rows = await statement();
    expect(rows.map(([, reason, , change, balance]) => [reason, change, balance])).toEqual([
      ['adjustment', '100.00', '100.00'],
      ['charge', '-10.00', '90.00'],
      ['charge', '-0.50', '89.50'],
      ['charge', '-20.25', '69.25'],
    ]);
    expect(rows.map(([, , , , , type, creator = '']) => [type, creator !== ''])).toEqual([
      ['', false],
      ...[1, 2, 3].map(() => ['tip', true]),
    ]);
    const [, second, third] = rows;
    expect(await statement({ fromDate: second?.[0], toDate: third?.[0] })).toEqual([second, third]);
    expect(await statement({ toDate: '2020-01-01' })).toEqual([]);
  });

  test('is downloaded as a file that is not cached', async () => {
    const fan = await fanWith(1);
    const { headers } = await testHost.call('GET /wallet/statement', {}, { token: fan.token });
    expect(headers.get('content-disposition')).toBe('attachment; filename="wallet-statement.csv"');
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('operators', () => {
  const find = async (token: string, query: object) => (await testHost.call('GET /admin/charges/search', { query }, { token })).data;

  test('find charges by buyer, performer and status, without the balance after', async () => {
    const operator = await signUpOperator(testHost);
    const [fan, other] = [await fanWith(50), await signUpPerformer(testHost)];
    await tip(fan.token, 5);
    await tip(fan.token, 7, { to: other.id });
    expect(await find(operator.token, { userId: fan.id, sortBy: 'price', sort: 'asc' })).toMatchObject({
      total: 2,
      data: [
        { price: 5, balanceAfter: null },
        { price: 7, balanceAfter: null },
      ],
    });
    expect(await find(operator.token, { userId: fan.id, performerId: other.id, type: 'tip' })).toMatchObject({ total: 1 });
    expect(await find(operator.token, { userId: fan.id, status: 'refunded' })).toMatchObject({ total: 0 });
    expect(await errorOf(testHost.call('GET /admin/charges/search', {}, { token: fan.token }))).toBe('forbidden_role');
  });

  test("export charges as CSV, with formulas in fans' texts escaped", async () => {
    const operator = await signUpOperator(testHost);
    const fan = await fanWith(50);
    await tip(fan.token, 5, { text: '=HYPERLINK("http://evil.example")' });
    const { data } = await testHost.call('GET /admin/charges/csv', { query: { userId: fan.id } }, { token: operator.token });
    const [head, line, end] = data.split('\r\n');
    expect(head).toBe('Date,Type,Charge,Buyer,Creator,Price,Commission,Earning,Refunded,Status,Text');
    expect(line).toMatch(new RegExp(`,tip,[0-9a-f-]{36},${fan.username},ada,5.00,1.00,4.00,0.00,success,"'=HYPERLINK`));
    expect(end).toBe('');
  });
});
