/** Performers' earnings: statistics, lists, statements and the ledger agree in every date range. */
import fc from 'fast-check';
import { eq, sql } from 'drizzle-orm';
import { earnings } from '@server/platform/db/schema/money';
import { performers } from '@server/platform/db/schema/performers';
import { auditLog } from '@server/platform/db/schema/site';
import { amountOf } from '@contract/kernel/values/amounts';
import { earningsOf } from '@server/money/ledger/chart';
import { balanceOf } from '@server/money/ledger/ledger';
import { violatedInvariants, csvRows } from '../../../tests/kit/money/ledger';
import { payingFan, performerWithEarnings, type Earner } from '../../../tests/kit/money/earners';
import { mailsTo } from '../../../tests/kit/host/mails';
import { signUpFan, signUpOperator } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let operator: { token: string; id: string };
beforeAll(async () => {
  testHost = await openTestHost();
  operator = await signUpOperator(testHost);
});
afterAll(async () => {
  expect(await violatedInvariants(testHost)).toEqual([]);
  await testHost.close();
});

type Query = Record<string, string | number | undefined>;
const stats = async (token: string, query: Query = {}) => (await testHost.call('GET /performer/earning/stats', { query }, { token })).data;
const statement = async (token: string, query: Query = {}) =>
  csvRows((await testHost.call('GET /performer/earning/statement', { query }, { token })).data);
const search = async (token: string, query: Query = {}) =>
  (await testHost.call('GET /performer/earning/search', { query: { limit: 100, ...query } }, { token })).data;
const refund = async (id: string, amount?: number) => {
  const body = { reason: 'Taken back', amount };
  const { status } = await testHost.call('POST /admin/charges/:id/refund', { params: { id }, body }, { token: operator.token });
  expect(status).toBe(200);
};
const cents = (amount: number): number => Math.round(amount * 100);
const totalOf = <T>(rows: readonly T[], of: (row: T) => number): number => rows.reduce((total, row) => total + of(row), 0);

describe('the sums', () => {
  test('are grouped by type and by day, with refunds on the day of the refund', async () => {
    const performer = await performerWithEarnings(testHost, 0);
    const { pays } = await payingFan(testHost);
    const first = await pays(performer.id, 1000n);
    await pays(performer.id, 255n);
    const saleDay = (await search(performer.token)).data[0]?.createdAt.slice(0, 10);
    testHost.clock.advance({ days: 2 });
    await testHost.ctx.db.execute(sql`update sessions set expires_at = expires_at + interval '3 days'`);
    await refund(first, 5);
    const refundDay = testHost.clock.now().toISOString().slice(0, 10);
    const all = await stats(performer.token);
    expect(all).toMatchObject({
      totalGrossPrice: 7.55,
      totalSiteCommission: 1.51,
      totalNetPrice: 6.04,
      available: 6.04,
      held: 0,
      paidOut: 0,
    });
    expect(all.byType).toEqual([{ type: 'tip', totalGrossPrice: 7.55, totalSiteCommission: 1.51, totalNetPrice: 6.04 }]);
    expect(all.byDay).toEqual([
      { day: saleDay, totalGrossPrice: 12.55, totalSiteCommission: 2.51, totalNetPrice: 10.04 },
      { day: refundDay, totalGrossPrice: -5, totalSiteCommission: -1, totalNetPrice: -4 },
    ]);
    expect(await stats(performer.token, { toDate: saleDay })).toMatchObject({ totalNetPrice: 10.04, available: 6.04 });
    expect(await stats(performer.token, { type: 'subscription' })).toMatchObject({ totalNetPrice: 0, byType: [], byDay: [] });
  });

  test('are zero without sales, and only visible to the performer', async () => {
    const [performer, fan] = [await performerWithEarnings(testHost, 0), await signUpFan(testHost)];
    expect(await stats(performer.token)).toEqual({
      clearing: 0,
      clearsAt: null,
      totalGrossPrice: 0,
      totalSiteCommission: 0,
      totalNetPrice: 0,
      byType: [],
      byDay: [],
      available: 0,
      held: 0,
      paidOut: 0,
    });
    expect((await testHost.call('GET /performer/earning/stats', {}, { token: fan.token })).errorBody.error).toBe('forbidden_role');
  });

  test('of statistics, list, statement and ledger agree in every range', async () => {
    const performer = await performerWithEarnings(testHost, 0);
    const { pays, id: fanId } = await payingFan(testHost);
    const sold: string[] = [];
    const instants = new Set<string>();
    for (let step = 0; step < 24; step += 1) {
      const cost = BigInt(50 + step * 37);
      if (step % 4 === 3) await refund(sold[step % sold.length] ?? '', (5 + step) / 100);
      else sold.push(await pays(performer.id, cost));
      instants.add(testHost.clock.now().toISOString());
      testHost.clock.advance({ hours: step % 5 });
    }
    await testHost.ctx.db.execute(sql`update sessions set expires_at = expires_at + interval '10 days'`);
    const lines = await statement(performer.token);
    for (const [at = ''] of lines) instants.add(at);
    const moments = [undefined, ...[...instants].flatMap((at) => [at, at.slice(0, 10)])];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...moments), fc.constantFrom(...moments), async (fromDate, toDate) => {
        const range = { fromDate, toDate };
        const [sums, list, statementRows] = [
          await stats(performer.token, range),
          await search(performer.token, range),
          await statement(performer.token, range),
        ];
        const refundLines = statementRows.filter(([, reason]) => reason === 'refund');
        const net = cents(sums.totalNetPrice);
        expect(totalOf(statementRows, ([, , , change]) => cents(Number(change)))).toBe(net);
        expect(totalOf(list.data, (row) => cents(row.netPrice)) + totalOf(refundLines, ([, , , change]) => cents(Number(change)))).toBe(
          net,
        );
        expect(cents(sums.totalGrossPrice) - cents(sums.totalSiteCommission)).toBe(net);
        const breakdowns: { totalNetPrice: number }[][] = [sums.byDay, sums.byType];
        for (const parts of breakdowns) expect(totalOf(parts, (part) => cents(part.totalNetPrice))).toBe(net);
        // Each line's balance follows from the previous one.
        statementRows.slice(1).forEach(([, , , change, balance], index) => {
          expect(cents(Number(statementRows[index]?.[4])) + cents(Number(change))).toBe(cents(Number(balance)));
        });
      }),
      { numRuns: 60 },
    );
    const whole = await stats(performer.token);
    expect(cents(whole.totalNetPrice)).toBe(Number(await balanceOf(testHost.ctx, earningsOf(performer.id))));
    expect(whole.available).toBe(whole.totalNetPrice);
    const spent = await testHost.call('GET /admin/earnings/stats', { query: { userId: fanId } }, { token: operator.token });
    expect(spent.data.totalNetPrice).toBe(whole.totalNetPrice);
  });
});

describe('the list', () => {
  test("is filtered, sorted and paged, and returns each sale's refunds and status", async () => {
    const performer = await performerWithEarnings(testHost, 0);
    const { pays, id: fanId } = await payingFan(testHost);
    for (const price of [500n, 1500n, 1000n]) await pays(performer.id, price);
    const { data, nextCursor } = await search(performer.token, { sortBy: 'netPrice', sort: 'desc', limit: 2 });
    expect(data).toMatchObject([
      {
        grossPrice: 15,
        siteCommission: 3,
        netPrice: 12,
        commissionRate: 0.2,
        user: { _id: fanId },
        status: 'available',
        transactionId: null,
      },
      { grossPrice: 10 },
    ]);
    expect((await search(performer.token, { sortBy: 'netPrice', sort: 'desc', cursor: nextCursor ?? '' })).data).toMatchObject([
      { netPrice: 4 },
    ]);
    expect(await search(performer.token, { paymentGateway: 'wallet', type: 'tip', userId: fanId })).toMatchObject({ total: 3 });
    expect(await search(performer.token, { paymentGateway: 'stripe' })).toMatchObject({ total: 0 });
  });
});

describe('operators', () => {
  test('search, sum and export the sales of all performers, or of one', async () => {
    const [one, other] = [await performerWithEarnings(testHost, 0, 'one'), await performerWithEarnings(testHost, 0, 'other')];
    const { pays, id: fanId } = await payingFan(testHost);
    await pays(one.id, 1000n);
    await pays(other.id, 2000n);
    const found = await testHost.call(
      'GET /admin/earnings/search',
      { query: { userId: fanId, sortBy: 'grossPrice' } },
      { token: operator.token },
    );
    expect(found.data.data).toMatchObject([
      { grossPrice: 20, performer: { username: 'other' } },
      { grossPrice: 10, performer: { username: 'one' } },
    ]);
    const sums = await testHost.call('GET /admin/earnings/stats', { query: { performerId: one.id } }, { token: operator.token });
    expect(sums.data).toMatchObject({ totalGrossPrice: 10, totalSiteCommission: 2, totalNetPrice: 8 });
    expect(sums.data).not.toHaveProperty('available');
    const { data } = await testHost.call('GET /admin/earnings/csv', { query: { userId: fanId } }, { token: operator.token });
    expect(csvRows(data).map(([, , , performer, , gross, , , net]) => [performer, gross, net])).toEqual([
      ['one', '10.00', '8.00'],
      ['other', '20.00', '16.00'],
    ]);
    const rejected = await testHost.call('GET /admin/earnings/search', {}, { token: one.token });
    expect(rejected.errorBody.error).toBe('forbidden_role');
  });
});

describe("a performer's own commission", () => {
  const setCommission = (id: string, rate: number | null) =>
    testHost.call('PUT /admin/performers/:id/commission', { params: { id }, body: { rate } }, { token: operator.token });

  test('applies to later sales, with an audit entry and an email', async () => {
    const performer: Earner = await performerWithEarnings(testHost, 0);
    const { pays } = await payingFan(testHost);
    await pays(performer.id, 1000n);
    expect((await setCommission(performer.id, 0.125)).data).toMatchObject({ _id: performer.id, commissionRate: 0.125 });
    const [entry] = await testHost.ctx.db.select().from(auditLog).where(eq(auditLog.targetId, performer.id));
    expect(entry).toMatchObject({ action: 'performers.commission', before: { commissionRate: 0.2 }, after: { commissionRate: 0.125 } });
    expect((await mailsTo(testHost, performer.email, 'commission-changed')).map(({ text }) => text)).toEqual([
      expect.stringContaining('keeps 12.5%'),
    ]);
    await pays(performer.id, 1001n);
    expect((await search(performer.token, { sortBy: 'createdAt', sort: 'asc' })).data).toMatchObject([
      { siteCommission: 2, netPrice: 8, commissionRate: 0.2 },
      { siteCommission: 1.25, netPrice: 8.76, commissionRate: 0.125 },
    ]);
    await setCommission(performer.id, 0);
    await pays(performer.id, 1000n);
    expect((await search(performer.token, { sortBy: 'createdAt', sort: 'desc' })).data[0]).toMatchObject({
      siteCommission: 0,
      netPrice: 10,
    });
    expect((await setCommission(performer.id, null)).data).toMatchObject({ commissionRate: 0.2 });
    expect(
      await testHost.ctx.db.select({ rate: performers.commissionRate }).from(performers).where(eq(performers.accountId, performer.id)),
    ).toEqual([{ rate: null }]);
  });

  test('is limited to the allowed range, and to performers', async () => {
    const [performer, fan] = [await performerWithEarnings(testHost, 0), await signUpFan(testHost)];
    for (const rate of [-0.01, 1, 0.12345]) expect((await setCommission(performer.id, rate)).errorBody.error).toBe('invalid_request');
    expect((await setCommission(fan.id, 0.1)).errorBody.error).toBe('performer_not_found');
  });

  test('splits every price to the hundredth', async () => {
    const performer = await performerWithEarnings(testHost, 0);
    const { pays } = await payingFan(testHost);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 0, max: 9900 }), async (price, share) => {
        await testHost.ctx.db
          .update(performers)
          .set({ commissionRate: share / 10_000 })
          .where(eq(performers.accountId, performer.id));
        const chargeId = await pays(performer.id, BigInt(price));
        const [row] = await testHost.ctx.db.select().from(earnings).where(eq(earnings.chargeId, chargeId));
        expect(row?.commissionCents).toBe((BigInt(price) * BigInt(share)) / 10_000n);
        expect(amountOf((row?.commissionCents ?? 0n) + (row?.netCents ?? 0n))).toBe(price / 100);
      }),
      { numRuns: 40 },
    );
  });
});
