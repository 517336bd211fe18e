/** Every list of posts is found by an index, however many posts there are. */
import { sql } from 'drizzle-orm';
import { inTransaction } from '@server/platform/context';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { readingsOf } from '../../../tests/kit/host/query-plans';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

const rows = Number(process.env['PLAN_ROWS'] ?? 30_000);
const people = Math.round(rows / 100);

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 600_000);
afterAll(() => world.close());

test('no list reads many more posts than it shows', async () => {
  const [author, fan, quiet] = [await signUpPerformer(world), await signUpFan(world), await signUpFan(world)];
  await world.ctx.db.execute(sql`
    insert into accounts select (jsonb_populate_record(a, jsonb_build_object(
      'id', gen_random_uuid(), 'username', 'many' || n, 'email', 'many' || n || '@example.com'))).* from accounts a, generate_series(1, ${people}) n where a.id = ${author.id}`);
  await world.ctx.db.execute(sql`
    insert into performers (account_id, free_subscription_days, monthly_price_cents, yearly_price_cents, verification)
    select id, 1, 500, 5000, 'approved' from accounts where username like 'many%'`);
  await inTransaction(world.ctx, async ({ db }) => {
    await db.execute(sql`set local statement_timeout = 0`);
    // These lists look at no words.
    await db.execute(sql`alter table items disable trigger user`);
    await db.execute(sql`
    with numbered as (select account_id, row_number() over (order by account_id) as place from performers)
    insert into items (id, kind, feed_type, performer_id, slug, body, search_text, audience, price_cents, status, readiness, is_listed, published_at, created_at, updated_at)
    select gen_random_uuid(), 'feed', case when n % 10 < 6 then 'photo' else 'text' end, p.account_id, 'post-' || n, 'Words ' || n, 'words ' || n,
      case when n % 3 = 0 then 'public' else 'subscribers' end, null, 'active', 'ready', true, now() - n * interval '1 minute', now() - n * interval '1 minute', now() - n * interval '1 minute'
    from generate_series(1, ${rows}) n join numbered p on p.place = 1 + (n::bigint * 7919) % ${people}`);
    await db.execute(sql`insert into feeds (item_id) select id from items`);
    await db.execute(sql`alter table items enable trigger user`);
  });
  await world.ctx.db.execute(sql`
    with asked as (
      insert into polls (id, performer_id, question, total_votes, created_at)
      select gen_random_uuid(), i.performer_id, i.id::text, 0, i.created_at from items i where i.body like '%77' returning id, question
    )
    update feeds set poll_id = asked.id from asked where item_id = asked.question::uuid`);
  await world.ctx.db.execute(sql`
    insert into follows (id, follower_id, performer_id, created_at)
    select gen_random_uuid(), ${fan.id}, account_id, now() from performers where account_id <> ${author.id} order by account_id limit 200`);
  for (const table of ['items', 'feeds', 'polls', 'follows', 'performers', 'accounts', 'performer_listings', 'charges', 'reactions'])
    await world.ctx.db.execute(sql`analyze ${sql.identifier(table)}`);
  const [one] = (
    await world.ctx.db.execute<{ id: string; name: string }>(sql`select id, username as name from accounts where username = 'many7'`)
  ).rows;
  if (!one) throw new Error('nobody is there');
  const { data } = await world.call('GET /user/feeds', { query: { limit: 10 } }, { token: fan.token });
  const cursor = data.nextCursor ?? '';
  const ask = (query: object, token: string) => () => world.call('GET /user/feeds', { query }, { token });
  const lists: Record<string, () => Promise<unknown>> = {
    all: ask({}, fan.token),
    'all, later': ask({ cursor }, fan.token),
    photos: ask({ type: 'photo' }, fan.token),
    'no sounds': ask({ type: 'audio' }, fan.token),
    'nothing for followers': ask({ audience: 'followers' }, fan.token),
    'texts for everybody': ask({ type: 'text', audience: 'public' }, fan.token),
    home: ask({ isHome: true }, fan.token),
    'home, later': ask({ isHome: true, cursor }, fan.token),
    'home of nobody': ask({ isHome: true }, quiet.token),
    'photos at home': ask({ isHome: true, type: 'photo' }, fan.token),
    polls: ask({ type: 'poll' }, fan.token),
    'polls, later': ask({ type: 'poll', cursor }, fan.token),
    'polls at home': ask({ isHome: true, type: 'poll' }, fan.token),
    'polls of one': ask({ performerId: one.id, type: 'poll' }, fan.token),
    'of one': ask({ performerId: one.id }, fan.token),
    'search of one': () =>
      world.call('GET /user/feeds/search/:username', { params: { username: one.name }, query: {} }, { token: fan.token }),
  };
  for (const [name, call] of Object.entries(lists)) {
    for (const { text, read, time_ms } of await readingsOf(world, 'items', call)) {
      if (process.env['PLAN_ROWS'] !== undefined) console.warn(name, read, `${time_ms} ms`, text.slice(0, 60).replaceAll(/\s+/g, ' '));
      expect({ name, read: read <= 2_500 ? 'few' : `${read} by ${text}` }).toEqual({ name, read: 'few' });
    }
  }
}, 900_000);
