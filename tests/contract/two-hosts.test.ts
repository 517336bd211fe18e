/** Two API servers on one database and one Redis: clients can use either of them. */
import { io, type Socket } from 'socket.io-client';
import { rates } from '@contract/kernel/rates';
import type { SettingKey } from '@contract/kernel/settings';
import { notifyProcesses } from '@server/platform/db/listen';
import { settings } from '@server/platform/db/schema/site';
import { openSocket } from '../kit/host/test-socket';
import { eventually } from '../kit/timing/eventually';
import { fanLocation, fromFanLocation, geo, trustedProxies } from '../kit/contract/pair';
import { signUpFan, signUpOperator, signUpPerformer, password } from '../kit/people/people';
import { hasRedis, startRedis, type TestRedis } from '../kit/processes/redis';
import { sendMessage, openConversation } from '../kit/talk/conversations';
import { openTestHost, type TestHost } from '../kit/host/test-host';
import { freshDatabase } from '../kit/host/database';
import { maxWait_ms } from '../kit/timing/max-wait';

const withRedis = hasRedis ? describe : describe.skip;

withRedis('two hosts', () => {
  let redis: TestRedis;
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let one: TestHost;
  let two: TestHost;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    redis = await startRedis();
    database = await freshDatabase();
    const shared = { DATABASE_URL: database.url, REDIS_URL: redis.url, RATE_LIMIT_FACTOR: '1' };
    [one, two] = [await openTestHost(shared), await openTestHost(shared)];
  });
  afterAll(async () => {
    sockets.forEach((socket) => socket.close());
    await one.close();
    await two.close();
    await database.drop();
    await redis.kill();
  });

  /** Signs out at one host, and expects the socket at the other one to close. */
  async function expectSocketClosedAcross(token: string): Promise<void> {
    const socket = io(two.url, { transports: ['websocket'], reconnection: false, forceNew: true, query: { token } });
    sockets.push(socket);
    await socket.timeout(maxWait_ms).emitWithAck('auth/login', { token });
    const disconnected = new Promise((resolve) => void socket.once('disconnect', resolve));
    await one.call('POST /auth/logout', {}, { token });
    await disconnected;
    expect(socket.connected).toBe(false);
  }

  test('a session of one host is valid on the other, and ends on both immediately', async () => {
    const fan = await signUpFan(one);
    expect((await two.call('GET /users/me', {}, { token: fan.token })).data._id).toBe(fan.id);
    await two.call('POST /auth/logout', {}, { token: fan.token });
    expect((await one.call('GET /users/me', {}, { token: fan.token })).errorBody.error).toBe('session_ended');
  });

  test('a session that ends on one host closes its socket on the other', async () => {
    const fan = await signUpFan(one);
    await expectSocketClosedAcross(fan.token);
  });

  test('a setting changed on one host applies on the other', async () => {
    const operator = await signUpOperator(one);
    await one.call('PUT /admin/settings/:key', { params: { key: 'siteName' }, body: { value: 'Shared stage' } }, { token: operator.token });
    await eventually(async () => {
      expect((await two.call('GET /settings/public')).data.siteName).toBe('Shared stage');
    });
  });

  test('a rate limit reached on one host applies on the other', async () => {
    const fan = await signUpFan(one);
    const attempts = Array.from({ length: rates.signInName.points }, (_, index) => (index % 2 === 0 ? one : two));
    for (const host of attempts) await host.call('POST /auth/login', { body: { username: fan.username, password: 'not this one' } });
    for (const host of [one, two]) {
      const rejected = await host.call('POST /auth/login', { body: { username: fan.username, password } });
      expect(rejected.errorBody.error).toBe('too_many_requests');
      expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  /** The readiness status, the reported state of Redis and its metric: a host works without Redis and reports the outage. */
  const redisStateOf = async (host: TestHost): Promise<unknown[]> => {
    const ready = await fetch(`${host.url}/ready`);
    const { parts } = (await ready.json()) as { parts: Record<string, string> };
    const metrics = await (await fetch(`${host.url}/metrics`)).text();
    return [ready.status, parts['redis'], metrics.split('\n').find((line) => line.startsWith('footlight_redis_up'))];
  };

  test('both respond while Redis is down, and synchronize again when it is back', async () => {
    const fan = await signUpFan(one);
    expect(await redisStateOf(one)).toEqual([200, 'ok', 'footlight_redis_up 1']);
    await redis.kill();
    one.clock.advance({ minutes: 1 });
    expect(await redisStateOf(one)).toEqual([200, 'away', 'footlight_redis_up 0']);
    expect((await two.call('GET /users/me', {}, { token: fan.token })).status).toBe(200);
    expect((await one.call('GET /settings/public')).status).toBe(200);
    await redis.restart();
    await expectSocketClosedAcross(fan.token);
  });

  test('both respond while Redis hangs, and synchronize again when it resumes', async () => {
    const fan = await signUpFan(one);
    redis.suspend();
    try {
      for (const host of [one, two, one, two]) expect((await host.call('GET /users/me', {}, { token: fan.token })).status).toBe(200);
    } finally {
      redis.resume();
    }
    await expectSocketClosedAcross(fan.token);
  });
});

withRedis('a change by an operator on one of two hosts', () => {
  const change = (key: SettingKey, value: string | boolean) =>
    one.call('PUT /admin/settings/:key', { params: { key }, body: { value } }, { token: operator.token });
  /** Waits for the other host, which still closes the sockets of fans until it has heard of the change. */
  async function endMaintenance(): Promise<void> {
    await change('maintenanceMode', false);
    await eventually(async () => {
      expect((await two.call('GET /performers/top')).status).toBe(200);
    });
  }
  let redis: TestRedis;
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let one: TestHost;
  let two: TestHost;
  let operator: Awaited<ReturnType<typeof signUpOperator>>;
  beforeAll(async () => {
    [redis, database] = [await startRedis(), await freshDatabase()];
    const shared = { DATABASE_URL: database.url, REDIS_URL: redis.url, ...trustedProxies };
    [one, two] = [await openTestHost(shared, { geo }), await openTestHost(shared, { geo })];
    operator = await signUpOperator(one);
  });
  afterAll(async () => {
    await one.close();
    await two.close();
    await database.drop();
    await redis.kill();
  });

  test('pushes a setting to the sockets of the other host', async () => {
    const socket = await openSocket(two, (await signUpFan(one)).token);
    await change('siteName', 'Two stages');
    await eventually(() => {
      expect(socket.received('settings/changed').at(-1)).toMatchObject({ siteName: 'Two stages' });
    });
    expect(socket.isOpen()).toBe(true);
    socket.close();
  });

  test('puts the other host into maintenance, and closes its sockets after notifying them', async () => {
    const [fan, operatorSocket] = [await signUpFan(one), await openSocket(two, operator.token)];
    const socket = await openSocket(two, fan.token);
    await change('maintenanceMode', true);
    await eventually(async () => {
      expect((await two.call('GET /performers/top')).errorBody.error).toBe('maintenance');
      expect(socket.received('settings/changed').at(-1)).toMatchObject({ maintenanceMode: true });
      expect([socket.isOpen(), operatorSocket.isOpen()]).toEqual([false, true]);
    });
    await endMaintenance();
    operatorSocket.close();
  });

  test('notifies the sockets that maintenance closes, even if the database notification arrives before the event', async () => {
    const socket = await openSocket(two, (await signUpFan(one)).token);
    const value = { value: true, updatedAt: two.clock.now() };
    await one.ctx.db
      .insert(settings)
      .values({ key: 'maintenanceMode', ...value })
      .onConflictDoUpdate({ target: settings.key, set: value });
    await notifyProcesses(one.ctx.db, 'settings');
    await eventually(() => {
      expect(socket.isOpen()).toBe(false);
    });
    expect(socket.received('settings/changed').at(-1)).toMatchObject({ maintenanceMode: true });
    await endMaintenance();
  });

  test('blocks a country on the other host together with its sockets, and unblocks it', async () => {
    const blockCountries = (countryCodes: string[]) =>
      one.call('PUT /admin/blocked-countries', { body: { countryCodes } }, { token: operator.token });
    const fan = await signUpFan(one);
    const [blockedSocket, allowedSocket] = [await openSocket(two, fan.token, fromFanLocation), await openSocket(two, fan.token)];
    const request = (headers?: Record<string, string>) =>
      two.call('GET /performers/top', {}, { token: fan.token, ...(headers && { headers }) });
    await blockCountries([fanLocation.country]);
    await eventually(async () => {
      expect((await request(fromFanLocation)).errorBody.error).toBe('country_blocked');
      expect(blockedSocket.isOpen()).toBe(false);
    });
    expect([(await request()).status, allowedSocket.isOpen()]).toEqual([200, true]);
    await blockCountries([]);
    await eventually(async () => {
      expect((await request(fromFanLocation)).status).toBe(200);
    });
    allowedSocket.close();
  });

  test('suspends an account on the other host together with its sockets', async () => {
    const performer = await signUpPerformer(one);
    const socket = await openSocket(two, performer.token);
    const params = { id: performer.id };
    await one.call('POST /admin/users/:id/suspend', { params, body: { reason: 'Under review' } }, { token: operator.token });
    await eventually(() => {
      expect(socket.received('session/ended')).toMatchObject([{ reason: 'suspended' }]);
      expect(socket.isOpen()).toBe(false);
    });
    expect((await two.call('GET /users/me', {}, { token: performer.token })).errorBody.error).toBe('session_ended');
    expect((await two.call('GET /performers/:id', { params })).errorBody.error).toBe('performer_not_found');
  });
});

withRedis('two people on two hosts', () => {
  test("receive each other's messages, typing and read events", async () => {
    const redis = await startRedis();
    const database = await freshDatabase();
    const shared = { DATABASE_URL: database.url, REDIS_URL: redis.url };
    const [one, two] = [await openTestHost(shared), await openTestHost(shared)];
    try {
      const [fan, performer] = [await signUpFan(one), await signUpPerformer(one)];
      const id = await openConversation(one, fan, performer);
      const [fanSocket, performerSocket] = [await openSocket(one, fan.token), await openSocket(two, performer.token)];
      const typing = io(one.url, { transports: ['websocket'], reconnection: false, query: { token: fan.token }, forceNew: true });
      await typing.timeout(maxWait_ms).emitWithAck('auth/login', { token: fan.token });
      await typing.timeout(maxWait_ms).emitWithAck('conversation/typing', { conversationId: id, isTyping: true });
      const { data } = await sendMessage(one, fan, id, { text: 'Across' });
      await two.call('POST /messages/read-all/:id', { params: { id } }, { token: performer.token });
      await eventually(() => {
        expect(performerSocket.received('conversation/typing')).toMatchObject([{ conversationId: id, isTyping: true }]);
        expect(performerSocket.received('message/created')).toMatchObject([{ _id: data._id, text: 'Across' }]);
        expect(fanSocket.received('conversation/seen')).toMatchObject([{ conversationId: id, seq: 1 }]);
      });
      for (const socket of [fanSocket, performerSocket]) socket.close();
      typing.close();
    } finally {
      await one.close();
      await two.close();
      await database.drop();
      await redis.kill();
    }
  });
});
