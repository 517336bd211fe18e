/** Named prepared statements. */
import { eq, getTableColumns, sql } from 'drizzle-orm';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import type { Db } from './db';
import { prepared, preparedForEach, preparedSelect } from './prepared';
import { accounts } from './schema/accounts';
import { performers } from './schema/performers';

let testHost: TestHost;
let ids: string[];
beforeAll(async () => {
  testHost = await openTestHost();
  ids = [];
  for (let count = 0; count < 5; count += 1) ids.push((await signUpFan(testHost)).id);
});
afterAll(() => testHost.close());

const named = preparedForEach<{ ids: readonly string[] }, { id: string }>(
  'named_in_a_test',
  (requested) => sql`select a.id from ${requested} requested join ${accounts} a on a.id = requested.id`,
);

test('preparedForEach returns all rows for any number of ids', async () => {
  for (let count = 0; count <= ids.length; count += 1) {
    const found = await named(testHost.ctx.db, { ids: ids.slice(0, count) });
    expect(found.map(({ id }) => id).sort()).toEqual(ids.slice(0, count).sort());
  }
});

test('preparedForEach uses a generic plan for one id and for two', async () => {
  await testHost.ctx.db.transaction(async (tx) => {
    for (let times = 0; times < 12; times += 1) for (const someIds of [ids.slice(0, 1), ids.slice(0, 2)]) await named(tx, { ids: someIds });
    const { rows } = await tx.execute<{ name: string; uses_generic_plan: boolean }>(
      sql`select name, generic_plans > 0 as uses_generic_plan from pg_prepared_statements where name like 'named_in_a_test%' order by name`,
    );
    expect(rows).toEqual(
      expect.arrayContaining([1, 2].map((maxIds) => ({ name: `named_in_a_test_${String(maxIds)}`, uses_generic_plan: true }))),
    );
  });
});

test('prepared returns instants, days and amounts as text', async () => {
  const read = prepared<object, Record<string, unknown>>(
    'values_in_a_test',
    sql`select timestamptz '2026-01-02 03:04:05.678Z' as at, date '2026-01-02' as day, 7::bigint as cents, 0.25::numeric as share, 3 as places`,
  );
  const [row] = await read(testHost.ctx.db, {});
  expect(row).toMatchObject({ day: '2026-01-02', cents: '7', share: '0.25', places: 3 });
  expect(new Date(String(row?.['at'])).toISOString()).toBe('2026-01-02T03:04:05.678Z');
});

test('preparedSelect maps rows as the query builder does, also when a join matches nothing', async () => {
  const select = (db: Db) =>
    db
      .select({
        ...getTableColumns(accounts),
        words: sql<string>`upper(${accounts.username})`.as('words'),
        performer: getTableColumns(performers),
        known: { id: accounts.id, isRich: sql<boolean>`${performers.yearlyPriceCents} > 0` },
      })
      .from(accounts)
      .leftJoin(performers, eq(performers.accountId, accounts.id))
      .where(sql`${accounts.id} = any(${sql.placeholder('ids')}::uuid[])`)
      .orderBy(accounts.id);
  const read = preparedSelect('read_in_a_test', select);
  const values = { ids: [ids[0] ?? '', (await signUpPerformer(testHost)).id] };
  const asBuilt = await select(testHost.ctx.db).prepare('read_by_the_builder').execute(values);
  expect(asBuilt.map(({ performer }) => performer === null)).toEqual([true, false]);
  expect(await read(testHost.ctx.db, values)).toEqual(asBuilt);
  expect(await testHost.ctx.db.transaction((tx) => read(tx, values))).toEqual(asBuilt);
});
