/** The host's door: what it counts, whom it mixes up with nobody, and odd requests that must not become bugs. */
import { signUpFan, password } from '../../tests/support/people';
import { openWorld, type World } from '../../tests/support/world';

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
