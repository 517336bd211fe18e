/** The migrations that split the text columns `attached_to` of files and `held_by` of holds into typed columns. */
import { readFile } from 'node:fs/promises';
import { migrate, migrateUntil } from '@server/platform/db/migrate';
import pg from 'pg';
import { freshDatabase, emptyTemplate } from '../../../tests/kit/host/database';

interface JournalEntry {
  when: number;
  tag: string;
}

const id = (index: number): string => `01890000-0000-7000-8000-00000000000${String(index)}`;

/** Runs `test` with a database as it was before the migration `name`. `upgrade` runs that migration and all later ones. */
async function withDatabaseBefore(
  name: string,
  test: (client: pg.Client, upgrade: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const { entries } = JSON.parse(await readFile('server/platform/db/migrations/meta/_journal.json', 'utf8')) as { entries: JournalEntry[] };
  const migrationIndex = entries.findIndex(({ tag }) => tag.endsWith(name));
  const database = await freshDatabase(emptyTemplate);
  const client = new pg.Client({ connectionString: database.url });
  try {
    expect(await migrateUntil(database.url, entries[migrationIndex - 1]?.when ?? 0)).toBe('done');
    await client.connect();
    await test(client, () => migrate(database.url));
  } finally {
    await client.end();
    await database.drop();
  }
}

test('what a file is attached to is split at the first colon, and unused files stay unused', () =>
  withDatabaseBefore('_file_uses', async (client, upgrade) => {
    // The last two were never written by Footlight; their files must not be swept.
    for (const [index, attachedTo] of [`video:${id(9)}`, 'setting:logoUrl', null, 'promo:one:two', 'site'].entries())
      await client.query(
        `insert into files (id, owner_id, type, name, mime_type, size, status, variants, attached_to, created_at)
         values ($1, $1, 'photo', 'me.jpg', 'image/webp', 1, 'finished', '[]', $2, '2026-05-01T10:00:00Z')`,
        [id(index), attachedTo],
      );
    await upgrade();
    const { rows } = await client.query('select attached_kind as kind, attached_id as id from files order by files.id');
    expect(rows).toEqual([
      { kind: 'video', id: id(9) },
      { kind: 'setting', id: 'logoUrl' },
      { kind: null, id: null },
      { kind: 'promo', id: 'one:two' },
      { kind: 'site', id: 'site' },
    ]);
    await expect(client.query('update files set attached_id = null')).rejects.toThrow('files_attached_to');
  }));

test('a hold keeps its report and its end', () =>
  withDatabaseBefore('_file_holds_of_reports', async (client, upgrade) => {
    await client.query(
      `insert into files (id, owner_id, type, name, mime_type, size, status, variants, created_at)
       values ($1, $1, 'photo', 'me.jpg', 'image/webp', 1, 'finished', '[]', '2026-05-01T10:00:00Z')`,
      [id(1)],
    );
    const insertHold = 'insert into file_holds (file_id, held_by, until) values ($1, $2, $3)';
    await client.query(insertHold, [id(1), `report:${id(2)}`, null]);
    await client.query(insertHold, [id(1), `report:${id(3)}`, '2026-06-01T10:00:00Z']);
    await upgrade();
    const { rows } = await client.query('select file_id as file, report_id as report, until from file_holds order by report_id');
    expect(rows).toEqual([
      { file: id(1), report: id(2), until: null },
      { file: id(1), report: id(3), until: new Date('2026-06-01T10:00:00Z') },
    ]);
  }));
