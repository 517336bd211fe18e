/** Lists of shows are found by their indexes, however many there have been. */
import { sql } from 'drizzle-orm';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { readingsOf } from '../../../tests/kit/host/query-plans';
import { letSubscribe } from '../../../tests/support/posts';
import { goLive, openLiveWorld, tend, type LiveWorld } from '../../../tests/kit/live/shows';
import type { World } from '../../../tests/kit/host/test-host';

const rows = 30_000;
/** A page with its neighbours, and what the longest list is counted up to. */
const readMax = 11_000;

let opened: LiveWorld;
let world: World;
beforeAll(async () => {
  opened = await openLiveWorld();
  ({ world } = opened);
}, 600_000);
afterAll(() => world.close());

test('no list of shows, of their chats or of requests reads many more rows than it shows', async () => {
  const [performer, fan, operator] = [await signUpPerformer(world), await signUpFan(world), await signUpOperator(world)];
  await letSubscribe(world, fan, performer);
  const stream = await goLive(opened, performer);
  const { db } = world.ctx;
  await db.execute(sql`
    insert into stream_sessions (id, stream_id, performer_id, type, engine, title, is_free, status, is_open, ended_at, created_at, updated_at)
    select gen_random_uuid(), ${stream._id}, ${performer.id}, 'public', 'embedded', 'Show ' || n, true, 'ended', false, now(),
      now() - n * interval '1 hour', now() - n * interval '1 hour' from generate_series(1, ${rows}) n`);
  await db.execute(sql`
    insert into stream_messages (id, conversation_id, session_id, sender_id, sender_role, type, text, created_at)
    select gen_random_uuid(), ${stream.conversationId}, ${stream.sessionId}, ${fan.id}, 'viewer', 'text', 'Line ' || n,
      now() - n * interval '1 second' from generate_series(1, ${rows}) n`);
  await db.execute(sql`
    insert into private_requests (id, user_id, performer_id, stream_id, conversation_id, status, minute_cents, minimum_minutes, expires_at, created_at, updated_at)
    select gen_random_uuid(), ${fan.id}, ${performer.id}, gen_random_uuid(), gen_random_uuid(), 'lapsed', 300, 2, now(),
      now() - n * interval '1 minute', now() - n * interval '1 minute' from generate_series(1, ${rows}) n`);
  for (const table of ['stream_sessions', 'stream_messages', 'private_requests']) await db.execute(sql`analyze ${sql.identifier(table)}`);

  const as = ({ token }: { token: string }) => ({ token });
  const id = { params: { id: stream._id } };
  const chat = { params: { id: stream.conversationId } };
  const later = (await world.call('GET /messages/stream/:id', { ...chat, query: {} }, as(fan))).data.nextCursor ?? '';
  const lists: [table: string, name: string, call: () => Promise<unknown>][] = [
    ['stream_sessions', 'mine', () => world.call('GET /streaming/mine', {}, as(performer))],
    ['stream_sessions', 'joining', () => world.call('GET /streaming/join/:id', id, as(fan))],
    ['stream_sessions', 'live now', () => world.call('GET /streaming/user/search', { query: {} })],
    ['stream_sessions', 'live now, by viewers', () => world.call('GET /streaming/user/search', { query: { sortBy: 'viewers' } })],
    ['stream_sessions', 'past shows', () => world.call('GET /streaming/sessions', { query: {} }, as(performer))],
    ['stream_sessions', 'all shows', () => world.call('GET /admin/streams/search', { query: {} }, as(operator))],
    [
      'stream_sessions',
      'all shows, by viewers',
      () => world.call('GET /admin/streams/search', { query: { sortBy: 'viewers' } }, as(operator)),
    ],
    ['stream_sessions', 'a performer’s page', () => world.call('GET /performers/:id', { params: { id: performer.id } })],
    ['stream_sessions', 'performers', () => world.call('GET /performers/user/search', { query: { isLive: true } })],
    ['stream_sessions', 'tending', () => tend(world)],
    ['private_requests', 'tending', () => tend(world)],
    ['stream_messages', 'the chat', () => world.call('GET /messages/stream/:id', { ...chat, query: {} }, as(fan))],
    [
      'stream_messages',
      'the chat, further up',
      () => world.call('GET /messages/stream/:id', { ...chat, query: { cursor: later } }, as(fan)),
    ],
    ['stream_messages', 'joining', () => world.call('GET /streaming/join/:id', id, as(fan))],
    ['private_requests', 'requests received', () => world.call('GET /streaming/private-requests', { query: {} }, as(performer))],
    ['private_requests', 'requests sent', () => world.call('GET /streaming/private-requests', { query: {} }, as(fan))],
  ];
  for (const [table, name, call] of lists)
    for (const { text, read } of await readingsOf(world, table, call))
      expect({ name, read: read <= readMax ? 'few' : `${String(read)} by ${text}` }).toEqual({ name, read: 'few' });
}, 600_000);
