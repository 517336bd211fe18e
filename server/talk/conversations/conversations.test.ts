/** Conversations through their endpoints: one for two people, who may begin it, and how lists find it. */
import { eq, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { conversationMembers } from '@server/platform/db/schema/schema';
import { io } from 'socket.io-client';
import { listenAs } from '../../../tests/support/ear';
import { eventually } from '../../../tests/kit/timing/eventually';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { letSubscribe } from '../../../tests/support/posts';
import { countingQueries } from '../../../tests/support/queries';
import { say, talkOf } from '../../../tests/support/talk';
import { fanWithTokens, performerAt, subscribe } from '../../../tests/support/subscriptions';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let visitorCountry: string | null = null;
beforeAll(async () => {
  world = await openWorld({}, { geo: { countryOf: () => Promise.resolve(visitorCountry) } });
});
afterAll(() => world.close());
beforeEach(() => {
  visitorCountry = null;
});

interface Somebody {
  id: string;
  token: string;
}
type Source = 'user' | 'performer';
const open = (who: Somebody, source: Source, sourceId: string) =>
  world.call('POST /conversations', { body: { source, sourceId } }, { token: who.token });
const errorOf = async (call: Promise<{ refusal: { error: string } }>) => (await call).refusal.error;
const list = async (who: Somebody, query: object = {}) => (await world.call('GET /conversations', { query }, { token: who.token })).data;
const search = async (who: Somebody, q: string) =>
  (await world.call('GET /conversations/search', { query: { q } }, { token: who.token })).data;
const ids = ({ data }: { data: { _id: string }[] }) => data.map(({ _id }) => _id);

describe('a conversation', () => {
  test('is one for two people, whoever opens it and however many at once', async () => {
    const [fan, performer] = [await signUpFan(world), await signUpPerformer(world)];
    await world.call('POST /follows/:id', { params: { id: performer.id } }, { token: fan.token });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? open(fan, 'performer', performer.id) : open(performer, 'user', fan.id))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(answers.map(({ data }) => data._id)).size).toBe(1);
    expect(await world.ctx.db.$count(conversationMembers, eq(conversationMembers.accountId, fan.id))).toBe(1);
  });

  test('is counted with the days that were asked for', async () => {
    const [fan, performer] = [await signUpFan(world), await signUpPerformer(world)];
    await open(fan, 'performer', performer.id);
    expect(await list(fan)).toMatchObject({ total: 1 });
    expect(await list(fan, { toDate: '2020-01-01' })).toMatchObject({ data: [], total: 0 });
  });

  test('is begun with performers by anybody, and by performers with their fans alone', async () => {
    const [fan, other, performer] = [await signUpFan(world), await signUpFan(world), await signUpPerformer(world)];
    const waiting = await signUpPerformer(world, undefined, 'pending');
    expect(await errorOf(open(fan, 'user', other.id))).toBe('conversation_not_allowed');
    expect(await errorOf(open(performer, 'user', fan.id))).toBe('conversation_not_allowed');
    expect(await errorOf(open(fan, 'performer', fan.id))).toBe('self_not_allowed');
    for (const [source, id] of [
      ['performer', other.id],
      ['performer', waiting.id],
      ['performer', world.ctx.chance.id()],
      ['user', performer.id],
    ] as const)
      expect(await errorOf(open(fan, source, id))).toBe('account_not_found');
    await letSubscribe(world, fan, performer);
    expect((await open(performer, 'user', fan.id)).status).toBe(200);
    const blocked = await signUpFan(world);
    await world.call('POST /follows/:id', { params: { id: performer.id } }, { token: blocked.token });
    await world.call('POST /block/users', { body: { targetId: performer.id } }, { token: blocked.token });
    expect(await errorOf(open(performer, 'user', blocked.id))).toBe('account_not_found');
    expect(await errorOf(open(blocked, 'performer', performer.id))).toBe('blocked_by_performer');
  });

  test('that nothing was said in is on the list of whoever opened it, and on no other', async () => {
    const [fan, performer] = [await signUpFan(world), await signUpPerformer(world)];
    const id = await talkOf(world, fan, performer);
    expect([ids(await list(fan)), ids(await list(performer))]).toEqual([[id], []]);
    await say(world, fan, id, { text: 'Hello' });
    expect(ids(await list(performer))).toEqual([id]);
  });

  test('is there for whoever subscribes, and both are told', async () => {
    const performer = await performerAt(world, 500n, 5000n, 3);
    const fan = await fanWithTokens(world, 50);
    const ear = await listenAs(world, performer.token);
    await subscribe(world, fan, performer, { source: 'wallet' });
    expect(await list(performer)).toMatchObject({
      total: 1,
      data: [{ recipient: { _id: fan.id }, isSubscribed: true, lastMessage: null }],
    });
    await eventually(() => expect(ear.heard('conversation/changed').at(-1)).toMatchObject({ isSubscribed: true }));
    ear.close();
  });

  test('is muted for one of the two', async () => {
    const [fan, performer] = [await signUpFan(world), await signUpPerformer(world)];
    const id = await talkOf(world, fan, performer);
    const { data } = await world.call('PUT /conversations/:id', { params: { id }, body: { isMuted: true } }, { token: fan.token });
    expect(data.isMuted).toBe(true);
    await say(world, fan, id, { text: 'Hello' });
    expect((await list(performer)).data[0]?.isMuted).toBe(false);
  });
});

describe('lists', () => {
  test('begin with the last spoken in, go on from a cursor, and are narrowed', async () => {
    const performer = await signUpPerformer(world);
    const fans = [await signUpFan(world, 'karla'), await signUpFan(world, 'berta'), await signUpFan(world, 'zita')];
    const talks: string[] = [];
    for (const fan of fans) {
      world.clock.advance({ seconds: 1 });
      const id = await talkOf(world, fan, performer);
      await say(world, fan, id, { text: `From ${fan.username}: the lighthouse` });
      talks.unshift(id);
    }
    expect(ids(await list(performer))).toEqual(talks);
    const first = await list(performer, { limit: 2 });
    expect(first).toMatchObject({ total: 3, isMore: true });
    const rest = await list(performer, { limit: 2, cursor: first.nextCursor });
    expect([ids(rest), rest.isMore]).toEqual([talks.slice(2), false]);
    expect(ids(await list(performer, { keyword: 'BERT' }))).toEqual([talks[1]]);
    await world.call('POST /messages/read-all/:id', { params: { id: talks[0] ?? '' } }, { token: performer.token });
    expect(ids(await list(performer, { isUnread: true }))).toEqual(talks.slice(1));
    expect(ids(await list(performer, { isUnread: false }))).toEqual(talks.slice(0, 1));
    await letSubscribe(world, fans[0] as Somebody, performer);
    expect(ids(await list(performer, { isSubscribed: true }))).toEqual([talks[2]]);
    expect(ids(await search(performer, 'light'))).toEqual(talks);
    expect(ids(await search(performer, 'berta'))).toEqual([talks[1]]);
    expect(ids(await search(performer, "zi'ta & ' p "))).toEqual([]);
    expect(ids(await search(fans[1] as Somebody, 'karla'))).toEqual([]);
    expect(ids(await search(performer, '&&&'))).toEqual([]);
  });

  test('are found by how a word begins, and by a whole word alone where very many messages hold it', async () => {
    const performer = await signUpPerformer(world);
    const fan = await signUpFan(world);
    const [often, once] = [await talkOf(world, fan, performer), await fanTalk(performer)];
    await say(world, performer, once, { text: 'Harbours' });
    await say(world, performer, often, { text: 'A harbour' });
    expect(ids(await search(performer, 'harbour'))).toEqual([often, once]);
    await world.ctx.db.execute(sql`
      insert into messages (id, conversation_id, seq, sender_id, receiver_id, type, text, created_at, updated_at)
      select gen_random_uuid(), ${often}, 1 + n, ${fan.id}, ${performer.id}, 'text', 'harbour', now(), now()
      from generate_series(1, ${limits.page.countedInTalksMax}::int) n`);
    expect(ids(await search(performer, 'harbour'))).toEqual([often]);
    expect(ids(await search(performer, 'harb'))).toEqual([often, once]);
  });

  test('cost the same number of queries however long they are', async () => {
    const performer = await signUpPerformer(world);
    for (let index = 0; index < 12; index += 1) await say(world, performer, await fanTalk(performer), { text: 'Hello' });
    const reading = (limit: number) => countingQueries(world, () => list(performer, { limit }));
    await reading(100);
    const [few, many] = [await reading(2), await reading(100)];
    expect(many.result.data).toHaveLength(12);
    expect(many.queries).toBe(few.queries);
  });
});

async function fanTalk(performer: Somebody): Promise<string> {
  return talkOf(world, await signUpFan(world), performer);
}

describe('over the socket', () => {
  const someId = '01890000-0000-7000-8000-000000000000';
  const connect = async (who: Somebody) => {
    const socket = io(world.url, { transports: ['websocket'], forceNew: true, query: { token: who.token } });
    await new Promise<void>((resolve) => void socket.once('connect', resolve));
    await socket.timeout(5000).emitWithAck('auth/login', { token: who.token });
    return socket;
  };

  test('typing is told to the other alone, unless one hides it', async () => {
    const [fan, performer, stranger] = [await signUpFan(world), await signUpPerformer(world), await signUpFan(world)];
    const id = await talkOf(world, fan, performer);
    const hers = await listenAs(world, performer.token);
    const [mine, others] = [await connect(fan), await connect(stranger)];
    const typing = (socket: typeof mine, conversationId = id) =>
      socket.timeout(5000).emitWithAck('conversation/typing', { conversationId, isTyping: true }) as Promise<unknown>;
    expect(await typing(mine)).toEqual({ ok: true, data: { told: true } });
    await eventually(() =>
      expect(hers.heard('conversation/typing')).toMatchObject([{ conversationId: id, accountId: fan.id, isTyping: true }]),
    );
    expect(await typing(others)).toEqual({ ok: false, error: 'conversation_not_found' });
    expect(others.connected).toBe(true);
    await world.call('PUT /users', { body: { privacy: { typing: false } } }, { token: fan.token });
    expect(await typing(mine)).toEqual({ ok: true, data: { told: false } });
    mine.close();
    others.close();
    hers.close();
  });

  test('reading and receiving are said for the own conversations alone', async () => {
    const [fan, performer] = [await signUpFan(world), await signUpPerformer(world)];
    const id = await talkOf(world, fan, performer);
    await say(world, fan, id, { text: 'Hello' });
    const [hers, others] = [await connect(performer), await connect(await signUpFan(world))];
    const mine = await listenAs(world, fan.token);
    const emit = (socket: typeof hers, name: string, payload: object) =>
      socket.timeout(5000).emitWithAck(name, payload) as Promise<unknown>;
    expect(await emit(others, 'conversation/seen', { conversationId: id })).toEqual({ ok: false, error: 'conversation_not_found' });
    await emit(others, 'conversation/delivered', { conversationId: id, seq: 1 });
    expect(await emit(hers, 'conversation/delivered', { conversationId: id, seq: 99 })).toMatchObject({ ok: true });
    expect(await emit(hers, 'conversation/seen', { conversationId: id })).toEqual({ ok: true, data: { seq: 1 } });
    await eventually(() => {
      expect(mine.heard('conversation/delivered')).toMatchObject([{ seq: 1 }]);
      expect(mine.heard('conversation/seen')).toMatchObject([{ seq: 1 }]);
    });
    hers.close();
    others.close();
    mine.close();
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
  ])('%s that says %p is refused, and the connection stays', async (name, payload) => {
    const socket = await connect(await signUpFan(world));
    expect(await socket.timeout(5000).emitWithAck(name, payload)).toEqual({ ok: false, error: 'invalid_request' });
    expect(socket.connected).toBe(true);
    socket.close();
  });

  test('presence is told of performers and of partners, as long as it is watched', async () => {
    const [fan, performer, stranger] = [await signUpFan(world), await signUpPerformer(world), await signUpFan(world)];
    await talkOf(world, fan, performer);
    const hers = await connect(performer);
    const watch = (accountIds: string[]) =>
      hers.timeout(5000).emitWithAck('presence/watch', { accountIds }) as Promise<{ data: { online: string[] } }>;
    const heard: { accountId: string; isOnline: boolean }[] = [];
    hers.on('presence/changed', (told: { accountId: string; isOnline: boolean }) => void heard.push(told));
    expect((await watch([fan.id, stranger.id])).data.online).toEqual([]);
    const [mine, others] = [await connect(fan), await connect(stranger)];
    await eventually(() => expect(heard.map(({ accountId, isOnline }) => [accountId, isOnline])).toContainEqual([fan.id, true]));
    expect(heard.some(({ accountId }) => accountId === stranger.id)).toBe(false);
    expect((await watch([fan.id])).data.online).toEqual([fan.id]);
    for (const socket of [hers, mine, others]) socket.close();
  });
});
