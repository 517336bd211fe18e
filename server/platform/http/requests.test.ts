/** HTTP handling: unusual requests, aborted requests and rate limits. */
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { signalTypes } from '@contract/kernel/values/live';
import { sessions } from '@server/platform/db/schema/accounts';
import { eventually } from '../../../tests/kit/timing/eventually';
import { signUpFan, signUpPerformer, password } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { makeLogger } from '../../kernel/log';

describe('unusual requests', () => {
  let testHost: TestHost;
  beforeAll(async () => {
    testHost = await openTestHost();
  });
  afterAll(() => testHost.close());

  test('a file part without a filename is treated as a file', async () => {
    const { token } = await signUpFan(testHost);
    const body =
      '--b\r\ncontent-disposition: form-data; name="avatar"\r\ncontent-type: application/octet-stream\r\n\r\nno picture\r\n--b--\r\n';
    const response = await fetch(`${testHost.url}/users/avatar/upload`, {
      method: 'POST',
      body,
      headers: { authorization: token, 'content-type': 'multipart/form-data; boundary=b' },
    });
    expect(response.status).toBe(415);
  });

  test('a list accepts the first and the last possible day as its range', async () => {
    for (const query of [
      { fromDate: '0000-01-01', toDate: '9999-12-31' },
      { fromDate: '0000-01-01T00:00:00+14:00', toDate: '9999-12-31T23:59:59-14:00' },
    ])
      expect((await testHost.call('GET /posts/search', { query })).status).toBe(200);
  });

  test('metrics are available to this machine, but not through a proxy on it', async () => {
    expect((await fetch(`${testHost.url}/metrics`)).status).toBe(200);
    expect((await fetch(`${testHost.url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(404);
  });

  test.each([
    ['GET', '/streaming/whip/0198c0de-0000-7000-8000-00c000000001', 'POST'],
    ['PUT', '/streaming/whep/0198c0de-0000-7000-8000-00c000000001?token=x', 'POST'],
    ['GET', '/streaming/whip/0198c0de-0000-7000-8000-00c000000001/0198c0de-0000-7000-8000-00c000000002', 'DELETE, PATCH'],
    ['POST', '/streaming/whep/0198c0de-0000-7000-8000-00c000000001/0198c0de-0000-7000-8000-00c000000002', 'DELETE, PATCH'],
    ['POST', '/users/me/', 'GET, HEAD'],
    ['DELETE', '/media/0198c0de-0000-7000-8000-00c000000001/thumb', 'GET, HEAD'],
    ['GET', '/auth/login', 'POST'],
  ])('%s %s, which is not supported, returns 405 with the supported methods in Allow', async (method, path, allow) => {
    const response = await fetch(`${testHost.url}${path}`, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
    expect(await response.json()).toMatchObject({ statusCode: 405, error: 'method_not_allowed' });
  });

  test('an unknown path returns 404 for every method', async () => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const response = await fetch(`${testHost.url}/nothing/here`, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([404, null]);
    }
  });

  test('a cursor keeps the total of the list', async () => {
    const { token } = await signUpFan(testHost);
    for (let n = 0; n < 3; n += 1)
      await testHost.call('POST /block/users', { body: { targetId: (await signUpFan(testHost)).id } }, { token });
    const first = await testHost.call('GET /block/users', { query: { limit: 2 } }, { token });
    const second = await testHost.call('GET /block/users', { query: { limit: 2, cursor: first.data.nextCursor ?? '' } }, { token });
    expect([first.data.total, second.data.total, second.data.data.length]).toEqual([3, 3, 1]);
  });
});

describe('request bodies', () => {
  let testHost: TestHost;
  beforeAll(async () => {
    testHost = await openTestHost();
  });
  afterAll(() => testHost.close());

  const post = (type: string, body: string, token = '') =>
    fetch(`${testHost.url}/auth/login`, { method: 'POST', body, headers: { authorization: token, 'content-type': type } });

  test.each([
    ['text/plain', '{"username":"ada","password":"secret"}'],
    ['text/plain;charset=UTF-8', 'words'],
    ['text/html', '<p>words</p>'],
    ['application/x-www-form-urlencoded', 'username=ada&password=secret'],
    ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="username"\r\n\r\nada\r\n--b--\r\n'],
    ['application/octet-stream', '{}'],
    [signalTypes.offer, 'v=0'],
    ['not a type', '{}'],
  ])('of type %s are rejected by an endpoint that accepts JSON', async (type, body) => {
    const response = await post(type, body);
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([415, 'unsupported_media_type']);
  });

  test('of malformed JSON or JSON that is not an object return 400, and empty ones of any type count as absent', async () => {
    for (const body of ['"words"', '{', '[]']) expect((await post('application/json', body)).status).toBe(400);
    const { token } = await signUpFan(testHost);
    for (const type of ['text/plain', 'application/json']) {
      const response = await fetch(`${testHost.url}/notifications/read`, {
        method: 'POST',
        body: '',
        headers: { authorization: token, 'content-type': type },
      });
      expect(response.status).toBe(200);
    }
  });
});

describe('a client that aborts its request', () => {
  let testHost: TestHost;
  const errorLines = /the database is unavailable|unhandled error in a request/;
  const lines: string[] = [];
  const log = makeLogger('debug', { write: (line) => void lines.push(line) });
  beforeAll(async () => {
    testHost = await openTestHost({}, { log });
  });
  afterAll(() => testHost.close());

  const abort = async (method: string, path: string, headers: Record<string, string>, bytes: string): Promise<void> => {
    const sent = request(`${testHost.url}${path}`, { method, headers: { ...headers, 'content-length': '5000000' } });
    sent.on('error', () => undefined);
    sent.write(bytes);
    await once(sent, 'socket');
    await new Promise((resolve) => setTimeout(resolve, 100));
    sent.destroy();
  };

  test.each([
    [
      'a form',
      'POST',
      '/users/avatar/upload',
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="avatar"; filename="a.png"\r\n\r\npicture',
    ],
    ['a form before its file', 'POST', '/users/avatar/upload', 'multipart/form-data; boundary=b', '--b\r\ncontent-disp'],
  ])('in the middle of %s is logged as such, and not as an error of the site', async (_what, method, path, type, bytes) => {
    const { token } = await signUpFan(testHost);
    lines.length = 0;
    await abort(method, path, { authorization: token, 'content-type': type }, bytes);
    await eventually(() => expect(lines.join('')).toContain('client aborted the request'));
    expect(lines.join('')).not.toMatch(errorLines);
  });

  test('before its form is parsed is logged too, and the request ends', async () => {
    const { token } = await signUpFan(testHost);
    lines.length = 0;
    await testHost.ctx.db.transaction(async (tx) => {
      // The lock delays the lookup of the session until the client has aborted.
      await tx.execute(sql`lock table ${sessions} in access exclusive mode`);
      const headers = { authorization: token, 'content-type': 'multipart/form-data; boundary=b' };
      await abort('POST', '/users/avatar/upload', headers, '--b\r\ncontent-disp');
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
    await eventually(() => expect(lines.join('')).toContain('client aborted the request'));
  });

  test.each([
    ['JSON', 'POST', '/auth/login', 'application/json', '{"username":'],
    ['an offer', 'POST', '/streaming/whip/0198c0de-0000-7000-8000-00c000000001', signalTypes.offer, 'v=0'],
  ])('in the middle of %s causes no error', async (_what, method, path, type, bytes) => {
    lines.length = 0;
    await abort(method, path, { 'content-type': type }, bytes);
    expect((await testHost.call('GET /settings/public')).status).toBe(200);
    expect(lines.join('')).not.toMatch(errorLines);
  });

  test('in the middle of an upload chunk keeps the received bytes', async () => {
    const { token } = await signUpPerformer(testHost);
    const begun = await testHost.call(
      'POST /uploads',
      { body: { name: 'a.mp4', size: 5_000_000, mimeType: 'video/mp4', purpose: 'video' } },
      { token },
    );
    lines.length = 0;
    const path = `/uploads/${begun.data.uploadId}`;
    await abort(
      'PATCH',
      path,
      { authorization: token, 'content-type': 'application/octet-stream', 'upload-offset': '0' },
      'x'.repeat(1000),
    );
    await eventually(async () =>
      expect((await testHost.call('GET /uploads/:id', { params: { id: begun.data.uploadId } }, { token })).data.offset).toBe(1000),
    );
    expect(lines.join('')).not.toMatch(errorLines);
  });
});

describe('rate limits', () => {
  let testHost: TestHost;
  let fan: { token: string; id: string; username: string };
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const attempt = (username: string, address: string, typed = 'not the password') =>
    testHost.call('POST /auth/login', { body: { username, password: typed } }, from(address));

  beforeAll(async () => {
    // A tenth: 30 calls a minute, 1 sign-in per username, 3 per address.
    testHost = await openTestHost({ RATE_LIMIT_FACTOR: '0.1', TRUSTED_PROXIES: 'loopback' });
    fan = await signUpFan(testHost);
  });
  afterAll(() => testHost.close());

  test('include rejected calls', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1) statuses.push((await testHost.call('GET /users/me', {}, from('198.51.100.1'))).status);
    expect(statuses.slice(0, 30).every((status) => status === 401)).toBe(true);
    expect(statuses[30]).toBe(429);
  });

  test('are shared by all addresses of an IPv6 /64 network', async () => {
    const statuses: number[] = [];
    for (let n = 1; n <= 31; n += 1)
      statuses.push((await testHost.call('GET /languages/list', {}, from(`2001:db8:1:2:${n.toString(16)}::1`))).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect((await testHost.call('GET /languages/list', {}, from('2001:db8:1:3::1'))).status).toBe(200);
  });

  test('of one address do not affect those of others', async () => {
    for (let n = 0; n < 3; n += 1) await attempt(`missing${n}`, '198.51.100.2');
    expect((await attempt(fan.username, '198.51.100.2')).status).toBe(429);
    expect((await attempt(fan.username, '198.51.100.3', password)).status).toBe(200);
  });

  test('are not used up for an account by sign-ins with its id as the username', async () => {
    await attempt(fan.id, '198.51.100.4');
    expect((await testHost.call('POST /auth/reauthenticate', { body: { password } }, { token: fan.token })).status).toBe(200);
  });
});

test('the handler of a disconnected client ends before the database is closed', async () => {
  const testHost = await openTestHost();
  const { token } = await signUpFan(testHost);
  const locker = new Client({ connectionString: testHost.databaseUrl });
  await locker.connect();
  await locker.query('begin');
  await locker.query('lock table follows in access exclusive mode');
  const client = request(`${testHost.url}/users/me`, { headers: { authorization: token }, agent: false });
  const disconnected = new Promise((resolve) => client.on('error', () => undefined).on('close', resolve));
  client.end();
  await eventually(async () => {
    const { rows } = await locker.query("select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()");
    expect(rows).toHaveLength(1);
  });
  client.destroy();
  await disconnected;
  const closing = testHost.app.close();
  expect(await Promise.race([closing, delay(200, 'waits')])).toBe('waits');
  await locker.query('commit');
  await locker.end();
  await closing;
  // Fails on errors in handlers.
  await testHost.close();
});
