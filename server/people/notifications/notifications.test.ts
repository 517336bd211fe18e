/** Telling people what happened: once each, together where it belongs together, and never against a block. */
import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { inTransaction } from '@server/platform/context';
import { accounts, conversationMembers, conversations, follows, notifications, subscriptions } from '@server/platform/db/schema/schema';
import { eventually } from '../../../tests/kit/timing/eventually';
import { listenAs } from '../../../tests/support/ear';
import { password, signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { countingQueries } from '../../../tests/support/queries';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { notify, notifyOperators, readGroup, spread, type SpreadTold, type Told } from './notifications';
import { spreadOn } from '../../modules/notifications/notify';
import { sweepNotifications } from './sweep';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

interface Somebody {
  id: string;
  token: string;
}
let count = 0;
const told = (change: Partial<Told> = {}): Told => ({
  type: 'tip',
  actorId: null,
  text: 'sent you a tip of 20 tokens.',
  link: '/wallet',
  event: `tip:${String((count += 1))}`,
  ...change,
});
const tell = (who: Somebody, change: Partial<Told> = {}) => inTransaction(world.ctx, (tx) => notify(tx, who.id, told(change)));
const list = async (who: Somebody, query: object = {}) => (await world.call('GET /notifications', { query }, { token: who.token })).data;
const read = async (who: Somebody, ids?: string[]) =>
  (await world.call('POST /notifications/read', { body: ids ? { ids } : {} }, { token: who.token })).data;
const prefer = (who: Somebody, body: object) => world.call('PUT /notifications/preferences', { body }, { token: who.token });

/** Accounts written straight into the tables. */
async function crowd(size: number): Promise<string[]> {
  const ids = Array.from({ length: size }, () => world.ctx.chance.id());
  const now = world.clock.now();
  const rows = ids.map((id) => ({
    id,
    role: 'user' as const,
    username: `crowd-${id.slice(-12)}`,
    name: 'Crowd',
    createdAt: now,
    updatedAt: now,
  }));
  await world.ctx.db.insert(accounts).values(rows);
  return ids;
}

describe('telling somebody', () => {
  test('shows what happened, as it is stored, in the list and at once on every device', async () => {
    const [fan, performer] = [await signUpFan(world), await signUpPerformer(world)];
    const ears = [await listenAs(world, performer.token), await listenAs(world, performer.token)];
    await tell(performer, { actorId: fan.id });
    const page = await list(performer);
    expect(page).toMatchObject({ total: 1, unread: 1, nextCursor: null });
    expect(page.data[0]).toMatchObject({
      ...{ type: 'tip', text: 'sent you a tip of 20 tokens.', link: '/wallet', count: 1, isRead: false },
      actor: { _id: fan.id, username: fan.username, isPerformer: false },
    });
    for (const ear of ears) {
      await eventually(() => {
        expect(ear.heard('notification/created')).toMatchObject([page.data[0]]);
        expect(ear.heard('unread/changed')).toMatchObject([{ notifications: 1, conversations: 0 }]);
      });
      ear.close();
    }
  });

  test('twenty copies of one event at the same moment are one', async () => {
    const fan = await signUpFan(world);
    await Promise.all(Array.from({ length: 20 }, () => tell(fan, { event: 'same' })));
    expect(await list(fan)).toMatchObject({ total: 1, unread: 1, data: [{ count: 1 }] });
    await read(fan);
    await tell(fan, { event: 'same' });
    expect(await list(fan)).toMatchObject({ total: 1, unread: 0 });
  });

  test('what is undone leaves nothing, and may be told again', async () => {
    const fan = await signUpFan(world);
    const ear = await listenAs(world, fan.token);
    const undone = inTransaction(world.ctx, async (tx) => {
      await notify(tx, fan.id, told({ event: 'undone' }));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect((await list(fan)).total).toBe(0);
    await tell(fan, { event: 'undone' });
    expect((await list(fan)).total).toBe(1);
    await eventually(() => {
      expect(ear.heard('notification/created')).toHaveLength(1);
    });
    ear.close();
  });

  test('likes of many stand in one row while it is unread, the last one in front, each like once', async () => {
    const performer = await signUpPerformer(world);
    const fans = await crowd(20);
    const like = (id: string) =>
      tell(performer, { type: 'like', actorId: id, text: 'likes your post.', event: `like:1:${id}`, group: 'like:1' });
    await Promise.all([...fans, ...fans].map(like));
    const page = await list(performer);
    expect(page).toMatchObject({ total: 1, unread: 1, data: [{ type: 'like', count: 20 }] });
    const [last = ''] = await crowd(1);
    world.clock.advance({ seconds: 5 });
    await like(last);
    const [row] = (await list(performer)).data;
    expect(row).toMatchObject({ count: 21, actor: { _id: last }, _id: page.data[0]?._id });
    expect(Date.parse(row?.updatedAt ?? '')).toBeGreaterThan(Date.parse(row?.createdAt ?? ''));
    await read(performer);
    const [next = ''] = await crowd(1);
    await like(next);
    expect(await list(performer)).toMatchObject({ total: 2, unread: 1, data: [{ count: 1 }, { count: 21, isRead: true }] });
  });

  test('a row that is read while it grows is followed by a new one: nothing is lost', async () => {
    const performer = await signUpPerformer(world);
    const fans = await crowd(30);
    const like = (id: string) => tell(performer, { type: 'like', actorId: id, event: `like:2:${id}`, group: 'like:2' });
    await Promise.all(fans.flatMap((id, index) => (index % 5 === 0 ? [like(id), read(performer)] : [like(id)])));
    const { data } = await list(performer, { limit: 50 });
    expect(data.reduce((sum, row) => sum + row.count, 0)).toBe(30);
    expect(data.filter((row) => !row.isRead).length).toBeLessThan(2);
  });

  test('nobody hears of herself, of whom a block parts her from, or while she is suspended', async () => {
    const [fan, performer, suspended] = [await signUpFan(world), await signUpPerformer(world), await signUpFan(world)];
    await tell(performer, { actorId: performer.id });
    await world.call('POST /block/users', { body: { targetId: fan.id } }, { token: performer.token });
    await tell(performer, { actorId: fan.id });
    await tell(fan, { actorId: performer.id });
    expect([(await list(performer)).total, (await list(fan)).total]).toEqual([0, 0]);
    await world.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, suspended.id));
    await tell(suspended);
    expect(await world.ctx.db.$count(notifications, eq(notifications.accountId, suspended.id))).toBe(0);
  });

  test('every operator is told, also of somebody who has blocked her', async () => {
    const [one, other, fan] = [await signUpOperator(world), await signUpOperator(world), await signUpFan(world)];
    await world.call('POST /block/users', { body: { targetId: one.id } }, { token: fan.token });
    await inTransaction(world.ctx, (tx) => notifyOperators(tx, 'reports.decide', told({ type: 'report', actorId: fan.id })));
    expect(await list(one)).toMatchObject({ total: 1, data: [{ type: 'report', actor: { _id: fan.id } }] });
    expect((await list(other)).total).toBe(1);
    expect((await list(fan)).total).toBe(0);
  });
});

describe('the list', () => {
  test('is narrowed by what is read and by group, searched, and goes on behind a cursor', async () => {
    const [fan, finder] = [await signUpFan(world), await signUpFan(world, 'finderfinder')];
    for (const type of ['tip', 'comment', 'content', 'stream_live'] as const) {
      await tell(fan, { type, actorId: finder.id, text: `told of ${type}.` });
      world.clock.advance({ seconds: 1 });
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

  test('costs the same however long it is', async () => {
    const fan = await signUpFan(world);
    const actors = await crowd(20);
    const counted = async () => (await countingQueries(world, () => list(fan, { limit: 50 }))).queries;
    await tell(fan, { actorId: actors[0] ?? null });
    const few = await counted();
    for (const actorId of actors) await tell(fan, { actorId });
    expect(await counted()).toBe(few);
  });

  test('what is read is told to all devices, and what belongs to others stays as it is', async () => {
    const [fan, other] = [await signUpFan(world), await signUpFan(world)];
    await tell(fan);
    await tell(other);
    const ear = await listenAs(world, fan.token);
    expect(await read(fan, [(await list(other)).data[0]?._id ?? ''])).toEqual({ unread: 1 });
    expect((await list(other)).unread).toBe(1);
    expect(await read(fan, [])).toEqual({ unread: 1 });
    expect(ear.heard('unread/changed')).toEqual([]);
    expect(await read(fan)).toEqual({ unread: 0 });
    await eventually(() => {
      expect(ear.heard('unread/changed')).toMatchObject([{ notifications: 0 }]);
    });
    ear.close();
  });

  test('leaves out what she does not want there; what was seen elsewhere is read', async () => {
    const fan = await signUpFan(world);
    await prefer(fan, { types: { tip: { inApp: false, push: false, mail: false }, follower: { inApp: false } } });
    await tell(fan);
    await tell(fan, { type: 'follower' });
    await tell(fan, { type: 'message', group: 'message:1' });
    expect(await list(fan)).toMatchObject({ total: 0, unread: 0 });
    const kept = () => world.ctx.db.select().from(notifications).where(eq(notifications.accountId, fan.id));
    expect((await kept()).map(({ type }) => type).sort()).toEqual(['follower', 'message']);
    await inTransaction(world.ctx, (tx) => readGroup(tx, fan.id, 'message:1'));
    expect((await kept()).filter(({ mailDueAt }) => mailDueAt !== null).map(({ type }) => type)).toEqual(['follower']);
  });

  test('counts what is unread as far as screens show it, and conversations to the last where they are asked for', async () => {
    const fan = await signUpFan(world);
    const others = await crowd(limits.unreadCountedMax + 3);
    const now = world.clock.now();
    const written = others.map((actorId) => ({
      ...told({ actorId }),
      ...{ id: world.ctx.chance.id(), accountId: fan.id, isListed: true, createdAt: now, updatedAt: now },
    }));
    await world.ctx.db.insert(notifications).values(written);
    const talks = others.map((otherId) => ({ otherId, id: world.ctx.chance.id() }));
    await world.ctx.db.insert(conversations).values(talks.map(({ id }) => ({ id, createdAt: now })));
    const own = talks.map(({ id, otherId }) => ({ conversationId: id, accountId: fan.id, otherId, unread: 1 }));
    await world.ctx.db.insert(conversationMembers).values(own.map((one) => ({ ...one, lastMessageAt: now, createdAt: now })));
    const ear = await listenAs(world, fan.token);
    await tell(fan);
    await eventually(() => {
      expect(ear.heard('unread/changed')).toMatchObject([
        { notifications: limits.unreadCountedMax, conversations: limits.unreadCountedMax },
      ]);
    });
    ear.close();
    expect(await list(fan)).toMatchObject({ total: others.length + 1, unread: limits.unreadCountedMax });
    const { total } = (await world.call('GET /messages/total-unread-messages', {}, { token: fan.token })).data;
    expect(total).toBe(others.length);
    expect(await read(fan, [written[0]?.id ?? ''])).toEqual({ unread: limits.unreadCountedMax });
    expect(await read(fan)).toEqual({ unread: 0 });
  });

  test('forgets what is too old, and says so where it was unread', async () => {
    const fan = await signUpFan(world);
    await tell(fan, { event: 'old' });
    world.clock.advance({ seconds: limits.notificationsKept_s + 1 });
    fan.token = (await world.call('POST /auth/login', { body: { username: fan.username, password } })).data.token;
    await tell(fan, { event: 'young' });
    const ear = await listenAs(world, fan.token);
    expect((await list(fan)).unread).toBe(2);
    await sweepNotifications(world.ctx);
    expect(await list(fan)).toMatchObject({ total: 1, unread: 1 });
    await eventually(() => {
      expect(ear.heard('unread/changed').at(-1)).toMatchObject({ notifications: 1 });
    });
    ear.close();
    await tell(fan, { event: 'old' });
    expect((await list(fan)).total).toBe(2);
  });
});

describe('spreading news', () => {
  const spreadTo = async (given: SpreadTold): Promise<void> => {
    const waiting = async () => {
      const { rows } = await world.ctx.db.execute<{ id: string; data: Parameters<typeof spreadOn>[1] }>(
        "delete from jobs.job where name = 'notifications/spread' returning id, data",
      );
      return rows;
    };
    await inTransaction(world.ctx, (tx) => spread(tx, given));
    for (let jobs = await waiting(); jobs.length > 0; jobs = await waiting())
      for (const { data } of jobs) {
        // A worker that was killed before it said that it is done: the same part is done again.
        await spreadOn(world.ctx, data);
        await spreadOn(world.ctx, data);
      }
  };
  const news = (performerId: string, audience: SpreadTold['audience']): SpreadTold => ({
    ...told({ type: 'content', actorId: performerId, text: 'published a new video.' }),
    performerId,
    audience,
  });

  test('reaches everybody of a large audience once, though each part is done twice', async () => {
    const performer = await signUpPerformer(world);
    const fans = await crowd(1201);
    const createdAt = world.clock.now();
    const rows = fans.map((followerId) => ({ id: world.ctx.chance.id(), followerId, performerId: performer.id, createdAt }));
    await world.ctx.db.insert(follows).values(rows);
    const given = news(performer.id, 'both');
    await spreadTo(given);
    const reached = await world.ctx.db.select().from(notifications).where(eq(notifications.event, given.event));
    expect(reached.map(({ accountId }) => accountId).sort()).toEqual([...fans].sort());
    expect(reached.every(({ count: times }) => times === 1)).toBe(true);
  }, 60_000);

  test('goes to followers, to subscribers or to both, and never past a block', async () => {
    const performer = await signUpPerformer(world);
    const [follower, subscriber, both, lapsed, blocked] = await Promise.all(Array.from({ length: 5 }, () => signUpFan(world)));
    const now = world.clock.now();
    const id = () => world.ctx.chance.id();
    for (const fan of [follower, both, blocked])
      await world.ctx.db.insert(follows).values({ id: id(), followerId: fan?.id ?? '', performerId: performer.id, createdAt: now });
    for (const [fan, status] of [
      [subscriber, 'active'],
      [both, 'active'],
      [lapsed, 'expired'],
    ] as const)
      await world.ctx.db.insert(subscriptions).values({
        ...{
          id: id(),
          userId: fan?.id ?? '',
          performerId: performer.id,
          status,
          type: 'monthly',
          months: 1,
          isRenewing: status === 'active',
        },
        ...{ priceCents: 999n, source: 'wallet', startedAt: now, expiresAt: new Date(now.getTime() + 1e9), createdAt: now, updatedAt: now },
      });
    await world.call('POST /block/users', { body: { targetId: performer.id } }, { token: blocked?.token ?? '' });
    const totals = async () =>
      Promise.all([follower, subscriber, both, lapsed, blocked].map(async (fan) => (await list(fan ?? { id: '', token: '' })).total));
    await spreadTo(news(performer.id, 'followers'));
    expect(await totals()).toEqual([1, 0, 1, 0, 0]);
    await spreadTo(news(performer.id, 'subscribers'));
    expect(await totals()).toEqual([1, 1, 2, 0, 0]);
    await spreadTo(news(performer.id, 'both'));
    expect(await totals()).toEqual([2, 2, 3, 0, 0]);
  });
});
