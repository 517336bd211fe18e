/** Statements that a connection plans once. */
import { eq, getTableColumns, sql } from 'drizzle-orm';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import type { Db } from './db';
import { prepared, preparedForEach, preparedSelect } from './prepared';
import { accounts, performers } from './schema/schema';

let world: World;
let ids: string[];
beforeAll(async () => {
  world = await openWorld();
  ids = [];
  for (let people = 0; people < 5; people += 1) ids.push((await signUpFan(world)).id);
});
afterAll(() => world.close());

const named = preparedForEach<{ ids: readonly string[] }, { id: string }>(
  'named_in_a_test',
  (asked) => sql`select a.id from ${asked} asked join ${accounts} a on a.id = asked.id`,
);

test('a statement about several finds all of them, however many are asked for', async () => {
  for (let asked = 0; asked <= ids.length; asked += 1) {
    const found = await named(world.ctx.db, { ids: ids.slice(0, asked) });
    expect(found.map(({ id }) => id).sort()).toEqual(ids.slice(0, asked).sort());
  }
});

test('a statement about several is not planned anew each time, be it about one or two', async () => {
  await world.ctx.db.transaction(async (tx) => {
    for (let times = 0; times < 12; times += 1) for (const few of [ids.slice(0, 1), ids.slice(0, 2)]) await named(tx, { ids: few });
    const { rows } = await tx.execute<{ name: string; kept: boolean }>(
      sql`select name, generic_plans > 0 as kept from pg_prepared_statements where name like 'named_in_a_test%' order by name`,
    );
    expect(rows).toEqual(expect.arrayContaining([1, 2].map((most) => ({ name: `named_in_a_test_${String(most)}`, kept: true }))));
  });
});

test('instants, days and amounts come as text, as the database has them', async () => {
  const read = prepared<object, Record<string, unknown>>(
    'values_in_a_test',
    sql`select timestamptz '2026-01-02 03:04:05.678Z' as at, date '2026-01-02' as day, 7::bigint as cents, 0.25::numeric as share, 3 as places`,
  );
  const [row] = await read(world.ctx.db, {});
  expect(row).toMatchObject({ day: '2026-01-02', cents: '7', share: '0.25', places: 3 });
  expect(new Date(String(row?.['at'])).toISOString()).toBe('2026-01-02T03:04:05.678Z');
});

test('rows of a selection are read as the query builder reads them, also where a join found nothing', async () => {
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
  const values = { ids: [ids[0] ?? '', (await signUpPerformer(world)).id] };
  const asBuilt = await select(world.ctx.db).prepare('read_by_the_builder').execute(values);
  expect(asBuilt.map(({ performer }) => performer === null)).toEqual([true, false]);
  expect(await read(world.ctx.db, values)).toEqual(asBuilt);
  expect(await world.ctx.db.transaction((tx) => read(tx, values))).toEqual(asBuilt);
});
