/** Answers of the host as JSON, beside those of a bare host that runs the main query of each and nothing else. */
import pg from 'pg';
import { databaseBeside, openBareHost, openHost } from '../tools/hosts';
import { requestsPerSecond } from '../tools/load';
import { ratio, type Row } from '../rows';
import { makeWorld, starId, tokens } from './dataset';

const size = { items: 10_000, accounts: 1_000 };
const wanted = 0.5;

/** What is asked of the host, by whom, and where the bare host has the same. */
const asked = [
  { what: 'GET /performers/:id, guest', path: '/performers/growth.star', bare: '/performers/growth.star', token: null },
  { what: 'GET /user/feeds, guest', path: '/user/feeds', bare: '/user/feeds', token: null },
  { what: 'GET /user/feeds, fan', path: '/user/feeds', bare: '/user/feeds/as-fan', token: tokens.fan },
  { what: 'GET /conversations, performer', path: '/conversations', bare: '/conversations', token: tokens.star },
] as const;

/** Posts of a grown world are words alone; these pictures are rows without bytes, as many to a post as a real one may have. */
async function addPictures(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const variant = (name: string, width: number): string =>
    `jsonb_build_object('name', '${name}', 'key', id || '/${name}', 'contentType', 'image/webp', 'size', 90000, 'width', ${String(width)}, 'height', ${String(width)})`;
  await client.query(`
    with pictured as (
      select id as item_id, gen_random_uuid() as id, n from items, generate_series(1, 2) n where kind = 'feed' and feed_type = 'photo'
    ), stored as (
      insert into files (id, owner_id, type, name, mime_type, size, width, height, status, progress, blur, variants, attached_to, created_at)
      select id, '${starId}', 'feed-photo', 'a picture.jpg', 'image/webp', 90000, 1600, 1600, 'finished', 100, 'data:image/webp;base64,' || repeat('A', 120),
        jsonb_build_array(${variant('full', 1600)}, ${variant('large', 1080)}, ${variant('medium', 640)}, ${variant('small', 320)}, ${variant('locked', 320)}),
        'feed:' || item_id, now()
      from pictured
    ) insert into feed_files (item_id, file_id, ordering) select item_id, id, n from pictured`);
  await client.query('vacuum analyze files, feed_files');
  await client.end();
}

export async function answers(databaseUrl: string, measured: (row: Row) => void): Promise<void> {
  const url = await databaseBeside(databaseUrl, 'answers');
  await makeWorld(url, size);
  await addPictures(url);
  const [host, bare] = [await openHost(url, 'answers'), await openBareHost(url)];
  for (const { what, path, bare: same, token } of asked) {
    const headers: Record<string, string> = token === null ? {} : { authorization: token };
    const perSecond = await requestsPerSecond([{ url: host + path, headers }, { url: bare + same }]);
    measured(ratio(what, 'bare Fastify, same main query', perSecond, wanted));
  }
}
