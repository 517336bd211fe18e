/** Searching messages: signs, accents, case and scripts without spaces make no difference. */
import { sql } from 'drizzle-orm';
import { massOf } from '../../../tests/support/mass';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { letFollow } from '../../../tests/support/posts';
import { photoOf, read, say, talkOf } from '../../../tests/support/talk';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { searchVersion } from '../../platform/words/searchable';
import { refoldMessages } from './search-index';

let world: World;
let fan: { id: string; token: string };
let performer: { id: string; token: string };
let talk: string;
beforeAll(async () => {
  world = await openWorld();
  [fan, performer] = [await signUpFan(world), await signUpPerformer(world)];
  talk = await talkOf(world, fan, performer);
});
afterAll(() => world.close());

const write = async (text: string): Promise<string> => (await say(world, fan, talk, { text })).data._id;
const found = async (q: string): Promise<string[]> => (await read(world, performer, talk, { q })).data.map(({ _id }) => _id);
const conversations = async (q: string): Promise<string[]> => {
  const { data } = await world.call('GET /conversations/search', { query: { q } }, { token: performer.token });
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
])('%s is found by %s, in the conversation and among all', async (text = '', q = '') => {
  const id = await write(`Heute ${text} und mehr`);
  expect(await found(q)).toContain(id);
  expect(await conversations(q)).toEqual([talk]);
  expect(await found(`${q} fehlt`)).toEqual([]);
});

test('what a message to many says is found so too', async () => {
  const [other, writer] = [await signUpFan(world), await signUpPerformer(world)];
  const mine = await talkOf(world, other, writer);
  await letFollow(world, other, writer);
  const { send, sendAll } = massOf(
    () => world,
    () => writer,
  );
  await sendAll((await send({ text: 'Guten «Äpfel»' })).data._id);
  expect((await read(world, other, mine, { q: 'apfel' })).data).toHaveLength(1);
});

test('what is sold is found by its opening alone, and what is deleted by nothing', async () => {
  const closed = `${'Vorwort '.repeat(20)} «Geheimnis»`;
  const { data } = await say(world, performer, talk, { text: closed, fileIds: [await photoOf(world, performer)], price: 5 });
  expect([await found('vorwort'), await found('geheimnis')]).toEqual([[data._id], []]);
  const id = await write('Ein «Versehen»');
  expect(await found('versehen')).toEqual([id]);
  await world.call('DELETE /messages/:id', { params: { id } }, { token: fan.token });
  expect(await found('versehen')).toEqual([]);
});

test('messages that were folded by an older version are found once they are folded again, however often that runs', async () => {
  const id = await write('Ein «Kümmel»');
  // As the database itself took its words, before the host did.
  const before = sql`update messages set text = text || ' ' where id = ${id}`;
  await world.ctx.db.execute(before);
  expect(await found('kummel')).toEqual([]);
  expect(await refoldMessages(world.ctx)).toBe(1);
  expect(await found('kummel')).toEqual([id]);
  await world.ctx.db.execute(before);
  await Promise.all([refoldMessages(world.ctx), refoldMessages(world.ctx)]);
  expect(await refoldMessages(world.ctx)).toBe(0);
  expect([await found('kummel'), await conversations('kummel')]).toEqual([[id], [talk]]);
});

test('there is an index of the messages to be folded by this version of the code', async () => {
  const { rows } = await world.ctx.db.execute<{ indexdef: string }>(
    sql`select indexdef from pg_indexes where indexname = 'messages_unfolded'`,
  );
  expect(rows[0]?.indexdef).toContain(`search_version < ${searchVersion})`);
});
