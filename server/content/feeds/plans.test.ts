/** Every list of posts uses an index, however many posts there are. */
import { sql } from 'drizzle-orm';
import { inTransaction } from '@server/platform/context';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { measureReads } from '../../../tests/kit/host/query-plans';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

const postCount = Number(process.env['PLAN_ROWS'] ?? 30_000);
const performerCount = Math.round(postCount / 100);

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
}, 600_000);
afterAll(() => testHost.close());

test('no list reads many more posts than it returns', async () => {
  const [author, fan, fanWithoutFollows] = [await signUpPerformer(testHost), await signUpFan(testHost), await signUpFan(testHost)];
  await testHost.ctx.db.execute(sql`
    insert into accounts select (jsonb_populate_record(a, jsonb_build_object(
      'id', gen_random_uuid(), 'username', 'many' || n, 'email', 'many' || n || '@example.com'))).* from accounts a, generate_series(1, ${performerCount}) n where a.id = ${author.id}`);
  await testHost.ctx.db.execute(sql`
    insert into performers (account_id, free_subscription_days, monthly_price_cents, yearly_price_cents, verification)
    select id, 1, 500, 5000, 'approved' from accounts where username like 'many%'`);
  await inTransaction(testHost.ctx, async ({ db }) => {
    await db.execute(sql`set local statement_timeout = 0`);
    // These lists do not use the search text.
    await db.execute(sql`alter table items disable trigger user`);
    await db.execute(sql`
    with numbered as (select account_id, row_number() over (order by account_id) as number from performers)
    insert into items (id, kind, feed_type, performer_id, slug, body, search_text, audience, price_cents, status, readiness, is_listed, published_at, created_at, updated_at)
    select gen_random_uuid(), 'feed', case when n % 10 < 6 then 'photo' else 'text' end, p.account_id, 'post-' || n, 'Words ' || n, 'words ' || n,
      case when n % 3 = 0 then 'public' else 'subscribers' end, null, 'active', 'ready', true, now() - n * interval '1 minute', now() - n * interval '1 minute', now() - n * interval '1 minute'
    from generate_series(1, ${postCount}) n join numbered p on p.number = 1 + (n::bigint * 7919) % ${performerCount}`);
    await db.execute(sql`insert into feeds (item_id) select id from items`);
    await db.execute(sql`alter table items enable trigger user`);
  });
  await testHost.ctx.db.execute(sql`
    with new_polls as (
      insert into polls (id, performer_id, question, total_votes, created_at)
      select gen_random_uuid(), i.performer_id, i.id::text, 0, i.created_at from items i where i.body like '%77' returning id, question
    )
    update feeds set poll_id = new_polls.id from new_polls where item_id = new_polls.question::uuid`);
  await testHost.ctx.db.execute(sql`
    insert into follows (id, follower_id, performer_id, created_at)
    select gen_random_uuid(), ${fan.id}, account_id, now() from performers where account_id <> ${author.id} order by account_id limit 200`);
  for (const table of ['items', 'feeds', 'polls', 'follows', 'performers', 'accounts', 'performer_listings', 'charges', 'reactions'])
    await testHost.ctx.db.execute(sql`analyze ${sql.identifier(table)}`);
  const [performer] = (
    await testHost.ctx.db.execute<{ id: string; name: string }>(sql`select id, username as name from accounts where username = 'many7'`)
  ).rows;
  if (!performer) throw new Error('performer many7 is missing');
  const { data } = await testHost.call('GET /user/feeds', { query: { limit: 10 } }, { token: fan.token });
  const cursor = data.nextCursor ?? '';
  const listing = (query: object, token: string) => () => testHost.call('GET /user/feeds', { query }, { token });
  const lists: Record<string, () => Promise<unknown>> = {
    all: listing({}, fan.token),
    'all, next page': listing({ cursor }, fan.token),
    photos: listing({ type: 'photo' }, fan.token),
    'no audio': listing({ type: 'audio' }, fan.token),
    'nothing for followers': listing({ audience: 'followers' }, fan.token),
    'public texts': listing({ type: 'text', audience: 'public' }, fan.token),
    home: listing({ isHome: true }, fan.token),
    'home, next page': listing({ isHome: true, cursor }, fan.token),
    'home without follows': listing({ isHome: true }, fanWithoutFollows.token),
    'photos at home': listing({ isHome: true, type: 'photo' }, fan.token),
    polls: listing({ type: 'poll' }, fan.token),
    'polls, next page': listing({ type: 'poll', cursor }, fan.token),
    'polls at home': listing({ isHome: true, type: 'poll' }, fan.token),
    'polls of one performer': listing({ performerId: performer.id, type: 'poll' }, fan.token),
    'of one performer': listing({ performerId: performer.id }, fan.token),
    'search in one performer': () =>
      testHost.call('GET /user/feeds/search/:username', { params: { username: performer.name }, query: {} }, { token: fan.token }),
  };
  for (const [name, call] of Object.entries(lists)) {
    for (const { text, read, time_ms } of await measureReads(testHost, 'items', call)) {
      if (process.env['PLAN_ROWS'] !== undefined) console.warn(name, read, `${time_ms} ms`, text.slice(0, 60).replaceAll(/\s+/g, ' '));
      expect({ name, read: read <= 2_500 ? 'few' : `${read} by ${text}` }).toEqual({ name, read: 'few' });
    }
  }
}, 900_000);
