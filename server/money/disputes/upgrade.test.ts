/** Migrates disputes stored by an older version: known values are kept, and unknown ones are not guessed. */
import { readFile } from 'node:fs/promises';
import { migrate, migrateUntil } from '@server/platform/db/migrate';
import pg from 'pg';
import { freshDatabase, emptyTemplate } from '../../../tests/kit/host/database';

interface JournalEntry {
  when: number;
  tag: string;
}

const ids = { fan: '01890000-0000-7000-8000-0000000000a1', payment: '01890000-0000-7000-8000-0000000000b1' };
const at = '2026-05-01T10:00:00Z';

test('the migration reads claimed amounts from stored events and leaves unknown values to be looked up', async () => {
  const { entries } = JSON.parse(await readFile('server/platform/db/migrations/meta/_journal.json', 'utf8')) as { entries: JournalEntry[] };
  const disputesMigration = entries.findIndex(({ tag }) => tag.endsWith('_disputes'));
  const database = await freshDatabase(emptyTemplate);
  const client = new pg.Client({ connectionString: database.url });
  try {
    expect(await migrateUntil(database.url, entries[disputesMigration - 1]?.when ?? 0)).toBe('done');
    await client.connect();
    await client.query(`insert into accounts (id, role, name, created_at, updated_at) values ($1, 'user', 'Finn', $2, $2)`, [ids.fan, at]);
    await client.query(
      `insert into payments (id, user_id, type, status, gateway, title, original_cents, total_cents, currency, gateway_key, created_at, updated_at)
       values ($1, $2, 'top_up', 'disputed', 'stripe', '20 tokens', 2000, 2000, 'usd', 'pay_1', $3, $3)`,
      [ids.payment, ids.fan, at],
    );
    for (const [id, status, amount] of [
      ['dp_open', 'opened', 1500],
      ['dp_won', 'won', 0],
      ['dp_erased', 'lost', 700],
    ])
      await client.query(
        `insert into payment_disputes (gateway, dispute_id, payment_id, amount_cents, status, created_at, updated_at)
         values ('stripe', $1, $2, $3, $4, $5, $5)`,
        [id, ids.payment, amount, status, at],
      );
    for (const [id, dispute] of [
      ['evt_1', 'dp_open'],
      ['evt_2', 'dp_won'],
    ])
      await client.query(`insert into gateway_events (gateway, event_id, payload, received_at) values ('stripe', $1, $2, $3)`, [
        id,
        { type: 'dispute_opened', disputeId: dispute, amount_cents: '2000', currency: 'eur' },
        at,
      ]);
    await migrate(database.url);
    const { rows } = await client.query(
      `select dispute_id, status, claimed_cents, amount_cents, currency, evidence_due_at, looked_up_at, answer
       from payment_disputes order by dispute_id`,
    );
    const unknown = { evidence_due_at: null, looked_up_at: null, answer: 'none' };
    expect(rows).toEqual([
      { dispute_id: 'dp_erased', status: 'lost', claimed_cents: '700', amount_cents: '700', currency: 'usd', ...unknown },
      { dispute_id: 'dp_open', status: 'needs_response', claimed_cents: '2000', amount_cents: '1500', currency: 'eur', ...unknown },
      { dispute_id: 'dp_won', status: 'won', claimed_cents: '2000', amount_cents: '0', currency: 'eur', ...unknown },
    ]);
    const { rows: distinctIds } = await client.query('select distinct id from payment_disputes');
    expect(distinctIds).toHaveLength(3);
  } finally {
    await client.end();
    await database.drop();
  }
});
