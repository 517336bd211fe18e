/** Lists of charges, earnings, transactions and subscriptions can be searched by the names of payer and payee. */
import { eq } from 'drizzle-orm';
import { accounts } from '@server/platform/db/schema/accounts';
import { fanWithTokens, performerWithPrices, subscribeOrFail, type TestPerson } from '../../../tests/kit/money/subscriptions';
import { signUpOperator } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let operator: { token: string };
let [zelda, other, ada]: Partial<TestPerson>[] = [];

const rename = ({ id }: TestPerson, username: string, name: string) =>
  testHost.ctx.db.update(accounts).set({ username, name }).where(eq(accounts.id, id));

beforeAll(async () => {
  testHost = await openTestHost();
  operator = await signUpOperator(testHost);
  const performer = await performerWithPrices(testHost, 500n);
  const fans = [await fanWithTokens(testHost, 50), await fanWithTokens(testHost, 50)];
  for (const fan of fans) {
    await subscribeOrFail(testHost, fan, performer, { source: 'wallet' });
    await testHost.call('POST /wallet/charges/tip/:id', { params: { id: performer.id }, body: { price: 10 } }, { token: fan.token });
  }
  [zelda, other] = fans;
  ada = performer;
  for (const [account, username, name] of [
    [fans[0], 'zelda_q', 'Zelda Quist'],
    [fans[1], 'other_fan', 'Olaf'],
    [performer, 'ada_star', 'Ada Star'],
  ] as const)
    if (account) await rename(account, username, name);
});
afterAll(() => testHost.close());

const lists = [
  'GET /admin/charges/search',
  'GET /admin/earnings/search',
  'GET /admin/transactions/search',
  'GET /admin/subscriptions/search',
] as const;

describe.each(lists)('%s', (list) => {
  const found = async (q: string, more: object = {}) => {
    const { data } = await testHost.call(list, { query: { q, ...more } }, { token: operator.token });
    return [...new Set((data.data as { user: { _id: string } }[]).map(({ user }) => user._id))].sort();
  };

  it('finds by name and username of payer and payee, ignoring case, and nothing by other words', async () => {
    for (const q of ['zelda', 'QUIST', 'elda_q']) expect(await found(q)).toEqual([zelda?.id]);
    expect(await found('Ada Star')).toEqual([zelda?.id, other?.id].sort());
    expect(await found('%')).toEqual([]);
    expect(await found('nobody of that name')).toEqual([]);
  });

  it('searches the counterparty when one side is filtered', async () => {
    expect(await found('ada', { performerId: ada?.id })).toEqual([]);
    expect(await found('zelda', { performerId: ada?.id })).toEqual([zelda?.id]);
  });
});

it.each(['GET /admin/charges/csv', 'GET /admin/earnings/csv', 'GET /admin/transactions/csv'] as const)(
  '%s contains only the matching rows',
  async (file) => {
    const { data } = await testHost.call(file, { query: { q: 'zelda' } }, { token: operator.token });
    expect(data).toContain('zelda_q');
    expect(data).not.toContain('other_fan');
  },
);

it('an account searches its own lists by the counterparty', async () => {
  const token = zelda?.token ?? '';
  const own = async (q: string) => (await testHost.call('GET /wallet/charges/search', { query: { q } }, { token })).data.total;
  expect([await own('ada'), await own('zelda')]).toEqual([1, 0]);
});
