/** Show lists use their indexes, whatever the number of past shows. */
import { sql } from 'drizzle-orm';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { measureReads } from '../../../tests/kit/host/query-plans';
import { addSubscription } from '../../../tests/kit/content/posts';
import { goLive, openLiveTestHost, reconcile, type LiveTestHost } from '../../../tests/kit/live/shows';
import type { TestHost } from '../../../tests/kit/host/test-host';

const rows = 30_000;
/** A page of rows, plus the number up to which the longest list is counted. */
const readMax = 11_000;

let opened: LiveTestHost;
let testHost: TestHost;
beforeAll(async () => {
  opened = await openLiveTestHost();
  ({ testHost } = opened);
}, 600_000);
afterAll(() => testHost.close());

test('lists of shows, chat messages and requests read few more rows than they return', async () => {
  const [performer, fan, operator] = [await signUpPerformer(testHost), await signUpFan(testHost), await signUpOperator(testHost)];
  await addSubscription(testHost, fan, performer);
  const stream = await goLive(opened, performer);
  const { db } = testHost.ctx;
  await db.execute(sql`
    insert into stream_sessions (id, stream_id, performer_id, type, engine, title, audience, status, is_open, ended_at, created_at, updated_at)
    select gen_random_uuid(), ${stream._id}, ${performer.id}, 'public', 'embedded', 'Show ' || n, 'subscribers', 'ended', false, now(),
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
  const cursor = (await testHost.call('GET /messages/stream/:id', { ...chat, query: {} }, as(fan))).data.nextCursor ?? '';
  const lists: [table: string, name: string, call: () => Promise<unknown>][] = [
    ['stream_sessions', 'mine', () => testHost.call('GET /streaming/mine', {}, as(performer))],
    ['stream_sessions', 'joining', () => testHost.call('GET /streaming/join/:id', id, as(fan))],
    ['stream_sessions', 'live now', () => testHost.call('GET /streaming/user/search', { query: {} })],
    ['stream_sessions', 'live now, by viewers', () => testHost.call('GET /streaming/user/search', { query: { sortBy: 'viewers' } })],
    ['stream_sessions', 'past shows', () => testHost.call('GET /streaming/sessions', { query: {} }, as(performer))],
    ['stream_sessions', 'all shows', () => testHost.call('GET /admin/streams/search', { query: {} }, as(operator))],
    [
      'stream_sessions',
      'all shows, by viewers',
      () => testHost.call('GET /admin/streams/search', { query: { sortBy: 'viewers' } }, as(operator)),
    ],
    ['stream_sessions', 'a performer’s page', () => testHost.call('GET /performers/:id', { params: { id: performer.id } })],
    ['stream_sessions', 'performers', () => testHost.call('GET /performers/user/search', { query: { isLive: true } })],
    ['stream_sessions', 'reconciling', () => reconcile(testHost)],
    ['private_requests', 'reconciling', () => reconcile(testHost)],
    ['stream_messages', 'the chat', () => testHost.call('GET /messages/stream/:id', { ...chat, query: {} }, as(fan))],
    [
      'stream_messages',
      'the second page of the chat',
      () => testHost.call('GET /messages/stream/:id', { ...chat, query: { cursor } }, as(fan)),
    ],
    ['stream_messages', 'joining', () => testHost.call('GET /streaming/join/:id', id, as(fan))],
    ['private_requests', 'requests received', () => testHost.call('GET /streaming/private-requests', { query: {} }, as(performer))],
    ['private_requests', 'requests sent', () => testHost.call('GET /streaming/private-requests', { query: {} }, as(fan))],
  ];
  for (const [table, name, call] of lists)
    for (const { text, read } of await measureReads(testHost, table, call))
      expect({ name, read: read <= readMax ? 'few' : `${String(read)} by ${text}` }).toEqual({ name, read: 'few' });
}, 600_000);
