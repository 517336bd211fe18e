/** The chat of shows: reading, writing, moderation, and delivery of events. */
import { eq } from 'drizzle-orm';
import { violatedInvariants } from '../../../../tests/kit/money/ledger';
import { eventually } from '../../../../tests/kit/timing/eventually';
import { openSocket } from '../../../../tests/kit/host/test-socket';
import { endShow, joinShow, goLive, openLiveTestHost, startShow, type LiveTestHost } from '../../../../tests/kit/live/shows';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../../tests/kit/people/people';
import { addFollow, addSubscription } from '../../../../tests/kit/content/posts';
import type { TestHost } from '../../../../tests/kit/host/test-host';
import { accounts } from '../../../platform/db/schema/accounts';

let opened: LiveTestHost;
let testHost: TestHost;
beforeAll(async () => {
  opened = await openLiveTestHost();
  ({ testHost } = opened);
});
afterAll(async () => {
  expect(await violatedInvariants(testHost)).toEqual([]);
  await testHost.close();
});

type TestAccount = Awaited<ReturnType<typeof signUpFan>>;
const errorOf = async (call: Promise<{ errorBody: { error: string } }>) => (await call).errorBody.error;
const missingId = () => testHost.ctx.random.id();
const send = (who: TestAccount, id: string, text: string, clientKey?: string) =>
  testHost.call('POST /messages/stream/:id', { params: { id }, body: { text, ...(clientKey && { clientKey }) } }, { token: who.token });
const read = (who: TestAccount, id: string, query: object = {}) =>
  testHost.call('GET /messages/stream/:id', { params: { id }, query }, { token: who.token });
const readAsPublic = (who: TestAccount, id: string) =>
  testHost.call('GET /messages/conversations/public/:id', { params: { id }, query: {} }, { token: who.token });
const remove = (who: TestAccount, id: string) => testHost.call('DELETE /messages/:id', { params: { id } }, { token: who.token });
const clear = (who: TestAccount, id: string) =>
  testHost.call('DELETE /messages/stream/:id/remove-all-message', { params: { id } }, { token: who.token });
const mute = (who: TestAccount, id: string, userId: string, seconds: number | null = null) =>
  testHost.call('POST /messages/stream/:id/mutes', { params: { id }, body: { userId, seconds } }, { token: who.token });
const unmute = (who: TestAccount, id: string, userId: string) =>
  testHost.call('DELETE /messages/stream/:id/mutes/:userId', { params: { id, userId } }, { token: who.token });
const changeRules = (
  who: TestAccount,
  id: string,
  body: {
    slowModeSeconds?: number;
    chatAudience?: 'viewers' | 'followers' | 'subscribers';
    words?: string[];
    moderatorIds?: string[];
    name?: string;
  },
) => testHost.call('PUT /conversations/stream/:id/update', { params: { id }, body }, { token: who.token });
const chatOf = (who: TestAccount | null, performer: string) =>
  testHost.call('GET /conversations/stream/performer/:id', { params: { id: performer } }, { token: who?.token ?? null });
const texts = async (who: TestAccount, id: string) => (await read(who, id)).data.data.map(({ text }) => text);

/** A show with a fan who watches it. */
async function showWithFan() {
  const [performer, fan] = [await signUpPerformer(testHost), await signUpFan(testHost)];
  const stream = await goLive(opened, performer);
  await addSubscription(testHost, fan, performer);
  return { performer, fan, stream, id: stream.conversationId };
}

describe('a chat', () => {
  test('delivers messages to everyone in the show, including the sender and later viewers', async () => {
    const { performer, fan, stream, id } = await showWithFan();
    const [performerSocket, fanSocket] = [await joinShow(testHost, performer, stream._id), await joinShow(testHost, fan, stream._id)];
    const sent = await send(fan, id, ' Good evening! ', 'key-1');
    expect(sent.data).toMatchObject({
      text: 'Good evening!',
      type: 'text',
      clientKey: 'key-1',
      senderRole: 'viewer',
      sender: { _id: fan.id },
    });
    expect((await send(fan, id, 'Good evening!', 'key-1')).data._id).toBe(sent.data._id);
    await send(performer, id, 'Welcome');
    await eventually(() => {
      for (const socket of [performerSocket, fanSocket])
        expect(socket.received('stream/message-created').flatMap(({ messages }) => messages.map(({ text }) => text))).toEqual([
          'Good evening!',
          'Welcome',
        ]);
    });
    const later = await testHost.call('GET /streaming/join/:id', { params: { id: stream._id } }, { token: fan.token });
    expect(later.data.messages.map(({ text }) => text)).toEqual(['Welcome', 'Good evening!']);
    expect(later.data.conversation).toMatchObject({ canWrite: true, role: 'viewer', words: [], moderators: [] });
    performerSocket.close();
    fanSocket.close();
  });

  test('batches messages sent within a short time into fewer events', async () => {
    const { performer, fan, stream, id } = await showWithFan();
    const socket = await joinShow(testHost, performer, stream._id);
    await Promise.all(Array.from({ length: 30 }, (_none, index) => send(fan, id, `line ${String(index)}`)));
    await eventually(() => {
      expect(socket.received('stream/message-created').flatMap(({ messages }) => messages)).toHaveLength(30);
    });
    expect(socket.received('stream/message-created').length).toBeLessThan(30);
    socket.close();
  });

  test('is paged without gaps, and starts empty in each session', async () => {
    const { performer, fan, stream, id } = await showWithFan();
    for (const text of ['one', 'two', 'three']) await send(fan, id, text);
    const first = (await read(fan, id, { limit: 2 })).data;
    const second = (await read(fan, id, { limit: 2, cursor: first.nextCursor ?? '' })).data;
    expect([...first.data, ...second.data].map(({ text }) => text)).toEqual(['three', 'two', 'one']);
    expect((await readAsPublic(fan, id)).data.total).toBe(3);
    await endShow(testHost, performer, stream._id);
    expect(await errorOf(send(fan, id, 'Still there?'))).toBe('stream_offline');
    expect(await texts(fan, id)).toEqual(['three', 'two', 'one']);
    await startShow(testHost, performer);
    expect(await texts(fan, id)).toEqual([]);
  });

  test('is available only to accounts that may watch', async () => {
    const { performer, fan, stream, id } = await showWithFan();
    const stranger = await signUpFan(testHost);
    for (const call of [read, readAsPublic]) {
      expect(await errorOf(call(stranger, missingId()))).toBe('conversation_not_found');
      expect(await errorOf(call(stranger, id))).toBe('subscription_required');
    }
    expect(await errorOf(send(stranger, missingId(), 'Hello'))).toBe('conversation_not_found');
    expect(await errorOf(send(stranger, id, 'Hello'))).toBe('subscription_required');
    await testHost.call(
      'PUT /streaming/live/:id',
      { params: { id: stream._id }, body: { isFree: false, price: 5 } },
      { token: performer.token },
    );
    for (const call of [read, readAsPublic]) expect(await errorOf(call(fan, id))).toBe('content_locked');
    expect(await errorOf(send(fan, id, 'Hello'))).toBe('content_locked');
    await testHost.call('POST /block/users', { body: { targetId: stranger.id } }, { token: performer.token });
    for (const call of [read, readAsPublic]) expect(await errorOf(call(stranger, id))).toBe('blocked_by_performer');
    expect(await errorOf(send(stranger, id, 'Hello'))).toBe('blocked_by_performer');
    expect(await errorOf(chatOf(stranger, performer.id))).toBe('blocked_by_performer');
  });

  test("is found by its performer's id or username, also by guests and before the first show", async () => {
    const performer = await signUpPerformer(testHost);
    expect(await errorOf(chatOf(null, performer.id))).toBe('stream_not_found');
    expect(await errorOf(chatOf(null, 'missing-username'))).toBe('performer_not_found');
    await testHost.call('GET /streaming/mine', {}, { token: performer.token });
    const { data } = await chatOf(null, performer.username);
    expect(data).toMatchObject({ type: 'stream', performerId: performer.id, canWrite: false, role: 'viewer' });
  });
});

describe('chat rules', () => {
  test('limit writing to followers or subscribers', async () => {
    const { performer, fan, id } = await showWithFan();
    await changeRules(performer, id, { chatAudience: 'followers' });
    expect(await errorOf(send(fan, id, 'Hello'))).toBe('follow_required');
    expect((await chatOf(fan, performer.id)).data).toMatchObject({ canWrite: false, writeNeeds: ['follow'] });
    await addFollow(testHost, fan, performer);
    expect((await send(fan, id, 'Hello')).status).toBe(200);
    await changeRules(performer, id, { chatAudience: 'subscribers' });
    expect((await send(fan, id, 'Hello')).status).toBe(200);
  });

  test('reject blocked words in any case or Unicode form', async () => {
    const { performer, fan, id } = await showWithFan();
    await changeRules(performer, id, { words: ['Spoiler', 'buy now'] });
    for (const text of ['a SPOILER!', 'ｓｐｏｉｌｅｒ', 'Buy Now and here'])
      expect(await errorOf(send(fan, id, text))).toBe('forbidden_words');
    expect((await send(performer, id, 'No spoiler please')).status).toBe(200);
    expect((await chatOf(fan, performer.id)).data.words).toEqual([]);
    expect((await chatOf(performer, performer.id)).data.words).toEqual(['spoiler', 'buy now']);
  });

  test('apply slow mode to everyone but moderators, also for concurrent messages', async () => {
    const { performer, fan, id } = await showWithFan();
    await changeRules(performer, id, { slowModeSeconds: 30 });
    const both = await Promise.all([send(fan, id, 'one'), send(fan, id, 'two')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 429]);
    const slowed = await send(fan, id, 'three');
    expect(slowed.errorBody.error).toBe('slow_mode');
    expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(20);
    for (const text of ['one', 'two']) expect((await send(performer, id, text)).status).toBe(200);
    testHost.clock.advance({ seconds: 31 });
    expect((await send(fan, id, 'three')).status).toBe(200);
  });

  test('can be changed by the owner and moderators, the moderators only by the owner', async () => {
    const { performer, fan, id } = await showWithFan();
    const [moderator, operator] = [await signUpFan(testHost), await signUpOperator(testHost)];
    expect(await errorOf(changeRules(fan, id, { slowModeSeconds: 5 }))).toBe('not_owner');
    expect(await errorOf(changeRules(operator, id, { slowModeSeconds: 5 }))).toBe('not_owner');
    expect(await errorOf(changeRules(fan, missingId(), {}))).toBe('conversation_not_found');
    expect(await errorOf(changeRules(performer, id, { moderatorIds: [missingId()] }))).toBe('user_not_found');
    const deleted = await signUpFan(testHost);
    await testHost.ctx.db.update(accounts).set({ status: 'deleted' }).where(eq(accounts.id, deleted.id));
    expect(await errorOf(changeRules(performer, id, { moderatorIds: [deleted.id] }))).toBe('user_not_found');
    expect((await changeRules(performer, id, { moderatorIds: [moderator.id], name: 'The studio' })).data).toMatchObject({
      name: 'The studio',
      moderators: [{ _id: moderator.id }],
    });
    expect((await changeRules(moderator, id, { slowModeSeconds: 5 })).data).toMatchObject({ slowModeSeconds: 5, role: 'moderator' });
    expect(await errorOf(changeRules(moderator, id, { moderatorIds: [fan.id] }))).toBe('not_owner');
  });
});

describe('chat moderation', () => {
  test('the sender and moderators can delete a message for everyone', async () => {
    const { performer, fan, stream, id } = await showWithFan();
    const [other, operator] = [await signUpFan(testHost), await signUpOperator(testHost)];
    await addSubscription(testHost, other, performer);
    const socket = await joinShow(testHost, other, stream._id);
    const ids: string[] = [];
    for (const text of ['first', 'second', 'third']) ids.push((await send(fan, id, text)).data._id);
    const [first = '', second = '', third = ''] = ids;
    expect(await errorOf(remove(other, first))).toBe('not_owner');
    expect((await remove(fan, first)).data).toMatchObject({ _id: first, isDeleted: true, text: '' });
    expect((await remove(fan, first)).status).toBe(200);
    expect((await remove(performer, second)).data.isDeleted).toBe(true);
    expect((await remove(operator, third)).data.isDeleted).toBe(true);
    await eventually(() => {
      expect(socket.received('stream/message-deleted').map(({ _id }) => _id)).toEqual(ids);
    });
    expect(await texts(fan, id)).toEqual(['', '', '']);
    socket.close();
  });

  test('clearing empties the chat for everyone; later messages stay', async () => {
    const { performer, fan, stream, id } = await showWithFan();
    const socket = await joinShow(testHost, fan, stream._id);
    for (const text of ['one', 'two']) await send(fan, id, text);
    expect(await errorOf(clear(fan, id))).toBe('not_owner');
    expect(await errorOf(clear(fan, missingId()))).toBe('conversation_not_found');
    expect((await clear(performer, id)).data).toEqual({ cleared: 2 });
    expect((await clear(performer, id)).data).toEqual({ cleared: 0 });
    await send(fan, id, 'three');
    expect(await texts(fan, id)).toEqual(['three']);
    await eventually(() => {
      expect(socket.received('stream/cleared')).toHaveLength(2);
    });
    socket.close();
  });

  test('a muted account cannot write until the mute expires or is removed', async () => {
    const { performer, fan, id } = await showWithFan();
    const socket = await openSocket(testHost, fan.token);
    expect((await mute(performer, id, fan.id, 60)).data.isMuted).toBe(true);
    expect(await errorOf(send(fan, id, 'Hello'))).toBe('chat_muted');
    expect((await chatOf(fan, performer.id)).data).toMatchObject({ isMuted: true, canWrite: false });
    testHost.clock.advance({ seconds: 61 });
    expect((await send(fan, id, 'Hello')).status).toBe(200);
    expect((await mute(performer, id, fan.id)).data).toEqual({ isMuted: true, until: null });
    testHost.clock.advance({ hours: 20 });
    expect(await errorOf(send(fan, id, 'Hello'))).toBe('chat_muted');
    expect((await unmute(performer, id, fan.id)).data).toEqual({ isMuted: false, until: null });
    await eventually(() => {
      expect(socket.received('stream/muted').map(({ isMuted }) => isMuted)).toEqual([true, true, false]);
    });
    socket.close();
  });

  test('the owner and moderators can mute, but the owner cannot be muted', async () => {
    const { performer, fan, id } = await showWithFan();
    const moderator = await signUpFan(testHost);
    await changeRules(performer, id, { moderatorIds: [moderator.id] });
    expect(await errorOf(mute(fan, id, moderator.id))).toBe('not_owner');
    expect(await errorOf(unmute(fan, id, moderator.id))).toBe('not_owner');
    for (const call of [mute, unmute]) {
      expect(await errorOf(call(performer, missingId(), fan.id))).toBe('conversation_not_found');
      expect(await errorOf(call(performer, id, missingId()))).toBe('user_not_found');
    }
    expect(await errorOf(mute(performer, id, performer.id))).toBe('self_not_allowed');
    expect(await errorOf(mute(moderator, id, performer.id))).toBe('not_owner');
    expect((await mute(moderator, id, fan.id)).status).toBe(200);
    expect(await errorOf(send(fan, id, 'Hello'))).toBe('chat_muted');
  });
});
