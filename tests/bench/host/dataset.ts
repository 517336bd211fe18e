/**
 * A site of any size, inserted directly into the tables: creating it through the API would take hours. The data of the measured fan
 * is the same at every size: the same performer `star`, the same followed performers, and as many bookmarks, purchases and comments.
 * Only the other accounts grow. Indexes are created after the rows, and triggers and foreign keys are
 * disabled during the inserts; the derived rows that triggers would write are inserted here.
 */
import pg from 'pg';
import { digestOf } from '../../../server/platform/http/actor';
import { migrate } from '../../../server/platform/db/migrate';

export interface DatasetSize {
  items: number;
  accounts: number;
}

export const tokens = { fan: 'growth-fan-token', star: 'growth-star-token' } as const;

/** Words with a known share of the items; other words come from a vocabulary with a skewed distribution, like real text. */
export const searchWords = {
  often: 'sunset',
  sometimes: 'harbour',
  rare: 'lighthouse',
  part: 'ighthou',
  misspeltOften: 'sunste',
  misspeltRare: 'lighthuose',
  none: 'qwxzqwxz',
  tag: 'travel',
} as const;

const followedCount = 50;
const starItems = 300;
const itemsPerFollowed = 10;
const rareInterval = 97;
/** These items have both of the more frequent words, so that every page of results is full in the small dataset too. */
const bothInterval = 19;
const vocabulary = 30_000;
/** One in this many performers is suspended; never the star or the followed performers. */
const suspendedInterval = 100;
const largeTables = [
  'accounts',
  'items',
  'item_words',
  'search_words',
  'follows',
  'reactions',
  'comments',
  'charges',
  'performer_listings',
  'messages',
  'conversation_members',
  'notifications',
];

/** Ids encode the number of a row, so that statements can compute them. */
const idOf = (kind: string, n: string): string => `('${kind}0000000-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
export const fixedId = (kind: 'a' | 'b' | 'c', n: number): string => `${kind}0000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
export const starId = fixedId('a', 1);
export const fanId = fixedId('a', 0);

const wordSql = (n: string): string => `(syllables[1 + ${n} % 40] || syllables[1 + ${n} / 40 % 40] || syllables[1 + ${n} / 1600 % 40])`;
const syllables = `array['ba','ce','di','fo','gu','ha','je','ki','lo','mu','na','pe','ri','so','tu','va','we','xi','yo','zu','bra','cle','dri','flo','gru','pha','ste','tri','vlo','spu','lan','men','rin','son','tun','mar','per','kil','dor','lus']`;

/** Random words for item `i`: a few of the vocabulary are frequent, most are rare. */
const randomWords = (count: number): string =>
  `(select string_agg(${wordSql('n')}, ' ') from (select floor(power(random(), 3) * ${String(vocabulary)})::int n from generate_series(1, ${String(count)} + i * 0)) drawn)`;

const accountStatements = (size: DatasetSize, performers: number): string[] => [
  `insert into accounts (id, role, is_performer, status, username, name, gender, country, created_at, updated_at)
   select ${idOf('a', 'n::int')}, case when n between 1 and ${String(performers)} then 'performer' else 'user' end, n between 1 and ${String(performers)},
     case when n between 1 and ${String(performers)} and n % ${String(suspendedInterval)} = ${String(suspendedInterval - 1)} then 'suspended' else 'active' end,
     case when n = 0 then 'growth.fan' when n = 1 then 'growth.star' else ${wordSql('(n::int * 6151 % 30000)')} || n end, initcap(${wordSql('(n::int * 7919 % 30000)')}) || ' ' || initcap(${wordSql('(n::int * 17383 % 30000)')}),
     (array['female', 'male', 'transgender'])[1 + n % 3], (array['DE', 'FR', 'US', 'JP', 'BR'])[1 + n % 5],
     now() - n * interval '1 minute', now() - n * interval '1 minute'
   from generate_series(0, ${String(size.accounts - 1)}) n, (select ${syllables} as syllables) s`,
  `insert into performers (account_id, verification, hair, is_free_subscription, free_subscription_days, monthly_price_cents, yearly_price_cents, date_of_birth, views)
   select id, 'approved', (array['red', 'black', 'brown', 'blond'])[1 + n % 4], n % 10 = 0, 1, 999, 9999, date '1980-01-01' + n % 7000, n % 5000
   from (select id, row_number() over (order by id)::int n from accounts where is_performer) a`,
  `insert into performer_listings select listed.* from performers, lateral listing_of(performers.account_id) listed`,
  `insert into sessions (id, account_id, token_hash, media_hash, device, created_at, last_used_at, expires_at, authenticated_at)
   values (gen_random_uuid(), '${fanId}', '${digestOf(tokens.fan)}', 'growth-fan', 'bench', now(), now() + interval '1 day', now() + interval '9 days', now()),
     (gen_random_uuid(), '${starId}', '${digestOf(tokens.star)}', 'growth-star', 'bench', now(), now() + interval '1 day', now() + interval '9 days', now())`,
];

const performerNumberOf = `case when i <= ${String(starItems)} then 1 when i <= ${String(starItems + followedCount * itemsPerFollowed)} then 2 + i % ${String(followedCount)}`;

/** Searchable items: a title, tags, and a body of some words. */
const itemStatements = (size: DatasetSize, performers: number): string[] => [
  `insert into items (id, kind, feed_type, performer_id, slug, title, body, audience, price_cents, status, is_pinned, tags, readiness, is_listed, published_at,
     likes, comments, views, search_text, created_at, updated_at)
   select ${idOf('b', 'i')}, kind, case when kind = 'feed' then (array['text', 'photo', 'photo', 'video'])[1 + i / 20 % 4] end,
     ${idOf('a', `(${performerNumberOf} else ${String(followedCount + 2)} + floor(chance * ${String(performers - followedCount - 2)})::int end)`)},
     case when kind <> 'photo' then 'item-' || i end, title, body, audience, case when audience = 'paid' then 300 + i % 700 end,
     case when i % 33 = 32 then 'draft' else 'active' end, i % 101 = 5, tags, 'ready', i % 33 <> 32, at, i % 50, 0, floor(power(random(), 4) * 5000)::int,
     lower(title || ' ' || array_to_string(tags, ' ') || ' ' || body), at, at
   from (
     select i, random() as chance, now() - random() * interval '300 days' as at,
       (array['feed','feed','feed','feed','feed','feed','feed','feed','feed','feed','feed','feed','video','video','video','video','gallery','gallery','photo','photo'])[1 + i % 20] as kind,
       (array['public','public','public','public','subscribers','subscribers','subscribers','followers','followers','paid'])[1 + i / 7 % 10] as audience,
       initcap(${randomWords(1)}) || case when random() < 0.1 then ' ${searchWords.often}' else '' end as title,
       ${randomWords(9)}
         || case when random() < 0.01 then ' ${searchWords.sometimes}' else '' end
         || case when i <= 2000 and i % ${String(bothInterval)} = 0 then ' ${searchWords.often} ${searchWords.sometimes}' else '' end
         || case when i <= 1200 and i % ${String(rareInterval)} = 0 then ' ${searchWords.rare}' else '' end as body,
       case when random() < 0.1 then array['${searchWords.tag}'] else array['tag' || i % 60] end as tags
     from generate_series(1, ${String(size.items)}) i, (select ${syllables} as syllables) s
   ) made`,
  `insert into closed_performers select distinct performer_id from items where is_listed and performer_id not in (select performer_id from performer_listings)`,
  `create temp table found_words as select unnest(words_of(search_text, tags)) word, id, kind, published_at, performer_id from items where is_listed and kind <> 'photo'`,
  `insert into search_words (word) select distinct word from found_words`,
  `insert into item_words (word_id, kind, published_at, item_id, performer_id)
   select search_words.id, kind, published_at, found_words.id, performer_id from found_words inner join search_words using (word)`,
  `drop table found_words`,
  `insert into feeds (item_id) select id from items where kind = 'feed'`,
  `insert into videos (item_id) select id from items where kind = 'video'`,
  `insert into galleries (item_id) select id from items where kind = 'gallery'`,
  `insert into photos (item_id) select id from items where kind = 'photo'`,
  `update performers set total_feeds = feeds, total_videos = videos, total_galleries = galleries, total_photos = photos
   from (select performer_id, count(*) filter (where kind = 'feed') feeds, count(*) filter (where kind = 'video') videos,
     count(*) filter (where kind = 'gallery') galleries, count(*) filter (where kind = 'photo') photos from items where is_listed group by 1) own
   where own.performer_id = account_id`,
];

/** Likes and follows of the other accounts, and the measured fan's own rows, which are as many at every size. */
const activityStatements = (size: DatasetSize, performers: number): string[] => [
  `insert into follows (id, follower_id, performer_id, created_at)
   select gen_random_uuid(), ${idOf('a', `(${String(performers)} + n % ${String(size.accounts - performers)})`)}, ${idOf('a', `(1 + floor(random() * ${String(performers - 1)})::int)`)}, now() - n * interval '1 second'
   from generate_series(1, ${String(size.accounts * 3)}) n on conflict do nothing`,
  `insert into follows (id, follower_id, performer_id, created_at)
   select gen_random_uuid(), '${fanId}', ${idOf('a', 'n')}, now() - n * interval '1 hour' from generate_series(1, ${String(followedCount + 1)}) n`,
  `insert into subscriptions (id, user_id, performer_id, type, months, status, price_cents, source, is_renewing, started_at, expires_at, created_at, updated_at)
   select gen_random_uuid(), follower_id, performer_id, 'monthly', 1, 'active', 999, 'wallet', true, now(), now() + interval '20 days', created_at, created_at
   from follows where follower_id <> '${fanId}' and random() < 0.3 or follower_id = '${fanId}' and performer_id <= ${idOf('a', '10')}`,
  `update performers set followers = counted.total from (select performer_id, count(*) total from follows group by 1) counted where performer_id = account_id`,
  `insert into reactions (id, account_id, object_type, object_id, action, created_at)
   select gen_random_uuid(), ${idOf('a', `(${String(performers)} + n % ${String(size.accounts - performers)})`)}, 'feed', ${idOf('b', `(1 + n % ${String(size.items)})`)}, 'like', now() - n * interval '1 second'
   from generate_series(1, ${String(size.items / 4)}) n on conflict do nothing`,
  `insert into reactions (id, account_id, object_type, object_id, action, created_at)
   select gen_random_uuid(), '${fanId}', kind, id, 'bookmark', now() - place * interval '1 minute'
   from (select id, kind, row_number() over (partition by kind order by id) place from items where is_listed and kind <> 'photo') numbered where place <= 40`,
  `insert into reactions (id, account_id, object_type, object_id, action, created_at)
   select gen_random_uuid(), '${fanId}', 'performer', ${idOf('a', 'n')}, 'bookmark', now() - n * interval '1 minute' from generate_series(1, 40) n`,
  `insert into charges (id, type, target_id, user_id, performer_id, price_cents, commission_rate, commission_cents, earning_cents, balance_after_cents, transfer_id, created_at, updated_at)
   select gen_random_uuid(), kind, id, '${fanId}', performer_id, price_cents, 0.2, 0, price_cents, 0, gen_random_uuid(), published_at, published_at
   from (select * from items where audience = 'paid' and is_listed and kind <> 'photo' order by id limit 40) bought`,
  `insert into charges (id, type, target_id, user_id, performer_id, price_cents, commission_rate, commission_cents, earning_cents, balance_after_cents, transfer_id, created_at, updated_at)
   select gen_random_uuid(), kind, id, ${idOf('a', `(${String(performers)} + floor(random() * ${String(size.accounts - performers)})::int)`)}, performer_id, price_cents, 0.2, 0, price_cents, 0, gen_random_uuid(), published_at, published_at
   from items where audience = 'paid' and is_listed and kind <> 'photo' and id > ${idOf('b', '1000')}`,
  `insert into comments (id, object_type, item_id, performer_id, author_id, content, created_at, updated_at)
   select gen_random_uuid(), 'feed', ${idOf('b', `case when n <= 60 then ${String(publicPost)} else 1 + n % ${String(size.items)} end`)}, '${starId}', ${idOf('a', `(${String(performers)} + n % ${String(size.accounts - performers)})`)}, 'How nice, number ' || n,
     now() - n * interval '1 minute', now() - n * interval '1 minute'
   from generate_series(1, ${String(size.items / 4)}) n`,
];

/** The conversation of the fan with the star: a tenth of all messages are in it. */
export const threadId = fixedId('c', 0);

/**
 * Messages: as many as items, a tenth of them in one thread, another tenth in the star's inbox, which has conversations with a
 * tenth of all accounts, and the rest spread over the other accounts. A fairly frequent word fills pages of the thread in the small
 * dataset too.
 */
const messageStatements = (size: DatasetSize, performers: number): string[] => {
  const [inThread, inbox, otherFans] = [Math.floor(size.items / 10), Math.floor(size.accounts / 10), size.accounts - performers - 1];
  const messagesPer = { inbox: Math.floor(size.items / 10 / inbox), others: Math.floor((size.items * 0.8) / otherFans) };
  const fanOf = (n: string): string => idOf('a', `(${String(performers)} + ${n})`);
  // The star's fans are the first of all fans; the others' performer is not the star.
  const pairs = `
    select ${idOf('c', '0')} as id, '${fanId}'::uuid as fan, '${starId}'::uuid as performer, ${String(inThread)} as total, 0 as n
    union all select ${idOf('c', 'n')}, ${fanOf('n')}, '${starId}'::uuid, ${String(messagesPer.inbox)}, n from generate_series(1, ${String(inbox)}) n
    union all select ${idOf('c', `(${String(inbox)} + n)`)}, ${fanOf('n')}, ${idOf('a', `(2 + n % ${String(performers - 2)})`)}, ${String(messagesPer.others)}, n
      from generate_series(1, ${String(otherFans)}) n`;
  return [
    `create temp table pairs as ${pairs}`,
    `insert into conversations (id, last_seq, created_at) select id, total, now() - interval '1 year' from pairs`,
    `insert into conversation_members (conversation_id, account_id, other_id, last_message_at, unread, created_at)
     select id, member, other, now() - n * interval '1 minute', case when n % 10 = 0 then 1 else 0 end, now() - interval '1 year'
     from pairs, lateral (values (fan, performer), (performer, fan)) sides(member, other)`,
    `insert into messages (id, conversation_id, seq, sender_id, receiver_id, type, text, created_at, updated_at)
     select gen_random_uuid(), id, i, case when i % 2 = 0 then fan else performer end, case when i % 2 = 0 then performer else fan end, 'text',
       ${randomWords(9)} || case when random() < 0.01 or n = 0 and i <= 900 and i % 9 = 1 then ' ${searchWords.sometimes}' else '' end || case when n = 0 and i <= 100 and i % 9 = 0 then ' ${searchWords.rare}' else '' end,
       now() - n * interval '1 minute' - (total - i) * interval '20 seconds', now()
     from pairs, lateral generate_series(1, total) i, (select ${syllables} as syllables) s`,
    `drop table pairs`,
    `insert into notifications (id, account_id, type, event, actor_id, text, link, is_listed, read_at, created_at, updated_at)
     select gen_random_uuid(), who, 'content', 'bench:' || n, '${starId}', 'published a new post.', '/growth.star', true, case when n % 3 > 0 then now() end,
       now() - n * interval '1 minute', now() - n * interval '1 minute'
     from generate_series(1, ${String(size.accounts * 3)}) n, lateral (select case when n <= 60 then '${fanId}'::uuid else ${fanOf(`(n % ${String(otherFans)})`)} end) person(who)`,
  ];
};

/** A listed public post of the star, which has the comments. */
export const publicPost = 1;

async function withoutIndexes(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = 'public' and tablename = any($1) and (indexdef not like 'CREATE UNIQUE%' or tablename = 'item_words')`,
    [largeTables],
  );
  for (const { name } of rows) await client.query(`drop index "${name}"`);
  await work();
  for (const { definition } of rows) await client.query(definition);
}

/** Creates the tables of the empty database at `url` and a dataset of that size; half of its accounts are performers. */
export async function createDataset(url: string, size: DatasetSize): Promise<void> {
  await migrate(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const performers = Math.floor(size.accounts / 2);
  try {
    await client.query(`set session_replication_role = replica; set maintenance_work_mem = '1GB'; set work_mem = '256MB'; set synchronous_commit = off;
      select setseed(0.5)`);
    await withoutIndexes(client, async () => {
      for (const statement of [...accountStatements(size, performers), ...itemStatements(size, performers)]) await client.query(statement);
      for (const statement of [...activityStatements(size, performers), ...messageStatements(size, performers)])
        await client.query(statement);
    });
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
