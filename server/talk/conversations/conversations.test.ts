/** Conversations through the API: creation, lists, search, and socket events. */
import { eq, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { conversationMembers } from '@server/platform/db/schema/messages';
import { io } from 'socket.io-client';
import { openSocket } from '../../../tests/kit/host/test-socket';
import { eventually } from '../../../tests/kit/timing/eventually';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { addSubscription } from '../../../tests/kit/content/posts';
import { countQueries } from '../../../tests/kit/host/queries';
import { sendMessage, openConversation } from '../../../tests/kit/talk/conversations';
import { fanWithTokens, performerWithPrices, subscribe } from '../../../tests/kit/money/subscriptions';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { maxWait_ms } from '../../../tests/kit/timing/max-wait';

let testHost: TestHost;
let visitorCountry: string | null = null;
beforeAll(async () => {
  testHost = await openTestHost({}, { geo: { countryOf: () => Promise.resolve(visitorCountry) } });
});
afterAll(() => testHost.close());
beforeEach(() => {
  visitorCountry = null;
});

interface TestAccount {
  id: string;
  token: string;
}
type Source = 'user' | 'performer';
const open = (who: TestAccount, source: Source, sourceId: string) =>
  testHost.call('POST /conversations', { body: { source, sourceId } }, { token: who.token });
const errorOf = async (call: Promise<{ errorBody: { error: string } }>) => (await call).errorBody.error;
const list = async (who: TestAccount, query: object = {}) =>
  (await testHost.call('GET /conversations', { query }, { token: who.token })).data;
const search = async (who: TestAccount, q: string) =>
  (await testHost.call('GET /conversations/search', { query: { q } }, { token: who.token })).data;
const ids = ({ data }: { data: { _id: string }[] }) => data.map(({ _id }) => _id);

describe('a conversation', () => {
  test('is unique for two people, whichever of them opens it, also concurrently', async () => {
    const [fan, performer] = [await signUpFan(testHost), await signUpPerformer(testHost)];
    await testHost.call('POST /follows/:id', { params: { id: performer.id } }, { token: fan.token });
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? open(fan, 'performer', performer.id) : open(performer, 'user', fan.id))),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(responses.map(({ data }) => data._id)).size).toBe(1);
    expect(await testHost.ctx.db.$count(conversationMembers, eq(conversationMembers.accountId, fan.id))).toBe(1);
  });

  test('is counted within the requested dates', async () => {
    const [fan, performer] = [await signUpFan(testHost), await signUpPerformer(testHost)];
    await open(fan, 'performer', performer.id);
    expect(await list(fan)).toMatchObject({ total: 1 });
    expect(await list(fan, { toDate: '2020-01-01' })).toMatchObject({ data: [], total: 0 });
  });

  test('can be opened with a performer by anyone, and with a fan only by a performer that the fan follows or subscribes to', async () => {
    const [fan, other, performer] = [await signUpFan(testHost), await signUpFan(testHost), await signUpPerformer(testHost)];
    const pending = await signUpPerformer(testHost, undefined, 'pending');
    expect(await errorOf(open(fan, 'user', other.id))).toBe('conversation_not_allowed');
    expect(await errorOf(open(performer, 'user', fan.id))).toBe('conversation_not_allowed');
    expect(await errorOf(open(fan, 'performer', fan.id))).toBe('self_not_allowed');
    for (const [source, id] of [
      ['performer', other.id],
      ['performer', pending.id],
      ['performer', testHost.ctx.random.id()],
      ['user', performer.id],
    ] as const)
      expect(await errorOf(open(fan, source, id))).toBe('account_not_found');
    await addSubscription(testHost, fan, performer);
    expect((await open(performer, 'user', fan.id)).status).toBe(200);
    const blocked = await signUpFan(testHost);
    await testHost.call('POST /follows/:id', { params: { id: performer.id } }, { token: blocked.token });
    await testHost.call('POST /block/users', { body: { targetId: performer.id } }, { token: blocked.token });
    expect(await errorOf(open(performer, 'user', blocked.id))).toBe('account_not_found');
    expect(await errorOf(open(blocked, 'performer', performer.id))).toBe('blocked_by_performer');
  });

  test('without messages is listed only for the account that opened it', async () => {
    const [fan, performer] = [await signUpFan(testHost), await signUpPerformer(testHost)];
    const id = await openConversation(testHost, fan, performer);
    expect([ids(await list(fan)), ids(await list(performer))]).toEqual([[id], []]);
    await sendMessage(testHost, fan, id, { text: 'Hello' });
    expect(ids(await list(performer))).toEqual([id]);
  });

  test('is created by a subscription, and both are notified', async () => {
    const performer = await performerWithPrices(testHost, 500n, 5000n, 3);
    const fan = await fanWithTokens(testHost, 50);
    const socket = await openSocket(testHost, performer.token);
    await subscribe(testHost, fan, performer, { source: 'wallet' });
    expect(await list(performer)).toMatchObject({
      total: 1,
      data: [{ recipient: { _id: fan.id }, isSubscribed: true, lastMessage: null }],
    });
    await eventually(() => expect(socket.received('conversation/changed').at(-1)).toMatchObject({ isSubscribed: true }));
    socket.close();
  });

  test('is muted for one member only', async () => {
    const [fan, performer] = [await signUpFan(testHost), await signUpPerformer(testHost)];
    const id = await openConversation(testHost, fan, performer);
    const { data } = await testHost.call('PUT /conversations/:id', { params: { id }, body: { isMuted: true } }, { token: fan.token });
    expect(data.isMuted).toBe(true);
    await sendMessage(testHost, fan, id, { text: 'Hello' });
    expect((await list(performer)).data[0]?.isMuted).toBe(false);
  });
});

describe('lists', () => {
  test('are sorted by last message, paged by cursor, and filtered', async () => {
    const performer = await signUpPerformer(testHost);
    const fans = [await signUpFan(testHost, 'karla'), await signUpFan(testHost, 'berta'), await signUpFan(testHost, 'zita')];
    const conversationIds: string[] = [];
    for (const fan of fans) {
      testHost.clock.advance({ seconds: 1 });
      const id = await openConversation(testHost, fan, performer);
      await sendMessage(testHost, fan, id, { text: `From ${fan.username}: the lighthouse` });
      conversationIds.unshift(id);
    }
    expect(ids(await list(performer))).toEqual(conversationIds);
    const first = await list(performer, { limit: 2 });
    expect(first).toMatchObject({ total: 3, isMore: true });
    const rest = await list(performer, { limit: 2, cursor: first.nextCursor });
    expect([ids(rest), rest.isMore]).toEqual([conversationIds.slice(2), false]);
    expect(ids(await list(performer, { keyword: 'BERT' }))).toEqual([conversationIds[1]]);
    await testHost.call('POST /messages/read-all/:id', { params: { id: conversationIds[0] ?? '' } }, { token: performer.token });
    expect(ids(await list(performer, { isUnread: true }))).toEqual(conversationIds.slice(1));
    expect(ids(await list(performer, { isUnread: false }))).toEqual(conversationIds.slice(0, 1));
    await addSubscription(testHost, fans[0] as TestAccount, performer);
    expect(ids(await list(performer, { isSubscribed: true }))).toEqual([conversationIds[2]]);
    expect(ids(await search(performer, 'light'))).toEqual(conversationIds);
    expect(ids(await search(performer, 'berta'))).toEqual([conversationIds[1]]);
    expect(ids(await search(performer, "zi'ta & ' p "))).toEqual([]);
    expect(ids(await search(fans[1] as TestAccount, 'karla'))).toEqual([]);
    expect(ids(await search(performer, '&&&'))).toEqual([]);
  });

  test('are searched by word prefixes, or by whole words when very many messages contain the word', async () => {
    const performer = await signUpPerformer(testHost);
    const fan = await signUpFan(testHost);
    const [frequent, rare] = [await openConversation(testHost, fan, performer), await openFanConversation(performer)];
    await sendMessage(testHost, performer, rare, { text: 'Harbours' });
    await sendMessage(testHost, performer, frequent, { text: 'A harbour' });
    expect(ids(await search(performer, 'harbour'))).toEqual([frequent, rare]);
    await testHost.ctx.db.execute(sql`
      insert into messages (id, conversation_id, seq, sender_id, receiver_id, type, text, created_at, updated_at)
      select gen_random_uuid(), ${frequent}, 1 + n, ${fan.id}, ${performer.id}, 'text', 'harbour', now(), now()
      from generate_series(1, ${limits.page.countedInConversationsMax}::int) n`);
    expect(ids(await search(performer, 'harbour'))).toEqual([frequent]);
    expect(ids(await search(performer, 'harb'))).toEqual([frequent, rare]);
  });

  test('are loaded with the same number of queries for any length', async () => {
    const performer = await signUpPerformer(testHost);
    for (let index = 0; index < 12; index += 1)
      await sendMessage(testHost, performer, await openFanConversation(performer), { text: 'Hello' });
    const queriesFor = (limit: number) => countQueries(testHost, () => list(performer, { limit }));
    await queriesFor(100);
    const [few, many] = [await queriesFor(2), await queriesFor(100)];
    expect(many.result.data).toHaveLength(12);
    expect(many.queries).toBe(few.queries);
  });
});

async function openFanConversation(performer: TestAccount): Promise<string> {
  return openConversation(testHost, await signUpFan(testHost), performer);
}

describe('over the socket', () => {
  const someId = '01890000-0000-7000-8000-000000000000';
  const connect = async (who: TestAccount) => {
    const socket = io(testHost.url, { transports: ['websocket'], forceNew: true, query: { token: who.token } });
    await new Promise<void>((resolve) => void socket.once('connect', resolve));
    await socket.timeout(maxWait_ms).emitWithAck('auth/login', { token: who.token });
    return socket;
  };

  test('typing is sent only to the other member, unless the sender hides it', async () => {
    const [fan, performer, stranger] = [await signUpFan(testHost), await signUpPerformer(testHost), await signUpFan(testHost)];
    const id = await openConversation(testHost, fan, performer);
    const receiver = await openSocket(testHost, performer.token);
    const [sender, outsider] = [await connect(fan), await connect(stranger)];
    const typing = (socket: typeof sender, conversationId = id) =>
      socket.timeout(maxWait_ms).emitWithAck('conversation/typing', { conversationId, isTyping: true }) as Promise<unknown>;
    expect(await typing(sender)).toEqual({ ok: true, data: { told: true } });
    await eventually(() =>
      expect(receiver.received('conversation/typing')).toMatchObject([{ conversationId: id, accountId: fan.id, isTyping: true }]),
    );
    expect(await typing(outsider)).toEqual({ ok: false, error: 'conversation_not_found' });
    expect(outsider.connected).toBe(true);
    await testHost.call('PUT /users', { body: { privacy: { typing: false } } }, { token: fan.token });
    expect(await typing(sender)).toEqual({ ok: true, data: { told: false } });
    sender.close();
    outsider.close();
    receiver.close();
  });

  test("seen and delivered are accepted only for the caller's conversations", async () => {
    const [fan, performer] = [await signUpFan(testHost), await signUpPerformer(testHost)];
    const id = await openConversation(testHost, fan, performer);
    await sendMessage(testHost, fan, id, { text: 'Hello' });
    const [receiver, outsider] = [await connect(performer), await connect(await signUpFan(testHost))];
    const sender = await openSocket(testHost, fan.token);
    const emit = (socket: typeof receiver, name: string, payload: object) =>
      socket.timeout(maxWait_ms).emitWithAck(name, payload) as Promise<unknown>;
    expect(await emit(outsider, 'conversation/seen', { conversationId: id })).toEqual({ ok: false, error: 'conversation_not_found' });
    await emit(outsider, 'conversation/delivered', { conversationId: id, seq: 1 });
    expect(await emit(receiver, 'conversation/delivered', { conversationId: id, seq: 99 })).toMatchObject({ ok: true });
    expect(await emit(receiver, 'conversation/seen', { conversationId: id })).toEqual({ ok: true, data: { seq: 1 } });
    await eventually(() => {
      expect(sender.received('conversation/delivered')).toMatchObject([{ seq: 1 }]);
      expect(sender.received('conversation/seen')).toMatchObject([{ seq: 1 }]);
    });
    receiver.close();
    outsider.close();
    sender.close();
  });

  test.each([
    ['conversation/seen', { conversationId: 'nonsense' }],
    ['conversation/seen', null],
    ['conversation/delivered', { conversationId: someId, seq: 2 ** 31 }],
    ['conversation/delivered', { conversationId: someId, seq: -1 }],
    ['conversation/typing', { conversationId: someId }],
    ['conversation/typing', { conversationId: ['nonsense'], isTyping: true }],
    ['presence/watch', { accountIds: Array.from({ length: limits.watchedMax + 1 }, () => someId) }],
    ['presence/watch', 'nonsense'],
  ])('%s with payload %p is rejected without closing the connection', async (name, payload) => {
    const socket = await connect(await signUpFan(testHost));
    expect(await socket.timeout(maxWait_ms).emitWithAck(name, payload)).toEqual({ ok: false, error: 'invalid_request' });
    expect(socket.connected).toBe(true);
    socket.close();
  });

  test('presence is reported for performers and conversation partners while it is watched', async () => {
    const [fan, performer, stranger] = [await signUpFan(testHost), await signUpPerformer(testHost), await signUpFan(testHost)];
    await openConversation(testHost, fan, performer);
    const watcher = await connect(performer);
    const watch = (accountIds: string[]) =>
      watcher.timeout(maxWait_ms).emitWithAck('presence/watch', { accountIds }) as Promise<{ data: { online: string[] } }>;
    const received: { accountId: string; isOnline: boolean }[] = [];
    watcher.on('presence/changed', (change: { accountId: string; isOnline: boolean }) => void received.push(change));
    expect((await watch([fan.id, stranger.id])).data.online).toEqual([]);
    const [fanSocket, strangerSocket] = [await connect(fan), await connect(stranger)];
    await eventually(() => expect(received.map(({ accountId, isOnline }) => [accountId, isOnline])).toContainEqual([fan.id, true]));
    expect(received.some(({ accountId }) => accountId === stranger.id)).toBe(false);
    expect((await watch([fan.id])).data.online).toEqual([fan.id]);
    for (const socket of [watcher, fanSocket, strangerSocket]) socket.close();
  });
});
