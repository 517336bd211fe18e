import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { sessions } from '@server/platform/db/schema/accounts';
import { startSession } from '@server/people/sessions/sessions';
import { password, signUpFan } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { deviceName } from './devices';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());

const signInAgain = async (username: string): Promise<string> =>
  (await testHost.call('POST /auth/login', { body: { username, password } })).data.token;
const list = async (token: string) => (await testHost.call('GET /auth/sessions', {}, { token })).data;
const isSignedIn = async (token: string): Promise<boolean> => (await testHost.call('GET /users/me', {}, { token })).status === 200;

describe('sessions', () => {
  it('are listed with the current one first, without other people’s', async () => {
    const [fan, other] = [await signUpFan(testHost), await signUpFan(testHost)];
    await signInAgain(fan.username);
    const listed = await list(fan.token);
    expect(listed.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
    expect(Object.keys(listed[0] ?? {}).sort()).toEqual(['_id', 'address', 'country', 'createdAt', 'device', 'isCurrent', 'lastUsedAt']);
    expect(await list(other.token)).toHaveLength(1);
  });

  it('can be ended one by one, and are rejected from the next request on', async () => {
    const fan = await signUpFan(testHost);
    const token = await signInAgain(fan.username);
    const [, second] = await list(fan.token);
    const end = () => testHost.call('DELETE /auth/sessions/:id', { params: { id: second?._id ?? '' } }, { token: fan.token });
    expect((await end()).data).toEqual({ ended: 1 });
    expect((await testHost.call('GET /users/me', {}, { token })).errorBody.error).toBe('session_ended');
    expect((await end()).errorBody.error).toBe('session_not_found');
  });

  it('cannot be ended by others', async () => {
    const [fan, other] = [await signUpFan(testHost), await signUpFan(testHost)];
    const [session] = await list(fan.token);
    const response = await testHost.call('DELETE /auth/sessions/:id', { params: { id: session?._id ?? '' } }, { token: other.token });
    expect(response.errorBody.error).toBe('session_not_found');
    expect(await isSignedIn(fan.token)).toBe(true);
  });

  it('can all be ended except the current one', async () => {
    const fan = await signUpFan(testHost);
    const others = [await signInAgain(fan.username), await signInAgain(fan.username)];
    expect((await testHost.call('DELETE /auth/sessions', {}, { token: fan.token })).data).toEqual({ ended: 2 });
    expect(await Promise.all([fan.token, ...others].map(isSignedIn))).toEqual([true, false, false]);
  });

  it('end when signing out, which clears the media cookie', async () => {
    const fan = await signUpFan(testHost);
    const { data, headers } = await testHost.call('POST /auth/logout', {}, { token: fan.token });
    expect(data).toEqual({ ended: true });
    expect(headers.get('set-cookie')).toMatch(/^media=; Path=\/media; Max-Age=0; /);
    expect(await isSignedIn(fan.token)).toBe(false);
  });

  it('always get the same media cookie', async () => {
    const fan = await signUpFan(testHost);
    const valueOf = async () =>
      /media=([^;]+)/.exec((await testHost.call('GET /users/me', {}, { token: fan.token })).headers.get('set-cookie') ?? '')?.[1];
    expect(await valueOf()).toBeDefined();
    expect(await valueOf()).toBe(await valueOf());
  });

  it('are removed, oldest first, when an account has too many', async () => {
    const fan = await signUpFan(testHost);
    const client = { address: '127.0.0.1', country: null, userAgent: '' };
    for (let index = 0; index < limits.sessionsPerAccount; index += 1)
      await startSession(testHost.ctx, fan.id, client, { remember: true }, { cookie: () => undefined });
    expect(await testHost.ctx.db.$count(sessions, eq(sessions.accountId, fan.id))).toBe(limits.sessionsPerAccount);
    expect(await isSignedIn(fan.token)).toBe(false);
  });
});

it('a device is named by browser and system', () => {
  expect(
    deviceName(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    ),
  ).toBe('Safari on iPhone');
  expect(
    deviceName('Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0'),
  ).toBe('Edge on Windows');
  expect(deviceName('curl/8.0')).toBe('Unknown device');
});
