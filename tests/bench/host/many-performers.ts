/** Many performers, inserted directly into the tables: creating them through the API would take hours. */
import type { Client } from 'pg';

/** Adds approved performers with the numbers `from` to `to` and varied attributes, and updates the table statistics. */
export async function addPerformers(client: Client, from: number, to: number): Promise<void> {
  await client.query(
    `insert into accounts (id, role, is_performer, username, name, gender, country, created_at, updated_at)
     select gen_random_uuid(), 'performer', true, 'growth.' || n, 'Growth ' || n, (array['female', 'male', 'transgender'])[1 + n % 3],
            (array['DE', 'FR', 'US', 'JP', 'BR'])[1 + n % 5], now() - n * interval '1 minute', now() - n * interval '1 minute'
     from generate_series($1::int, $2::int) n`,
    [from, to],
  );
  await client.query(
    `insert into performers (account_id, verification, hair, is_free_subscription, free_subscription_days, monthly_price_cents, yearly_price_cents, date_of_birth, views)
     select id, 'approved', (array['red', 'black', 'brown', 'blond'])[1 + n % 4], n % 10 = 0, 1, 999, 9999, date '1980-01-01' + n % 7000, n % 5000
     from (select id, substr(username, 8)::int n from accounts where username like 'growth.%') grown
     where n between $1::int and $2::int`,
    [from, to],
  );
  await client.query('vacuum analyze accounts');
  await client.query('vacuum analyze performers');
  await client.query('vacuum analyze performer_listings');
}
