/** What the log tells of those who come in, and of those who try to. */
import { io } from 'socket.io-client';
import { password, signUpFan } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { makeLogger } from '../../kernel/log';

let world: World;
let lines: Record<string, unknown>[];
beforeAll(async () => {
  const log = makeLogger('info', { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  lines = [];
  world = await openWorld({ TRUSTED_PROXIES: 'loopback' }, { log });
});
beforeEach(() => {
  lines = [];
});
afterAll(() => world.close());

const told = (event: string) => lines.filter((line) => line['event'] === event);
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

test('a sign-in that succeeds, and one that fails, are written with whom it concerns and from where, and without what was typed', async () => {
  const { id, username } = await signUpFan(world);
  lines = [];
  const typed = 'a wrong guess of hers';
  await world.call('POST /auth/login', { body: { username, password: typed } }, from('203.0.113.5'));
  await world.call('POST /auth/login', { body: { username: 'nobody-at-all', password: typed } }, from('203.0.113.5'));
  await world.call('POST /auth/login', { body: { username, password } }, from('203.0.113.6'));

  const [known, unknown] = told('refused');
  expect(known).toMatchObject({
    code: 'invalid_credentials',
    route: 'POST /auth/login',
    address: '203.0.113.5',
    accountId: null,
    about: id,
  });
  expect(unknown).not.toHaveProperty('about');
  expect(told('signed-in')).toMatchObject([{ accountId: id, address: '203.0.113.6', withSecondStep: false }]);
  expect(JSON.stringify(lines)).not.toContain(typed);
  expect(JSON.stringify(lines)).not.toContain(password);
});

test('who tries what is not hers is written with her account', async () => {
  const { id, token } = await signUpFan(world);
  lines = [];
  expect((await world.call('GET /admin/users/search', {}, { token })).status).toBe(403);
  expect(told('refused')).toMatchObject([{ code: 'forbidden_role', route: 'GET /admin/users/search', accountId: id }]);
  await world.call('GET /admin/users/search', {}, { token: 'made up' });
  expect(told('refused')).toMatchObject([{}, { code: 'session_ended', accountId: null }]);
});

test('a socket whose token opens nothing is written', async () => {
  lines = [];
  const socket = io(world.url, { query: { token: 'made up' }, reconnection: false, extraHeaders: { 'x-forwarded-for': '203.0.113.8' } });
  await new Promise((closed) => void socket.once('disconnect', closed));
  socket.close();
  expect(told('refused')).toMatchObject([{ code: 'session_ended', route: 'socket', address: '203.0.113.8' }]);
});

test('a refusal that tells nothing of an attack is not written', async () => {
  const { token } = await signUpFan(world);
  lines = [];
  await world.call('POST /auth/login', { body: { password: '' } });
  await world.call('GET /performer-assets/videos/:id', { params: { id: '0199c3a4-0000-7000-8000-000000000000' } }, { token });
  expect(told('refused')).toEqual([]);
});

test('a flood is one line a minute for each network', async () => {
  const flooded = await openWorld({ TRUSTED_PROXIES: 'loopback', RATE_LIMIT_FACTOR: '0.01' }, { log: world.ctx.log });
  try {
    lines = [];
    for (let n = 0; n < 8; n += 1) await flooded.call('GET /settings/public', {}, from('203.0.113.77'));
    expect(told('refused')).toMatchObject([{ code: 'too_many_requests', address: '203.0.113.77' }]);
  } finally {
    await flooded.close();
  }
});
