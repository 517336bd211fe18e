import { sql } from 'drizzle-orm';
import type { Logger } from '../../kernel/log';
import { freshDatabase, type FreshDatabase } from '../../../tests/kit/host/database';
import { connect, type Connection } from './db';
import { contains, containsIndexed, readPage, type PageQuery } from './paging';
import { accounts } from './schema/accounts';

type Sort = 'createdAt' | 'updatedAt' | 'username';

let database: FreshDatabase;
let connection: Connection;
const start = Date.parse('2026-01-01T00:00:00.000Z');
const day_ms = 86_400_000;
const idOf = (index: number): string => `0198c0de-0000-7000-8000-${String(index).padStart(12, '0')}`;

beforeAll(async () => {
  database = await freshDatabase();
  connection = connect(database.url, { warn: () => undefined } as unknown as Logger);
  // 25 accounts, two per day. Many share `updatedAt`; every fifth has no username.
  const rows = Array.from({ length: 25 }, (_, index) => ({
    id: idOf(index),
    role: 'user' as const,
    name: index === 7 ? '100% real_name' : 'Some name',
    username: index % 5 === 0 ? null : `name${String(index % 7)}.${String(index)}`,
    createdAt: new Date(start + (index * day_ms) / 2),
    updatedAt: new Date(start + (index % 3) * 1000),
  }));
  await connection.db.insert(accounts).values(rows);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const query = (changes: Partial<PageQuery<Sort>> = {}): PageQuery<Sort> => ({
  limit: 4,
  offset: 0,
  sortBy: 'updatedAt',
  sort: 'desc',
  ...changes,
});

function read(changes: Partial<PageQuery<Sort>> = {}, where = sql`true`) {
  const { id, createdAt, updatedAt, username } = accounts;
  const source = connection.db.select({ id, createdAt, updatedAt, username }).from(accounts).where(where).as('listed');
  return readPage<Sort, string>(connection, query(changes), source, (ids) => Promise.resolve(new Map(ids.map((found) => [found, found]))));
}

async function readAll(changes: Partial<PageQuery<Sort>>): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await read({ ...changes, cursor });
    found.push(...page.data);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}

describe('a list', () => {
  it('returns every row once over all pages, in the order of one long page, also with equal and null values', async () => {
    for (const sortBy of ['createdAt', 'updatedAt', 'username'] as const) {
      for (const sort of ['asc', 'desc'] as const) {
        const whole = await read({ sortBy, sort, limit: 100 });
        expect(whole.nextCursor).toBeNull();
        expect(whole.data).toHaveLength(25);
        expect(await readAll({ sortBy, sort })).toEqual(whole.data);
      }
    }
  });

  it('orders by a computed number numerically', async () => {
    const { id, createdAt } = accounts;
    const position = sql<number>`row_number() over (order by ${createdAt})`.as('position');
    const source = connection.db.select({ id, createdAt, position }).from(accounts).as('numbered');
    const load = (ids: string[]) => Promise.resolve(new Map(ids.map((found) => [found, found])));
    const page = await readPage(connection, { limit: 12, offset: 0, sortBy: 'position', sort: 'asc' }, source, load);
    expect(page.data).toEqual(Array.from({ length: 12 }, (_, index) => idOf(index)));
  });

  it('supports an offset, which a cursor overrides', async () => {
    const [first, second] = [await read(), await read({ offset: 4 })];
    expect(first.total).toBe(25);
    expect((await read({ cursor: first.nextCursor ?? '', offset: 20 })).data).toEqual(second.data);
    expect(await read({ offset: 100 })).toEqual({ data: [], total: 25, nextCursor: null });
  });

  it('neither repeats nor skips rows when others are inserted between pages', async () => {
    const first = await read({ sortBy: 'createdAt' });
    const newest = {
      id: idOf(900),
      role: 'user' as const,
      name: 'New',
      createdAt: new Date(start + 900 * day_ms),
      updatedAt: new Date(start),
    };
    await connection.db.insert(accounts).values(newest);
    const second = await read({ sortBy: 'createdAt', cursor: first.nextCursor ?? '' });
    await connection.db.delete(accounts).where(sql`${accounts.id} = ${newest.id}`);
    expect(second.data).toEqual((await read({ sortBy: 'createdAt', offset: 4 })).data);
  });

  it('includes both ends of a range of instants, and the whole last day of a range of days', async () => {
    const between = async (fromDate: string, toDate: string) => (await read({ fromDate, toDate })).total;
    expect(await between('2026-01-02', '2026-01-03')).toBe(4);
    expect(await between('2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z')).toBe(3);
    expect(await between('2026-01-02T01:00:00.000+01:00', '2026-01-02T00:00:00Z')).toBe(1);
  });

  it('rejects cursors of another order and malformed ones', async () => {
    const { nextCursor } = await read({ sortBy: 'createdAt' });
    const encode = (content: unknown): string => Buffer.from(JSON.stringify(content)).toString('base64url');
    const bad = [
      nextCursor ?? '',
      '',
      'nonsense',
      encode(null),
      encode(['updatedAt', 'desc', 'no time at all', idOf(1)]),
      encode(['updatedAt', 'desc', '2026-01-01', 'no id']),
      encode(['updatedAt', 'desc', '\u0000', idOf(1)]),
    ];
    for (const cursor of bad)
      await expect(read({ cursor })).rejects.toMatchObject({ code: 'invalid_request', issues: [{ path: 'cursor' }] });
  });

  it.each([
    ['Zürich', 'zurich', true],
    ['zu\u0308rich', 'ZÜRICH', true],
    ['Straße 5', 'STRASSE', true],
    ['Łódź', 'lodz', true],
    ['l’été', "l'ete", true],
    ['Ｆｕｌｌ width', 'full', true],
    ['Мёд', 'мед', true],
    ['soft\u00adhyphen', 'softhyphen', true],
    ['100％', '%', true],
    ['100', '％', false],
    ['Zurich', 'zurück', false],
  ])('matches %j when the search text is %j: %s', async (text, typed, expected) => {
    const { rows } = await connection.db.execute<{ is_found: boolean }>(
      sql`select ${contains(sql`texts.text`, typed)} as is_found from (values (${text}::text)) as texts (text)`,
    );
    expect(rows).toEqual([{ is_found: expected }]);
  });

  it.each([
    ['contains', contains],
    ['containsIndexed', containsIndexed],
  ])('treats wildcards literally (%s)', async (_name, condition) => {
    const found = async (text: string) => (await read({}, condition(accounts.name, text))).total;
    expect([await found('100% REAL_'), await found('%'), await found('_'), await found('\\'), await found('some')]).toEqual([
      1, 1, 1, 0, 24,
    ]);
  });
});
