/** Notifications: once per event, grouped, and never across a block. */
import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { inTransaction } from '@server/platform/context';
import { accounts } from '@server/platform/db/schema/accounts';
import { conversationMembers, conversations } from '@server/platform/db/schema/messages';
import { notifications } from '@server/platform/db/schema/notifications';
import { follows } from '@server/platform/db/schema/responses';
import { subscriptions } from '@server/platform/db/schema/subscriptions';
import { eventually } from '../../../tests/kit/timing/eventually';
import { openSocket } from '../../../tests/kit/host/test-socket';
import { password, signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { countQueries } from '../../../tests/kit/host/queries';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { notify, notifyOperators, enqueueFanOut, continueFanOut } from './notify';
import { markGroupRead } from './read-group';
import type { FanOutNotification, NotificationInput } from './delivery/notification-input';
import { sweepNotifications } from './sweep';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());

interface TestPerson {
  id: string;
  token: string;
}
let count = 0;
const input = (change: Partial<NotificationInput> = {}): NotificationInput => ({
  type: 'tip',
  actorId: null,
  text: 'sent you a tip of 20 tokens.',
  link: '/wallet',
  event: `tip:${String((count += 1))}`,
  ...change,
});
const send = (person: TestPerson, change: Partial<NotificationInput> = {}) =>
  inTransaction(testHost.ctx, (tx) => notify(tx, person.id, input(change)));
const list = async (person: TestPerson, query: object = {}) =>
  (await testHost.call('GET /notifications', { query }, { token: person.token })).data;
const read = async (person: TestPerson, ids?: string[]) =>
  (await testHost.call('POST /notifications/read', { body: ids ? { ids } : {} }, { token: person.token })).data;
const setPreferences = (person: TestPerson, body: object) =>
  testHost.call('PUT /notifications/preferences', { body }, { token: person.token });

/** Inserts accounts directly into the database. */
async function insertAccounts(size: number): Promise<string[]> {
  const ids = Array.from({ length: size }, () => testHost.ctx.random.id());
  const now = testHost.clock.now();
  const rows = ids.map((id) => ({
    id,
    role: 'user' as const,
    username: `crowd-${id.slice(-12)}`,
    name: 'Crowd',
    createdAt: now,
    updatedAt: now,
  }));
  await testHost.ctx.db.insert(accounts).values(rows);
  return ids;
}

describe('notifying a person', () => {
  test('shows what happened in the list and immediately on every device', async () => {
    const [fan, performer] = [await signUpFan(testHost), await signUpPerformer(testHost)];
    const sockets = [await openSocket(testHost, performer.token), await openSocket(testHost, performer.token)];
    await send(performer, { actorId: fan.id });
    const page = await list(performer);
    expect(page).toMatchObject({ total: 1, unread: 1, nextCursor: null });
    expect(page.data[0]).toMatchObject({
      type: 'tip',
      text: 'sent you a tip of 20 tokens.',
      link: '/wallet',
      count: 1,
      isRead: false,
      actor: { _id: fan.id, username: fan.username, isPerformer: false },
    });
    for (const socket of sockets) {
      await eventually(() => {
        expect(socket.received('notification/created')).toMatchObject([page.data[0]]);
        expect(socket.received('unread/changed')).toMatchObject([{ notifications: 1, conversations: 0 }]);
      });
      socket.close();
    }
  });

  test('twenty concurrent copies of one event are one notification', async () => {
    const fan = await signUpFan(testHost);
    await Promise.all(Array.from({ length: 20 }, () => send(fan, { event: 'same' })));
    expect(await list(fan)).toMatchObject({ total: 1, unread: 1, data: [{ count: 1 }] });
    await read(fan);
    await send(fan, { event: 'same' });
    expect(await list(fan)).toMatchObject({ total: 1, unread: 0 });
  });

  test('a rolled back notification leaves nothing and can be sent again', async () => {
    const fan = await signUpFan(testHost);
    const socket = await openSocket(testHost, fan.token);
    const rolledBack = inTransaction(testHost.ctx, async (tx) => {
      await notify(tx, fan.id, input({ event: 'undone' }));
      throw new Error('undone');
    });
    await expect(rolledBack).rejects.toThrow('undone');
    expect((await list(fan)).total).toBe(0);
    await send(fan, { event: 'undone' });
    expect((await list(fan)).total).toBe(1);
    await eventually(() => {
      expect(socket.received('notification/created')).toHaveLength(1);
    });
    socket.close();
  });

  test('unread likes are grouped in one row with the latest actor, and each like counts once', async () => {
    const performer = await signUpPerformer(testHost);
    const fans = await insertAccounts(20);
    const like = (id: string) =>
      send(performer, { type: 'like', actorId: id, text: 'likes your post.', event: `like:1:${id}`, group: 'like:1' });
    await Promise.all([...fans, ...fans].map(like));
    const page = await list(performer);
    expect(page).toMatchObject({ total: 1, unread: 1, data: [{ type: 'like', count: 20 }] });
    const [last = ''] = await insertAccounts(1);
    testHost.clock.advance({ seconds: 5 });
    await like(last);
    const [row] = (await list(performer)).data;
    expect(row).toMatchObject({ count: 21, actor: { _id: last }, _id: page.data[0]?._id });
    expect(Date.parse(row?.updatedAt ?? '')).toBeGreaterThan(Date.parse(row?.createdAt ?? ''));
    await read(performer);
    const [next = ''] = await insertAccounts(1);
    await like(next);
    expect(await list(performer)).toMatchObject({ total: 2, unread: 1, data: [{ count: 1 }, { count: 21, isRead: true }] });
  });

  test('a group that is read while it grows is followed by a new row without losing events', async () => {
    const performer = await signUpPerformer(testHost);
    const fans = await insertAccounts(30);
    const like = (id: string) => send(performer, { type: 'like', actorId: id, event: `like:2:${id}`, group: 'like:2' });
    await Promise.all(fans.flatMap((id, index) => (index % 5 === 0 ? [like(id), read(performer)] : [like(id)])));
    const { data } = await list(performer, { limit: 50 });
    expect(data.reduce((sum, row) => sum + row.count, 0)).toBe(30);
    expect(data.filter((row) => !row.isRead).length).toBeLessThan(2);
  });

  test('people get no notification about themselves, across a block, or while suspended', async () => {
    const [fan, performer, suspended] = [await signUpFan(testHost), await signUpPerformer(testHost), await signUpFan(testHost)];
    await send(performer, { actorId: performer.id });
    await testHost.call('POST /block/users', { body: { targetId: fan.id } }, { token: performer.token });
    await send(performer, { actorId: fan.id });
    await send(fan, { actorId: performer.id });
    expect([(await list(performer)).total, (await list(fan)).total]).toEqual([0, 0]);
    await testHost.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, suspended.id));
    await send(suspended);
    expect(await testHost.ctx.db.$count(notifications, eq(notifications.accountId, suspended.id))).toBe(0);
  });

  test('all operators are notified, even about a person who has blocked them', async () => {
    const [one, other, fan] = [await signUpOperator(testHost), await signUpOperator(testHost), await signUpFan(testHost)];
    await testHost.call('POST /block/users', { body: { targetId: one.id } }, { token: fan.token });
    await inTransaction(testHost.ctx, (tx) => notifyOperators(tx, 'reports.decide', input({ type: 'report', actorId: fan.id })));
    expect(await list(one)).toMatchObject({ total: 1, data: [{ type: 'report', actor: { _id: fan.id } }] });
    expect((await list(other)).total).toBe(1);
    expect((await list(fan)).total).toBe(0);
  });
});

describe('the list', () => {
  test('is filtered by read state and group, searched, and paged', async () => {
    const [fan, finder] = [await signUpFan(testHost), await signUpFan(testHost, 'finderfinder')];
    for (const type of ['tip', 'comment', 'content', 'stream_live'] as const) {
      await send(fan, { type, actorId: finder.id, text: `told of ${type}.` });
      testHost.clock.advance({ seconds: 1 });
    }
    const [newest] = (await list(fan)).data;
    expect(newest?.type).toBe('stream_live');
    expect(await read(fan, [newest?._id ?? ''])).toEqual({ unread: 3 });
    const types = async (query: object) => (await list(fan, query)).data.map(({ type }) => type);
    expect(await types({ isRead: true })).toEqual(['stream_live']);
    expect(await types({ isRead: false })).toEqual(['content', 'comment', 'tip']);
    expect(await types({ group: 'money' })).toEqual(['tip']);
    expect(await types({ group: 'live', isRead: false })).toEqual([]);
    expect(await types({ q: 'of comm' })).toEqual(['comment']);
    expect(await types({ q: 'finderf' })).toHaveLength(4);
    const first = await list(fan, { limit: 3 });
    expect((await list(fan, { limit: 3, cursor: first.nextCursor })).data.map(({ type }) => type)).toEqual(['tip']);
  });

  test('needs the same number of queries at any length', async () => {
    const fan = await signUpFan(testHost);
    const actors = await insertAccounts(20);
    const countListQueries = async () => (await countQueries(testHost, () => list(fan, { limit: 50 }))).queries;
    await send(fan, { actorId: actors[0] ?? null });
    const few = await countListQueries();
    for (const actorId of actors) await send(fan, { actorId });
    expect(await countListQueries()).toBe(few);
  });

  test('is updated on all devices when it is read, and other accounts’ notifications are unchanged', async () => {
    const [fan, other] = [await signUpFan(testHost), await signUpFan(testHost)];
    await send(fan);
    await send(other);
    const socket = await openSocket(testHost, fan.token);
    expect(await read(fan, [(await list(other)).data[0]?._id ?? ''])).toEqual({ unread: 1 });
    expect((await list(other)).unread).toBe(1);
    expect(await read(fan, [])).toEqual({ unread: 1 });
    expect(socket.received('unread/changed')).toEqual([]);
    expect(await read(fan)).toEqual({ unread: 0 });
    await eventually(() => {
      expect(socket.received('unread/changed')).toMatchObject([{ notifications: 0 }]);
    });
    socket.close();
  });

  test('leaves out types that are disabled; a group that was read elsewhere is marked as read', async () => {
    const fan = await signUpFan(testHost);
    await setPreferences(fan, { types: { tip: { inApp: false, push: false, mail: false }, follower: { inApp: false } } });
    await send(fan);
    await send(fan, { type: 'follower' });
    await send(fan, { type: 'message', group: 'message:1' });
    expect(await list(fan)).toMatchObject({ total: 0, unread: 0 });
    const stored = () => testHost.ctx.db.select().from(notifications).where(eq(notifications.accountId, fan.id));
    expect((await stored()).map(({ type }) => type).sort()).toEqual(['follower', 'message']);
    await inTransaction(testHost.ctx, (tx) => markGroupRead(tx, fan.id, 'message:1'));
    expect((await stored()).filter(({ mailDueAt }) => mailDueAt !== null).map(({ type }) => type)).toEqual(['follower']);
  });

  test('counts unread notifications up to the displayed limit, and conversations exactly on request', async () => {
    const fan = await signUpFan(testHost);
    const others = await insertAccounts(limits.unreadCountedMax + 3);
    const now = testHost.clock.now();
    const unreadRows = others.map((actorId) => ({
      ...input({ actorId }),
      id: testHost.ctx.random.id(),
      accountId: fan.id,
      isListed: true,
      createdAt: now,
      updatedAt: now,
    }));
    await testHost.ctx.db.insert(notifications).values(unreadRows);
    const newConversations = others.map((otherId) => ({ otherId, id: testHost.ctx.random.id() }));
    await testHost.ctx.db.insert(conversations).values(newConversations.map(({ id }) => ({ id, createdAt: now })));
    const members = newConversations.map(({ id, otherId }) => ({ conversationId: id, accountId: fan.id, otherId, unread: 1 }));
    await testHost.ctx.db.insert(conversationMembers).values(members.map((one) => ({ ...one, lastMessageAt: now, createdAt: now })));
    const socket = await openSocket(testHost, fan.token);
    await send(fan);
    await eventually(() => {
      expect(socket.received('unread/changed')).toMatchObject([
        { notifications: limits.unreadCountedMax, conversations: limits.unreadCountedMax },
      ]);
    });
    socket.close();
    expect(await list(fan)).toMatchObject({ total: others.length + 1, unread: limits.unreadCountedMax });
    const { total } = (await testHost.call('GET /messages/total-unread-messages', {}, { token: fan.token })).data;
    expect(total).toBe(others.length);
    expect(await read(fan, [unreadRows[0]?.id ?? ''])).toEqual({ unread: limits.unreadCountedMax });
    expect(await read(fan)).toEqual({ unread: 0 });
  });

  test('no longer has old notifications after the sweep, and the unread count is updated', async () => {
    const fan = await signUpFan(testHost);
    await send(fan, { event: 'old' });
    testHost.clock.advance({ seconds: limits.notificationRetention_s + 1 });
    fan.token = (await testHost.call('POST /auth/login', { body: { username: fan.username, password } })).data.token;
    await send(fan, { event: 'young' });
    const socket = await openSocket(testHost, fan.token);
    expect((await list(fan)).unread).toBe(2);
    await sweepNotifications(testHost.ctx);
    expect(await list(fan)).toMatchObject({ total: 1, unread: 1 });
    await eventually(() => {
      expect(socket.received('unread/changed').at(-1)).toMatchObject({ notifications: 1 });
    });
    socket.close();
    await send(fan, { event: 'old' });
    expect((await list(fan)).total).toBe(2);
  });
});

describe('fan-out', () => {
  const runFanOut = async (notification: FanOutNotification): Promise<void> => {
    const takeJobs = async () => {
      const { rows } = await testHost.ctx.db.execute<{ id: string; data: Parameters<typeof continueFanOut>[1] }>(
        "delete from jobs.job where name = 'notifications/spread' returning id, data",
      );
      return rows;
    };
    await inTransaction(testHost.ctx, (tx) => enqueueFanOut(tx, notification));
    for (let jobs = await takeJobs(); jobs.length > 0; jobs = await takeJobs())
      for (const { data } of jobs) {
        // As if a worker was killed before it reported success: the same batch runs again.
        await continueFanOut(testHost.ctx, data);
        await continueFanOut(testHost.ctx, data);
      }
  };
  const fanOutNotification = (performerId: string, audience: FanOutNotification['audience']): FanOutNotification => ({
    ...input({ type: 'content', actorId: performerId, text: 'published a new video.' }),
    performerId,
    audience,
  });

  test('reaches every follower of a large audience once, even if each batch runs twice', async () => {
    const performer = await signUpPerformer(testHost);
    const fans = await insertAccounts(1201);
    const createdAt = testHost.clock.now();
    const rows = fans.map((followerId) => ({ id: testHost.ctx.random.id(), followerId, performerId: performer.id, createdAt }));
    await testHost.ctx.db.insert(follows).values(rows);
    const notification = fanOutNotification(performer.id, 'both');
    await runFanOut(notification);
    const reached = await testHost.ctx.db.select().from(notifications).where(eq(notifications.event, notification.event));
    expect(reached.map(({ accountId }) => accountId).sort()).toEqual([...fans].sort());
    expect(reached.every(({ count: times }) => times === 1)).toBe(true);
  });

  test('goes to followers, subscribers or both, and never across a block', async () => {
    const performer = await signUpPerformer(testHost);
    const [follower, subscriber, both, lapsed, blocked] = await Promise.all(Array.from({ length: 5 }, () => signUpFan(testHost)));
    const now = testHost.clock.now();
    const id = () => testHost.ctx.random.id();
    for (const fan of [follower, both, blocked])
      await testHost.ctx.db.insert(follows).values({ id: id(), followerId: fan?.id ?? '', performerId: performer.id, createdAt: now });
    for (const [fan, status] of [
      [subscriber, 'active'],
      [both, 'active'],
      [lapsed, 'expired'],
    ] as const)
      await testHost.ctx.db.insert(subscriptions).values({
        id: id(),
        userId: fan?.id ?? '',
        performerId: performer.id,
        status,
        type: 'monthly',
        months: 1,
        isRenewing: status === 'active',
        priceCents: 999n,
        source: 'wallet',
        startedAt: now,
        expiresAt: new Date(now.getTime() + 1e9),
        createdAt: now,
        updatedAt: now,
      });
    await testHost.call('POST /block/users', { body: { targetId: performer.id } }, { token: blocked?.token ?? '' });
    const totals = async () =>
      Promise.all([follower, subscriber, both, lapsed, blocked].map(async (fan) => (await list(fan ?? { id: '', token: '' })).total));
    await runFanOut(fanOutNotification(performer.id, 'followers'));
    expect(await totals()).toEqual([1, 0, 1, 0, 0]);
    await runFanOut(fanOutNotification(performer.id, 'subscribers'));
    expect(await totals()).toEqual([1, 1, 2, 0, 0]);
    await runFanOut(fanOutNotification(performer.id, 'both'));
    expect(await totals()).toEqual([2, 2, 3, 0, 0]);
  });
});
