/** The ledger as operators see it, and the invariants of sales and payouts: each detects the damage it is meant for. */
import { sql } from 'drizzle-orm';
import { commissionAccount, earningsOf, walletOf } from '@server/money/ledger/chart';
import { post } from '@server/money/ledger/ledger';
import { violatedInvariants } from '../../../tests/kit/money/ledger';
import { payingFan, performerWithEarnings } from '../../../tests/kit/money/earners';
import { signUpFan, signUpOperator } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let token: string;
beforeAll(async () => {
  testHost = await openTestHost();
  ({ token } = await signUpOperator(testHost));
});
afterAll(() => testHost.close());

const account = async (id: string, query: { limit?: number; cursor?: string } = {}) =>
  testHost.call('GET /admin/ledger/accounts/:id', { params: { id }, query }, { token });

describe('an account', () => {
  test('is read with its running balance, a page at a time', async () => {
    const performer = await performerWithEarnings(testHost, 0);
    const { pays, id } = await payingFan(testHost);
    for (const price of [500n, 1000n, 1500n]) await pays(performer.id, price);
    const first = await account(earningsOf(performer.id), { limit: 2 });
    expect(first.data).toMatchObject({
      account: `earnings:${performer.id}`,
      balance: 24,
      data: [
        { reason: 'charge', change: 12, balance: 24 },
        { change: 8, balance: 12 },
      ],
    });
    const rest = await account(earningsOf(performer.id), { limit: 2, cursor: first.data.nextCursor ?? '' });
    expect(rest.data).toMatchObject({ data: [{ change: 4, balance: 4 }], nextCursor: null });
    expect((await account(walletOf(id))).data).toMatchObject({ balance: 0, data: { length: 6 } });
    expect((await account('platform:commission')).data.balance).toBe(6);
  });

  test('without postings is empty, and an unknown account is not found', async () => {
    expect((await account(walletOf(testHost.ctx.random.id()))).data).toMatchObject({ balance: 0, data: [], nextCursor: null });
    expect((await account('treasure')).errorBody.error).toBe('not_found');
    expect((await account('platform:commission', { cursor: 'x' })).errorBody.error).toBe('invalid_request');
    const fan = await signUpFan(testHost);
    for (const name of ['GET /admin/ledger/check', 'GET /admin/charges/search'] as const)
      expect((await testHost.call(name, {}, { token: fan.token })).errorBody.error).toBe('forbidden_role');
  });
});

test('the check covers every invariant, and all are satisfied after sales, refunds and payouts', async () => {
  const performer = await performerWithEarnings(testHost, 100);
  const { pays } = await payingFan(testHost);
  const id = await pays(performer.id, 777n);
  await testHost.call('POST /admin/charges/:id/refund', { params: { id }, body: { reason: 'Half', amount: 3.33 } }, { token });
  const body = { amount: 60, method: 'paypal' } as const;
  const { data } = await testHost.call('POST /payout-requests', { body }, { token: performer.token });
  await testHost.call('PUT /payout-requests/:id', { params: { id: data._id }, body: { amount: 70 } }, { token: performer.token });
  await testHost.call('POST /admin/payout-requests/:id/done', { params: { id: data._id }, body: {} }, { token });
  const { data: checked } = await testHost.call('GET /admin/ledger/check', {}, { token });
  expect(checked.ok).toBe(true);
  expect(checked.laws.map(({ law }) => law)).toEqual(
    expect.arrayContaining(['L1', 'L2', 'L3', 'L4', 'L5', 'L6', 'L7 sales', 'L7 payouts']),
  );
  expect(checked.laws.flatMap(({ differences }) => differences)).toEqual([]);
});

describe('an invariant reports what breaks it', () => {
  /** Runs `damage` on a separate test host that has a partly refunded sale, a completed payout and a pending one. */
  async function differencesAfter(
    damage: (host: TestHost, of: { chargeId: string; performerId: string; doneId: string; openId: string }) => Promise<unknown>,
  ) {
    const host = await openTestHost();
    try {
      const operator = await signUpOperator(host);
      const performer = await performerWithEarnings(host, 200);
      const { pays } = await payingFan(host);
      const chargeId = await pays(performer.id, 1000n);
      const refund = { params: { id: chargeId }, body: { reason: 'Half', amount: 5 } };
      await host.call('POST /admin/charges/:id/refund', refund, { token: operator.token });
      const requestPayout = async () =>
        (await host.call('POST /payout-requests', { body: { amount: 50, method: 'paypal' } }, { token: performer.token })).data._id;
      const doneId = await requestPayout();
      await host.call('POST /admin/payout-requests/:id/done', { params: { id: doneId }, body: {} }, { token: operator.token });
      const openId = await requestPayout();
      expect(await violatedInvariants(host)).toEqual([]);
      await damage(host, { chargeId, performerId: performer.id, doneId, openId });
      return (await violatedInvariants(host)).join('\n');
    } finally {
      await host.close();
    }
  }
  const run = (host: TestHost, statement: ReturnType<typeof sql>) => host.ctx.db.execute(statement);

  test.each<[string, string, RegExp, Parameters<typeof differencesAfter>[0]]>([
    [
      'a sale with another split',
      'L6',
      /moved 8\.00 to the performer and 2\.00 to the site/,
      (host, { chargeId }) =>
        run(
          host,
          sql`update earnings set net_cents = net_cents + 1, commission_cents = commission_cents - 1 where charge_id = ${chargeId}`,
        ),
    ],
    [
      'a charge with a larger refunded amount',
      'L6',
      /charge .* and its sale do not say the same/,
      (host, { chargeId }) => run(host, sql`update charges set refunded_cents = refunded_cents + 1 where id = ${chargeId}`),
    ],
    ['a deleted refund', 'L7 sales', /gave a sale back, and no refund says so/, (host) => run(host, sql`delete from refunds`)],
    [
      'a transfer without a sale',
      'L7 sales',
      /sold something 0 times/,
      (host, { performerId }) =>
        post(host.ctx, {
          reason: 'charge',
          subject: 'x',
          key: 'x',
          entries: [
            { account: commissionAccount, cents: -100n },
            { account: earningsOf(performerId), cents: 100n },
          ],
        }),
    ],
    [
      'a payout that was never settled',
      'L7 payouts',
      /is done and was settled 0 times/,
      (host, { openId }) => run(host, sql`update payout_requests set status = 'done' where id = ${openId}`),
    ],
    [
      'a settled payout that was rejected',
      'L7 payouts',
      /paid 50\.00 out, and no payout request is done by it/,
      (host, { doneId }) => run(host, sql`update payout_requests set status = 'rejected' where id = ${doneId}`),
    ],
    [
      'a payout request whose amount differs from its hold',
      'L7 payouts',
      /waits with 50\.01, 50\.00 is held for it/,
      (host, { openId }) => run(host, sql`update payout_requests set amount_cents = amount_cents + 1 where id = ${openId}`),
    ],
  ])('%s breaks %s', async (_name, law, pattern, damage) => {
    const differences = await differencesAfter(damage);
    expect(differences).toMatch(pattern);
    expect(differences).toContain(`${law}: `);
  });
});
