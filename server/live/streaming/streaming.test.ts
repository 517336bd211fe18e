/** Shows from start to end through the API, on an in-memory engine. */
import { eq } from 'drizzle-orm';
import { accounts } from '@server/platform/db/schema/accounts';
import { performers } from '@server/platform/db/schema/performers';
import { streamSessions } from '@server/platform/db/schema/streaming';
import type { Streaming } from '../engines/engines';
import { reconcileSession } from './state';
import { eventually } from '../../../tests/kit/timing/eventually';
import { openSocket } from '../../../tests/kit/host/test-socket';
import { endShow, goLive, openLiveTestHost, startShow, reconcile, type LiveTestHost, type TestEngine } from '../../../tests/kit/live/shows';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { addFollow } from '../../../tests/kit/content/posts';
import { notificationInboxOf, runFanOut } from '../../../tests/kit/talk/notifications';
import type { TestHost } from '../../../tests/kit/host/test-host';

let opened: LiveTestHost;
let testHost: TestHost;
beforeAll(async () => {
  opened = await openLiveTestHost();
  ({ testHost } = opened);
});
afterEach(() => {
  Object.assign(opened.live, { isUnavailable: false, isClockSkewed: false } satisfies Partial<TestEngine>);
});
afterAll(() => testHost.close());

const errorOf = async (call: Promise<{ errorBody: { error: string } }>) => (await call).errorBody.error;
const missingId = () => testHost.ctx.random.id();
const join = (who: { token: string }, id: string) => testHost.call('GET /streaming/join/:id', { params: { id } }, { token: who.token });
const search = async (query: object = {}, token: string | null = null) =>
  (await testHost.call('GET /streaming/user/search', { query }, { token })).data.data;
const start = (who: { token: string }, body: { title?: string; isFree?: boolean; price?: number } = {}) =>
  testHost.call('POST /streaming/live', { body: { title: 'An evening', isFree: true, ...body } }, { token: who.token });
const change = (who: { token: string }, id: string, body: { title?: string; isFree?: boolean; price?: number }) =>
  testHost.call('PUT /streaming/live/:id', { params: { id }, body }, { token: who.token });
const mine = async (who: { token: string }) => (await testHost.call('GET /streaming/mine', {}, { token: who.token })).data;

describe('a show', () => {
  test('reports a skewed publisher clock to its performer while it is live', async () => {
    const performer = await signUpPerformer(testHost);
    opened.live.isClockSkewed = true;
    expect((await mine(performer)).isClockAstray).toBe(false);
    const stream = await goLive(opened, performer);
    expect((await mine(performer)).isClockAstray).toBe(true);
    opened.live.isUnavailable = true;
    expect((await mine(performer)).isClockAstray).toBe(false);
    Object.assign(opened.live, { isUnavailable: false, isClockSkewed: false } satisfies Partial<TestEngine>);
    expect((await mine(performer)).isClockAstray).toBe(false);
    await endShow(testHost, performer, stream._id);
    opened.live.isClockSkewed = true;
    expect((await mine(performer)).isClockAstray).toBe(false);
  });

  test('goes live with its first video, is listed while it lasts, and notifies followers', async () => {
    const [performer, fan] = [await signUpPerformer(testHost), await signUpFan(testHost)];
    await addFollow(testHost, fan, performer);
    const socket = await openSocket(testHost, fan.token);
    const stream = await startShow(testHost, performer, { title: 'Painting by night' });
    expect(stream).toMatchObject({ status: 'idle', isStreaming: false, isFree: true, price: null, canWatch: true, role: 'owner' });
    expect(await search({ performerId: performer.id })).toEqual([]);
    opened.live.publish(stream.sessionId, performer.id);
    await reconcile(testHost);
    const [found] = await search({ performerId: performer.id });
    expect(found).toMatchObject({ _id: stream._id, title: 'Painting by night', status: 'live', canWatch: false, unlock: ['subscribe'] });
    await eventually(() => {
      expect(socket.received('stream/started')).toMatchObject([{ streamId: stream._id, sessionId: stream.sessionId }]);
    });
    const page = await testHost.call('GET /performers/:id', { params: { id: performer.id } });
    expect(page.data).toMatchObject({ isLive: true, stream: { _id: stream._id, title: 'Painting by night', status: 'live' } });
    const lives = { performerIds: [performer.id], isLive: true };
    expect((await testHost.call('GET /performers/user/search', { query: lives })).data.data).toMatchObject([{ isLive: true }]);

    await endShow(testHost, performer, stream._id);
    expect(await search({ performerId: performer.id })).toEqual([]);
    await eventually(() => {
      expect(socket.received('stream/ended')).toMatchObject([{ streamId: stream._id, reason: 'owner' }]);
    });
    socket.close();
  });

  test('notifies followers once, however often its video is interrupted', async () => {
    const [performer, fan] = [await signUpPerformer(testHost), await signUpFan(testHost)];
    await addFollow(testHost, fan, performer);
    const stream = await goLive(opened, performer, { title: 'Blue' });
    opened.live.unpublish(stream.sessionId);
    await reconcile(testHost);
    expect((await join(performer, performer.id)).data.stream).toMatchObject({ status: 'reconnecting', isStreaming: false });
    opened.live.publish(stream.sessionId, performer.id);
    await Promise.all([reconcile(testHost), reconcile(testHost)]);
    expect((await join(performer, performer.id)).data.stream.status).toBe('live');
    expect(await runFanOut(testHost, performer)).toBe(1);
    const notifications = (await notificationInboxOf(testHost, fan)).filter(({ type }) => type === 'stream_live');
    expect(notifications).toMatchObject([{ text: 'is live now: Blue', link: `/live/${performer.id}` }]);
  });

  test.each([
    ['public', 'is live now for everyone: Blue'],
    ['followers', 'is live now for followers: Blue'],
  ] as const)('for the audience %s names it in the notification', async (audience, text) => {
    const [performer, fan] = [await signUpPerformer(testHost), await signUpFan(testHost)];
    await addFollow(testHost, fan, performer);
    await goLive(opened, performer, { title: 'Blue', audience });
    expect(await runFanOut(testHost, performer)).toBe(1);
    expect((await notificationInboxOf(testHost, fan)).filter(({ type }) => type === 'stream_live')).toMatchObject([{ text }]);
  });

  test("keeps the engine's newest state when an older response arrives later", async () => {
    const performer = await signUpPerformer(testHost);
    const stream = await goLive(opened, performer);
    const { engine } = opened.live;
    const { roomState } = engine;
    // While this response is in flight, the video stops and another check notices it.
    jest.spyOn(engine, 'roomState').mockImplementationOnce(async (room) => {
      const state = await roomState(room);
      opened.live.unpublish(stream.sessionId);
      await reconcile(testHost);
      return state;
    });
    await reconcileSession(testHost.ctx, { id: stream.sessionId, engine: 'embedded' });
    expect((await join(performer, performer.id)).data.stream.status).toBe('reconnecting');
  });

  test('ends a minute after its video was lost, but not while the engine does not respond', async () => {
    const performer = await signUpPerformer(testHost);
    const stream = await goLive(opened, performer);
    opened.live.unpublish(stream.sessionId);
    await reconcile(testHost);
    testHost.clock.advance({ seconds: 40 });
    await reconcile(testHost);
    expect((await join(performer, stream._id)).data.stream.status).toBe('reconnecting');
    opened.live.isUnavailable = true;
    testHost.clock.advance({ seconds: 30 });
    await reconcile(testHost);
    expect((await join(performer, stream._id)).status).toBe(200);
    opened.live.isUnavailable = false;
    testHost.clock.advance({ seconds: 2 });
    await reconcile(testHost);
    expect(await errorOf(join(performer, stream._id))).toBe('stream_offline');
    expect((await mine(performer)).stream).toMatchObject({ status: 'ended', endReason: 'lost' });
  });

  test('that never gets video ends after a minute', async () => {
    const performer = await signUpPerformer(testHost);
    await startShow(testHost, performer);
    testHost.clock.advance({ seconds: 61 });
    await reconcile(testHost);
    expect((await mine(performer)).stream).toMatchObject({ status: 'ended', endReason: 'lost', streamingTime: 0 });
  });

  test('continues after a restart of the API server', async () => {
    const performer = await signUpPerformer(testHost);
    const stream = await goLive(opened, performer);
    await testHost.restart();
    await reconcile(testHost);
    expect((await join(performer, stream._id)).data.stream).toMatchObject({ status: 'live', sessionId: stream.sessionId });
    opened.live.unpublish(stream.sessionId);
    await eventually(async () => {
      expect((await join(performer, stream._id)).data.stream.status).toBe('reconnecting');
    });
    await endShow(testHost, performer, stream._id);
  });

  test('is limited to one per performer, also for concurrent starts', async () => {
    const performer = await signUpPerformer(testHost);
    const responses = await Promise.all(Array.from({ length: 6 }, () => start(performer)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await errorOf(start(performer))).toBe('already_live');
    const { stream } = await mine(performer);
    await endShow(testHost, performer, stream._id);
    expect((await start(performer)).data.stream.sessionId).not.toBe(stream.sessionId);
  });

  test('can be started by approved performers, at a price within the limits', async () => {
    const pending = await signUpPerformer(testHost, undefined, 'pending');
    expect(await errorOf(start(pending))).toBe('performer_not_verified');
    const performer = await signUpPerformer(testHost);
    for (const price of [0.5, 1000.5]) expect(await errorOf(start(performer, { isFree: false, price }))).toBe('price_out_of_range');
    expect(await errorOf(start(performer, { isFree: false }))).toBe('price_out_of_range');
    expect((await start(performer, { isFree: false, price: 5 })).data.stream).toMatchObject({ isFree: false, price: 5 });
  });

  test('can be changed while it is active, only by its performer', async () => {
    const [performer, other] = [await signUpPerformer(testHost), await signUpPerformer(testHost)];
    const { stream: idle } = await mine(performer);
    expect(idle).toMatchObject({ status: 'idle', sessionId: null });
    expect(await errorOf(change(performer, idle._id, { title: 'New' }))).toBe('stream_offline');
    const stream = await goLive(opened, performer);
    expect((await change(performer, stream._id, { title: 'New', isFree: false, price: 8 })).data).toMatchObject({ title: 'New', price: 8 });
    expect(await errorOf(change(performer, stream._id, { price: 0.2 }))).toBe('price_out_of_range');
    expect(await errorOf(change(other, stream._id, { title: 'Mine' }))).toBe('stream_not_found');
    expect(await errorOf(endShow(testHost, other, stream._id))).toBe('stream_not_found');
  });

  test("can be ended by an operator, and ends when its performer's account is suspended", async () => {
    const [operator, performer] = [await signUpOperator(testHost), await signUpPerformer(testHost)];
    const first = await goLive(opened, performer);
    const list = async (query: object) =>
      (await testHost.call('GET /admin/streams/search', { query }, { token: operator.token })).data.data;
    expect(await list({ performerId: performer.id, status: 'live' })).toMatchObject([{ _id: first._id, status: 'live' }]);
    const end = (id: string) =>
      testHost.call('POST /admin/streams/:id/end', { params: { id }, body: { reason: 'Not what was said' } }, { token: operator.token });
    expect(await errorOf(end(missingId()))).toBe('stream_not_found');
    expect((await end(first._id)).data).toMatchObject({ status: 'ended', endReason: 'operator' });
    const second = await goLive(opened, performer);
    expect(second._id).toBe(first._id);
    expect(await list({ performerId: performer.id })).toHaveLength(2);
    await testHost.call(
      'POST /admin/users/:id/suspend',
      { params: { id: performer.id }, body: { reason: 'Spam in messages' } },
      { token: operator.token },
    );
    await reconcile(testHost);
    expect(await list({ performerId: performer.id, status: 'live' })).toEqual([]);
  });

  test('is found by operators by its title and by the name or username of its performer', async () => {
    const [operator, performer, other] = [
      await signUpOperator(testHost),
      await signUpPerformer(testHost, 'quillon'),
      await signUpPerformer(testHost),
    ];
    await testHost.ctx.db.update(accounts).set({ name: 'Zelda Quince' }).where(eq(accounts.id, performer.id));
    const show = await startShow(testHost, performer, { title: '100% moonlight' });
    await startShow(testHost, other, { title: '100 moons' });
    const found = async (q: string) =>
      (await testHost.call('GET /admin/streams/search', { query: { q } }, { token: operator.token })).data.data.map(({ _id }) => _id);
    for (const q of ['MOONLIGHT', '100% moon', 'quillon', 'zelda q']) expect([q, await found(q)]).toEqual([q, [show._id]]);
    expect(await found('sunlight')).toEqual([]);
  });
});

describe('the duration of a show', () => {
  test('counts while there is video, and a device can raise it to the elapsed time at most', async () => {
    const performer = await signUpPerformer(testHost);
    const total = async () => (await testHost.call('GET /performers/:id', { params: { id: performer.id } })).data.stats.totalStreamSeconds;
    const report = async (streamId: string, duration: number) =>
      (await testHost.call('PUT /streaming/set-duration', { body: { streamId, duration } }, { token: performer.token })).data.streamingTime;
    const stream = await startShow(testHost, performer);
    testHost.clock.advance({ seconds: 20 });
    opened.live.publish(stream.sessionId, performer.id);
    await reconcile(testHost);
    testHost.clock.advance({ seconds: 100 });
    const counted = (await mine(performer)).stream.streamingTime;
    expect(counted).toBeGreaterThanOrEqual(100);
    expect(counted).toBeLessThan(110);
    expect(await report(stream._id, 5)).toBeGreaterThanOrEqual(100);
    const raised = await report(stream._id, 100_000);
    expect(raised).toBeGreaterThanOrEqual(120);
    expect(raised).toBeLessThan(130);
    await endShow(testHost, performer, stream._id);
    expect(await total()).toBeGreaterThanOrEqual(120);
    expect(await total()).toBeLessThan(135);
    expect(await report(stream._id, 1)).toBe(await total());
    const missing = testHost.call(
      'PUT /streaming/set-duration',
      { body: { streamId: missingId(), duration: 5 } },
      { token: performer.token },
    );
    expect(await errorOf(missing)).toBe('stream_not_found');
    const past = (await testHost.call('GET /streaming/sessions', { query: {} }, { token: performer.token })).data;
    expect(past).toMatchObject({ total: 1, data: [{ _id: stream.sessionId, endReason: 'owner', tips: 0, entries: 0, videoId: null }] });
  });
});

describe('show settings', () => {
  test('are the defaults of the next show, with prices within the limits', async () => {
    const performer = await signUpPerformer(testHost);
    const update = (body: object) => testHost.call('PUT /streaming/update', { body }, { token: performer.token });
    const changes = {
      isFree: false,
      price: 12,
      isRecording: true,
      privateEnabled: true,
      privateMinutePrice: 4.5,
      privateMinimumMinutes: 5,
    };
    expect((await update(changes)).data).toEqual({ ...changes, audience: 'paid' });
    expect((await mine(performer)).settings).toEqual({ ...changes, audience: 'paid' });
    expect((await testHost.call('GET /performers/:id', { params: { id: performer.id } })).data).toMatchObject({
      privateEnabled: true,
      privateMinutePrice: 4.5,
      privateMinimumMinutes: 5,
    });
    expect((await update({ isFree: true })).data).toEqual({ ...changes, audience: 'subscribers', isFree: true });
    expect(await errorOf(update({ price: 0.1 }))).toBe('price_out_of_range');
    expect(await errorOf(update({ privateMinutePrice: 100.5 }))).toBe('price_out_of_range');
  });

  test('keep tip menu items by id and reject prices outside the tip limits', async () => {
    const performer = await signUpPerformer(testHost);
    const set = (items: { _id?: string; title: string; price: number }[]) =>
      testHost.call('PUT /streaming/tip-menu', { body: { items } }, { token: performer.token });
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

  test('clear the tip goal of the previous show when a show starts, but keep a goal set after it', async () => {
    const performer = await signUpPerformer(testHost);
    const first = await goLive(opened, performer);
    const set = (title: string) =>
      testHost.call(
        'PUT /streaming/live/:id/tip-goal',
        { params: { id: first._id }, body: { goal: { title, amount: 100 } } },
        { token: performer.token },
      );
    await set('A new brush');
    testHost.clock.advance({ minutes: 5 });
    await endShow(testHost, performer, first._id);
    testHost.clock.advance({ minutes: 5 });
    expect((await goLive(opened, performer)).tipGoal).toBeNull();
    await endShow(testHost, performer, first._id);
    testHost.clock.advance({ minutes: 5 });
    await set('A new easel');
    testHost.clock.advance({ minutes: 5 });
    expect((await goLive(opened, performer)).tipGoal).toMatchObject({ title: 'A new easel', amount: 100 });
    await endShow(testHost, performer, first._id);
  });

  test('let only the performer set and clear the tip goal', async () => {
    const [performer, other] = [await signUpPerformer(testHost), await signUpPerformer(testHost)];
    const { stream } = await mine(performer);
    const set = (who: { token: string }, goal: { title: string; amount: number } | null) =>
      testHost.call('PUT /streaming/live/:id/tip-goal', { params: { id: stream._id }, body: { goal } }, { token: who.token });
    expect((await set(performer, { title: 'A new brush', amount: 100 })).data.tipGoal).toEqual({
      title: 'A new brush',
      amount: 100,
      raised: 0,
      loops: false,
      rounds: 0,
    });
    expect((await set(performer, null)).data.tipGoal).toBeNull();
    expect(await errorOf(set(performer, { title: 'Nothing', amount: 0 }))).toBe('price_out_of_range');
    expect(await errorOf(set(other, null))).toBe('stream_not_found');
  });
});

test('a show cannot start without a configured engine', async () => {
  const performer = await signUpPerformer(testHost);
  const { byName } = testHost.ctx.streaming;
  Object.assign(testHost.ctx.streaming, { byName: {} } satisfies Partial<Streaming>);
  expect(await errorOf(start(performer))).toBe('service_unavailable');
  Object.assign(testHost.ctx.streaming, { byName } satisfies Partial<Streaming>);
  expect((await start(performer)).status).toBe(200);
});

test('lists of shows are filtered and sorted, and omit performers that the visitor cannot see', async () => {
  const [one, two, fan] = [await signUpPerformer(testHost), await signUpPerformer(testHost), await signUpFan(testHost)];
  await goLive(opened, one, { title: 'Clay and water' });
  await goLive(opened, two, { title: 'Clay and fire', isFree: false, price: 3 });
  await addFollow(testHost, fan, two);
  const titles = async (query: object, token: string | null = null) =>
    (await search({ q: 'Clay', ...query }, token)).map(({ title }) => title);
  expect(await titles({ isFree: true })).toEqual(['Clay and water']);
  expect(await titles({ isFollowed: true }, fan.token)).toEqual(['Clay and fire']);
  expect(await titles({ sortBy: 'startedAt', sort: 'asc' })).toEqual(['Clay and water', 'Clay and fire']);
  await testHost.call('POST /block/users', { body: { targetId: fan.id } }, { token: one.token });
  expect(await titles({}, fan.token)).toEqual(['Clay and fire']);
  expect(await errorOf(join(fan, one.id))).toBe('blocked_by_performer');
  expect(await errorOf(join(fan, missingId()))).toBe('stream_not_found');
  expect(await errorOf(join(fan, 'missing-username'))).toBe('stream_not_found');
  await testHost.ctx.db.update(performers).set({ verification: 'rejected' }).where(eq(performers.accountId, two.id));
  expect(await titles({})).toEqual(['Clay and water']);
  const sessionCount = await testHost.ctx.db.$count(streamSessions, eq(streamSessions.performerId, one.id));
  expect(sessionCount).toBe(1);
});
