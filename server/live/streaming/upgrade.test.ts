/** The migration of shows from `is_free` to `audience`. */
import { readFile } from 'node:fs/promises';
import { migrate, migrateUntil } from '@server/platform/db/migrate';
import pg from 'pg';
import { freshDatabase, emptyTemplate } from '../../../tests/kit/host/database';

interface JournalEntry {
  when: number;
  tag: string;
}

const id = (index: number): string => `01890000-0000-7000-8000-00000000000${String(index)}`;
const at = '2026-05-01T10:00:00Z';

test('migrates free shows to the audience subscribers and shows with a price to paid', async () => {
  const { entries } = JSON.parse(await readFile('server/platform/db/migrations/meta/_journal.json', 'utf8')) as { entries: JournalEntry[] };
  const migrationIndex = entries.findIndex(({ tag }) => tag.endsWith('_show_audiences'));
  const database = await freshDatabase(emptyTemplate);
  const client = new pg.Client({ connectionString: database.url });
  try {
    expect(await migrateUntil(database.url, entries[migrationIndex - 1]?.when ?? 0)).toBe('done');
    await client.connect();
    for (const [index, isFree, cents] of [
      [1, true, null],
      [2, false, 500],
      // The unused price of a free show is preserved as the default for the next paid show.
      [3, true, 700],
    ] as const) {
      const owner = id(index);
      await client.query(`insert into accounts (id, role, name, created_at, updated_at) values ($1, 'performer', 'Ada', $2, $2)`, [
        owner,
        at,
      ]);
      await client.query(
        `insert into streams (id, conversation_id, performer_id, type, is_free, price_cents, created_at, updated_at)
         values ($1, $1, $1, 'public', $2, $3, $4, $4)`,
        [owner, isFree, cents, at],
      );
      await client.query(
        `insert into stream_sessions (id, stream_id, performer_id, type, engine, title, is_free, price_cents, created_at, updated_at)
         values ($1, $1, $1, 'public', 'embedded', 'Songs', $2, $3, $4, $4)`,
        [owner, isFree, cents, at],
      );
    }
    await migrate(database.url);
    for (const table of ['streams', 'stream_sessions']) {
      const { rows } = await client.query(`select audience, price_cents from ${table} order by id`);
      expect(rows).toEqual([
        { audience: 'subscribers', price_cents: null },
        { audience: 'paid', price_cents: '500' },
        { audience: 'subscribers', price_cents: '700' },
      ]);
    }
    await expect(client.query(`update stream_sessions set audience = 'paid' where id = $1`, [id(1)])).rejects.toThrow(
      'stream_sessions_price',
    );
  } finally {
    await client.end();
    await database.drop();
  }
});
