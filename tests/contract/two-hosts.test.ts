/** Two hosts on one database and one Redis: for the people outside they are one. */
import { io, type Socket } from 'socket.io-client';
import { rates } from '@contract/kernel/rates';
import type { SettingKey } from '@contract/kernel/settings';
import { notify } from '@server/platform/db/listen';
import { settings } from '@server/platform/db/schema/schema';
import { listenAs } from '../support/ear';
import { eventually } from '../kit/timing/eventually';
import { away, fromAway, geo, trusting } from '../support/pair';
import { signUpFan, signUpOperator, signUpPerformer, password } from '../kit/people/people';
import { hasRedis, startRedis, type TestRedis } from '../kit/processes/redis';
import { say, talkOf } from '../support/talk';
import { openWorld, type World } from '../kit/host/test-host';
import { freshDatabase } from '../kit/host/database';

const withRedis = hasRedis ? describe : describe.skip;

withRedis('two hosts', () => {
  let redis: TestRedis;
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let one: World;
  let two: World;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    redis = await startRedis();
    database = await freshDatabase();
    const shared = { DATABASE_URL: database.url, REDIS_URL: redis.url, RATE_LIMIT_FACTOR: '1' };
    [one, two] = [await openWorld(shared), await openWorld(shared)];
  });
  afterAll(async () => {
    sockets.forEach((socket) => socket.close());
    await one.close();
    await two.close();
    await database.drop();
    await redis.kill();
  });

  /** Signs out at one host, and sees the socket at the other end with it. */
  async function endsAcross(token: string): Promise<void> {
    const socket = io(two.url, { transports: ['websocket'], reconnection: false, forceNew: true, query: { token } });
    sockets.push(socket);
    await socket.timeout(5000).emitWithAck('auth/login', { token });
    const gone = new Promise((resolve) => void socket.once('disconnect', resolve));
    await one.call('POST /auth/logout', {}, { token });
    await gone;
    expect(socket.connected).toBe(false);
  }

  test('a session of one opens the other, and ends on both at once', async () => {
    const fan = await signUpFan(one);
    expect((await two.call('GET /users/me', {}, { token: fan.token })).data._id).toBe(fan.id);
    await two.call('POST /auth/logout', {}, { token: fan.token });
    expect((await one.call('GET /users/me', {}, { token: fan.token })).refusal.error).toBe('session_ended');
  });

  test('a session that ends on one closes its socket on the other', async () => {
    const fan = await signUpFan(one);
    await endsAcross(fan.token);
  });

  test('a setting changed on one holds on the other', async () => {
    const operator = await signUpOperator(one);
    await one.call('PUT /admin/settings/:key', { params: { key: 'siteName' }, body: { value: 'Shared stage' } }, { token: operator.token });
    await eventually(async () => {
      expect((await two.call('GET /settings/public')).data.siteName).toBe('Shared stage');
    });
  });

  test('an allowance used up on one is used up on the other', async () => {
    const fan = await signUpFan(one);
    const tries = Array.from({ length: rates.signInName.points }, (_, index) => (index % 2 === 0 ? one : two));
    for (const host of tries) await host.call('POST /auth/login', { body: { username: fan.username, password: 'not this one' } });
    for (const host of [one, two]) {
      const refused = await host.call('POST /auth/login', { body: { username: fan.username, password } });
      expect(refused.refusal.error).toBe('too_many_requests');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  /** A host goes on without Redis: it stays ready, and says what is away. */
  const redisAsToldBy = async (host: World): Promise<unknown[]> => {
    const ready = await fetch(`${host.url}/ready`);
    const { parts } = (await ready.json()) as { parts: Record<string, string> };
    const figures = await (await fetch(`${host.url}/metrics`)).text();
    return [ready.status, parts['redis'], figures.split('\n').find((line) => line.startsWith('footlight_redis_up'))];
  };

  test('both go on serving while Redis is lost, and are one again when it is back', async () => {
    const fan = await signUpFan(one);
    expect(await redisAsToldBy(one)).toEqual([200, 'ok', 'footlight_redis_up 1']);
    await redis.kill();
    one.clock.advance({ minutes: 1 });
    expect(await redisAsToldBy(one)).toEqual([200, 'away', 'footlight_redis_up 0']);
    expect((await two.call('GET /users/me', {}, { token: fan.token })).status).toBe(200);
    expect((await one.call('GET /settings/public')).status).toBe(200);
    await redis.revive();
    await endsAcross(fan.token);
  });

  test('both go on serving while Redis hangs, and are one again when it goes on', async () => {
    const fan = await signUpFan(one);
    redis.freeze();
    try {
      for (const host of [one, two, one, two]) expect((await host.call('GET /users/me', {}, { token: fan.token })).status).toBe(200);
    } finally {
      redis.thaw();
    }
    await endsAcross(fan.token);
  });
});

withRedis('what an operator changes on one of two hosts', () => {
  const soon_ms = 2_000;
  const change = (key: SettingKey, value: string | boolean) =>
    one.call('PUT /admin/settings/:key', { params: { key }, body: { value } }, { token: operator.token });
  let redis: TestRedis;
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let one: World;
  let two: World;
  let operator: Awaited<ReturnType<typeof signUpOperator>>;
  beforeAll(async () => {
    [redis, database] = [await startRedis(), await freshDatabase()];
    const shared = { DATABASE_URL: database.url, REDIS_URL: redis.url, ...trusting };
    [one, two] = [await openWorld(shared, { geo }), await openWorld(shared, { geo })];
    operator = await signUpOperator(one);
  });
  afterAll(async () => {
    await one.close();
    await two.close();
    await database.drop();
    await redis.kill();
  });

  test('a setting is pushed to the pages that are open at the other', async () => {
    const page = await listenAs(two, (await signUpFan(one)).token);
    await change('siteName', 'Two stages');
    await eventually(() => {
      expect(page.heard('settings/changed').at(-1)).toMatchObject({ siteName: 'Two stages' });
    }, soon_ms);
    expect(page.isOpen()).toBe(true);
    page.close();
  });

  test('maintenance closes the other, and the sockets there after telling them why', async () => {
    const [fan, team] = [await signUpFan(one), await listenAs(two, operator.token)];
    const page = await listenAs(two, fan.token);
    await change('maintenanceMode', true);
    await eventually(async () => {
      expect((await two.call('GET /performers/top')).refusal.error).toBe('maintenance');
      expect(page.heard('settings/changed').at(-1)).toMatchObject({ maintenanceMode: true });
      expect([page.isOpen(), team.isOpen()]).toEqual([false, true]);
    }, soon_ms);
    await change('maintenanceMode', false);
    await eventually(async () => {
      expect((await two.call('GET /performers/top', {}, { token: fan.token })).status).toBe(200);
    }, soon_ms);
    team.close();
  });

  test('whom maintenance puts out hears why, also where the notice of the change is faster than its event', async () => {
    const page = await listenAs(two, (await signUpFan(one)).token);
    const value = { value: true, updatedAt: two.clock.now() };
    await one.ctx.db
      .insert(settings)
      .values({ key: 'maintenanceMode', ...value })
      .onConflictDoUpdate({ target: settings.key, set: value });
    await notify(one.ctx.db, 'settings');
    await eventually(() => {
      expect(page.isOpen()).toBe(false);
    }, soon_ms);
    expect(page.heard('settings/changed').at(-1)).toMatchObject({ maintenanceMode: true });
    await change('maintenanceMode', false);
  });

  test('a closed country is closed at the other, with the sockets from there, and opens again', async () => {
    const close = (countryCodes: string[]) =>
      one.call('PUT /admin/blocked-countries', { body: { countryCodes } }, { token: operator.token });
    const fan = await signUpFan(one);
    const [inside, outside] = [await listenAs(two, fan.token, fromAway), await listenAs(two, fan.token)];
    const visit = (headers?: Record<string, string>) =>
      two.call('GET /performers/top', {}, { token: fan.token, ...(headers && { headers }) });
    await close([away.country]);
    await eventually(async () => {
      expect((await visit(fromAway)).refusal.error).toBe('country_blocked');
      expect(inside.isOpen()).toBe(false);
    }, soon_ms);
    expect([(await visit()).status, outside.isOpen()]).toEqual([200, true]);
    await close([]);
    await eventually(async () => {
      expect((await visit(fromAway)).status).toBe(200);
    }, soon_ms);
    outside.close();
  });

  test('an account is suspended at the other, with its sockets there', async () => {
    const performer = await signUpPerformer(one);
    const page = await listenAs(two, performer.token);
    const params = { id: performer.id };
    await one.call('POST /admin/users/:id/suspend', { params, body: { reason: 'Under review' } }, { token: operator.token });
    await eventually(() => {
      expect(page.heard('session/ended')).toMatchObject([{ reason: 'suspended' }]);
      expect(page.isOpen()).toBe(false);
    }, soon_ms);
    expect((await two.call('GET /users/me', {}, { token: performer.token })).refusal.error).toBe('session_ended');
    expect((await two.call('GET /performers/:id', { params })).refusal.error).toBe('performer_not_found');
  });
});

withRedis('two people on two hosts', () => {
  test('hear each other write, type and read', async () => {
    const redis = await startRedis();
    const database = await freshDatabase();
    const shared = { DATABASE_URL: database.url, REDIS_URL: redis.url };
    const [one, two] = [await openWorld(shared), await openWorld(shared)];
    try {
      const [fan, performer] = [await signUpFan(one), await signUpPerformer(one)];
      const id = await talkOf(one, fan, performer);
      const [mine, hers] = [await listenAs(one, fan.token), await listenAs(two, performer.token)];
      const typing = io(one.url, { transports: ['websocket'], reconnection: false, query: { token: fan.token }, forceNew: true });
      await typing.timeout(5000).emitWithAck('auth/login', { token: fan.token });
      await typing.timeout(5000).emitWithAck('conversation/typing', { conversationId: id, isTyping: true });
      const { data } = await say(one, fan, id, { text: 'Across' });
      await two.call('POST /messages/read-all/:id', { params: { id } }, { token: performer.token });
      await eventually(() => {
        expect(hers.heard('conversation/typing')).toMatchObject([{ conversationId: id, isTyping: true }]);
        expect(hers.heard('message/created')).toMatchObject([{ _id: data._id, text: 'Across' }]);
        expect(mine.heard('conversation/seen')).toMatchObject([{ conversationId: id, seq: 1 }]);
      });
      for (const ear of [mine, hers]) ear.close();
      typing.close();
    } finally {
      await one.close();
      await two.close();
      await database.drop();
      await redis.kill();
    }
  });
});
