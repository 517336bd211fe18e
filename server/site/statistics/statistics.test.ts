/** The overview of operators: figures that equal the ledger and the lists they lead to, each for those who may see it. */
import { eq, sql } from 'drizzle-orm';
import { allRights, bundles, type Right } from '@contract/kernel/rights';
import { contactMessages, files, teamMembers } from '@server/platform/db/schema/schema';
import { buyer } from '../../../tests/support/earners';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { published } from '../../../tests/kit/content/published-item';
import { fewestStatements } from '../../../tests/support/queries';
import { fanWithTokens, performerAt, subscribed } from '../../../tests/support/subscriptions';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let operator: { token: string; id: string };
beforeAll(async () => {
  world = await openWorld();
  operator = await signUpOperator(world);
});
afterAll(() => world.close());

const read = async (query: object = {}) => (await world.call('GET /admin/statistics', { query }, { token: operator.token })).data;
const refused = async (query: object) => (await world.call('GET /admin/statistics', { query }, { token: operator.token })).refusal;
const give = (given: readonly Right[]) =>
  world.ctx.db
    .update(teamMembers)
    .set({ bundle: null, rights: [...given] })
    .where(eq(teamMembers.accountId, operator.id));
const today = () => world.clock.now().toISOString().slice(0, 10);
const later = async (days: number) => {
  world.clock.advance({ days });
  await world.ctx.db.execute(sql`update sessions set expires_at = expires_at + ${`${String(days)} days`}::interval`);
};

/** What the ledger itself moved to the site and to performers, in hundredths. */
async function moved(): Promise<{ commission: number; net: number }> {
  const { rows } = await world.ctx.db.execute<{ commission: string; net: string }>(sql`
    select coalesce(sum(amount_cents) filter (where account_id = 'platform:commission'), 0) as commission,
      coalesce(sum(amount_cents) filter (where account_id like 'earnings:%'), 0) as net from ledger_entries`);
  return { commission: Number(rows[0]?.commission), net: Number(rows[0]?.net) };
}
const cents = (amount: number | undefined): number => Math.round((amount ?? NaN) * 100);

describe('the money', () => {
  it('equals what the ledger moved to the site and to performers, after refunds too', async () => {
    const performer = await performerAt(world, 499n);
    const { pays } = await buyer(world);
    const charge = await pays(performer.id, 1999n);
    await pays(performer.id, 255n);
    await subscribed(world, await fanWithTokens(world, 50), performer, { source: 'wallet' });
    const begun = today();
    await later(3);
    const body = { reason: 'It did not play', amount: 7.01 };
    const { status } = await world.call('POST /admin/charges/:id/refund', { params: { id: charge }, body }, { token: operator.token });
    expect(status).toBe(200);
    const { money, byDay } = await read();
    const ledger = await moved();
    expect({ commission: cents(money?.totalSiteCommission), net: cents(money?.totalNetPrice) }).toEqual(ledger);
    expect(cents(money?.totalGrossPrice)).toBe(1999 + 255 + 499 - 701);
    expect(cents(money?.totalGrossPrice)).toBe(ledger.commission + ledger.net);
    const sold = byDay.flatMap(({ day, money: sums }) => (sums?.totalGrossPrice === 0 ? [] : [[day, sums?.totalGrossPrice]]));
    expect(sold).toEqual([
      [begun, 27.53],
      [today(), -7.01],
    ]);
    const sums = await world.call('GET /admin/earnings/stats', { query: { fromDate: begun, toDate: today() } }, { token: operator.token });
    expect(sums.data).toMatchObject({ ...money });
    // A range without the refund.
    expect((await read({ fromDate: begun, toDate: begun })).money?.totalGrossPrice).toBe(27.53);
  });
});

describe('the days', () => {
  it('are the last thirty up to today, each there, whether anything happened on it or not', async () => {
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

  it('hold what began on them by UTC, both ends included', async () => {
    const before = (await read({ fromDate: today(), toDate: today() })).byDay[0];
    const performer = await signUpPerformer(world);
    await signUpFan(world);
    await published(world, performer, 'video');
    const { byDay } = await read({ fromDate: today(), toDate: today() });
    const joined = await world.call(
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
  ])('are refused as %j', async (query, path) => {
    expect(await refused(query)).toMatchObject({ statusCode: 400, error: 'invalid_request', issues: [{ path }] });
  });

  it('take instants as well, and a leap year whole', async () => {
    const { byDay } = await read({ fromDate: '2024-01-01T23:30:00-05:00', toDate: '2024-12-31' });
    expect([byDay[0]?.day, byDay.at(-1)?.day, byDay.length]).toEqual(['2024-01-02', '2024-12-31', 365]);
  });
});

describe('the counts', () => {
  it('equal the totals of the lists that they lead to', async () => {
    await signUpPerformer(world, undefined, 'pending');
    const open = await signUpPerformer(world);
    const post = await published(world, open);
    await published(world, open, 'gallery');
    const taken = await published(world, open);
    const { token } = operator;
    await world.call('POST /admin/content/:type/:id/hide', { params: { type: 'feeds', id: taken }, body: { reason: 'Spam' } }, { token });
    const fan = await signUpFan(world);
    await world.call('POST /reports', { body: { target: 'feed', targetId: post, reason: 'spam' } }, { token: fan.token });
    await world.ctx.db.insert(contactMessages).values({
      ...{ id: world.ctx.chance.id(), name: 'Ann', email: 'ann@example.com', message: 'Where is my order?', createdAt: world.clock.now() },
    });
    await world.call('POST /admin/users/:id/suspend', { params: { id: fan.id }, body: { reason: 'Spam' } }, { token });
    const figures = await read();

    for (const { role, status, count } of figures.accounts ?? [])
      expect((await world.call('GET /admin/users/search', { query: { role, status, limit: 1 } }, { token })).data.total).toBe(count);
    expect(figures.accounts).toContainEqual({ role: 'user', status: 'suspended', count: 1 });
    for (const { type, shown, hidden } of figures.content ?? [])
      for (const [state, count] of [
        ['shown', shown],
        ['hidden', hidden],
      ] as const)
        expect(
          (await world.call('GET /admin/content/:type/search', { params: { type }, query: { state, limit: 1 } }, { token })).data.total,
        ).toBe(count);
    expect(figures.content).toContainEqual({ type: 'feeds', shown: 1, hidden: 1 });
    for (const { status, count } of figures.subscriptions ?? [])
      expect((await world.call('GET /admin/subscriptions/search', { query: { status, limit: 1 } }, { token })).data.total).toBe(count);
    expect(figures.subscriptions).toEqual([{ status: 'active', count: 1 }]);
    for (const { state, count } of figures.queues ?? [])
      expect((await world.call('GET /admin/jobs/search', { query: { state, limit: 1 } }, { token })).data.total).toBe(count);
    expect(figures.waiting).toEqual({ applications: 1, reports: 1, appeals: 0, payouts: 0, messages: 1 });
    expect([figures.live, figures.orders]).toEqual([{ shows: 0, viewers: 0 }, []]);
  });

  it('of stored files are their number and bytes by what they are', async () => {
    const { storage } = await read();
    const [all] = await world.ctx.db.select({ bytes: sql<number>`sum(${files.size})::int`, count: sql<number>`count(*)::int` }).from(files);
    expect(storage).toMatchObject({ files: all?.count, bytes: all?.bytes });
    expect(storage?.byType.map(({ type }) => type)).toContain('document');
  });

  it('cost as many statements for many rows as for few', async () => {
    const few = await fewestStatements(world, () => read());
    const performer = await signUpPerformer(world);
    for (let count = 0; count < 5; count += 1) await published(world, performer, 'video');
    for (let count = 0; count < 3; count += 1) await signUpFan(world);
    expect(await fewestStatements(world, () => read({ fromDate: '2026-01-01' }))).toBe(few);
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
  afterAll(() => give(allRights));

  it('sees the parts that her rights open, and is not refused the rest', async () => {
    await give(['overview.read']);
    expect(await seen()).toEqual([]);
    await give(['overview.read', 'money.read']);
    expect(await seen()).toEqual(['money', 'money by day']);
    await give([...bundles.moderator]);
    expect(await seen()).toEqual([
      ...['accounts', 'content', 'live', 'applications', 'reports', 'appeals', 'messages', 'accounts by day', 'content by day'],
    ]);
    await give(['money.read']);
    expect(await refused({})).toMatchObject({ statusCode: 403 });
  });
});

it('reads figures of days from indexes, and not every row there ever was', async () => {
  const plan = async (question: string): Promise<string> => {
    const { rows } = await world.ctx.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      return tx.execute<Record<'QUERY PLAN', string>>(sql.raw(`explain ${question}`));
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
