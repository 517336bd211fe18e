/** The security log: sign-ins and rejected attempts. */
import { io } from 'socket.io-client';
import { password, signUpFan } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { makeLogger } from '../../kernel/log';

let testHost: TestHost;
let lines: Record<string, unknown>[];
beforeAll(async () => {
  const log = makeLogger('info', { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  lines = [];
  testHost = await openTestHost({ TRUSTED_PROXIES: 'loopback' }, { log });
});
beforeEach(() => {
  lines = [];
});
afterAll(() => testHost.close());

const entriesOf = (event: string) => lines.filter((line) => line['event'] === event);
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

test('the security log contains successful and failed sign-ins with account and address, but not the password', async () => {
  const { id, username } = await signUpFan(testHost);
  lines = [];
  const typed = 'a wrong guess of theirs';
  await testHost.call('POST /auth/login', { body: { username, password: typed } }, from('203.0.113.5'));
  await testHost.call('POST /auth/login', { body: { username: 'no-such-name', password: typed } }, from('203.0.113.5'));
  await testHost.call('POST /auth/login', { body: { username, password } }, from('203.0.113.6'));

  const [existing, missing] = entriesOf('refused');
  expect(existing).toMatchObject({
    code: 'invalid_credentials',
    route: 'POST /auth/login',
    address: '203.0.113.5',
    accountId: null,
    about: id,
  });
  expect(missing).not.toHaveProperty('about');
  expect(entriesOf('signed-in')).toMatchObject([{ accountId: id, address: '203.0.113.6', withSecondStep: false }]);
  expect(JSON.stringify(lines)).not.toContain(typed);
  expect(JSON.stringify(lines)).not.toContain(password);
});

test('the security log contains forbidden calls with the account', async () => {
  const { id, token } = await signUpFan(testHost);
  lines = [];
  expect((await testHost.call('GET /admin/users/search', {}, { token })).status).toBe(403);
  expect(entriesOf('refused')).toMatchObject([{ code: 'forbidden_role', route: 'GET /admin/users/search', accountId: id }]);
  await testHost.call('GET /admin/users/search', {}, { token: 'made up' });
  expect(entriesOf('refused')).toMatchObject([{}, { code: 'session_ended', accountId: null }]);
});

test('the security log contains sockets with an invalid token', async () => {
  lines = [];
  const socket = io(testHost.url, { query: { token: 'made up' }, reconnection: false, extraHeaders: { 'x-forwarded-for': '203.0.113.8' } });
  await new Promise((closed) => void socket.once('disconnect', closed));
  socket.close();
  expect(entriesOf('refused')).toMatchObject([{ code: 'session_ended', route: 'socket', address: '203.0.113.8' }]);
});

test('the security log does not contain errors that do not indicate an attack', async () => {
  const { token } = await signUpFan(testHost);
  lines = [];
  await testHost.call('POST /auth/login', { body: { password: '' } });
  await testHost.call('GET /performer-assets/videos/:id', { params: { id: '0199c3a4-0000-7000-8000-000000000000' } }, { token });
  expect(entriesOf('refused')).toEqual([]);
});

test('the security log contains a flood of requests once per network and minute', async () => {
  const flooded = await openTestHost({ TRUSTED_PROXIES: 'loopback', RATE_LIMIT_FACTOR: '0.01' }, { log: testHost.ctx.log });
  try {
    lines = [];
    for (let n = 0; n < 8; n += 1) await flooded.call('GET /settings/public', {}, from('203.0.113.77'));
    expect(entriesOf('refused')).toMatchObject([{ code: 'too_many_requests', address: '203.0.113.77' }]);
  } finally {
    await flooded.close();
  }
});
