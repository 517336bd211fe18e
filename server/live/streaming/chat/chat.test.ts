/** The chat of shows: who reads and writes in it, who keeps order, and what reaches whom. */
import { eq } from 'drizzle-orm';
import { brokenLaws } from '../../../../tests/support/books';
import { eventually } from '../../../../tests/kit/timing/eventually';
import { listenAs } from '../../../../tests/support/ear';
import { endShow, enter, goLive, openLiveWorld, startShow, type LiveWorld } from '../../../../tests/kit/live/shows';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../../tests/kit/people/people';
import { letFollow, letSubscribe } from '../../../../tests/support/posts';
import type { World } from '../../../../tests/kit/host/test-host';
import { accounts } from '../../../platform/db/schema/schema';

let opened: LiveWorld;
let world: World;
beforeAll(async () => {
  opened = await openLiveWorld();
  ({ world } = opened);
});
afterAll(async () => {
  expect(await brokenLaws(world)).toEqual([]);
  await world.close();
});

type Somebody = Awaited<ReturnType<typeof signUpFan>>;
const errorOf = async (call: Promise<{ refusal: { error: string } }>) => (await call).refusal.error;
const nobody = () => world.ctx.chance.id();
const say = (who: Somebody, id: string, text: string, clientKey?: string) =>
  world.call('POST /messages/stream/:id', { params: { id }, body: { text, ...(clientKey && { clientKey }) } }, { token: who.token });
const read = (who: Somebody, id: string, query: object = {}) =>
  world.call('GET /messages/stream/:id', { params: { id }, query }, { token: who.token });
const readAsPublic = (who: Somebody, id: string) =>
  world.call('GET /messages/conversations/public/:id', { params: { id }, query: {} }, { token: who.token });
const remove = (who: Somebody, id: string) => world.call('DELETE /messages/:id', { params: { id } }, { token: who.token });
const clear = (who: Somebody, id: string) =>
  world.call('DELETE /messages/stream/:id/remove-all-message', { params: { id } }, { token: who.token });
const mute = (who: Somebody, id: string, userId: string, seconds: number | null = null) =>
  world.call('POST /messages/stream/:id/mutes', { params: { id }, body: { userId, seconds } }, { token: who.token });
const unmute = (who: Somebody, id: string, userId: string) =>
  world.call('DELETE /messages/stream/:id/mutes/:userId', { params: { id, userId } }, { token: who.token });
const rule = (
  who: Somebody,
  id: string,
  body: {
    slowModeSeconds?: number;
    chatAudience?: 'viewers' | 'followers' | 'subscribers';
    words?: string[];
    moderatorIds?: string[];
    name?: string;
  },
) => world.call('PUT /conversations/stream/:id/update', { params: { id }, body }, { token: who.token });
const chatOf = (who: Somebody | null, performer: string) =>
  world.call('GET /conversations/stream/performer/:id', { params: { id: performer } }, { token: who?.token ?? null });
const texts = async (who: Somebody, id: string) => (await read(who, id)).data.data.map(({ text }) => text);

/** A show with a fan who watches it. */
async function chatting() {
  const [performer, fan] = [await signUpPerformer(world), await signUpFan(world)];
  const stream = await goLive(opened, performer);
  await letSubscribe(world, fan, performer);
  return { performer, fan, stream, id: stream.conversationId };
}

describe('a chat', () => {
  test('brings what is said to everybody in the show, the sender included, and to whoever comes later', async () => {
    const { performer, fan, stream, id } = await chatting();
    const [hers, his] = [await enter(world, performer, stream._id), await enter(world, fan, stream._id)];
    const said = await say(fan, id, ' Good evening! ', 'key-1');
    expect(said.data).toMatchObject({
      text: 'Good evening!',
      type: 'text',
      clientKey: 'key-1',
      senderRole: 'viewer',
      sender: { _id: fan.id },
    });
    expect((await say(fan, id, 'Good evening!', 'key-1')).data._id).toBe(said.data._id);
    await say(performer, id, 'Welcome');
    await eventually(() => {
      for (const ear of [hers, his])
        expect(ear.heard('stream/message-created').flatMap(({ messages }) => messages.map(({ text }) => text))).toEqual([
          'Good evening!',
          'Welcome',
        ]);
    });
    const later = await world.call('GET /streaming/join/:id', { params: { id: stream._id } }, { token: fan.token });
    expect(later.data.messages.map(({ text }) => text)).toEqual(['Welcome', 'Good evening!']);
    expect(later.data.conversation).toMatchObject({ canWrite: true, role: 'viewer', words: [], moderators: [] });
    hers.close();
    his.close();
  });

  test('sends what is said within a moment in one piece', async () => {
    const { performer, fan, stream, id } = await chatting();
    const ear = await enter(world, performer, stream._id);
    await Promise.all(Array.from({ length: 30 }, (_none, index) => say(fan, id, `line ${String(index)}`)));
    await eventually(() => {
      expect(ear.heard('stream/message-created').flatMap(({ messages }) => messages)).toHaveLength(30);
    });
    expect(ear.heard('stream/message-created').length).toBeLessThan(30);
    ear.close();
  });

  test('is paged without gaps, and that of a session begins empty', async () => {
    const { performer, fan, stream, id } = await chatting();
    for (const text of ['one', 'two', 'three']) await say(fan, id, text);
    const first = (await read(fan, id, { limit: 2 })).data;
    const second = (await read(fan, id, { limit: 2, cursor: first.nextCursor ?? '' })).data;
    expect([...first.data, ...second.data].map(({ text }) => text)).toEqual(['three', 'two', 'one']);
    expect((await readAsPublic(fan, id)).data.total).toBe(3);
    await endShow(world, performer, stream._id);
    expect(await errorOf(say(fan, id, 'Still there?'))).toBe('stream_offline');
    expect(await texts(fan, id)).toEqual(['three', 'two', 'one']);
    await startShow(world, performer);
    expect(await texts(fan, id)).toEqual([]);
  });

  test('is for who may watch', async () => {
    const { performer, fan, stream, id } = await chatting();
    const stranger = await signUpFan(world);
    for (const call of [read, readAsPublic]) {
      expect(await errorOf(call(stranger, nobody()))).toBe('conversation_not_found');
      expect(await errorOf(call(stranger, id))).toBe('subscription_required');
    }
    expect(await errorOf(say(stranger, nobody(), 'Hello'))).toBe('conversation_not_found');
    expect(await errorOf(say(stranger, id, 'Hello'))).toBe('subscription_required');
    await world.call(
      'PUT /streaming/live/:id',
      { params: { id: stream._id }, body: { isFree: false, price: 5 } },
      { token: performer.token },
    );
    for (const call of [read, readAsPublic]) expect(await errorOf(call(fan, id))).toBe('content_locked');
    expect(await errorOf(say(fan, id, 'Hello'))).toBe('content_locked');
    await world.call('POST /block/users', { body: { targetId: stranger.id } }, { token: performer.token });
    for (const call of [read, readAsPublic]) expect(await errorOf(call(stranger, id))).toBe('blocked_by_performer');
    expect(await errorOf(say(stranger, id, 'Hello'))).toBe('blocked_by_performer');
    expect(await errorOf(chatOf(stranger, performer.id))).toBe('blocked_by_performer');
  });

  test('is found by its performer, also by guests and before her first show', async () => {
    const performer = await signUpPerformer(world);
    expect(await errorOf(chatOf(null, performer.id))).toBe('stream_not_found');
    expect(await errorOf(chatOf(null, 'nobody-is-called-so'))).toBe('performer_not_found');
    await world.call('GET /streaming/mine', {}, { token: performer.token });
    const { data } = await chatOf(null, performer.username);
    expect(data).toMatchObject({ type: 'stream', performerId: performer.id, canWrite: false, role: 'viewer' });
  });
});

describe('the rules of a chat', () => {
  test('say who may write: followers, or subscribers', async () => {
    const { performer, fan, id } = await chatting();
    await rule(performer, id, { chatAudience: 'followers' });
    expect(await errorOf(say(fan, id, 'Hello'))).toBe('follow_required');
    expect((await chatOf(fan, performer.id)).data).toMatchObject({ canWrite: false, writeNeeds: ['follow'] });
    await letFollow(world, fan, performer);
    expect((await say(fan, id, 'Hello')).status).toBe(200);
    await rule(performer, id, { chatAudience: 'subscribers' });
    expect((await say(fan, id, 'Hello')).status).toBe(200);
  });

  test('refuse words, however they are written', async () => {
    const { performer, fan, id } = await chatting();
    await rule(performer, id, { words: ['Spoiler', 'buy now'] });
    for (const text of ['a SPOILER!', 'ｓｐｏｉｌｅｒ', 'Buy Now and here'])
      expect(await errorOf(say(fan, id, text))).toBe('forbidden_words');
    expect((await say(performer, id, 'No spoiler please')).status).toBe(200);
    expect((await chatOf(fan, performer.id)).data.words).toEqual([]);
    expect((await chatOf(performer, performer.id)).data.words).toEqual(['spoiler', 'buy now']);
  });

  test('slow everybody down but those who keep order, also when two are sent at once', async () => {
    const { performer, fan, id } = await chatting();
    await rule(performer, id, { slowModeSeconds: 30 });
    const both = await Promise.all([say(fan, id, 'one'), say(fan, id, 'two')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 429]);
    const slowed = await say(fan, id, 'three');
    expect(slowed.refusal.error).toBe('slow_mode');
    expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(20);
    for (const text of ['one', 'two']) expect((await say(performer, id, text)).status).toBe(200);
    world.clock.advance({ seconds: 31 });
    expect((await say(fan, id, 'three')).status).toBe(200);
  });

  test('are changed by its owner and her moderators, and who moderates by her alone', async () => {
    const { performer, fan, id } = await chatting();
    const [moderator, operator] = [await signUpFan(world), await signUpOperator(world)];
    expect(await errorOf(rule(fan, id, { slowModeSeconds: 5 }))).toBe('not_owner');
    expect(await errorOf(rule(operator, id, { slowModeSeconds: 5 }))).toBe('not_owner');
    expect(await errorOf(rule(fan, nobody(), {}))).toBe('conversation_not_found');
    expect(await errorOf(rule(performer, id, { moderatorIds: [nobody()] }))).toBe('user_not_found');
    const erased = await signUpFan(world);
    await world.ctx.db.update(accounts).set({ status: 'deleted' }).where(eq(accounts.id, erased.id));
    expect(await errorOf(rule(performer, id, { moderatorIds: [erased.id] }))).toBe('user_not_found');
    expect((await rule(performer, id, { moderatorIds: [moderator.id], name: 'The studio' })).data).toMatchObject({
      ...{ name: 'The studio', moderators: [{ _id: moderator.id }] },
    });
    expect((await rule(moderator, id, { slowModeSeconds: 5 })).data).toMatchObject({ slowModeSeconds: 5, role: 'moderator' });
    expect(await errorOf(rule(moderator, id, { moderatorIds: [fan.id] }))).toBe('not_owner');
  });
});

describe('order in a chat', () => {
  test('a message is deleted by its sender and by those who keep order, for everybody', async () => {
    const { performer, fan, stream, id } = await chatting();
    const [other, operator] = [await signUpFan(world), await signUpOperator(world)];
    await letSubscribe(world, other, performer);
    const ear = await enter(world, other, stream._id);
    const ids: string[] = [];
    for (const text of ['mine', 'hers', 'theirs']) ids.push((await say(fan, id, text)).data._id);
    const [mine = '', hers = '', theirs = ''] = ids;
    expect(await errorOf(remove(other, mine))).toBe('not_owner');
    expect((await remove(fan, mine)).data).toMatchObject({ _id: mine, isDeleted: true, text: '' });
    expect((await remove(fan, mine)).status).toBe(200);
    expect((await remove(performer, hers)).data.isDeleted).toBe(true);
    expect((await remove(operator, theirs)).data.isDeleted).toBe(true);
    await eventually(() => {
      expect(ear.heard('stream/message-deleted').map(({ _id }) => _id)).toEqual(ids);
    });
    expect(await texts(fan, id)).toEqual(['', '', '']);
    ear.close();
  });

  test('clearing empties the chat for everybody, and what is said later stands in it', async () => {
    const { performer, fan, stream, id } = await chatting();
    const ear = await enter(world, fan, stream._id);
    for (const text of ['one', 'two']) await say(fan, id, text);
    expect(await errorOf(clear(fan, id))).toBe('not_owner');
    expect(await errorOf(clear(fan, nobody()))).toBe('conversation_not_found');
    expect((await clear(performer, id)).data).toEqual({ cleared: 2 });
    expect((await clear(performer, id)).data).toEqual({ cleared: 0 });
    await say(fan, id, 'three');
    expect(await texts(fan, id)).toEqual(['three']);
    await eventually(() => {
      expect(ear.heard('stream/cleared')).toHaveLength(2);
    });
    ear.close();
  });

  test('whoever is muted writes no more, in no window, until the time is over or she is heard again', async () => {
    const { performer, fan, id } = await chatting();
    const ear = await listenAs(world, fan.token);
    expect((await mute(performer, id, fan.id, 60)).data.isMuted).toBe(true);
    expect(await errorOf(say(fan, id, 'Hello'))).toBe('chat_muted');
    expect((await chatOf(fan, performer.id)).data).toMatchObject({ isMuted: true, canWrite: false });
    world.clock.advance({ seconds: 61 });
    expect((await say(fan, id, 'Hello')).status).toBe(200);
    expect((await mute(performer, id, fan.id)).data).toEqual({ isMuted: true, until: null });
    world.clock.advance({ hours: 20 });
    expect(await errorOf(say(fan, id, 'Hello'))).toBe('chat_muted');
    expect((await unmute(performer, id, fan.id)).data).toEqual({ isMuted: false, until: null });
    await eventually(() => {
      expect(ear.heard('stream/muted').map(({ isMuted }) => isMuted)).toEqual([true, true, false]);
    });
    ear.close();
  });

  test('is kept by its owner and her moderators, and not against her', async () => {
    const { performer, fan, id } = await chatting();
    const moderator = await signUpFan(world);
    await rule(performer, id, { moderatorIds: [moderator.id] });
    expect(await errorOf(mute(fan, id, moderator.id))).toBe('not_owner');
    expect(await errorOf(unmute(fan, id, moderator.id))).toBe('not_owner');
    for (const call of [mute, unmute]) {
      expect(await errorOf(call(performer, nobody(), fan.id))).toBe('conversation_not_found');
      expect(await errorOf(call(performer, id, nobody()))).toBe('user_not_found');
    }
    expect(await errorOf(mute(performer, id, performer.id))).toBe('self_not_allowed');
    expect(await errorOf(mute(moderator, id, performer.id))).toBe('not_owner');
    expect((await mute(moderator, id, fan.id)).status).toBe(200);
    expect(await errorOf(say(fan, id, 'Hello'))).toBe('chat_muted');
  });
});
