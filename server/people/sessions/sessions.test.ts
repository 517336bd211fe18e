import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { sessions } from '@server/platform/db/schema/schema';
import { startSession } from '@server/people/sessions/sessions';
import { password, signUpFan } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { deviceName } from './devices';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const another = async (username: string): Promise<string> =>
  (await world.call('POST /auth/login', { body: { username, password } })).data.token;
const list = async (token: string) => (await world.call('GET /auth/sessions', {}, { token })).data;
const isOpen = async (token: string): Promise<boolean> => (await world.call('GET /users/me', {}, { token })).status === 200;

describe('sessions', () => {
  it('are listed with the current one first, and none of other people', async () => {
    const [fan, other] = [await signUpFan(world), await signUpFan(world)];
    await another(fan.username);
    const listed = await list(fan.token);
    expect(listed.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
    expect(Object.keys(listed[0] ?? {}).sort()).toEqual(['_id', 'address', 'country', 'createdAt', 'device', 'isCurrent', 'lastUsedAt']);
    expect(await list(other.token)).toHaveLength(1);
  });

  it('end one by one, and are refused from the next request on', async () => {
    const fan = await signUpFan(world);
    const token = await another(fan.username);
    const [, second] = await list(fan.token);
    const end = () => world.call('DELETE /auth/sessions/:id', { params: { id: second?._id ?? '' } }, { token: fan.token });
    expect((await end()).data).toEqual({ ended: 1 });
    expect((await world.call('GET /users/me', {}, { token })).refusal.error).toBe('session_ended');
    expect((await end()).refusal.error).toBe('session_not_found');
  });

  it('cannot be ended by others', async () => {
    const [fan, other] = [await signUpFan(world), await signUpFan(world)];
    const [session] = await list(fan.token);
    const answer = await world.call('DELETE /auth/sessions/:id', { params: { id: session?._id ?? '' } }, { token: other.token });
    expect(answer.refusal.error).toBe('session_not_found');
    expect(await isOpen(fan.token)).toBe(true);
  });

  it('end all at once but this one', async () => {
    const fan = await signUpFan(world);
    const others = [await another(fan.username), await another(fan.username)];
    expect((await world.call('DELETE /auth/sessions', {}, { token: fan.token })).data).toEqual({ ended: 2 });
    expect(await Promise.all([fan.token, ...others].map(isOpen))).toEqual([true, false, false]);
  });

  it('end with signing out, and take the media cookie away', async () => {
    const fan = await signUpFan(world);
    const { data, headers } = await world.call('POST /auth/logout', {}, { token: fan.token });
    expect(data).toEqual({ ended: true });
    expect(headers.get('set-cookie')).toMatch(/^media=; Path=\/media; Max-Age=0; /);
    expect(await isOpen(fan.token)).toBe(false);
  });

  it('get the same media cookie again with the own account', async () => {
    const fan = await signUpFan(world);
    const valueOf = async () =>
      /media=([^;]+)/.exec((await world.call('GET /users/me', {}, { token: fan.token })).headers.get('set-cookie') ?? '')?.[1];
    expect(await valueOf()).toBeDefined();
    expect(await valueOf()).toBe(await valueOf());
  });

  it('give way, oldest first, when one account has too many', async () => {
    const fan = await signUpFan(world);
    const client = { address: '127.0.0.1', country: null, userAgent: '' };
    for (let turn = 0; turn < limits.sessionsPerAccount; turn += 1)
      await startSession(world.ctx, fan.id, client, { remember: true }, { cookie: () => undefined });
    expect(await world.ctx.db.$count(sessions, eq(sessions.accountId, fan.id))).toBe(limits.sessionsPerAccount);
    expect(await isOpen(fan.token)).toBe(false);
  });
});

it('names devices as people know them', () => {
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
