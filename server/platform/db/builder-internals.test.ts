/** What the API server relies on in the query builder's private fields. These tests fail when an update of the builder changes them. */
import { count, eq, sql } from 'drizzle-orm';
import pg from 'pg';
import type { Logger } from '../../kernel/log';
import { freshDatabase, type FreshDatabase } from '../../../tests/kit/host/database';
import { clientOf, decoderOf, replaceRowMapping } from './builder-internals';
import { connect, type Connection } from './db';
import { accounts } from './schema/accounts';
import { performers } from './schema/performers';

let database: FreshDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await freshDatabase();
  connection = connect(database.url, { warn: () => undefined } as unknown as Logger);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

test('clientOf returns the pool of a database, and the client of a transaction', async () => {
  expect(clientOf(connection.db)).toBeInstanceOf(pg.Pool);
  await connection.db.transaction(async (tx) => {
    const pid = async (client: Pick<pg.Pool, 'query'>) =>
      (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    expect(await pid(clientOf(tx))).toBe(rows[0]?.pid);
  });
});

test('replaceRowMapping passes the fields and joins of a prepared selection to the mapper, and the query returns its result', async () => {
  const at = new Date('2026-01-02T03:04:05.678Z');
  const id = '0198c0de-0000-7000-8000-000000000001';
  await connection.db.insert(accounts).values({ id, role: 'user', name: 'Ada', createdAt: at, updatedAt: at });
  const query = connection.db
    .select({ name: accounts.name, performer: { id: performers.accountId } })
    .from(accounts)
    .leftJoin(performers, eq(performers.accountId, accounts.id))
    .prepare('internals_in_a_test');
  replaceRowMapping(query, (fields, joinsNotNullable) => (rows) => ({ paths: fields.map(({ path }) => path), joinsNotNullable, rows }));
  expect(await query.execute()).toEqual({
    paths: [['name'], ['performer', 'id']],
    joinsNotNullable: { accounts: true, performers: false },
    rows: [['Ada', null]],
  });
});

test('decoderOf returns the decoders of columns and expressions', () => {
  const decode = (field: unknown, value: unknown) => decoderOf(field).mapFromDriverValue(value);
  expect(decode(accounts.createdAt, '2026-01-02 03:04:05.678+00')).toEqual(new Date('2026-01-02T03:04:05.678Z'));
  expect(decode(count(), '7')).toBe(7);
  expect(decode(sql<string>`x`.mapWith((value: string) => value.toUpperCase()).as('x'), 'a')).toBe('A');
});
