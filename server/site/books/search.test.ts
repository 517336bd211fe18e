/** Lists of money are searched by the names of the people in them. */
import { eq } from 'drizzle-orm';
import { accounts } from '@server/platform/db/schema/schema';
import { fanWithTokens, performerAt, subscribed, type Somebody } from '../../../tests/support/subscriptions';
import { signUpOperator } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let operator: { token: string };
let [zelda, other, ada]: Partial<Somebody>[] = [];

const rename = ({ id }: Somebody, username: string, name: string) =>
  world.ctx.db.update(accounts).set({ username, name }).where(eq(accounts.id, id));

beforeAll(async () => {
  world = await openWorld();
  operator = await signUpOperator(world);
  const performer = await performerAt(world, 500n);
  const fans = [await fanWithTokens(world, 50), await fanWithTokens(world, 50)];
  for (const fan of fans) {
    await subscribed(world, fan, performer, { source: 'wallet' });
    await world.call('POST /wallet/charges/tip/:id', { params: { id: performer.id }, body: { price: 10 } }, { token: fan.token });
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
afterAll(() => world.close());

const lists = [
  'GET /admin/charges/search',
  'GET /admin/earnings/search',
  'GET /admin/transactions/search',
  'GET /admin/subscriptions/search',
] as const;

describe.each(lists)('%s', (list) => {
  const found = async (q: string, more: object = {}) => {
    const { data } = await world.call(list, { query: { q, ...more } }, { token: operator.token });
    return [...new Set((data.data as { user: { _id: string } }[]).map(({ user }) => user._id))].sort();
  };

  it('finds by name and username of either side, whatever the case, and nothing by other words', async () => {
    for (const q of ['zelda', 'QUIST', 'elda_q']) expect(await found(q)).toEqual([zelda?.id]);
    expect(await found('Ada Star')).toEqual([zelda?.id, other?.id].sort());
    expect(await found('%')).toEqual([]);
    expect(await found('nobody of that name')).toEqual([]);
  });

  it('looks at the side that is not chosen already', async () => {
    expect(await found('ada', { performerId: ada?.id })).toEqual([]);
    expect(await found('zelda', { performerId: ada?.id })).toEqual([zelda?.id]);
  });
});

it.each(['GET /admin/charges/csv', 'GET /admin/earnings/csv', 'GET /admin/transactions/csv'] as const)(
  '%s holds what was found',
  async (file) => {
    const { data } = await world.call(file, { query: { q: 'zelda' } }, { token: operator.token });
    expect(data).toContain('zelda_q');
    expect(data).not.toContain('other_fan');
  },
);

it('own lists are searched by who is on the other side', async () => {
  const token = zelda?.token ?? '';
  const own = async (q: string) => (await world.call('GET /wallet/charges/search', { query: { q } }, { token })).data.total;
  expect([await own('ada'), await own('zelda')]).toEqual([1, 0]);
});
