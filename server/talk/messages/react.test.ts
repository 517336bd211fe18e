/** Reactions to messages: one per person and emoji, seen by both, and rejected where messages are. */
import * as limits from '@contract/kernel/limits';
import { messageReactions } from '@server/platform/db/schema/messages';
import { eq } from 'drizzle-orm';
import { openSocket } from '../../../tests/kit/host/test-socket';
import { countQueries } from '../../../tests/kit/host/queries';
import { eventually } from '../../../tests/kit/timing/eventually';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { openConversation, readMessages, sendMessage } from '../../../tests/kit/talk/conversations';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;

beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());

interface TestAccount {
  id: string;
  token: string;
}

async function sent() {
  const [fan, performer] = [await signUpFan(testHost), await signUpPerformer(testHost)];
  const conversationId = await openConversation(testHost, fan, performer);
  const { data } = await sendMessage(testHost, fan, conversationId, { text: 'Hello' });
  return { fan, performer, conversationId, id: data._id };
}
const add = (who: TestAccount, id: string, emoji: string) =>
  testHost.call('PUT /messages/:id/reactions/:emoji', { params: { id, emoji } }, { token: who.token });
const remove = (who: TestAccount, id: string, emoji: string) =>
  testHost.call('DELETE /messages/:id/reactions/:emoji', { params: { id, emoji } }, { token: who.token });
const errorOf = async (call: ReturnType<typeof add>) => (await call).errorBody.error;
const shown = async (who: TestAccount, conversationId: string) => (await readMessages(testHost, who, conversationId)).data[0]?.reactions;

test('are counted per emoji in the order of their first use, and reach both people', async () => {
  const { fan, performer, conversationId, id } = await sent();
  const [fanSocket, performerSocket] = [await openSocket(testHost, fan.token), await openSocket(testHost, performer.token)];
  expect((await add(performer, id, '❤️')).data.reactions).toEqual([{ emoji: '❤️', total: 1, isMine: true }]);
  testHost.clock.advance({ seconds: 1 });
  await add(fan, id, '😂');
  testHost.clock.advance({ seconds: 1 });
  await add(fan, id, '❤️');
  const expected = (isOwn: boolean) => [
    { emoji: '❤️', total: 2, isMine: true },
    { emoji: '😂', total: 1, isMine: isOwn },
  ];
  expect(await shown(fan, conversationId)).toEqual(expected(true));
  expect(await shown(performer, conversationId)).toEqual(expected(false));
  await eventually(() => {
    expect(fanSocket.received('message/changed').at(-1)).toMatchObject({ _id: id, reactions: expected(true) });
    expect(performerSocket.received('message/changed').at(-1)).toMatchObject({ _id: id, reactions: expected(false) });
  });
  fanSocket.close();
  performerSocket.close();
});

test('are added and removed once, however often that is requested', async () => {
  const { fan, conversationId, id } = await sent();
  await Promise.all(Array.from({ length: 5 }, () => add(fan, id, '👍')));
  expect(await shown(fan, conversationId)).toEqual([{ emoji: '👍', total: 1, isMine: true }]);
  expect((await remove(fan, id, '👍')).data.reactions).toEqual([]);
  expect((await remove(fan, id, '👍')).status).toBe(200);
});

test('do not count as new messages', async () => {
  const { fan, performer, conversationId, id } = await sent();
  await add(performer, id, '👍');
  const { data } = await testHost.call('GET /conversations/:id', { params: { id: conversationId } }, { token: fan.token });
  expect(data).toMatchObject({ lastSeq: 1, totalNotSeenMessages: 0 });
});

test.each(['👨‍👩‍👧‍👦', '🏳️‍🌈', '👍🏽', '🇩🇪', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'])('%s is one emoji', async (emoji) => {
  const { fan, id } = await sent();
  expect((await add(fan, id, emoji)).data.reactions).toEqual([{ emoji, total: 1, isMine: true }]);
});

test.each(['1', 'a', '👍👍', '👍 ', '#', '\u200d', '\ufe0f', 'ok 👍', 'x'.repeat(1000)])('%j is not an emoji', async (text) => {
  const { fan, id } = await sent();
  expect(await errorOf(add(fan, id, text))).toBe('invalid_request');
});

test('are limited per person and message', async () => {
  const { fan, performer, id } = await sent();
  const emoji = ['😀', '😁', '😂', '🤣', '😊', '😇', '🙂', '😉', '😍', '🥰', '😘'];
  for (const one of emoji.slice(0, limits.messageReactionsMax)) expect((await add(fan, id, one)).status).toBe(200);
  expect(await errorOf(add(fan, id, emoji[limits.messageReactionsMax] ?? ''))).toBe('reaction_limit');
  expect((await add(performer, id, '😘')).status).toBe(200);
});

test('are rejected for strangers, for deleted messages, and between people when one has blocked the other', async () => {
  const { fan, performer, conversationId, id } = await sent();
  expect(await errorOf(add(await signUpFan(testHost), id, '👍'))).toBe('message_not_found');
  await add(performer, id, '👍');
  const { data: other } = await sendMessage(testHost, fan, conversationId, { text: 'One more' });
  await add(fan, other._id, '👍');
  await testHost.call('DELETE /messages/:id', { params: { id: other._id } }, { token: fan.token });
  expect(await errorOf(add(fan, other._id, '👍'))).toBe('message_not_found');
  expect(await errorOf(remove(fan, other._id, '👍'))).toBe('message_not_found');
  expect(await testHost.ctx.db.$count(messageReactions, eq(messageReactions.messageId, other._id))).toBe(0);
  await testHost.call('POST /block/users', { body: { targetId: fan.id } }, { token: performer.token });
  expect(await errorOf(add(fan, id, '👎'))).toBe('blocked_by_performer');
  expect(await errorOf(add(performer, id, '👎'))).toBe('blocked_by_user');
  expect((await remove(performer, id, '👍')).data.reactions).toEqual([]);
});

test('are read with the page, without a query for each message', async () => {
  const { fan, conversationId, id } = await sent();
  await add(fan, id, '👍');
  const few = await countQueries(testHost, () => readMessages(testHost, fan, conversationId));
  for (let index = 0; index < 10; index += 1) {
    const { data } = await sendMessage(testHost, fan, conversationId, { text: String(index) });
    await add(fan, data._id, '👍');
  }
  const many = await countQueries(testHost, () => readMessages(testHost, fan, conversationId));
  expect(many.queries).toBe(few.queries);
});
