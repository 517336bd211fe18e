import { eq } from 'drizzle-orm';
import { accounts, identities, mailedLinks } from '@server/platform/db/schema/schema';
import { eventually } from '../../../tests/kit/timing/eventually';
import { mailedToken, mailsTo } from '../../../tests/support/outbox';
import { password, signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.ctx.jobs.work(world.ctx);
});
afterAll(() => world.close());

const next = 'a quite different one';
const logIn = (username: string, given: string) => world.call('POST /auth/login', { body: { username, password: given } });
const change = (token: string, body: { password: string; currentPassword?: string; source?: 'user' | 'performer' }) =>
  world.call('PUT /auth/users/me/password', { body }, { token });
const forgot = (email: string) => world.call('POST /auth/users/forgot', { body: { email } });
const reset = (token: string, given = next) => world.call('POST /auth/password-reset', { body: { token, password: given } });
const passwordless = (id: string) => world.ctx.db.update(accounts).set({ passwordHash: null }).where(eq(accounts.id, id));
const linkFor = async (email: string, earlier = 0): Promise<string> => {
  await forgot(email);
  await eventually(async () => {
    expect(await mailsTo(world, email, 'reset-password')).toHaveLength(earlier + 1);
  });
  return mailedToken(world, email, 'reset-password');
};

describe('changing the password', () => {
  it('ends every other session, keeps this one, and tells the owner', async () => {
    const fan = await signUpFan(world);
    const other = (await logIn(fan.username, password)).data.token;
    expect((await change(fan.token, { password: next, currentPassword: password, source: 'user' })).data).toEqual({ updated: true });
    expect((await world.call('GET /users/me', {}, { token: other })).refusal.error).toBe('session_ended');
    expect((await world.call('GET /users/me', {}, { token: fan.token })).status).toBe(200);
    expect((await logIn(fan.username, password)).refusal.error).toBe('invalid_credentials');
    expect((await logIn(fan.username, next)).status).toBe(200);
    expect(await mailsTo(world, fan.email, 'password-changed')).toHaveLength(1);
  });

  it('refuses a wrong or missing present password, common ones, and the form of the other kind of account', async () => {
    const [fan, performer] = [await signUpFan(world), await signUpPerformer(world)];
    const refused = async (token: string, body: Parameters<typeof change>[1]) => (await change(token, body)).refusal.error;
    expect(await refused(fan.token, { password: next })).toBe('wrong_password');
    expect(await refused(fan.token, { password: next, currentPassword: 'wrong one' })).toBe('wrong_password');
    expect(await refused(fan.token, { password: 'qwertyuiop', currentPassword: password })).toBe('password_too_common');
    expect(await refused(fan.token, { password: `${fan.username}2020`, currentPassword: password })).toBe('password_too_common');
    expect(await refused(fan.token, { password: next, currentPassword: password, source: 'performer' })).toBe('wrong_account_kind');
    expect(await refused(performer.token, { password: next, currentPassword: password, source: 'user' })).toBe('wrong_account_kind');
    expect((await logIn(fan.username, password)).status).toBe(200);
  });

  it('lets one of two changes at once through', async () => {
    const fan = await signUpFan(world);
    const answers = await Promise.all(
      ['first new password', 'second new password'].map((given) => change(fan.token, { password: given, currentPassword: password })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('sets a first password without another one, but only soon after signing in', async () => {
    const fan = await signUpFan(world);
    await passwordless(fan.id);
    world.clock.advance({ minutes: 11 });
    expect((await change(fan.token, { password: next })).refusal.error).toBe('reauthentication_required');
    const again = await signUpFan(world);
    await passwordless(again.id);
    expect((await change(again.token, { password: next })).status).toBe(200);
    expect((await logIn(again.username, next)).status).toBe(200);
  });
});

describe('a forgotten password', () => {
  it('is answered alike for known and unknown addresses, and only the known gets a mail', async () => {
    const fan = await signUpFan(world);
    const [unknown, known] = [await forgot('nobody@example.com'), await forgot(fan.email)];
    expect(unknown.data).toEqual({ sent: true });
    expect(known.data).toEqual(unknown.data);
    await eventually(async () => {
      expect(await mailsTo(world, fan.email, 'reset-password')).toHaveLength(1);
    });
    expect(await mailsTo(world, 'nobody@example.com', 'reset-password')).toHaveLength(0);
  });

  it('is set anew by the link once; every session ends and the address counts as confirmed', async () => {
    const fan = await signUpFan(world);
    await world.ctx.db.insert(identities).values({ provider: 'twitter', subject: fan.id, accountId: fan.id, createdAt: world.clock.now() });
    const token = await linkFor(fan.email);
    expect(JSON.stringify(await world.ctx.db.select().from(mailedLinks))).not.toContain(token);
    expect((await reset(token, 'iloveyou1')).refusal.error).toBe('password_too_common');
    expect((await reset(token, `${fan.username}12345`)).refusal.error).toBe('password_too_common');
    expect((await reset(token)).data).toEqual({ updated: true });
    expect((await reset(token)).refusal.error).toBe('link_invalid');
    expect((await world.call('GET /users/me', {}, { token: fan.token })).refusal.error).toBe('session_ended');
    const { data } = await logIn(fan.username, next);
    const me = await world.call('GET /users/me', {}, { token: data.token });
    // Nobody had proved the address before: ways in that somebody else may have made are gone.
    expect(me.data).toMatchObject({ isEmailVerified: true, twitterConnected: false });
    expect(await mailsTo(world, fan.email, 'password-changed')).toHaveLength(1);
  });

  it('has links that die after an hour, with a newer one, and for other purposes', async () => {
    const fan = await signUpFan(world);
    const first = await linkFor(fan.email);
    world.clock.advance({ minutes: 2 });
    const second = await linkFor(fan.email, 1);
    expect((await reset(first)).refusal.error).toBe('link_invalid');
    expect((await reset(await mailedToken(world, fan.email, 'verify-email'))).refusal.error).toBe('link_invalid');
    world.clock.advance({ minutes: 61 });
    expect((await reset(second)).refusal.error).toBe('link_invalid');
    expect((await reset('made-up')).refusal.error).toBe('link_invalid');
  });

  it('sends no shower of mails', async () => {
    const fan = await signUpFan(world);
    await linkFor(fan.email);
    await forgot(fan.email);
    const later = await signUpFan(world);
    await linkFor(later.email);
    expect(await mailsTo(world, fan.email, 'reset-password')).toHaveLength(1);
  });
});

describe('proving again who is there', () => {
  it('counts ten minutes, and needs the password', async () => {
    const fan = await signUpFan(world);
    const wrong = await world.call('POST /auth/reauthenticate', { body: { password: 'wrong one' } }, { token: fan.token });
    expect(wrong.refusal.error).toBe('wrong_password');
    const { data } = await world.call('POST /auth/reauthenticate', { body: { password } }, { token: fan.token });
    const left_ms = Date.parse(data.until) - world.clock.now().getTime();
    expect(left_ms).toBeGreaterThan(590_000);
    expect(left_ms).toBeLessThanOrEqual(600_000);
  });
});
