/** JSON responses of the API server, compared with a bare host that only runs the main query of each. */
import pg from 'pg';
import { createDatabase, openBareHost, openHost } from '../tools/hosts';
import { requestsPerSecond } from '../tools/load';
import { ratio, type Row } from '../tools/rows';
import { createDataset, starId, tokens } from './dataset';

const size = { items: 10_000, accounts: 1_000 };
const requiredRatio = 0.5;

/** The requests, their callers, and the equivalent paths of the bare host. */
const requests = [
  { what: 'GET /performers/:id, guest', path: '/performers/growth.star', bare: '/performers/growth.star', token: null },
  { what: 'GET /user/feeds, guest', path: '/user/feeds', bare: '/user/feeds', token: null },
  { what: 'GET /user/feeds, fan', path: '/user/feeds', bare: '/user/feeds/as-fan', token: tokens.fan },
  { what: 'GET /conversations, performer', path: '/conversations', bare: '/conversations', token: tokens.star },
] as const;

/** The generated posts have text only. These photos are rows without bytes, as many per post as a real one may have. */
async function addPhotos(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const variant = (name: string, width: number): string =>
    `jsonb_build_object('name', '${name}', 'key', id || '/${name}', 'contentType', 'image/webp', 'size', 90000, 'width', ${String(width)}, 'height', ${String(width)})`;
  await client.query(`
    with post_photos as (
      select id as item_id, gen_random_uuid() as id, n from items, generate_series(1, 2) n where kind = 'feed' and feed_type = 'photo'
    ), stored as (
      insert into files (id, owner_id, type, name, mime_type, size, width, height, status, progress, blur, variants, attached_kind, attached_id, created_at)
      select id, '${starId}', 'feed-photo', 'a picture.jpg', 'image/webp', 90000, 1600, 1600, 'finished', 100, 'data:image/webp;base64,' || repeat('A', 120),
        jsonb_build_array(${variant('full', 1600)}, ${variant('large', 1080)}, ${variant('medium', 640)}, ${variant('small', 320)}, ${variant('locked', 320)}),
        'feed', item_id, now()
      from post_photos
    ) insert into feed_files (item_id, file_id, ordering) select item_id, id, n from post_photos`);
  await client.query('vacuum analyze files, feed_files');
  await client.end();
}

/** Measures the requests per second of each path and of its equivalent. */
export async function jsonResponses(databaseUrl: string, report: (row: Row) => void): Promise<void> {
  const url = await createDatabase(databaseUrl, 'answers');
  await createDataset(url, size);
  await addPhotos(url);
  const [host, bare] = [await openHost(url, 'answers'), await openBareHost(url)];
  for (const { what, path, bare: barePath, token } of requests) {
    const headers: Record<string, string> = token === null ? {} : { authorization: token };
    const perSecond = await requestsPerSecond([{ url: host + path, headers }, { url: bare + barePath }]);
    report(ratio(what, 'bare Fastify, same main query', perSecond, requiredRatio));
  }
}
