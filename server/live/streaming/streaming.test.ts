/** Shows from their start to their end, through their endpoints, on an engine that keeps its rooms in memory. */
import { eq } from 'drizzle-orm';
import { accounts, performers, streamSessions } from '@server/platform/db/schema/schema';
import { lookAt } from './state';
import { eventually } from '../../../tests/kit/timing/eventually';
import { listenAs } from '../../../tests/support/ear';
import { endShow, goLive, openLiveWorld, startShow, tend, type LiveWorld } from '../../../tests/kit/live/shows';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { letFollow } from '../../../tests/support/posts';
import { inboxOf, spreadNews } from '../../../tests/support/told';
import type { World } from '../../../tests/kit/host/test-host';

let opened: LiveWorld;
let world: World;
beforeAll(async () => {
  opened = await openLiveWorld();
  ({ world } = opened);
});
afterEach(() => {
  opened.live.isAway = false;
});
afterAll(() => world.close());

const errorOf = async (call: Promise<{ refusal: { error: string } }>) => (await call).refusal.error;
const nobody = () => world.ctx.chance.id();
const join = (who: { token: string }, id: string) => world.call('GET /streaming/join/:id', { params: { id } }, { token: who.token });
const search = async (query: object = {}, token: string | null = null) =>
  (await world.call('GET /streaming/user/search', { query }, { token })).data.data;
const start = (who: { token: string }, body: { title?: string; isFree?: boolean; price?: number } = {}) =>
  world.call('POST /streaming/live', { body: { title: 'An evening', isFree: true, ...body } }, { token: who.token });
const change = (who: { token: string }, id: string, body: { title?: string; isFree?: boolean; price?: number }) =>
  world.call('PUT /streaming/live/:id', { params: { id }, body }, { token: who.token });
const mine = async (who: { token: string }) => (await world.call('GET /streaming/mine', {}, { token: who.token })).data;

describe('a show', () => {
  test('begins with its first picture, is found while it lasts, and tells who follows her once', async () => {
    const [performer, fan] = [await signUpPerformer(world), await signUpFan(world)];
    await letFollow(world, fan, performer);
    const ear = await listenAs(world, fan.token);
    const stream = await startShow(world, performer, { title: 'Painting by night' });
    expect(stream).toMatchObject({ status: 'idle', isStreaming: false, isFree: true, price: null, canWatch: true, role: 'owner' });
    expect(await search({ performerId: performer.id })).toEqual([]);
    opened.live.publish(stream.sessionId, performer.id);
    await tend(world);
    const [found] = await search({ performerId: performer.id });
    expect(found).toMatchObject({ _id: stream._id, title: 'Painting by night', status: 'live', canWatch: false, unlock: ['subscribe'] });
    await eventually(() => {
      expect(ear.heard('stream/started')).toMatchObject([{ streamId: stream._id, sessionId: stream.sessionId }]);
    });
    const page = await world.call('GET /performers/:id', { params: { id: performer.id } });
    expect(page.data).toMatchObject({ isLive: true, stream: { _id: stream._id, title: 'Painting by night', status: 'live' } });
    const lives = { performerIds: [performer.id], isLive: true };
    expect((await world.call('GET /performers/user/search', { query: lives })).data.data).toMatchObject([{ isLive: true }]);

    await endShow(world, performer, stream._id);
    expect(await search({ performerId: performer.id })).toEqual([]);
    await eventually(() => {
      expect(ear.heard('stream/ended')).toMatchObject([{ streamId: stream._id, reason: 'owner' }]);
    });
    ear.close();
  });

  test('is told of once, however often her picture goes and comes', async () => {
    const [performer, fan] = [await signUpPerformer(world), await signUpFan(world)];
    await letFollow(world, fan, performer);
    const stream = await goLive(opened, performer, { title: 'Blue' });
    opened.live.unpublish(stream.sessionId);
    await tend(world);
    expect((await join(performer, performer.id)).data.stream).toMatchObject({ status: 'reconnecting', isStreaming: false });
    opened.live.publish(stream.sessionId, performer.id);
    await Promise.all([tend(world), tend(world)]);
    expect((await join(performer, performer.id)).data.stream.status).toBe('live');
    expect(await spreadNews(world, performer)).toBe(1);
    const told = (await inboxOf(world, fan)).filter(({ type }) => type === 'stream_live');
    expect(told).toMatchObject([{ text: 'is live now: Blue', link: `/live/${performer.id}` }]);
  });

  test('stands as the engine said last, also when an older answer of it arrives later', async () => {
    const performer = await signUpPerformer(world);
    const stream = await goLive(opened, performer);
    const { engine } = opened.live;
    const { roomState } = engine;
    // While this answer is on its way, the picture goes and another look finds that out.
    jest.spyOn(engine, 'roomState').mockImplementationOnce(async (room) => {
      const state = await roomState(room);
      opened.live.unpublish(stream.sessionId);
      await tend(world);
      return state;
    });
    await lookAt(world.ctx, { id: stream.sessionId, engine: 'embedded' });
    expect((await join(performer, performer.id)).data.stream.status).toBe('reconnecting');
  });

  test('ends a minute after its picture was lost, and not while nobody knows of it', async () => {
    const performer = await signUpPerformer(world);
    const stream = await goLive(opened, performer);
    opened.live.unpublish(stream.sessionId);
    await tend(world);
    world.clock.advance({ seconds: 59 });
    await tend(world);
    expect((await join(performer, stream._id)).data.stream.status).toBe('reconnecting');
    opened.live.isAway = true;
    world.clock.advance({ seconds: 10 });
    await tend(world);
    expect((await join(performer, stream._id)).status).toBe(200);
    opened.live.isAway = false;
    world.clock.advance({ seconds: 2 });
    await tend(world);
    expect(await errorOf(join(performer, stream._id))).toBe('stream_offline');
    expect((await mine(performer)).stream).toMatchObject({ status: 'ended', endReason: 'lost' });
  });

  test('that is started and never shown is given up as well', async () => {
    const performer = await signUpPerformer(world);
    await startShow(world, performer);
    world.clock.advance({ seconds: 61 });
    await tend(world);
    expect((await mine(performer)).stream).toMatchObject({ status: 'ended', endReason: 'lost', streamingTime: 0 });
  });

  test('goes on where it is when the host starts anew', async () => {
    const performer = await signUpPerformer(world);
    const stream = await goLive(opened, performer);
    await world.restart();
    await tend(world);
    expect((await join(performer, stream._id)).data.stream).toMatchObject({ status: 'live', sessionId: stream.sessionId });
    opened.live.unpublish(stream.sessionId);
    await eventually(async () => {
      expect((await join(performer, stream._id)).data.stream.status).toBe('reconnecting');
    });
    await endShow(world, performer, stream._id);
  });

  test('is one at a time, also when it is started many times at once', async () => {
    const performer = await signUpPerformer(world);
    const answers = await Promise.all(Array.from({ length: 6 }, () => start(performer)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await errorOf(start(performer))).toBe('already_live');
    const { stream } = await mine(performer);
    await endShow(world, performer, stream._id);
    expect((await start(performer)).data.stream.sessionId).not.toBe(stream.sessionId);
  });

  test('is started by approved performers, at a price within the limits, where an engine is there', async () => {
    const pending = await signUpPerformer(world, undefined, 'pending');
    expect(await errorOf(start(pending))).toBe('performer_not_verified');
    const performer = await signUpPerformer(world);
    for (const price of [0.5, 1000.5]) expect(await errorOf(start(performer, { isFree: false, price }))).toBe('price_out_of_range');
    expect(await errorOf(start(performer, { isFree: false }))).toBe('price_out_of_range');
    expect((await start(performer, { isFree: false, price: 5 })).data.stream).toMatchObject({ isFree: false, price: 5 });
  });

  test('is changed while it runs, by its performer alone', async () => {
    const [performer, other] = [await signUpPerformer(world), await signUpPerformer(world)];
    const { stream: idle } = await mine(performer);
    expect(idle).toMatchObject({ status: 'idle', sessionId: null });
    expect(await errorOf(change(performer, idle._id, { title: 'New' }))).toBe('stream_offline');
    const stream = await goLive(opened, performer);
    expect((await change(performer, stream._id, { title: 'New', isFree: false, price: 8 })).data).toMatchObject({ title: 'New', price: 8 });
    expect(await errorOf(change(performer, stream._id, { price: 0.2 }))).toBe('price_out_of_range');
    expect(await errorOf(change(other, stream._id, { title: 'Mine' }))).toBe('stream_not_found');
    expect(await errorOf(endShow(world, other, stream._id))).toBe('stream_not_found');
  });

  test('is ended by an operator, who is noted, and with the account of its performer', async () => {
    const [operator, performer] = [await signUpOperator(world), await signUpPerformer(world)];
    const first = await goLive(opened, performer);
    const list = async (query: object) => (await world.call('GET /admin/streams/search', { query }, { token: operator.token })).data.data;
    expect(await list({ performerId: performer.id, status: 'live' })).toMatchObject([{ _id: first._id, status: 'live' }]);
    const end = (id: string) =>
      world.call('POST /admin/streams/:id/end', { params: { id }, body: { reason: 'Not what was said' } }, { token: operator.token });
    expect(await errorOf(end(nobody()))).toBe('stream_not_found');
    expect((await end(first._id)).data).toMatchObject({ status: 'ended', endReason: 'operator' });
    const second = await goLive(opened, performer);
    expect(second._id).toBe(first._id);
    expect(await list({ performerId: performer.id })).toHaveLength(2);
    await world.call(
      'POST /admin/users/:id/suspend',
      { params: { id: performer.id }, body: { reason: 'Spam in messages' } },
      { token: operator.token },
    );
    await tend(world);
    expect(await list({ performerId: performer.id, status: 'live' })).toEqual([]);
  });

  test('is found by operators under its title, and under the name and username of its performer', async () => {
    const [operator, performer, other] = [
      await signUpOperator(world),
      await signUpPerformer(world, 'quillon'),
      await signUpPerformer(world),
    ];
    await world.ctx.db.update(accounts).set({ name: 'Zelda Quince' }).where(eq(accounts.id, performer.id));
    const hers = await startShow(world, performer, { title: '100% moonlight' });
    await startShow(world, other, { title: '100 moons' });
    const found = async (q: string) =>
      (await world.call('GET /admin/streams/search', { query: { q } }, { token: operator.token })).data.data.map(({ _id }) => _id);
    for (const q of ['MOONLIGHT', '100%', 'quillon', 'zelda q']) expect([q, await found(q)]).toEqual([q, [hers._id]]);
    expect(await found('sunlight')).toEqual([]);
  });
});

describe('the time of a show', () => {
  test('counts while there is a picture, and a device raises it to no more than has gone by', async () => {
    const performer = await signUpPerformer(world);
    const total = async () => (await world.call('GET /performers/:id', { params: { id: performer.id } })).data.stats.totalStreamSeconds;
    const say = async (streamId: string, duration: number) =>
      (await world.call('PUT /streaming/set-duration', { body: { streamId, duration } }, { token: performer.token })).data.streamingTime;
    const stream = await startShow(world, performer);
    world.clock.advance({ seconds: 20 });
    opened.live.publish(stream.sessionId, performer.id);
    await tend(world);
    world.clock.advance({ seconds: 100 });
    const counted = (await mine(performer)).stream.streamingTime;
    expect(counted).toBeGreaterThanOrEqual(100);
    expect(counted).toBeLessThan(110);
    expect(await say(stream._id, 5)).toBeGreaterThanOrEqual(100);
    const raised = await say(stream._id, 100_000);
    expect(raised).toBeGreaterThanOrEqual(120);
    expect(raised).toBeLessThan(130);
    await endShow(world, performer, stream._id);
    expect(await total()).toBeGreaterThanOrEqual(120);
    expect(await total()).toBeLessThan(135);
    expect(await say(stream._id, 1)).toBe(await total());
    const refused = world.call('PUT /streaming/set-duration', { body: { streamId: nobody(), duration: 5 } }, { token: performer.token });
    expect(await errorOf(refused)).toBe('stream_not_found');
    const past = (await world.call('GET /streaming/sessions', { query: {} }, { token: performer.token })).data;
    expect(past).toMatchObject({ total: 1, data: [{ _id: stream.sessionId, endReason: 'owner', tips: 0, entries: 0, videoId: null }] });
  });
});

describe('what holds for every show', () => {
  test('is offered at the next start, and its prices keep within the limits', async () => {
    const performer = await signUpPerformer(world);
    const update = (body: object) => world.call('PUT /streaming/update', { body }, { token: performer.token });
    const changes = {
      isFree: false,
      price: 12,
      isRecording: true,
      privateEnabled: true,
      privateMinutePrice: 4.5,
      privateMinimumMinutes: 5,
    };
    expect((await update(changes)).data).toEqual(changes);
    expect((await mine(performer)).settings).toEqual(changes);
    expect((await world.call('GET /performers/:id', { params: { id: performer.id } })).data).toMatchObject({
      ...{ privateEnabled: true, privateMinutePrice: 4.5, privateMinimumMinutes: 5 },
    });
    expect((await update({ isFree: true })).data).toEqual({ ...changes, isFree: true });
    expect(await errorOf(update({ price: 0.1 }))).toBe('price_out_of_range');
    expect(await errorOf(update({ privateMinutePrice: 100.5 }))).toBe('price_out_of_range');
  });

  test('the menu keeps its items by their ids, at prices that can be tipped', async () => {
    const performer = await signUpPerformer(world);
    const set = (items: { _id?: string; title: string; price: number }[]) =>
      world.call('PUT /streaming/tip-menu', { body: { items } }, { token: performer.token });
    const [first, second] = (
      await set([
        { title: 'A song', price: 20 },
        { title: 'A dance', price: 50 },
      ])
    ).data.tipMenu;
    const changed = (
      await set([
        { ...second, title: 'A long dance', price: 60 },
        { title: 'New', price: 10 },
      ])
    ).data.tipMenu;
    expect(changed).toMatchObject([{ _id: second?._id, title: 'A long dance', price: 60 }, { title: 'New' }]);
    expect(changed.map(({ _id }) => _id)).not.toContain(first?._id);
    expect(await errorOf(set([{ title: 'Cheap', price: 1 }]))).toBe('price_out_of_range');
  });

  test('a show begins without the goal of the one before, and with one that was set since', async () => {
    const performer = await signUpPerformer(world);
    const first = await goLive(opened, performer);
    const set = (title: string) =>
      world.call(
        'PUT /streaming/live/:id/tip-goal',
        { params: { id: first._id }, body: { goal: { title, amount: 100 } } },
        { token: performer.token },
      );
    await set('A new brush');
    world.clock.advance({ minutes: 5 });
    await endShow(world, performer, first._id);
    world.clock.advance({ minutes: 5 });
    expect((await goLive(opened, performer)).tipGoal).toBeNull();
    await endShow(world, performer, first._id);
    world.clock.advance({ minutes: 5 });
    await set('A new easel');
    world.clock.advance({ minutes: 5 });
    expect((await goLive(opened, performer)).tipGoal).toMatchObject({ title: 'A new easel', amount: 100 });
    await endShow(world, performer, first._id);
  });

  test('the goal is set and taken away by its performer', async () => {
    const [performer, other] = [await signUpPerformer(world), await signUpPerformer(world)];
    const { stream } = await mine(performer);
    const set = (who: { token: string }, goal: { title: string; amount: number } | null) =>
      world.call('PUT /streaming/live/:id/tip-goal', { params: { id: stream._id }, body: { goal } }, { token: who.token });
    expect((await set(performer, { title: 'A new brush', amount: 100 })).data.tipGoal).toEqual({
      ...{ title: 'A new brush', amount: 100, raised: 0, loops: false, rounds: 0 },
    });
    expect((await set(performer, null)).data.tipGoal).toBeNull();
    expect(await errorOf(set(performer, { title: 'Nothing', amount: 0 }))).toBe('price_out_of_range');
    expect(await errorOf(set(other, null))).toBe('stream_not_found');
  });
});

test('a show starts where an engine is set up, and is refused where none is', async () => {
  const performer = await signUpPerformer(world);
  const { byName } = world.ctx.streaming;
  Object.assign(world.ctx.streaming, { byName: {} });
  expect(await errorOf(start(performer))).toBe('service_unavailable');
  Object.assign(world.ctx.streaming, { byName });
  expect((await start(performer)).status).toBe(200);
});

test('lists of shows are filtered and paged, and leave out whom the visitor may not see', async () => {
  const [one, two, fan] = [await signUpPerformer(world), await signUpPerformer(world), await signUpFan(world)];
  await goLive(opened, one, { title: 'Clay and water' });
  await goLive(opened, two, { title: 'Clay and fire', isFree: false, price: 3 });
  await letFollow(world, fan, two);
  const titles = async (query: object, token: string | null = null) =>
    (await search({ q: 'Clay', ...query }, token)).map(({ title }) => title);
  expect(await titles({ isFree: true })).toEqual(['Clay and water']);
  expect(await titles({ isFollowed: true }, fan.token)).toEqual(['Clay and fire']);
  expect(await titles({ sortBy: 'startedAt', sort: 'asc' })).toEqual(['Clay and water', 'Clay and fire']);
  await world.call('POST /block/users', { body: { targetId: fan.id } }, { token: one.token });
  expect(await titles({}, fan.token)).toEqual(['Clay and fire']);
  expect(await errorOf(join(fan, one.id))).toBe('blocked_by_performer');
  expect(await errorOf(join(fan, nobody()))).toBe('stream_not_found');
  expect(await errorOf(join(fan, 'nobody-is-called-so'))).toBe('stream_not_found');
  await world.ctx.db.update(performers).set({ verification: 'rejected' }).where(eq(performers.accountId, two.id));
  expect(await titles({})).toEqual(['Clay and water']);
  const running = await world.ctx.db.$count(streamSessions, eq(streamSessions.performerId, one.id));
  expect(running).toBe(1);
});
