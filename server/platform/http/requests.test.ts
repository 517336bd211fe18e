/** The host's door: what it counts, whom it mixes up with nobody, and odd requests that must not become bugs. */
import { once } from 'node:events';
import { request } from 'node:http';
import { sql } from 'drizzle-orm';
import { signalTypes } from '@contract/values';
import { sessions } from '@server/platform/db/schema/schema';
import { eventually } from '../../../tests/kit/timing/eventually';
import { signUpFan, signUpPerformer, password } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { makeLogger } from '../../kernel/log';

describe('odd requests', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  test('a file without a name is a file', async () => {
    const { token } = await signUpFan(world);
    const body =
      '--b\r\ncontent-disposition: form-data; name="avatar"\r\ncontent-type: application/octet-stream\r\n\r\nno picture\r\n--b--\r\n';
    const answer = await fetch(`${world.url}/users/avatar/upload`, {
      method: 'POST',
      body,
      headers: { authorization: token, 'content-type': 'multipart/form-data; boundary=b' },
    });
    expect(answer.status).toBe(415);
  });

  test('a list may be asked for from the first day to the last', async () => {
    for (const query of [
      { fromDate: '0000-01-01', toDate: '9999-12-31' },
      { fromDate: '0000-01-01T00:00:00+14:00', toDate: '9999-12-31T23:59:59-14:00' },
    ])
      expect((await world.call('GET /posts/search', { query })).status).toBe(200);
  });

  test('metrics are there for this machine, and not for others behind a proxy on it', async () => {
    expect((await fetch(`${world.url}/metrics`)).status).toBe(200);
    expect((await fetch(`${world.url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(404);
  });

  test('a cursor remembers how long the list was', async () => {
    const { token } = await signUpFan(world);
    for (let n = 0; n < 3; n += 1) await world.call('POST /block/users', { body: { targetId: (await signUpFan(world)).id } }, { token });
    const first = await world.call('GET /block/users', { query: { limit: 2 } }, { token });
    const second = await world.call('GET /block/users', { query: { limit: 2, cursor: first.data.nextCursor ?? '' } }, { token });
    expect([first.data.total, second.data.total, second.data.data.length]).toEqual([3, 3, 1]);
  });
});

describe('bodies of another kind', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  const post = (type: string, body: string, token = '') =>
    fetch(`${world.url}/auth/login`, { method: 'POST', body, headers: { authorization: token, 'content-type': type } });

  test.each([
    ['text/plain', '{"username":"ada","password":"secret"}'],
    ['text/plain;charset=UTF-8', 'words'],
    ['text/html', '<p>words</p>'],
    ['application/x-www-form-urlencoded', 'username=ada&password=secret'],
    ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="username"\r\n\r\nada\r\n--b--\r\n'],
    ['application/octet-stream', '{}'],
    [signalTypes.offer, 'v=0'],
    ['not a type', '{}'],
  ])('%s is refused by an endpoint that takes JSON', async (type, body) => {
    const answer = await post(type, body);
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([415, 'unsupported_media_type']);
  });

  test('JSON that is no object or cannot be read is an invalid request, and an empty body of any kind is none', async () => {
    for (const body of ['"words"', '{', '[]']) expect((await post('application/json', body)).status).toBe(400);
    const { token } = await signUpFan(world);
    for (const type of ['text/plain', 'application/json']) {
      const answer = await fetch(`${world.url}/notifications/read`, {
        ...{ method: 'POST', body: '', headers: { authorization: token, 'content-type': type } },
      });
      expect(answer.status).toBe(200);
    }
  });
});

describe('a client that breaks off', () => {
  let world: World;
  const faults = /the database is away|a request ended in a bug/;
  const lines: string[] = [];
  const log = makeLogger('debug', { write: (line) => void lines.push(line) });
  beforeAll(async () => {
    world = await openWorld({}, { log });
  });
  afterAll(() => world.close());

  const breakOff = async (method: string, path: string, headers: Record<string, string>, bytes: string): Promise<void> => {
    const sent = request(`${world.url}${path}`, { method, headers: { ...headers, 'content-length': '5000000' } });
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
  ])('amid %s is noted as that, and not as a fault of the site', async (_what, method, path, type, bytes) => {
    const { token } = await signUpFan(world);
    lines.length = 0;
    await breakOff(method, path, { authorization: token, 'content-type': type }, bytes);
    await eventually(() => expect(lines.join('')).toContain('a client broke off its request'));
    expect(lines.join('')).not.toMatch(faults);
  });

  test('before anybody looked at its form is noted too, and the request ends', async () => {
    const { token } = await signUpFan(world);
    lines.length = 0;
    await world.ctx.db.transaction(async (tx) => {
      // Who sent it is asked for that long.
      await tx.execute(sql`lock table ${sessions} in access exclusive mode`);
      const headers = { authorization: token, 'content-type': 'multipart/form-data; boundary=b' };
      await breakOff('POST', '/users/avatar/upload', headers, '--b\r\ncontent-disp');
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
    await eventually(() => expect(lines.join('')).toContain('a client broke off its request'));
  });

  test.each([
    ['JSON', 'POST', '/auth/login', 'application/json', '{"username":'],
    ['an offer', 'POST', '/streaming/whip/0198c0de-0000-7000-8000-00c000000001', signalTypes.offer, 'v=0'],
  ])('amid %s causes no fault', async (_what, method, path, type, bytes) => {
    lines.length = 0;
    await breakOff(method, path, { 'content-type': type }, bytes);
    expect((await world.call('GET /settings/public')).status).toBe(200);
    expect(lines.join('')).not.toMatch(faults);
  });

  test('amid a piece of an upload has sent what came', async () => {
    const { token } = await signUpPerformer(world);
    const begun = await world.call(
      'POST /uploads',
      { body: { name: 'a.mp4', size: 5_000_000, mimeType: 'video/mp4', purpose: 'video' } },
      { token },
    );
    lines.length = 0;
    const path = `/uploads/${begun.data.uploadId}`;
    await breakOff(
      'PATCH',
      path,
      { authorization: token, 'content-type': 'application/octet-stream', 'upload-offset': '0' },
      'x'.repeat(1000),
    );
    await eventually(async () =>
      expect((await world.call('GET /uploads/:id', { params: { id: begun.data.uploadId } }, { token })).data.offset).toBe(1000),
    );
    expect(lines.join('')).not.toMatch(faults);
  });
});

describe('allowances', () => {
  let world: World;
  let fan: { token: string; id: string; username: string };
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const attempt = (username: string, address: string, typed = 'not the password') =>
    world.call('POST /auth/login', { body: { username, password: typed } }, from(address));

  beforeAll(async () => {
    // A tenth: 30 calls a minute, 1 sign-in for a name, 3 for an address.
    world = await openWorld({ RATE_LIMIT_FACTOR: '0.1', TRUSTED_PROXIES: 'loopback' });
    fan = await signUpFan(world);
  });
  afterAll(() => world.close());

  test('refusals count as calls', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1) statuses.push((await world.call('GET /users/me', {}, from('198.51.100.1'))).status);
    expect(statuses.slice(0, 30).every((status) => status === 401)).toBe(true);
    expect(statuses[30]).toBe(429);
  });

  test('all addresses of an IPv6 network share one', async () => {
    const statuses: number[] = [];
    for (let n = 1; n <= 31; n += 1)
      statuses.push((await world.call('GET /languages/list', {}, from(`2001:db8:1:2:${n.toString(16)}::1`))).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect((await world.call('GET /languages/list', {}, from('2001:db8:1:3::1'))).status).toBe(200);
  });

  test("an address that is out of tries uses up nobody else's", async () => {
    for (let n = 0; n < 3; n += 1) await attempt(`nobody${n}`, '198.51.100.2');
    expect((await attempt(fan.username, '198.51.100.2')).status).toBe(429);
    expect((await attempt(fan.username, '198.51.100.3', password)).status).toBe(200);
  });

  test('signing in under the id of an account takes nothing from that account', async () => {
    await attempt(fan.id, '198.51.100.4');
    expect((await world.call('POST /auth/reauthenticate', { body: { password } }, { token: fan.token })).status).toBe(200);
  });
});
