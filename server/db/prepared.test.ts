/** Statements that a connection plans once. */
import { sql } from 'drizzle-orm';
import { openWorld, type World } from '../../tests/support/world';
import { signUpFan } from '../../tests/support/people';
import { accounts } from './schema/schema';
import { prepared, preparedForEach } from './prepared';

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
