/** The operators' overview: figures that equal the ledger and the linked lists, each part only with the right to see it. */
import { eq, sql } from 'drizzle-orm';
import { allRights, bundles, type Right } from '@contract/kernel/rights';
import { releases } from '@server/platform/db/schema/consent';
import { files } from '@server/platform/db/schema/files';
import { contactMessages } from '@server/platform/db/schema/site';
import { teamMembers } from '@server/platform/db/schema/team';
import { payingFan } from '../../../tests/kit/money/earners';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { publishItem } from '../../../tests/kit/content/published-item';
import { fewestTransactionStatements } from '../../../tests/kit/host/queries';
import { fanWithTokens, performerWithPrices, subscribeOrFail } from '../../../tests/kit/money/subscriptions';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let operator: { token: string; id: string };
beforeAll(async () => {
  testHost = await openTestHost();
  operator = await signUpOperator(testHost);
});
afterAll(() => testHost.close());

const read = async (query: object = {}) => (await testHost.call('GET /admin/statistics', { query }, { token: operator.token })).data;
const errorFor = async (query: object) => (await testHost.call('GET /admin/statistics', { query }, { token: operator.token })).errorBody;
const setRights = (rights: readonly Right[]) =>
  testHost.ctx.db
    .update(teamMembers)
    .set({ bundle: null, rights: [...rights] })
    .where(eq(teamMembers.accountId, operator.id));
const today = () => testHost.clock.now().toISOString().slice(0, 10);
const advanceDays = async (days: number) => {
  testHost.clock.advance({ days });
  await testHost.ctx.db.execute(sql`update sessions set expires_at = expires_at + ${`${String(days)} days`}::interval`);
};

/** The ledger's own sums for the site and for performers, in hundredths. */
async function ledgerSums(): Promise<{ commission: number; net: number }> {
  const { rows } = await testHost.ctx.db.execute<{ commission: string; net: string }>(sql`
    select coalesce(sum(amount_cents) filter (where account_id = 'platform:commission'), 0) as commission,
      coalesce(sum(amount_cents) filter (where account_id like 'earnings:%'), 0) as net from ledger_entries`);
  return { commission: Number(rows[0]?.commission), net: Number(rows[0]?.net) };
}
const cents = (amount: number | undefined): number => Math.round((amount ?? NaN) * 100);

describe('the money', () => {
  it('equals what the ledger moved to the site and to performers, after refunds too', async () => {
    const performer = await performerWithPrices(testHost, 499n);
    const { pays } = await payingFan(testHost);
    const charge = await pays(performer.id, 1999n);
    await pays(performer.id, 255n);
    await subscribeOrFail(testHost, await fanWithTokens(testHost, 50), performer, { source: 'wallet' });
    const begun = today();
    await advanceDays(3);
    const body = { reason: 'It did not play', amount: 7.01 };
    const { status } = await testHost.call('POST /admin/charges/:id/refund', { params: { id: charge }, body }, { token: operator.token });
    expect(status).toBe(200);
    const { money, byDay } = await read();
    const ledger = await ledgerSums();
    expect({ commission: cents(money?.totalSiteCommission), net: cents(money?.totalNetPrice) }).toEqual(ledger);
    expect(cents(money?.totalGrossPrice)).toBe(1999 + 255 + 499 - 701);
    expect(cents(money?.totalGrossPrice)).toBe(ledger.commission + ledger.net);
    const sold = byDay.flatMap(({ day, money: sums }) => (sums?.totalGrossPrice === 0 ? [] : [[day, sums?.totalGrossPrice]]));
    expect(sold).toEqual([
      [begun, 27.53],
      [today(), -7.01],
    ]);
    const sums = await testHost.call(
      'GET /admin/earnings/stats',
      { query: { fromDate: begun, toDate: today() } },
      { token: operator.token },
    );
    expect(sums.data).toMatchObject({ ...money });
    // A range without the refund.
    expect((await read({ fromDate: begun, toDate: begun })).money?.totalGrossPrice).toBe(27.53);
  });
});

describe('the days', () => {
  it('are the last thirty up to today, including days without events', async () => {
    const { fromDate, toDate, byDay } = await read();
    expect(byDay).toHaveLength(30);
    expect([byDay[0]?.day, byDay.at(-1)?.day, toDate]).toEqual([fromDate, today(), today()]);
    expect(new Set(byDay.map(({ day }) => day)).size).toBe(30);
    expect(byDay[0]).toEqual({
      day: fromDate,
      accounts: 0,
      content: 0,
      money: { totalGrossPrice: 0, totalSiteCommission: 0, totalNetPrice: 0 },
    });
  });

  it('count events by UTC day, both ends included', async () => {
    const before = (await read({ fromDate: today(), toDate: today() })).byDay[0];
    const performer = await signUpPerformer(testHost);
    await signUpFan(testHost);
    await publishItem(testHost, performer, 'video');
    const { byDay } = await read({ fromDate: today(), toDate: today() });
    const joined = await testHost.call(
      'GET /admin/users/search',
      { query: { fromDate: today(), toDate: today() } },
      { token: operator.token },
    );
    expect(joined.data.total).toBe(byDay[0]?.accounts);
    expect(byDay).toMatchObject([{ day: today(), accounts: (before?.accounts ?? 0) + 2, content: (before?.content ?? 0) + 1 }]);
  });

  it.each([
    [{ fromDate: '2026-05-02', toDate: '2026-05-01' }, 'toDate'],
    [{ fromDate: '2020-01-01', toDate: '2026-05-01' }, 'fromDate'],
    [{ fromDate: '9999-01-01' }, 'fromDate'],
    [{ fromDate: 'yesterday' }, 'fromDate'],
  ])('cannot be %j', async (query, path) => {
    expect(await errorFor(query)).toMatchObject({ statusCode: 400, error: 'invalid_request', issues: [{ path }] });
  });

  it('accept instants as well, and a whole leap year', async () => {
    const { byDay } = await read({ fromDate: '2024-01-01T23:30:00-05:00', toDate: '2024-12-31' });
    expect([byDay[0]?.day, byDay.at(-1)?.day, byDay.length]).toEqual(['2024-01-02', '2024-12-31', 365]);
  });
});

describe('the counts', () => {
  it('equal the totals of the linked lists', async () => {
    await signUpPerformer(testHost, undefined, 'pending');
    const open = await signUpPerformer(testHost);
    const post = await publishItem(testHost, open);
    await publishItem(testHost, open, 'gallery');
    const item = await publishItem(testHost, open);
    const { token } = operator;
    await testHost.call('POST /admin/content/:type/:id/hide', { params: { type: 'feeds', id: item }, body: { reason: 'Spam' } }, { token });
    const fan = await signUpFan(testHost);
    await testHost.call('POST /reports', { body: { target: 'feed', targetId: post, reason: 'spam' } }, { token: fan.token });
    await testHost.ctx.db.insert(contactMessages).values({
      id: testHost.ctx.random.id(),
      name: 'Ann',
      email: 'ann@example.com',
      message: 'Where is my order?',
      createdAt: testHost.clock.now(),
    });
    const [id, createdAt] = [testHost.ctx.random.id(), testHost.clock.now()];
    await testHost.ctx.db.insert(releases).values({
      id,
      performerId: open.id,
      name: 'Mina Roth',
      dateOfBirth: '1990-05-01',
      signedOn: '2026-01-10',
      formId: id,
      identityId: id,
      createdAt,
      updatedAt: createdAt,
    });
    await testHost.call('POST /admin/users/:id/suspend', { params: { id: fan.id }, body: { reason: 'Spam' } }, { token });
    const figures = await read();

    for (const { role, status, count } of figures.accounts ?? [])
      expect((await testHost.call('GET /admin/users/search', { query: { role, status, limit: 1 } }, { token })).data.total).toBe(count);
    expect(figures.accounts).toContainEqual({ role: 'user', status: 'suspended', count: 1 });
    for (const { type, shown, hidden } of figures.content ?? [])
      for (const [state, count] of [
        ['shown', shown],
        ['hidden', hidden],
      ] as const)
        expect(
          (await testHost.call('GET /admin/content/:type/search', { params: { type }, query: { state, limit: 1 } }, { token })).data.total,
        ).toBe(count);
    expect(figures.content).toContainEqual({ type: 'feeds', shown: 1, hidden: 1 });
    for (const { status, count } of figures.subscriptions ?? [])
      expect((await testHost.call('GET /admin/subscriptions/search', { query: { status, limit: 1 } }, { token })).data.total).toBe(count);
    expect(figures.subscriptions).toEqual([{ status: 'active', count: 1 }]);
    for (const { state, count } of figures.queues ?? [])
      expect((await testHost.call('GET /admin/jobs/search', { query: { state, limit: 1 } }, { token })).data.total).toBe(count);
    expect(figures.waiting).toEqual({ applications: 1, releases: 1, reports: 1, appeals: 0, payouts: 0, disputes: 0, messages: 1 });
    expect([figures.live, figures.orders]).toEqual([{ shows: 0, viewers: 0 }, []]);
  });

  it('of stored files include number and bytes, in total and by type', async () => {
    const { storage } = await read();
    const [all] = await testHost.ctx.db
      .select({ bytes: sql<number>`sum(${files.size})::int`, count: sql<number>`count(*)::int` })
      .from(files);
    expect(storage).toMatchObject({ files: all?.count, bytes: all?.bytes });
    expect(storage?.byType.map(({ type }) => type)).toContain('document');
  });

  it('take a constant number of statements', async () => {
    const few = await fewestTransactionStatements(testHost, () => read());
    const performer = await signUpPerformer(testHost);
    for (let count = 0; count < 5; count += 1) await publishItem(testHost, performer, 'video');
    for (let count = 0; count < 3; count += 1) await signUpFan(testHost);
    expect(await fewestTransactionStatements(testHost, () => read({ fromDate: '2026-01-01' }))).toBe(few);
    expect(few).toBeLessThan(25);
  });
});

describe('an operator', () => {
  const seen = async () => {
    const { accounts, content, live, orders, subscriptions, money, queues, storage, waiting, byDay } = await read();
    const parts = { accounts, content, live, orders, subscriptions, money, queues, storage, ...waiting };
    const day = byDay.at(-1);
    return [
      ...Object.entries(parts).flatMap(([part, value]) => (value === null ? [] : [part])),
      ...(['accounts', 'content', 'money'] as const).filter((part) => day?.[part] !== null).map((part) => `${part} by day`),
    ];
  };
  afterAll(() => setRights(allRights));

  it('sees the parts that their rights allow, and null for the rest', async () => {
    await setRights(['overview.read']);
    expect(await seen()).toEqual([]);
    await setRights(['overview.read', 'money.read']);
    expect(await seen()).toEqual(['money', 'money by day']);
    await setRights([...bundles.moderator]);
    expect(await seen()).toEqual([
      'accounts',
      'content',
      'live',
      'applications',
      'releases',
      'reports',
      'appeals',
      'messages',
      'accounts by day',
      'content by day',
    ]);
    await setRights(['money.read']);
    expect(await errorFor({})).toMatchObject({ statusCode: 403 });
  });
});

it('reads daily figures from indexes, without full scans', async () => {
  const plan = async (query: string): Promise<string> => {
    const { rows } = await testHost.ctx.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      return tx.execute<Record<'QUERY PLAN', string>>(sql.raw(`explain ${query}`));
    });
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  const window = `>= '2026-05-01' and created_at < '2026-06-01'`;
  expect(await plan(`select sum(gross_cents) from earnings where created_at ${window}`)).toContain('earnings_created');
  expect(await plan(`select sum(gross_cents) from refunds where created_at ${window}`)).toContain('refunds_created');
  expect(await plan(`select count(*) from accounts where created_at ${window}`)).toContain('accounts_created');
  expect(await plan(`select delivery_status, count(*) from orders group by 1`)).toContain('orders_delivery');
  expect(await plan(`select type, count(*), sum(size) from files group by 1`)).toContain('files_types');
});
