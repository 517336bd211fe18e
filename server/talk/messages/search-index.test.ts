/** Searching messages ignores punctuation, accents and case, and works for scripts without spaces. */
import { sql } from 'drizzle-orm';
import { massMessageCalls } from '../../../tests/kit/talk/mass';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { addFollow } from '../../../tests/kit/content/posts';
import { uploadMessagePhoto, readMessages, sendMessage, openConversation } from '../../../tests/kit/talk/conversations';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { searchVersion } from '../../platform/words/searchable';
import { refoldMessages } from './search-index';

let testHost: TestHost;
let fan: { id: string; token: string };
let performer: { id: string; token: string };
let conversationId: string;
beforeAll(async () => {
  testHost = await openTestHost();
  [fan, performer] = [await signUpFan(testHost), await signUpPerformer(testHost)];
  conversationId = await openConversation(testHost, fan, performer);
});
afterAll(() => testHost.close());

const write = async (text: string): Promise<string> => (await sendMessage(testHost, fan, conversationId, { text })).data._id;
const found = async (q: string): Promise<string[]> =>
  (await readMessages(testHost, performer, conversationId, { q })).data.map(({ _id }) => _id);
const conversations = async (q: string): Promise<string[]> => {
  const { data } = await testHost.call('GET /conversations/search', { query: { q } }, { token: performer.token });
  return data.data.map(({ _id }) => _id);
};

test.each([
  ...['„Waldweg“', '«Waldweg»', 'l’Waldweg', 'Waldweg…', '—Waldweg', '🎉Waldweg', '「Waldweg」', 'Waldweg·', '¡Waldweg!'].map((sign) => [
    sign,
    'waldweg',
  ]),
  ['„Kastanie“', 'kast'],
  ['Żółć', 'zolc'],
  ['Ёлка', 'елка'],
  ['Straßenlärm', 'STRASSENLARM'],
  ['ΠΑΡΑΜΎΘΙ', 'παραμυθι'],
  ['今日は東京へ', '東京'],
  ['กรุงเทพมหานคร', 'กรุงเทพ'],
])('%s is found by %s, in its conversation and in the search of all conversations', async (text = '', q = '') => {
  const id = await write(`Heute ${text} und mehr`);
  expect(await found(q)).toContain(id);
  expect(await conversations(q)).toEqual([conversationId]);
  expect(await found(`${q} fehlt`)).toEqual([]);
});

test('mass messages are found too', async () => {
  const [other, writer] = [await signUpFan(testHost), await signUpPerformer(testHost)];
  const otherConversationId = await openConversation(testHost, other, writer);
  await addFollow(testHost, other, writer);
  const { send, sendAll } = massMessageCalls(
    () => testHost,
    () => writer,
  );
  await sendAll((await send({ text: 'Guten «Äpfel»' })).data._id);
  expect((await readMessages(testHost, other, otherConversationId, { q: 'apfel' })).data).toHaveLength(1);
});

test('a message for sale is found only by its visible beginning, a deleted message not at all', async () => {
  const lockedText = `${'Vorwort '.repeat(20)} «Geheimnis»`;
  const { data } = await sendMessage(testHost, performer, conversationId, {
    text: lockedText,
    fileIds: [await uploadMessagePhoto(testHost, performer)],
    price: 5,
  });
  expect([await found('vorwort'), await found('geheimnis')]).toEqual([[data._id], []]);
  const id = await write('Ein «Versehen»');
  expect(await found('versehen')).toEqual([id]);
  await testHost.call('DELETE /messages/:id', { params: { id } }, { token: fan.token });
  expect(await found('versehen')).toEqual([]);
});

test('messages indexed by an older version are found after reindexing, which is idempotent', async () => {
  const id = await write('Ein «Kümmel»');
  // Simulates the old trigger, which indexed the unfolded text in the database.
  const before = sql`update messages set text = text || ' ' where id = ${id}`;
  await testHost.ctx.db.execute(before);
  expect(await found('kummel')).toEqual([]);
  expect(await refoldMessages(testHost.ctx)).toBe(1);
  expect(await found('kummel')).toEqual([id]);
  await testHost.ctx.db.execute(before);
  await Promise.all([refoldMessages(testHost.ctx), refoldMessages(testHost.ctx)]);
  expect(await refoldMessages(testHost.ctx)).toBe(0);
  expect([await found('kummel'), await conversations('kummel')]).toEqual([[id], [conversationId]]);
});

test('a partial index covers the messages that this version of the code must reindex', async () => {
  const { rows } = await testHost.ctx.db.execute<{ indexdef: string }>(
    sql`select indexdef from pg_indexes where indexname = 'messages_unfolded'`,
  );
  expect(rows[0]?.indexdef).toContain(`search_version < ${searchVersion})`);
});
